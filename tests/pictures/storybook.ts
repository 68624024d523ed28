/** The built Storybook: built into a separate folder, read, and served on this machine only. */
import { spawn } from 'node:child_process'
import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IndexEntry } from './plan'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const STORYBOOK = join(ROOT, '.tmp/pictures/storybook')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Runs a script of a package with Node. @returns its exit code */
export const run = (
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })

/** Builds the stories without docs pages. @throws where the build fails */
export async function buildStorybook(): Promise<void> {
  rmSync(STORYBOOK, { recursive: true, force: true })
  const code = await run('storybook/dist/bin/dispatcher.js', ['build', '--test', '-o', STORYBOOK, '--quiet'])
  if (code !== 0) throw new Error('Storybook was not built.')
}

/** The entries of the built Storybook. @throws where it is not built */
export function readIndex(): IndexEntry[] {
  const file = join(STORYBOOK, 'index.json')
  if (!existsSync(file)) throw new Error('Storybook is not built yet: run without --built.')
  return Object.values((JSON.parse(readFileSync(file, 'utf8')) as { entries: Record<string, IndexEntry> }).entries)
}

/** Serves a folder on 127.0.0.1, on a free port. @returns its origin, and a function that stops it */
export async function serve(folder: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile())
      return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'max-age=3600',
    })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}
