/**
 * The second depth: the component in Storybook's browser, over the platform in the page. The stories that end in a state reach it by
 * events of a user and of the mocked server. Each story is a path here, and the steps of its machine are observed from
 * outside. Storybook checks a story's state (.storybook/statecharts/hold-to-state.ts), and its play function checks the
 * screen.
 */
import { mkdirSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { storyNameFromExport, toId } from 'storybook/internal/csf'
import type { AnyStateMachine } from 'xstate'
import { canStand } from '@tests/charts/chart'
import { readStoryStates, type StoryState } from '@tests/charts/story-states'
import { CHROMIUM_ARGS, findChromium, HOW_TO_GET_CHROMIUM } from '@tests/kit/find-chromium'
import { ROOT, run as runScript, serve } from '@tests/pictures/storybook'
import { eventWords, leavesOf, nameOf, transitionKeysOf } from '../kit/anatomy'
import type { MachineDescription } from '../kit/describe'
import { descriptionOf, machineOf } from '../kit/registry'
import type { MachineResult, PathResult, StepResult } from '../kit/results'
import { wrongIn } from '../kit/table'
import { watchStory, type Watched } from './watch-story'

export interface ComponentRun {
  headed: boolean
  slow: boolean
  /** Reuse the Storybook of the last run. */
  built: boolean
  /** The number of the one story to replay. */
  only: number | null
  folder: string
  /** Called after each story. */
  onStory: (id: string, watched: Watched) => void
}

const STORYBOOK = join(ROOT, '.tmp/paths/storybook')
/** One page for each of two cores. */
const PAGES = 2
const OTHERS_TAKE_IT = 'No story of its states takes this transition; the machine depth replays it.'

interface Planned {
  machine: string
  number: number
  story: StoryState
}

/** The stories of a machine, numbered by their states in the machine's order. */
async function storiesOf(machine: string): Promise<Planned[]> {
  const order = leavesOf(await machineOf(machine)).map(({ key }) => key)
  return readStoryStates()
    .filter((story) => story.machine === machine)
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map((story, index) => ({ machine, number: index + 1, story }))
}

async function buildStorybook(): Promise<void> {
  rmSync(STORYBOOK, { recursive: true, force: true })
  if ((await runScript('storybook/dist/bin/dispatcher.js', ['build', '--test', '-o', STORYBOOK, '--quiet'])) !== 0)
    throw new Error('Storybook was not built.')
}

/** Runs the stories of all states of these machines. */
export async function replayStories(machines: readonly string[], run: ComponentRun): Promise<MachineResult[]> {
  const planned = (await Promise.all(machines.map(storiesOf)))
    .flat()
    .filter(({ number }) => run.only === null || number === run.only)
  const executablePath = findChromium()
  if (!executablePath) throw new Error(HOW_TO_GET_CHROMIUM)
  if (!run.built || !existsSync(STORYBOOK)) await buildStorybook()
  const { origin, close } = await serve(STORYBOOK)
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGS,
    headless: !run.headed,
    slowMo: run.slow ? 400 : 0,
  })
  mkdirSync(run.folder, { recursive: true })
  try {
    const watched = await watchAll(browser, origin, [...new Set(planned.map(({ story }) => idOf(story)))], run)
    return await Promise.all(
      machines.map(async (machine) =>
        resultOf(
          machine,
          await descriptionOf(machine),
          planned.filter((each) => each.machine === machine),
          watched,
          run,
        ),
      ),
    )
  } finally {
    await browser.close()
    close()
  }
}

const idOf = ({ title, exportName }: StoryState) => toId(title, storyNameFromExport(exportName))

/** Runs each story once, however many machines it shows. */
async function watchAll(
  browser: Browser,
  origin: string,
  ids: readonly string[],
  { headed, onStory }: ComponentRun,
): Promise<Map<string, Watched>> {
  const watched = new Map<string, Watched>()
  const waiting = [...ids]
  const work = async () => {
    // One context for all, so that Storybook's files are fetched once.
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const seen = await watchStory(context, origin, id)
      watched.set(id, seen)
      onStory(id, seen)
    }
    await context.close()
  }
  await Promise.all(Array.from({ length: headed ? 1 : PAGES }, work))
  return watched
}

function resultOf(
  name: string,
  description: MachineDescription,
  planned: readonly Planned[],
  watched: ReadonlyMap<string, Watched>,
  run: ComponentRun,
): MachineResult {
  const { machine } = description
  const states = new Set<string>()
  const transitions = new Set<string>()
  const paths = planned.map(({ number, story }): PathResult => {
    const seen = watched.get(idOf(story))!
    const log = seen.log.filter((entry) => entry.machine === machine.id)
    const error = seen.error ?? log.map((entry) => wrongIn(description, entry)).find((wrong) => wrong !== null) ?? null
    if (error === null)
      for (const entry of log) {
        for (const state of [...entry.from, ...entry.to]) states.add(state)
        for (const key of entry.taken) transitions.add(key)
      }
    // Storybook has checked that the live actor is in this state.
    if (error === null) states.add(story.state)
    return {
      number,
      title: `${story.title}/${story.exportName} ⇒ ${story.state}`,
      steps: stepsOf(name, machine, number, story, seen, run.folder),
      seconds: seen.seconds,
      error,
    }
  })
  const isAll = run.only === null
  return {
    machine: name,
    depth: 'component',
    paths,
    states: isAll
      ? leavesOf(machine).map((node) => ({
          name: nameOf(node),
          isCovered: states.has(node.key),
          reason: states.has(node.key) || canStand(node) ? null : 'The machine leaves it at once.',
        }))
      : [],
    transitions: isAll
      ? transitionKeysOf(machine).map((key) => ({
          name: key,
          isCovered: transitions.has(key),
          reason: transitions.has(key) ? null : OTHERS_TAKE_IT,
        }))
      : [],
  }
}

/** The steps of the actor that reached the story's state; repetitions are merged into one step. */
function stepsOf(
  name: string,
  machine: AnyStateMachine,
  number: number,
  story: StoryState,
  seen: Watched,
  folder: string,
): StepResult[] {
  const log = seen.log.filter((entry) => entry.machine === machine.id)
  const actorId = log.findLast(({ to }) => to.includes(story.state))?.actorId ?? log[0]?.actorId
  const own = log.filter((entry) => entry.actorId === actorId)
  const steps = own.filter((entry, index) => {
    const before = own[index - 1]
    return !before || entry.event !== before.event || entry.to.join() !== before.to.join()
  })
  const shows = new Map(
    leavesOf(machine).map((node) => [node.key, (node.meta as { shows?: string } | undefined)?.shows ?? '']),
  )
  return steps.map((entry, index) => {
    const isLast = index === steps.length - 1
    const until = isLast ? Infinity : seen.began + steps[index + 1]!.at
    const frame = isLast
      ? seen.last
      : seen.frames.findLast(({ at }) => at < until && at >= seen.began + entry.at)?.picture
    const picture = frame && `component-${name}-${number}-${index}.${isLast ? 'png' : 'jpg'}`
    if (frame && picture) writeFileSync(join(folder, picture), frame)
    return {
      name: eventWords(entry.event),
      states: entry.to,
      shows: entry.to.flatMap((state) => shows.get(state) ?? []),
      ignored: false,
      ...(picture ? { picture } : {}),
    }
  })
}
