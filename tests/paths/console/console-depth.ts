/** The third depth: paths of a machine in the whole console, with a screenshot of each step. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyMachineSnapshot } from 'xstate'
import { isLeaf, leafNamesOf, nameOf, stateNodesOf, transitionKeysOf } from '../kit/anatomy'
import { pathsThatCover, type WalkedPath } from '../kit/cover'
import { isIgnored, titleOf, type Allows, type MachinePath } from '../kit/derive'
import type { MachineDescription } from '../kit/describe'
import { startResultOf, stepResultOf, walkedPaths } from '../kit/machine-depth'
import type { CoverageResult, MachineResult, PathResult, StepResult } from '../kit/results'
import { whyNoStart, whyNot, type ConsoleDescription, type Occasion } from './describe-console'
import type { Stage, Tab } from './stage'

/** The longest that a start or a step, with the check of its screen, may take, milliseconds. */
const STEP_MS = 60_000

/** @returns the outcome of `work` @throws if it takes too long: a browser call without an end must not stop the run */
async function limited<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${STEP_MS / 1000} s`)), STEP_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

export interface ConsoleRun {
  stage: Stage
  /** The number of the one path to replay. */
  only: number | null
  /** Folder of the screenshots, as the report names it. */
  folder: string
  /** Called after each path. */
  onPath: (path: PathResult) => void
}

const occasionOf = (name: string, snapshot: AnyMachineSnapshot, start: string): Occasion => ({
  name,
  states: leafNamesOf(snapshot),
  context: snapshot.context as Occasion['context'],
  start,
})

/** Why no path of this depth takes a transition, by the transition's key. */
async function reasonsOf(description: MachineDescription, browser: ConsoleDescription): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  for (const { path, taken } of await walkedPaths(description)) {
    /** The reason why a browser cannot follow the path further: its remaining steps are not taken either. */
    let endsFor = whyNoStart(browser, path.start)
    if (endsFor !== null) for (const key of taken[0]!) if (!reasons.has(key)) reasons.set(key, endsFor)
    for (const [index, { name, ignored }] of path.steps.entries()) {
      const before = index === 0 ? path.initial : path.steps[index - 1]!.expected
      const own = ignored
        ? 'Nothing may happen, so there is nothing to see.'
        : whyNot(browser, occasionOf(name, before, path.start))
      const reason: string | null = own ?? endsFor
      if (!ignored) endsFor = reason
      if (reason !== null)
        for (const key of taken[index + 1]!) if (own !== null || !reasons.has(key)) reasons.set(key, reason)
    }
  }
  return reasons
}

/** A path without those last steps that only happen together with a next one. */
function withoutLooseEnd({ path, taken }: WalkedPath, { goesWithNext = () => false }: ConsoleDescription): WalkedPath {
  const length = path.steps.findLastIndex(({ name }) => !goesWithNext(name)) + 1
  const kept = { ...path, steps: path.steps.slice(0, length) }
  return { path: { ...kept, title: titleOf(kept) }, taken: taken.slice(0, length + 1) }
}

/** Paths of everything that a browser can cause. */
export async function pathsInConsole(
  description: MachineDescription,
  browser: ConsoleDescription,
): Promise<WalkedPath[]> {
  const allows: Allows = ({ snapshot, name, event, start }) =>
    whyNoStart(browser, start) === null &&
    !isIgnored(description.machine, snapshot, event) &&
    whyNot(browser, occasionOf(name, snapshot, start)) === null
  return (await walkedPaths(description, allows))
    .filter(({ path }) => whyNoStart(browser, path.start) === null)
    .map((each) => withoutLooseEnd(each, browser))
}

/** Replays the paths that together cover everything that a browser can reach. */
export async function replayInConsole(
  machine: string,
  description: MachineDescription,
  browser: ConsoleDescription,
  run: ConsoleRun,
): Promise<MachineResult> {
  const reasons = await reasonsOf(description, browser)
  const walked = await pathsInConsole(description, browser)
  // A transition on a path has no reason to be left out: if that path fails, it is missing.
  for (const key of walked.flatMap(({ taken }) => taken.flat())) reasons.delete(key)
  const chosen = run.only === null ? pathsThatCover(walked) : walked.filter(({ path }) => path.number === run.only)
  const states = new Set<string>()
  const transitions = new Set<string>()
  const paths: PathResult[] = []
  for (const { path, taken } of chosen) {
    const result = await replayPath(run.stage, browser, path, run.folder, machine)
    for (const step of result.steps) for (const state of step.states) states.add(state)
    if (result.error === null) for (const key of taken.flat()) transitions.add(key)
    paths.push(result)
    run.onPath(result)
  }
  const coverage = (
    names: readonly string[],
    covered: ReadonlySet<string>,
    why: (name: string) => string | undefined,
  ): CoverageResult[] =>
    run.only === null
      ? names.map((name) => ({
          name,
          isCovered: covered.has(name),
          reason: covered.has(name) ? null : (why(name) ?? null),
        }))
      : []
  return {
    machine,
    depth: 'console',
    paths,
    states: coverage(
      stateNodesOf(description.machine).filter(isLeaf).map(nameOf),
      states,
      (name) => browser.unseen[name],
    ),
    transitions: coverage(
      transitionKeysOf(description.machine),
      transitions,
      (key) =>
        reasons.get(key) ??
        description.exceptions?.[key] ??
        (/ → nothing \(locked\)$/.test(key) ? 'A lock: nothing may happen, so there is nothing to see.' : undefined),
    ),
  }
}

/** Replays one path: after each step the screen is checked for the state, and a screenshot is taken. */
async function replayPath(
  stage: Stage,
  browser: ConsoleDescription,
  path: MachinePath,
  folder: string,
  machine: string,
): Promise<PathResult> {
  const before = performance.now()
  const steps: StepResult[] = []
  const tab = await stage.newTab()
  let error: string | null = null
  let doing = path.start
  try {
    await limited(browser.start({ tab, path }))
    steps.push(await limited(seen(tab, browser, path, -1, folder, machine)))
    for (const [index, { name, expected }] of path.steps.entries()) {
      doing = name
      const upcoming = path.steps.slice(index + 1).map((step) => step.name)
      await limited(Promise.resolve(browser.executors[name]!({ tab, path, expected, upcoming })))
      steps.push(await limited(seen(tab, browser, path, index, folder, machine)))
    }
  } catch (failure) {
    error = `${doing}: ${failure instanceof Error ? failure.message : String(failure)}`
    const picture = `${machine}-${path.number}-failed.png`
    mkdirSync(folder, { recursive: true })
    await tab.page.screenshot({ path: join(folder, picture) })
    steps.push({ name: `${doing} (what was there instead)`, states: [], shows: [], ignored: false, picture })
  } finally {
    await tab.close()
  }
  return { number: path.number, title: path.title, steps, seconds: (performance.now() - before) / 1000, error }
}

/** Checks the screen after a step; -1 is the start. */
async function seen(
  tab: Tab,
  browser: ConsoleDescription,
  path: MachinePath,
  index: number,
  folder: string,
  machine: string,
): Promise<StepResult> {
  const step = path.steps[index]
  const expected = step?.expected ?? path.initial
  for (const state of leafNamesOf(expected)) {
    const look = browser.screens[state]
    if (!look) throw new Error(`Nothing says what ${state} must show`)
    await look({ tab, path, expected, upcoming: [] })
  }
  mkdirSync(folder, { recursive: true })
  const picture = `${machine}-${path.number}-${index + 1}.png`
  await tab.page.screenshot({ path: join(folder, picture) })
  return { ...(step ? stepResultOf(step) : startResultOf(path)), picture }
}
