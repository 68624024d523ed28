/** `npm run paths`: derives the paths of the machines and replays them (docs: statecharts). */
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { replayInConsole } from './console/console-depth'
import { sessionConsole } from './console/session.console'
import { replayMachine } from './kit/machine-depth'
import { descriptionOf, machineNames } from './kit/registry'
import { linesOf, writeReport } from './kit/report'
import { passes, type Depth, type MachineResult } from './kit/results'

const USAGE = `Derives paths from the statecharts and replays them.

  npm run paths                                      every machine, on the machine itself
  npm run paths -- session                           one machine, each path with its steps
  npm run paths -- session --path 7                  one path
  npm run paths -- session --depth console           in Chromium, against the server (after npm run build)
  npm run paths -- session --path 7 --depth console --headed

  --depth   machine (held calls, simulated time) or console (the whole console, a picture a step)
  --path    the number of one path
  --headed  show the browser, slowly

Pictures, index.html and junit.xml lie in test-results/paths. Exit: 0 all holds, 1 something does not, 2 wrong usage.`

/** Machines whose paths a browser can walk. */
const CONSOLES = { session: sessionConsole } as const
const folder = fileURLToPath(new URL('../../test-results/paths', import.meta.url))

class WrongUsage extends Error {}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { depth: { type: 'string' }, path: { type: 'string' }, headed: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    })
    const depth = (values.depth ?? (values.headed ? 'console' : 'machine')) as Depth
    if (!['machine', 'console'].includes(depth)) throw new WrongUsage(`There is no depth '${depth}': machine or console.`)
    const unknown = positionals.find((name) => !machineNames().includes(name))
    if (unknown !== undefined) throw new WrongUsage(`There is no machine '${unknown}': ${machineNames().join(', ')}.`)
    const only = values.path === undefined ? null : Number(values.path)
    if (only !== null && (!Number.isInteger(only) || positionals.length !== 1)) throw new WrongUsage('--path takes the number of a path of one machine.')
    return { depth, only, headed: values.headed, help: values.help, machines: positionals }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage((error as Error).message)
  }
}
type Arguments = ReturnType<typeof readArguments>

async function atMachineDepth({ machines, only }: Arguments): Promise<MachineResult[]> {
  const results: MachineResult[] = []
  for (const name of machines.length > 0 ? machines : machineNames()) {
    const result = await replayMachine(name, await descriptionOf(name), only)
    for (const line of linesOf(result, machines.length > 0)) console.log(line)
    results.push(result)
  }
  return results
}

async function atConsoleDepth({ machines, only, headed }: Arguments): Promise<MachineResult[]> {
  const results: MachineResult[] = []
  for (const name of machines.length > 0 ? machines : Object.keys(CONSOLES)) {
    const browser = CONSOLES[name as keyof typeof CONSOLES]
    if (!browser) throw new WrongUsage(`The paths of ${name} are not replayed in the console: ${Object.keys(CONSOLES).join(', ')} can be.`)
    const onPath: Parameters<typeof replayInConsole>[3]['onPath'] = ({ number, title, error, seconds }) => console.log(`  ${error === null ? 'ok  ' : 'FAIL'} ${number} ${title} (${seconds.toFixed(1)} s)`)
    const result = await replayInConsole(name, await descriptionOf(name), browser, { headed, only, folder, onPath })
    for (const line of linesOf(result, false)) console.log(line)
    results.push(result)
  }
  return results
}

async function main(): Promise<number> {
  const given = readArguments()
  if (given.help) {
    console.log(USAGE)
    return 0
  }
  rmSync(folder, { recursive: true, force: true })
  const results = given.depth === 'machine' ? await atMachineDepth(given) : await atConsoleDepth(given)
  if (results.every(({ paths }) => paths.length === 0)) throw new WrongUsage(`There is no path ${given.only}.`)
  console.log(`\n${writeReport(results, folder)}`)
  return results.every(passes) ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof WrongUsage ? `${error.message}\n\n${USAGE}` : error)
    process.exit(2)
  },
)
