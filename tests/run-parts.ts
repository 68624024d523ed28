/**
 * Runs npm scripts at the same time and prints the output of each when it has ended. What failed is printed last, so that
 * the end of a long log gives the reason.
 *
 * Usage: `tsx tests/run-parts.ts <script> [<script> …]`. Exit code: 0 if all succeeded, else 1.
 */
import { spawn } from 'node:child_process'

interface Ended {
  script: string
  code: number | null
  output: string
  seconds: number
}

/** With a larger young generation Node collects garbage less often: the parts take up to a tenth less processor time (docs/measurements.md). */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim()

/** Runs one npm script. @returns how it ended, with what it printed to both streams, in order */
function run(script: string): Promise<Ended> {
  const began = Date.now()
  const child = spawn('npm', ['run', script], {
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve) => {
    const end = (code: number | null) =>
      resolve({ script, code, output, seconds: Math.round((Date.now() - began) / 1000) })
    child.on('close', end).on('error', (error) => {
      output += `${error.message}\n`
      end(null)
    })
  })
}

const print = ({ script, output }: Ended) => {
  for (const line of output.split('\n')) console.log(`[${script}] ${line}`)
}

const failed: Ended[] = []
await Promise.all(
  process.argv.slice(2).map(async (script) => {
    const ended = await run(script)
    if (ended.code === 0) print(ended)
    else failed.push(ended)
    console.log(`${script} ${ended.code === 0 ? 'succeeded' : 'failed'} after ${ended.seconds} s`)
  }),
)
failed.forEach(print)
for (const { script, code } of failed) console.log(`${script} failed with exit code ${code}.`)
process.exitCode = failed.length > 0 ? 1 : 0
