/** Tests of the kit: it derives the right paths, and it can fail. */
import { describe, expect, test } from 'vitest'
import { assign, fromPromise, setup } from 'xstate'
import { transitionKeysOf } from './kit/anatomy'
import { derivePaths } from './kit/derive'
import { describePaths } from './kit/describe'
import { descriptionOf } from './kit/registry'
import { replayOnMachine } from './kit/replay'

const ask = fromPromise<boolean>(() => Promise.reject(new Error('The actor ask was not provided')))
const types = { context: {} as { tries: number }, events: {} as { type: 'go' } | { type: 'again' } }

/** Asks once; a second event while it asks has no effect. */
const sound = setup({ types, actors: { ask }, delays: { pause: 1000 } }).createMachine({
  id: 'sound',
  context: { tries: 0 },
  initial: 'idle',
  states: {
    idle: { on: { go: 'asking' } },
    asking: {
      entry: assign({ tries: ({ context }) => context.tries + 1 }),
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: [{ guard: ({ event }) => event.output, target: 'done' }, { target: 'waiting' }],
        onError: 'waiting',
      },
    },
    waiting: { after: { pause: 'asking' } },
    done: { type: 'final' },
  },
})
const events = { go: { type: 'go' }, again: { type: 'again' } } as const
const answers = { ask: { yes: true, no: false } }

test('paths are the same each time and reach every transition, including answers, failures and delays', async () => {
  const description = describePaths({
    machine: sound,
    starts: { start: undefined },
    events,
    answers,
    situation: () => null,
  })
  const paths = derivePaths(description)
  expect(paths.map(({ title }) => title)).toEqual(derivePaths(description).map(({ title }) => title))
  expect(paths.map(({ title }) => title)).toEqual([
    'start; then nothing by again ⇒ idle',
    'start → go → ask answers: yes ⇒ done',
    'start → go → ask fails ⇒ waiting',
    'start → go; then nothing by go, again ⇒ asking',
    'start → go → ask answers: no → pause is over ⇒ asking',
    'start → go → ask answers: no; then nothing by go, again ⇒ waiting',
  ])
  const taken = new Set<string>()
  for (const path of paths) for (const key of (await replayOnMachine(description, path)).transitions) taken.add(key)
  expect([...taken].sort()).toEqual(transitionKeysOf(sound).sort())
})

describe('a replay fails', () => {
  test('if a call in flight is made a second time', async () => {
    const machine = setup({ types, actors: { ask } }).createMachine({
      context: { tries: 0 },
      initial: 'asking',
      states: { asking: { invoke: { id: 'ask', src: 'ask' }, on: { again: { target: 'asking', reenter: true } } } },
    })
    const description = describePaths({ machine, starts: { start: undefined }, events, answers, situation: () => null })
    await expect(replayAll(description)).rejects.toThrow('ask was in flight and was asked for again')
  })

  test('if two states make the same call at once', async () => {
    const region = (id: string) => ({ initial: 'asking', states: { asking: { invoke: { id, src: 'ask' } } } }) as const
    const machine = setup({ types, actors: { ask } }).createMachine({
      context: { tries: 0 },
      type: 'parallel',
      states: { left: region('askLeft'), right: region('askRight') },
    })
    const description = describePaths({ machine, starts: { start: undefined }, events, answers, situation: () => null })
    await expect(replayAll(description)).rejects.toThrow('one call twice at once')
  })

  test('if the running machine differs from the graph', async () => {
    let calls = 0
    const machine = setup({ types }).createMachine({
      context: { tries: 0 },
      initial: 'idle',
      states: { idle: { on: { go: { actions: assign({ tries: () => (calls += 1) }) } } } },
    })
    const description = describePaths({
      machine,
      starts: { start: undefined },
      events,
      answers: {},
      situation: () => null,
    })
    await expect(replayAll(description)).rejects.toThrow(/step 1, go: expected .*but it was/)
  })

  test('if a machine throws', async () => {
    const machine = setup({ types, actors: { ask } }).createMachine({
      context: { tries: 0 },
      initial: 'asking',
      states: {
        asking: { invoke: { id: 'ask', src: 'ask', onDone: 'asked' } },
        asked: {
          entry: () => {
            throw new Error('broken on purpose')
          },
        },
      },
    })
    const description = describePaths({ machine, starts: { start: undefined }, events, answers, situation: () => null })
    await expect(replayAll(description)).rejects.toThrow('the machine broke')
  })
})

test('a machine without a paths file is named', async () => {
  await expect(descriptionOf('roulette')).rejects.toThrow('The machine roulette has no tests/paths/roulette.paths.ts')
})

async function replayAll(description: Parameters<typeof derivePaths>[0]): Promise<void> {
  for (const path of derivePaths(description)) await replayOnMachine(description, path)
}
