/** What every machine has: words for QA in every state, names that are told apart, actors that say when nobody provided them. */
import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic, type AnyStateMachine, type AnyStateNode } from 'xstate'
import { leavesOf, nameOf, srcOf, stateNodesOf } from './kit/anatomy'
import { descriptionOf, machineNames, machineOf } from './kit/registry'

/** The closed union of machines/kit/meta.ts. */
const TAGS = ['busy', 'error', 'hidden']

const machines = await Promise.all(machineNames().map(async (name) => [name, await machineOf(name)] as const))
const isSentence = (text: unknown) => typeof text === 'string' && /^\p{Lu}.*[.?]$|^\p{Lu}.*\.\.\.$/su.test(text)
const invocationsOf = (machine: AnyStateMachine) =>
  [machine.root as AnyStateNode, ...stateNodesOf(machine)].flatMap((node) => node.invoke)

describe.each(machines)('%s', (name, machine) => {
  test('its paths file describes this machine', async () => {
    expect((await descriptionOf(name)).machine).toBe(machine)
  })

  test('every state that can be stood in has a sentence for QA and says what the screen shows', () => {
    expect(
      leavesOf(machine)
        .filter(
          (node) => !isSentence(node.description) || !isSentence((node.meta as { shows?: string } | undefined)?.shows),
        )
        .map(nameOf),
    ).toEqual([])
  })

  test('no two states that can be stood in share a name', () => {
    const names = leavesOf(machine).map((node) => node.key)
    expect(names.filter((key, index) => names.indexOf(key) !== index)).toEqual([])
  })

  test('state names are camelCase and tags come from the closed union', () => {
    const nodes = stateNodesOf(machine)
    expect(nodes.map((node) => node.key).filter((key) => !/^[a-z][a-zA-Z]*$/.test(key))).toEqual([])
    expect(nodes.flatMap((node) => node.tags as string[]).filter((tag) => !TAGS.includes(tag))).toEqual([])
  })

  test('every invocation has an id of its own', () => {
    const ids = invocationsOf(machine).map(({ id }) => id)
    expect(ids.filter((id) => /^\d+\./.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every actor that nobody provided says its name', async () => {
    const sources = Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>).filter(
      ([, logic]) => !('getStateNodeById' in logic),
    )
    expect(
      invocationsOf(machine)
        .map(srcOf)
        .filter((src) => !machine.implementations.actors[src]),
    ).toEqual([])
    for (const [src, logic] of sources)
      await expect(outcomeOf(logic), src).rejects.toThrow(`The actor ${src} was not provided`)
  })

  test('every action that nobody provided throws with its name', () => {
    const actions = Object.entries(machine.implementations.actions as Record<string, (...args: object[]) => unknown>)
    // XState resolves its own actions (assign, emit, sendTo); the others are for `provide`.
    for (const [action, run] of actions.filter(([, each]) => !('resolve' in each)))
      expect(() => run({}, {}), action).toThrow(`The action ${action} was not provided`)
  })
})

/** Runs an actor by itself. */
function outcomeOf(logic: AnyActorLogic): Promise<unknown> {
  const actor = createActor(logic, { input: {} })
  const outcome = toPromise(actor)
  actor.subscribe({ error: () => undefined })
  actor.start()
  return outcome
}
