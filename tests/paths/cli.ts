/** `npm run paths`: derives the paths of the machines and replays them (docs: statecharts). */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { leavesOf, nameOf, transitionKeysOf } from './kit/anatomy'
import { replayMachine } from './kit/machine-depth'
import { descriptionOf, machineNames, machineOf } from './kit/registry'
import { linesOf, writeReport } from './kit/report'
import { DEPTHS, notDriven, passes, type Depth, type MachineResult, type PathResult } from './kit/results'

const USAGE = `Derives paths from the statecharts and replays them.

  npm run paths                                      every machine, on the machine itself
  npm run paths -- shift                             one machine, each path with its steps
  npm run paths -- shift --path 7                    one path
  npm run paths -- shift --depth component           its stories in Storybook's browser, over the platform in the page
  npm run paths -- shift --depth console             in Chromium, against the server (after npm run build)
  npm run paths -- shift --path 7 --depth console --headed
  npm run paths -- --depth all                       everything, at all three depths

  --depth   machine (held calls, simulated time), component (stories), console (the whole console), or all
  --path    the number of one path of that depth
  --headed  show the browser
  --slow    slowly; --headed is slow by itself
  --built   with the Storybook of the last run

The component and console depths take a picture a step. Pictures, index.html and junit.xml lie in test-results/paths.
Exit: 0 all holds, 1 something does not, 2 wrong usage.`

const folder = fileURLToPath(new URL('../../test-results/paths', import.meta.url))

class WrongUsage extends Error {}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        depth: { type: 'string' },
        path: { type: 'string' },
        headed: { type: 'boolean', default: false },
        slow: { type: 'boolean', default: false },
        built: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const { headed, built, help } = values
    const depth = values.depth ?? (headed ? 'console' : 'machine')
    const depths = depth === 'all' ? DEPTHS : DEPTHS.filter((name) => name === depth)
    if (depths.length === 0) throw new WrongUsage(`There is no depth '${depth}': ${DEPTHS.join(', ')} or all.`)
    const unknown = positionals.find((name) => !machineNames().includes(name))
    if (unknown !== undefined) throw new WrongUsage(`There is no machine '${unknown}': ${machineNames().join(', ')}.`)
    const only = values.path === undefined ? null : Number(values.path)
    if (only !== null && (!Number.isInteger(only) || positionals.length !== 1 || depths.length !== 1))
      throw new WrongUsage('--path takes the number of a path of one machine, at one depth.')
    return {
      depths,
      only,
      headed,
      slow: values.slow || headed,
      built,
      help,
      isAll: positionals.length === 0,
      machines: positionals.length > 0 ? positionals : machineNames(),
    }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage((error as Error).message)
  }
}
type Arguments = ReturnType<typeof readArguments>

const onPath = (machine: string, { number, title, error, seconds }: PathResult) =>
  console.log(`  ${error === null ? 'ok  ' : 'FAIL'} ${machine} ${number} ${title} (${seconds.toFixed(1)} s)`)
function tell(result: MachineResult, all: boolean): MachineResult {
  for (const line of linesOf(result, all)) console.log(line)
  return result
}

async function atMachineDepth({ machines, only, isAll }: Arguments): Promise<MachineResult[]> {
  const results: MachineResult[] = []
  for (const name of machines) results.push(tell(await replayMachine(name, await descriptionOf(name), only), !isAll))
  return results
}

async function atComponentDepth({ machines, only, headed, slow, built }: Arguments): Promise<MachineResult[]> {
  const { replayStories } = await import('./component/component-depth')
  const results = await replayStories(machines, {
    only,
    headed,
    slow,
    built,
    folder,
    onStory: (id, { error, seconds }) =>
      console.log(`  ${error === null ? 'ok  ' : 'FAIL'} ${id} (${seconds.toFixed(1)} s)`),
  })
  return results.map((result) => tell(result, false))
}

/** One console for each of two cores, each with its own server. */
const CONSOLES = 2

async function atConsoleDepth({ machines, only, headed, slow }: Arguments): Promise<MachineResult[]> {
  const [{ replayInConsole }, { consoleOf, isDriven, whyNotDriven }, { Stage }] = [
    await import('./console/console-depth'),
    await import('./console/consoles'),
    await import('./console/stage'),
  ]
  const results = new Map<string, MachineResult>()
  for (const name of machines.filter((each) => !isDriven(each))) {
    const machine = await machineOf(name)
    results.set(
      name,
      notDriven(
        name,
        'console',
        { states: leavesOf(machine).map(nameOf), transitions: transitionKeysOf(machine) },
        whyNotDriven(name),
      ),
    )
  }
  const waiting = machines.filter(isDriven)
  const work = async () => {
    const stage = await Stage.open({ headed, slow })
    try {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const machine = name
        results.set(
          machine,
          await replayInConsole(machine, await descriptionOf(machine), await consoleOf(machine), {
            stage,
            only,
            folder,
            onPath: (path) => onPath(machine, path),
          }),
        )
      }
    } finally {
      await stage.close()
    }
  }
  await Promise.all(Array.from({ length: headed ? 1 : Math.min(CONSOLES, waiting.length) }, work))
  return machines.map((name) => tell(results.get(name)!, false))
}

const AT: Readonly<Record<Depth, (given: Arguments) => Promise<MachineResult[]>>> = {
  machine: atMachineDepth,
  component: atComponentDepth,
  console: atConsoleDepth,
}

async function main(): Promise<number> {
  const given = readArguments()
  if (given.help) {
    console.log(USAGE)
    return 0
  }
  rmSync(folder, { recursive: true, force: true })
  const results: MachineResult[] = []
  for (const depth of given.depths) {
    const before = performance.now()
    results.push(...(await AT[depth](given)))
    console.log(`${depth} depth: ${((performance.now() - before) / 1000).toFixed(0)} s\n`)
  }
  if (given.only !== null && results.every(({ paths }) => paths.length === 0))
    throw new WrongUsage(`There is no path ${given.only}.`)
  console.log(writeReport(results, folder))
  return results.every(passes) ? 0 : 1
}

main().then(
  // Ensures that a reader of a pipe receives the last line.
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    console.error(error instanceof WrongUsage ? `${error.message}\n\n${USAGE}` : error)
    process.exit(2)
  },
)
