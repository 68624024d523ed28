/** State coverage: a story shows each state in which a machine can rest, and its run checks that the state is reached. */
import { describe, expect, test } from 'vitest'
import { machineNames, machineOf } from '@tests/paths/kit/registry'
import { standingLeavesOf } from './chart'
import { readStoryStates, storyStatesOf } from './story-states'

const shown = readStoryStates()
const machines = await Promise.all(
  machineNames().map(async (name) => [name, standingLeavesOf(await machineOf(name)).map(({ key }) => key)] as const),
)

describe('every state in which a machine can rest has a story', () => {
  test.each(machines)('%s', (name, states) => {
    const missing = states.filter((state) => !shown.some((story) => story.machine === name && story.state === state))
    expect(
      missing,
      `no story shows ${missing.join(', ')} of ${name}: parameters: { statechart: inState(…Machine, '…') }`,
    ).toEqual([])
  })
})

test('a story names only existing states', () => {
  expect(
    shown.filter(({ machine, state }) => !machines.find(([name]) => name === machine)?.[1].includes(state)),
  ).toEqual([])
})

describe('the reader of stories', () => {
  const story = (rest: string) =>
    `import { lookupMachine } from '@machines/lookup/lookup.machine'\nconst meta = { title: 'Flows/X' }\n${rest}`
  const read = (rest: string) => storyStatesOf('src/x.stories.tsx', story(rest))

  test('finds one state and several', () => {
    expect(read("export const Found: Story = { parameters: { statechart: inState(lookupMachine, 'found') } }")).toEqual(
      [{ file: 'src/x.stories.tsx', title: 'Flows/X', exportName: 'Found', machine: 'lookup', state: 'found' }],
    )
    expect(
      read(
        "export const A = { parameters: { layout: 'x', statechart: [inState(lookupMachine, 'idle'), inState(lookupMachine, 'found')] } } satisfies Story",
      ).map(({ state }) => state),
    ).toEqual(['idle', 'found'])
  })

  test.each([
    "export const A: Story = { parameters: { statechart: { machine: 'lookup', state: 'found' } } }",
    'const at = { parameters: { statechart: one } }',
    'const state = (name: string) => ({ statechart: inState(lookupMachine, name) })',
    "export const A: Story = { ...of(inState(lookupMachine, 'found')) }",
    "export const A: Story = { parameters: { statechart: inState(strangeMachine, 'found') } }",
  ])('refuses what it cannot read: %s', (source) => expect(() => read(source)).toThrow(/src\/x\.stories\.tsx/))
})
