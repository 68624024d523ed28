/** A machine's table detects differences. The door below is correct; each test changes one thing about it. */
import { describe, expect, test } from 'vitest'
import { assign, emit, fromPromise, setup, type AnyStateMachine } from 'xstate'
import { derivePaths } from './kit/derive'
import { describePaths, type MachineDescription } from './kit/describe'
import { descriptionOf } from './kit/registry'
import { replayOnMachine } from './kit/replay'
import { ANY, describeTable, labelsOf, wrongIn, type MachineTable } from './kit/table'

const ring = fromPromise<boolean, { times: number }>(() => Promise.reject(new Error('The actor ring was not provided')))
const kit = setup({
  types: {
    context: {} as { visits: number; visitor: object | null },
    events: {} as { type: 'knock' } | { type: 'leave' } | { type: 'light.on' },
    emitted: {} as { type: 'door.opened' },
  },
  actors: { ring },
  delays: { patience: 1000 },
  guards: {
    isFirst: ({ context }) => context.visits === 1,
    isAtHome: (_, { answer }: { answer: boolean }) => answer,
  },
  actions: {
    countVisit: assign({ visits: ({ context }) => context.visits + 1, visitor: () => ({ since: Date.now() }) }),
    greet: (_, _params: { words: string }) => undefined,
    wave: () => undefined,
  },
})

/** Rings after a knock, opens if somebody is at home, and stops after a while. */
const door = kit.createMachine({
  id: 'door',
  context: { visits: 0, visitor: null },
  initial: 'shut',
  states: {
    shut: { on: { knock: { target: 'ringing', actions: 'countVisit' } } },
    ringing: {
      invoke: {
        id: 'ring',
        src: 'ring',
        input: ({ context }) => ({ times: context.visits }),
        onDone: [
          {
            guard: { type: 'isAtHome', params: ({ event }) => ({ answer: event.output }) },
            target: 'open',
            actions: { type: 'greet', params: { words: 'Come in.' } },
          },
          { target: 'shut' },
        ],
      },
      after: { patience: 'shut' },
    },
    open: {
      entry: emit({ type: 'door.opened' }),
      on: { leave: [{ guard: 'isFirst', target: 'shut', actions: 'wave' }, { target: 'shut' }] },
    },
  },
})

const paths = describePaths({
  machine: door,
  starts: { evening: undefined },
  events: { knock: { type: 'knock' }, leave: { type: 'leave' } },
  answers: { ring: { 'someone is at home': true, 'nobody is at home': false } },
  situation: ({ visits }) => Math.min(visits, 2),
})

const table = describeTable(paths, {
  starts: { evening: { states: ['shut'], context: { visits: 0, visitor: null } } },
  cases: { 'the first visit': ({ visits }) => visits === 1, 'a later visit': ({ visits }) => visits > 1 },
  rows: [
    {
      in: 'shut',
      on: 'knock',
      to: 'ringing',
      sets: ({ visits }) => ({ visits: visits + 1, visitor: ANY }),
      calls: ({ visits }) => [['ring', { times: visits }]],
    },
    {
      in: 'ringing',
      on: 'ring answers: someone is at home',
      to: 'open',
      calls: [
        ['greet', { words: 'Come in.' }],
        ['emit', { type: 'door.opened' }],
      ],
    },
    { in: 'ringing', on: ['ring answers: nobody is at home', 'patience is over'], to: 'shut' },
    { in: 'open', on: 'leave', when: 'the first visit', to: 'shut', calls: ['wave'] },
    { in: 'open', on: 'leave', when: 'a later visit', to: 'shut' },
  ],
})

/** Replays all paths. @returns the rows that applied */
async function replay(description: MachineDescription): Promise<Set<string>> {
  const rows = new Set<string>()
  for (const path of derivePaths(description))
    for (const row of (await replayOnMachine(description, path)).rows) rows.add(row)
  return rows
}
const changed = (change: Partial<MachineTable>): MachineDescription => ({ ...paths, table: { ...table, ...change } })
const without = (label: string) =>
  changed({ rows: table.rows.filter((row) => !labelsOf({ ...table, rows: [row] }).includes(label)) })
/** The parts of the door's definition that the tests change. */
interface DoorConfig {
  initial: string
  states: {
    shut: { on: { knock?: { actions?: unknown } } }
    ringing: { invoke: { input: unknown } }
    open: { on: { leave: object[] } }
  }
}
/** The door with one part of its definition replaced. */
const withDoor = (change: (config: DoorConfig) => unknown): MachineDescription => {
  const config = copyOf(door.config) as DoorConfig
  change(config)
  const machine = kit.createMachine(config as never) as unknown as AnyStateMachine
  return { ...paths, machine, table: { ...table, machine } }
}
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part)]))
}

test('a machine does what its table says, and every row applies', async () => {
  expect([...(await replay({ ...paths, table }))].sort()).toEqual(labelsOf(table).sort())
})

