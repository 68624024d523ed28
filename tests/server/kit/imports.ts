/** Imports of games from CSV, for tests with large files. */
import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import type { Db } from '@server/platform/ports/db'
import type { TestClient } from './client'

export const GAMES = '/api/v1/admin-game'
export const IMPORT_HEAD = 'slug;name;platform;game_type;tags;rtp;volatility;meta_title;meta_description'

/** A valid line of the file. */
export const goodLine = (index: number, name = 'Imported'): string =>
  [
    `imported-${index}`,
    `${name} ${index}`,
    'fathomlight',
    'slot',
    'NEW|HOT',
    '96,5',
    'Low',
    '',
    'An imported game',
  ].join(';')

/** @param lineOf the line at each index, from 0 */
export const csvOf = (count: number, lineOf: (index: number) => string): string =>
  [IMPORT_HEAD, ...Array.from({ length: count }, (_none, index) => lineOf(index))].join('\r\n')

interface ImportOptions {
  key?: string
  signal?: AbortSignal
}
export interface Importer {
  send: (text: string, isDry: boolean, options?: ImportOptions) => Promise<Response>
  /** Sends a file and reads the whole response. */
  imported: (
    text: string,
    isDry: boolean,
    options?: ImportOptions,
  ) => Promise<{ status: number; lines: ImportLine[]; end: ImportEnd; total: unknown }>
  /** The number of games, and of their audit entries. */
  count: () => Promise<{ n: number; audit: number }>
}

/** @param host of a running platform @param editor the person who imports */
export function createImporter(host: string, editor: TestClient, db: Db): Importer {
  const send: Importer['send'] = (text, isDry, { key = randomUUID(), signal } = {}) =>
    fetch(`${host}${GAMES}/import?dry_run=${isDry}`, {
      method: 'POST',
      body: text,
      headers: {
        Authorization: `Bearer ${editor.token}`,
        'Content-Type': 'text/csv',
        Accept: 'application/x-ndjson',
        [IDEMPOTENCY_KEY_HEADER]: key,
      },
      ...(signal && { signal }),
    })
  return {
    send,
    async imported(text, isDry, options) {
      const reply = await send(text, isDry, options)
      const rows = (await reply.text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object)
      return {
        status: reply.status,
        lines: rows.slice(0, -2) as ImportLine[],
        end: rows.at(-2) as ImportEnd,
        total: rows.at(-1),
      }
    },
    async count() {
      const [row] = await db.query<{ n: number; audit: number }>(
        `select (select count(*)::int from games) as n, (select count(*)::int from audit_events where subject_type = 'Games') as audit`,
      )
      return row!
    },
  }
}
