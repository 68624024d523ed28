/** Servers in separate processes, on one PostgreSQL. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SECRET } from './platform'
import { pause } from './live'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface ServerProcess {
  child: ChildProcess
  base: string
  kill(): Promise<void>
}

/** @returns a port that is free at the moment */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

/**
 * Starts a server and waits until it responds.
 * @param url of the database
 * @param root of another checkout, to compare with; this one by default
 */
export async function startServer(url: string, port: number, root = ROOT): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    ['--import', join(root, 'node_modules/tsx/dist/loader.mjs'), join(root, 'server/main.ts')],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        LOG_LEVEL: 'error',
        DATABASE_URL: url,
        SESSION_SECRET: SECRET,
        DEMO: 'true',
        PORT: String(port),
      },
    },
  )
  const base = `http://127.0.0.1:${port}`
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server ended at its start.')
    const isUp = await fetch(`${base}/api/auth/session`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { child, base, kill: () => (child.kill('SIGKILL'), ended) }
    await pause(50)
  }
}