test('the compiler refuses a name or a value that the machine lacks', () => {
  const starts = { evening: { states: ['shut'], context: { visits: 0, visitor: null } } } as const
  const cases = { 'the first visit': () => true }
  // @ts-expect-error -- no such state
  describeTable(paths, { starts, cases, rows: [{ in: 'closed', on: 'knock' }] })
  // @ts-expect-error -- no such event
  describeTable(paths, { starts, cases, rows: [{ in: 'shut', on: 'kick' }] })
  // @ts-expect-error -- no such answer
  describeTable(paths, { starts, cases, rows: [{ in: 'ringing', on: 'ring answers: the dog is at home' }] })
  // @ts-expect-error -- no such case
  describeTable(paths, { starts, cases, rows: [{ in: 'open', on: 'leave', when: 'the last visit' }] })
  // @ts-expect-error -- the field is a number
  describeTable(paths, { starts, cases, rows: [{ in: 'open', on: 'leave', sets: { visits: 'one' } }] })
  // @ts-expect-error -- no such call
  describeTable(paths, { starts, cases, rows: [{ in: 'open', on: 'leave', calls: ['bow'] }] })
  // @ts-expect-error -- the call has a parameter
  describeTable(paths, { starts, cases, rows: [{ in: 'open', on: 'leave', calls: ['greet'] }] })
  // @ts-expect-error -- the parameter has another name
  describeTable(paths, { starts, cases, rows: [{ in: 'open', on: 'leave', calls: [['greet', { word: 'Bye.' }]] }] })
  // @ts-expect-error -- no such start
  describeTable(paths, { starts: { ...starts, morning: starts.evening }, cases, rows: [{ in: 'open', on: 'leave' }] })
  expect(describeTable(paths, { starts, cases, rows: [] }).machine).toBe(door)
})

test('a path takes its states, its context and what it ignores from the table', () => {
  const [path] = derivePaths(changed({ rows: [{ in: 'shut', on: 'knock', to: 'open', sets: { visits: 9 } }] })).filter(
    ({ steps }) => steps[0]?.name === 'knock',
  )
  expect(path!.steps[0]!.expected.value).toBe('open')
  expect(path!.steps[0]!.expected.context).toEqual({ visits: 9, visitor: null })
  expect(derivePaths(without('shut · knock')).flatMap(({ steps }) => steps)[0]!.ignored).toBe(true)
})

test.each(['session', 'submission', 'list', 'two-factor', 'shift'])('%s has a table', async (name) => {
  expect((await descriptionOf(name)).table?.rows.length).toBeGreaterThan(20)
})

describe('the replay fails', () => {
  test.each(labelsOf(table).filter((label) => !label.includes('visit')))('where the table lacks %s', (label) =>
    expect(replay(without(label))).rejects.toThrow(/the table says .*, but it was /),
  )

  test('if a case of the table is missing', () =>
    expect(replay(without('open · leave · a later visit'))).rejects.toThrow('exactly one case must hold, but 0 do'))

  test('if two cases of the table hold', () =>
    expect(replay(changed({ cases: { ...table.cases, 'a later visit': (() => true) as never } }))).rejects.toThrow(
      'exactly one case must hold, but 2 do',
    ))

  test('if the machine lacks a transition of the table', () =>
    expect(replay(withDoor(({ states }) => (states.shut.on = {})))).rejects.toThrow(
      'step 1, knock: the table says ringing, but it was shut',
    ))

  test('if a guard is swapped', () =>
    expect(
      replay(
        withDoor(({ states }) => {
          const [first, other] = states.open.on.leave
          states.open.on.leave = [
            { ...other, guard: 'isFirst' },
            { target: 'shut', actions: 'wave' },
          ]
          expect(first).toBeDefined()
        }),
      ),
    ).rejects.toThrow('leave: the table says wave, but it was no call'))

  test('if a guard is turned round', () =>
    expect(
      replay({
        ...paths,
        table,
        machine: door.provide({ guards: { isAtHome: (_, { answer }) => !answer } }),
      }),
    ).rejects.toThrow('the table says'))

  test('if a call has other parameters', () =>
    expect(replay(withDoor(({ states }) => (states.ringing.invoke.input = () => ({ times: 7 }))))).rejects.toThrow(
      'the table says ring {"times":1}, but it was ring {"times":7}',
    ))

  test('if an action is missing', () =>
    expect(
      replay(
        withDoor(({ states }) => {
          delete states.shut.on.knock!.actions
        }),
      ),
    ).rejects.toThrow('visits is 1 in the context, but it was 0'))

  test('if the machine starts in another state', () =>
    expect(replay(withDoor((config) => (config.initial = 'open')))).rejects.toThrow(
      'at the start: the table says shut, but it was open',
    ))
})

describe('a step of a story', () => {
  const description = { ...paths, table }
  test.each([
    { event: 'knock', from: ['shut'], to: ['ringing'] },
    { event: 'xstate.done.actor.ring', from: ['ringing'], to: ['open'] },
    { event: 'xstate.after.patience.door.ringing', from: ['ringing'], to: ['shut'] },
    { event: 'light.on', from: ['shut'], to: ['shut'] },
    { event: 'xstate.init', from: [], to: ['shut'] },
  ])('agrees with a row: $event', (step) => expect(wrongIn(description, step)).toBeNull())

  test('that no row says is reported', () =>
    expect(wrongIn(description, { event: 'knock', from: ['shut'], to: ['open'] })).toBe(
      'knock led from shut to open, which no row of the table says',
    ))

  test('of a parallel machine may move one region, or both by a raised event', async () => {
    const shift = await descriptionOf('shift')
    const step = { event: 'xstate.done.actor.toggleShift', from: ['starting', 'polling'] }
    expect(wrongIn(shift, { ...step, to: ['confirming', 'polling'] })).toBeNull()
    expect(wrongIn(shift, { ...step, to: ['resting', 'polling'] })).toContain('which no row of the table says')
  })
})
