/** Every machine is driven in the console, or says why not; what is said of it fits the machine. */
import { describe, expect, test } from 'vitest'
import { isLeaf, nameOf, stateNodesOf } from '../kit/anatomy'
import { derivePaths } from '../kit/derive'
import { descriptionOf, machineNames } from '../kit/registry'
import { consoleOf, isDriven, NOT_DRIVEN, whyNotDriven } from './consoles'

test('a machine that is not driven says why, and one that is does not', () => {
  const reasons = machineNames()
    .filter((name) => !isDriven(name))
    .map(whyNotDriven)
  expect(reasons.filter((reason) => !reason.endsWith('.'))).toEqual([])
  expect(Object.keys(NOT_DRIVEN).filter((name) => isDriven(name) || !machineNames().includes(name))).toEqual([])
})

test('one that nobody has thought of is named', () => {
  expect(() => whyNotDriven('roulette')).toThrow('roulette has no tests/paths/console/roulette.console.ts')
})

describe.each(machineNames().filter(isDriven))('%s', (name) => {
  test('says of every state what is on the screen, or why it is not seen, and of every event how it comes about', async () => {
    const [{ machine, ...rest }, browser] = await Promise.all([descriptionOf(name), consoleOf(name)])
    const states = stateNodesOf(machine).filter(isLeaf).map(nameOf)
    expect([...Object.keys(browser.screens), ...Object.keys(browser.unseen)].sort()).toEqual(states.sort())
    const steps = new Set(
      derivePaths({ machine, ...rest }).flatMap((path) =>
        path.steps.filter(({ ignored }) => !ignored).map((step) => step.name),
      ),
    )
    expect([...steps].filter((step) => !browser.executors[step] && !browser.impossible[step])).toEqual([])
  })
})
