/** Every path of every machine, replayed on the machine itself with held actors and simulated time. */
import { describe, expect, test } from 'vitest'
import { leavesOf, nameOf, transitionKeysOf } from './kit/anatomy'
import { derivePaths } from './kit/derive'
import { descriptionOf, machineNames } from './kit/registry'
import { replayOnMachine } from './kit/replay'
import { labelsOf } from './kit/table'

const described = await Promise.all(machineNames().map(async (name) => [name, await descriptionOf(name)] as const))

test('machines are found by their files', () => {
  expect(machineNames()).toEqual(
    expect.arrayContaining(['access', 'bulk-action', 'list', 'profile', 'row-action', 'session', 'submission']),
  )
})

describe.each(described)('%s', (_name, description) => {
  const paths = derivePaths(description)
  const states = new Set<string>()
  const transitions = new Set<string>()
  const rows = new Set<string>()

  test.each(paths.map((path) => [`${path.number} ${path.title}`, path] as const))('%s', async (_title, path) => {
    const replay = await replayOnMachine(description, path)
    for (const state of replay.states) states.add(state)
    for (const transition of replay.transitions) transitions.add(transition)
    for (const row of replay.rows) rows.add(row)
    expect(replay.taken).toHaveLength(path.steps.length + 1)
  })

  test('every state is reached', () => {
    expect(
      leavesOf(description.machine)
        .map(nameOf)
        .filter((name) => !states.has(name)),
    ).toEqual([])
  })

  test('every transition is taken, but for the exceptions that give their reason', () => {
    const missing = transitionKeysOf(description.machine).filter((key) => !transitions.has(key))
    expect(missing.sort()).toEqual(Object.keys(description.exceptions ?? {}).sort())
  })

  test.runIf(description.table)('every row of its table applies somewhere', () => {
    expect(labelsOf(description.table!).filter((label) => !rows.has(label))).toEqual([])
  })
})
