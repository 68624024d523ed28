/**
 * The databases of a test run (Vitest, globalSetup): one PostgreSQL for all files. It starts when the first file
 * requests it over HTTP on loopback, because the files run in processes of their own; files without a database do not
 * wait for it.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres, type TestPostgres } from './postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** `address` returns the run's PostgreSQL; `folder` contains the templates of PGlite. */
    databases: { address: string; folder: string }
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-templates-'))
  let postgres: Promise<TestPostgres | null> | null = null
  const desk = createServer((_request, response) => {
    // A kept-alive connection may break when the next request begins.
    response.setHeader('connection', 'close')
    postgres ??= startPostgres()
    postgres.then(
      (running) => response.end(JSON.stringify(running?.server ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  provide('databases', { address: `http://127.0.0.1:${(desk.address() as AddressInfo).port}`, folder })

  return async () => {
    desk.close()
    await (await postgres?.catch(() => null))?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
