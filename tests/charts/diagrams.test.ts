import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setup } from 'xstate'
import { chartOf } from './chart'
import { diagrams, pageOf } from './diagrams'

const FOLDER = fileURLToPath(new URL('../../docs/statecharts', import.meta.url))

test('docs/statecharts says what the machines are; npm run diagrams writes it anew', async () => {
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

test('a page has the states, what leads from one to another, and what is locked', () => {
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
