/** Programs that the bench starts, and what it reads of them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** @returns a port of the loopback address that nobody listens on */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve(child.exitCode) : child.once('exit', resolve),
  )

export interface Program {
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts a Node program and waits until it says that it listens.
 * @param says what it writes then
 * @throws where it ends before it does
 */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  says: RegExp,
): Promise<Program> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A bench that is ended in its midst leaves no server behind.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => says.test(String(text)) && resolve())
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
  })
  return {
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
      process.off('exit', kill)
    },
  }
}

/** Runs a Node program to its end. @throws where it fails */
export async function runProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const code = await ended(
    spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

/** @returns the most memory that a process has held so far, megabytes. @throws where the system does not tell (not Linux) */
export function peakMemory(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (!kilobytes) throw new Error('the peak of memory is read from /proc, which this system does not have')
  return Number(kilobytes) / 1024
}
