/** The tests of every machine: `npm test` runs them for all machines, `npm run mutate` for the one that it changes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic, type AnyStateMachine, type AnyStateNode } from 'xstate'
import { leavesOf, nameOf, srcOf, stateNodesOf, transitionKeysOf } from './anatomy'
import { derivePaths, pathAtRandom } from './derive'
import type { MachineDescription } from './describe'
import { replayOnMachine } from './replay'
import { labelsOf } from './table'
import { RUNS, SEED } from './walk'

/** Replays every path with held actors and simulated time; together the paths reach every state, transition and row. */
export function testPaths(description: MachineDescription): void {
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

  test('every transition is taken, except those with a reason', () => {
    const missing = transitionKeysOf(description.machine).filter((key) => !transitions.has(key))
    expect(missing.sort()).toEqual(Object.keys(description.exceptions ?? {}).sort())
  })

  test.each(description.table ? [description.table] : [])('every row of its table applies somewhere', (table) => {
    // A row that only walks reach is marked as such, and only as long as that is true.
    expect([...rows].sort()).toEqual(labelsOf(table).sort())
  })
}

const LONGEST_WALK = 30

/**
 * Runs random walks of a machine: whatever happens in whatever order, it behaves as its table or its chart says, never
 * throws, never repeats a call in flight, and leaves no call behind.
 */
export function testWalks(description: MachineDescription): void {
  test('whatever comes', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(10_000), { minLength: 5, maxLength: LONGEST_WALK, size: 'max' }),
        async (picks) => {
          const path = pathAtRandom(description, picks)
          await replayOnMachine(description, path)
          taken += path.steps.length
        },
      ),
      { seed: SEED, numRuns: RUNS },
    )
    // A machine with a single response has no walk longer than one step.
    expect(taken).toBeGreaterThanOrEqual(RUNS)
  })
}

/** The closed union of machines/kit/meta.ts. */
const TAGS = ['busy', 'error', 'hidden']
const isSentence = (text: unknown) => typeof text === 'string' && /^\p{Lu}.*[.?]$|^\p{Lu}.*\.\.\.$/su.test(text)
const invocationsOf = (machine: AnyStateMachine) =>
  [machine.root as AnyStateNode, ...stateNodesOf(machine)].flatMap((node) => node.invoke)

/**
 * Checks texts for QA in every state, unique names, and errors with the names of actors and actions that were not
 * provided.
 */
export function testShape(machine: AnyStateMachine, description: MachineDescription): void {
  test('its paths file describes this machine', () => {
    expect(description.machine).toBe(machine)
  })

  test('every leaf state has a sentence for QA and a description of the screen', () => {
    expect(
      leavesOf(machine)
        .filter(
          (node) => !isSentence(node.description) || !isSentence((node.meta as { shows?: string } | undefined)?.shows),
        )
        .map(nameOf),
    ).toEqual([])
  })

  test('no two leaf states share a name', () => {
    const names = leavesOf(machine).map((node) => node.key)
    expect(names.filter((key, index) => names.indexOf(key) !== index)).toEqual([])
  })

  test('state names are camelCase and tags come from the closed union', () => {
    const nodes = stateNodesOf(machine)
    expect(nodes.map((node) => node.key).filter((key) => !/^[a-z][a-zA-Z]*$/.test(key))).toEqual([])
    expect(nodes.flatMap((node) => node.tags as string[]).filter((tag) => !TAGS.includes(tag))).toEqual([])
  })

  test('every invocation has a unique id', () => {
    const ids = invocationsOf(machine).map(({ id }) => id)
    expect(ids.filter((id) => /^\d+\./.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every actor that was not provided fails with its name', async () => {
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

  test('every action that was not provided throws an error with its name', () => {
    const actions = Object.entries(machine.implementations.actions as Record<string, (...args: object[]) => unknown>)
    // XState resolves its own actions (assign, emit, sendTo); the others are for `provide`.
    for (const [action, run] of actions.filter(([, each]) => !('resolve' in each)))
      expect(() => run({}, {}), action).toThrow(`The action ${action} was not provided`)
  })
}

/** Runs an actor alone. */
function outcomeOf(logic: AnyActorLogic): Promise<unknown> {
  const actor = createActor(logic, { input: {} })
  const outcome = toPromise(actor)
  actor.subscribe({ error: () => undefined })
  actor.start()
  return outcome
}
