/** `npm run test:nightly`: checks that take too long for `npm test`, for a nightly run on a build server. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { junitOf, linesOf, PARTS, partsNamed, runParts, worstOf, type Part } from './parts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = `${ROOT}test-results/nightly`
const USAGE = `Runs what takes too long for npm test: ${PARTS.map(({ name }) => name).join(', ')}.

  npm run test:nightly                  all of it, one after another
  npm run test:nightly -- build paths   these parts alone

Every part runs, whatever becomes of the others. The summary is also in test-results/nightly/junit.xml.
Exit: the worst exit code of the parts.`

const run = ({ name, npm }: Part): Promise<number> =>
  new Promise((resolve, reject) => {
    console.log(`\n── ${name}: npm ${npm.join(' ')}`)
    const child = spawn('npm', npm, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

async function main(names: readonly string[]): Promise<number> {
  if (names.includes('--help')) {
    console.log(USAGE)
    return 0
  }
  const results = await runParts(partsNamed(names), run)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/junit.xml`, junitOf(results))
  console.log(`\n${linesOf(results).join('\n')}`)
  return worstOf(results)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  },
)
