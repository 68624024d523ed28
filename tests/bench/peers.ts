/** The peers' pages, from a built copy of their bench: served by its own server, measured in the same run as ours. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Those whose first row counts; all show the same rows from one JSON answer. */
const TABLES = ['tanstack', 'ag-grid', 'antd', 'mui-x'] as const
const SHELL = 'shell-react-admin'

export interface PeerPage {
  name: string
  url: string
  /** CSS of the first thing of use: a table's first row, a shell's first useful element. */
  first: string
}
export interface Peers {
  tables: Readonly<Record<(typeof TABLES)[number], PeerPage>>
  /** TanStack's with few rows: what a start costs without the rows. */
  few: PeerPage
  shell: PeerPage
  stop(): Promise<void>
}

interface Config {
  subjects: { id: string; name: string; url: string; firstCell: (column: string) => string }[]
  shells: { id: string; name: string; url: string; ready: string }[]
}
interface PeerServer {
  startServer(): Promise<{ base: string; list(count: number): Buffer; close(): Promise<void> }>
}

function found<T extends { id: string }>(list: readonly T[], id: string): T {
  const entry = list.find((each) => each.id === id)
  if (!entry) throw new Error(`the peers' bench has no ${id}`)
  return entry
}

/**
 * @param folder of the copy, installed and built
 * @param rows how many its tables show; @param few how many the one with few rows shows
 */
export async function openPeers(folder: string, rows: number, few: number): Promise<Peers> {
  const at = resolve(folder)
  if (!existsSync(join(at, 'dist/tanstack/index.html')))
    throw new Error(`${folder} is not built: npm install && npm run build there`)
  const load = (file: string) => import(pathToFileURL(join(at, file)).href) as Promise<unknown>
  const { subjects, shells } = (await load('subjects.config.mjs')) as Config
  const server = await ((await load('runner/server.mjs')) as PeerServer).startServer()
  // Made before it is first asked for: no peer pays for it.
  for (const count of [rows, few]) server.list(count)
  const table = (id: string, count = rows): PeerPage => {
    const { name, url, firstCell } = found(subjects, id)
    return { name, url: server.base + url.replaceAll('{n}', String(count)), first: firstCell('username') }
  }
  const shell = found(shells, SHELL)
  return {
    tables: Object.fromEntries(TABLES.map((id) => [id, table(id)])) as Peers['tables'],
    few: table('tanstack', few),
    shell: { name: shell.name, url: server.base + shell.url, first: shell.ready },
    stop: () => server.close(),
  }
}
