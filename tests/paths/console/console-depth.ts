/** The third depth: paths of a machine in the whole console, a picture a step. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLeaf, leafNamesOf, nameOf, stateNodesOf, transitionKeysOf } from '../kit/anatomy'
import { pathsThatCover, type WalkedPath } from '../kit/cover'
import { titleOf, type MachinePath } from '../kit/derive'
import type { MachineDescription } from '../kit/describe'
import { startResultOf, stepResultOf, walkedPaths } from '../kit/machine-depth'
import type { CoverageResult, MachineResult, PathResult, StepResult } from '../kit/results'
import { whyNot, type ConsoleDescription, type Occasion } from './describe-console'
import { Stage, type Tab } from './stage'

export interface ConsoleRun {
  headed: boolean
  /** The number of the one path to replay. */
  only: number | null
  /** Where pictures lie, as the report names them. */
  folder: string
  /** Told after each path. */
  onPath: (path: PathResult) => void
}

const occasionsOf = (path: MachinePath): Occasion[] =>
  path.steps.map(({ name }, index) => ({ name, states: leafNamesOf(index === 0 ? path.initial : path.steps[index - 1]!.expected), start: path.start }))

/** Replays the paths that together go everywhere a browser can go. */
export async function replayInConsole(machine: string, description: MachineDescription, browser: ConsoleDescription, run: ConsoleRun): Promise<MachineResult> {
  const reasons = new Map<string, string>()
  const walked: WalkedPath[] = []
  for (const each of await walkedPaths(description)) {
    const stop = occasionsOf(each.path).findIndex((occasion, index) => {
      const reason = each.path.steps[index]!.ignored ? 'Nothing may come of it, and there is nothing to see.' : whyNot(browser, occasion)
      for (const key of reason === null ? [] : each.taken[index + 1]!) reasons.set(key, reason!)
      return reason !== null
    })
    const length = stop === -1 ? each.path.steps.length : stop
    const path = { ...each.path, steps: each.path.steps.slice(0, length) }
    walked.push({ path: { ...path, title: titleOf(path) }, taken: each.taken.slice(0, length + 1) })
  }
  const chosen = run.only === null ? pathsThatCover(walked) : walked.filter(({ path }) => path.number === run.only)
  const states = new Set<string>()
  const transitions = new Set<string>()
  const paths: PathResult[] = []
  const stage = await Stage.open({ headed: run.headed })
  try {
    for (const { path, taken } of chosen) {
      const result = await replayPath(stage, browser, path, run.folder, machine)
      for (const step of result.steps) for (const state of step.states) states.add(state)
      if (result.error === null) for (const key of taken.flat()) transitions.add(key)
      paths.push(result)
      run.onPath(result)
    }
  } finally {
    await stage.close()
  }
  const coverage = (names: readonly string[], covered: ReadonlySet<string>, why: (name: string) => string | undefined): CoverageResult[] =>
    run.only === null ? names.map((name) => ({ name, isCovered: covered.has(name), reason: covered.has(name) ? null : (why(name) ?? null) })) : []
  return {
    machine, depth: 'console', paths,
    states: coverage(stateNodesOf(description.machine).filter(isLeaf).map(nameOf), states, (name) => browser.unseen[name]),
    transitions: coverage(transitionKeysOf(description.machine), transitions, (key) => reasons.get(key) ?? (/ → nothing \(locked\)$/.test(key) ? 'A lock: nothing may come of it, and there is nothing to see.' : undefined)),
  }
}

/** One path: after each step what the state must show is looked for, and a picture is taken. */
async function replayPath(stage: Stage, browser: ConsoleDescription, path: MachinePath, folder: string, machine: string): Promise<PathResult> {
  const before = performance.now()
  const steps: StepResult[] = []
  const tab = await stage.newTab()
  let error: string | null = null
  let doing = path.start
  try {
    await browser.start({ tab, path })
    steps.push(await seen(tab, browser, path, -1, folder, machine))
    for (const [index, { name, expected }] of path.steps.entries()) {
      doing = name
      await browser.executors[name]!({ tab, path, expected, upcoming: path.steps.slice(index + 1).map((step) => step.name) })
      steps.push(await seen(tab, browser, path, index, folder, machine))
    }
  } catch (failure) {
    error = `${doing}: ${failure instanceof Error ? failure.message : String(failure)}`
    const picture = `${machine}-${path.number}-failed.png`
    await tab.page.screenshot({ path: join(folder, picture) })
    steps.push({ name: `${doing} (what was there instead)`, states: [], shows: [], ignored: false, picture })
  } finally {
    await tab.close()
  }
  return { number: path.number, title: path.title, steps, seconds: (performance.now() - before) / 1000, error }
}

/** Looks at the screen after a step; -1 is the start. */
async function seen(tab: Tab, browser: ConsoleDescription, path: MachinePath, index: number, folder: string, machine: string): Promise<StepResult> {
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
