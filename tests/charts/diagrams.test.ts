import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { and, assign, fromPromise, not, raise, setup } from 'xstate'
import { machineNames, machineOf } from '@tests/paths/kit/registry'
import { chartOf, INLINE } from './chart'
import { diagrams, pageOf } from './diagrams'

const FOLDER = fileURLToPath(new URL('../../docs/statecharts', import.meta.url))

test('docs/statecharts matches the machines; npm run diagrams regenerates it', async () => {
  const made = await diagrams()
  const kept = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  expect(
    kept.filter((name) => !made.has(name)),
    'pages without a machine',
  ).toEqual([])
  const stale = [...made].filter(
    ([name, text]) => !kept.includes(name) || readFileSync(join(FOLDER, name), 'utf8') !== text,
  )
  expect(
    stale.map(([name]) => name),
    'stale: run npm run diagrams',
  ).toEqual([])
})

const machines = await Promise.all(machineNames().map(async (name) => [name, await machineOf(name)] as const))

describe('every guard has a name', () => {
  test.each(machines)('%s', (_name, machine) => {
    const unnamed = chartOf(machine).transitions.filter(({ guard }) => guard?.includes(INLINE))
    expect(unnamed.map(({ key }) => key)).toEqual([])
  })
})

test('a page shows guards, actions, what runs on entry and exit, actors, tags and delays', () => {
  const machine = setup({
    types: { context: {} as { count: number }, events: {} as { type: 'go' } | { type: 'stop' } },
    guards: { isFree: () => true, isOpen: () => true },
    actors: { watch: fromPromise(() => Promise.resolve()) },
    actions: { greet: (_, _params: { words: string }) => undefined, count: assign({ count: 1 }) },
    delays: { pause: 1500 },
  }).createMachine({
    id: 'door',
    context: { count: 0 },
    initial: 'shut',
    states: {
      shut: {
        tags: ['busy'],
        entry: 'count',
        exit: { type: 'greet', params: { words: 'Come in' } },
        invoke: { id: 'watch', src: 'watch', onDone: 'open' },
        on: {
          go: [
            {
              guard: and(['isFree', not('isOpen')]),
              target: 'open',
              actions: [{ type: 'greet', params: { words: 'Hello' } }, raise({ type: 'stop' })],
            },
            { guard: ({ context }) => context.count > 0, target: 'shut', reenter: true },
          ],
        },
      },
      open: { after: { pause: { target: 'shut', actions: assign({ count: 0 }) } } },
    },
  })
  const page = pageOf(chartOf(machine))
  expect(page).toContain('| `shut` | go [and(isFree, not(isOpen))] | `open` | greet (words: Hello), raise stop |')
  expect(page).toContain(`| \`shut\` | go [${INLINE}] | \`shut\`, entered again |  |`)
  expect(page).toContain('| `shut` | watch answers | `open` |  |')
  expect(page).toContain('| `shut` |  |  | busy | watch | count | greet (words: Come in) |')
  expect(page).toContain('| `open` | pause is over | `shut` | assign count |')
  expect(page).toContain('door_shut: entry / count\n')
  expect(page).toContain('door_shut: exit / greet\n')
  expect(page).toContain('door_shut --> door_open: go [and(isFree, not(isOpen))] / greet, raise stop')
  expect(page).toContain('| pause | 1500 |')
})

test('a page shows the states, the transitions between them, and the locked events', () => {
  const machine = setup({
    types: { events: {} as { type: 'go' } | { type: 'stop' } },
    guards: { isFree: () => true },
  }).createMachine({
    id: 'door',
    initial: 'shut',
    states: {
      shut: { description: 'It is shut.', on: { go: [{ guard: 'isFree', target: 'open' }, { target: 'stuck' }] } },
      open: { initial: 'wide', states: { wide: { on: { go: undefined, stop: '#door.stuck' } } } },
      stuck: { type: 'final', description: 'It is stuck.' },
    },
  })
  const page = pageOf(chartOf(machine))
  expect(page).toContain('  [*] --> door_shut\n')
  expect(page).toContain('  state "open" as door_open {\n    [*] --> door_open_wide\n')
  expect(page).toContain('  door_shut --> door_open: go [isFree]\n')
  expect(page).toContain('| `shut` | go [else] | `stuck` |  |')
  expect(page).toContain('| `open.wide` | go | ignored |  |')
  expect(page).toContain('| `stuck`, the end | It is stuck. |')
})
