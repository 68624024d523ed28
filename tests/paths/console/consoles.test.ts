/** Every machine has a console description that matches it, or a reason why it has none. */
import { describe, expect, test } from 'vitest'
import { isLeaf, leafNamesOf, nameOf, stateNodesOf } from '../kit/anatomy'
import { derivePaths } from '../kit/derive'
import { descriptionOf, machineNames } from '../kit/registry'
import { pathsInConsole } from './console-depth'
import { consoleOf, isDriven, NOT_DRIVEN, whyNotDriven } from './consoles'

test('each machine has either a console description or a reason', () => {
  const reasons = machineNames()
    .filter((name) => !isDriven(name))
    .map(whyNotDriven)
  expect(reasons.filter((reason) => !reason.endsWith('.'))).toEqual([])
  expect(Object.keys(NOT_DRIVEN).filter((name) => isDriven(name) || !machineNames().includes(name))).toEqual([])
})

test('a machine without either is named in the error', () => {
  expect(() => whyNotDriven('roulette')).toThrow('roulette has no tests/paths/console/roulette.console.ts')
})

describe.each(machineNames().filter(isDriven))('%s', (name) => {
  test('describes for every state what the screen shows, or why it is not seen, and for every event how to cause it', async () => {
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

  test('describes what the screen shows in each state that its paths reach', async () => {
    const [machine, browser] = await Promise.all([descriptionOf(name), consoleOf(name)])
    const reached = (await pathsInConsole(machine, browser)).flatMap(({ path }) =>
      [path.initial, ...path.steps.map(({ expected }) => expected)].flatMap(leafNamesOf),
    )
    expect([...new Set(reached)].filter((state) => !browser.screens[state])).toEqual([])
  })
})
