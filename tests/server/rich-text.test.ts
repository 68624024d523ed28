/** Bodies of pages were lists of blocks: the migration makes rich text of them, in rows and versions; the audit is read as such. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as runOnPostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as runOnPglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentOfBlocks, type OldBlock } from '@contract/rich-text/blocks'
import type { RichText } from '@contract/rich-text/rich-text'
import { richTextFault } from '@contract/rich-text/schema'
import { wordsOf } from '@contract/rich-text/words'
import { migratePglite, migratePostgres } from '@server/db/migrate'
import { createPglite } from '@server/db/pglite'
import { emptyPostgres } from '@tests/kit/shared-databases'

const FOLDER = join(import.meta.dirname, '../../server/db/migrations')
const TAG = '0057_rich_text'

const BODIES: readonly (readonly OldBlock[])[] = [
  [],
  [{ kind: 'TEXT', text: 'One line' }],
  [
    { kind: 'HEADING', text: 'Ærø & <b>"tags"</b>' },
    { kind: 'TEXT', text: 'one\n\nthree\n' },
    { kind: 'QUOTE', text: 'ผู้เล่นทุกคน 😀' },
  ],
]

/** The migrations before the one that is tested. */
function earlierMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(FOLDER, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const at = journal.entries.findIndex(({ tag }) => tag === TAG)
  expect(at).toBeGreaterThan(0)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return folder
}

interface Opened {
  query: (sql: string, params?: unknown[]) => Promise<Record<string, unknown>[]>
  migrate: (folder?: string) => Promise<unknown>
  close: () => Promise<unknown>
}
async function onPglite(): Promise<Opened> {
  const client = await createPglite({ dataDir: 'memory://' })
  return {
    query: async (sql, params) => (await client.query<Record<string, unknown>>(sql, params)).rows,
    migrate: (folder) =>
      folder === undefined ? migratePglite(client) : runOnPglite(drizzlePglite(client), { migrationsFolder: folder }),
    close: () => client.close(),
  }
}
async function onPostgres(url: string): Promise<Opened> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    query: async (sql, params) => (await client.query<Record<string, unknown>>(sql, params)).rows,
    migrate: (folder) =>
      folder === undefined
        ? migratePostgres({ connectionString: url }, new URL(url).username)
        : runOnPostgres(drizzlePostgres(client), { migrationsFolder: folder }),
    close: () => client.end(),
  }
}

const url = await emptyPostgres()
const kinds: readonly (readonly [string, () => Promise<Opened>])[] = [
  ['PGlite', onPglite],
  ...(url ? [['PostgreSQL', () => onPostgres(url)] as const] : []),
]

describe.each(kinds)('blocks of pages on %s', (_kind, open) => {
  let db: Opened
  let rows: Record<string, unknown>[]
  let versions: Record<string, unknown>[]
  beforeAll(async () => {
    db = await open()
    const before = earlierMigrations()
    await db.migrate(before)
    rmSync(before, { recursive: true })
    for (const [index, body] of BODIES.entries()) {
      const id = `01900000-0000-7000-8000-00000000000${index}`
      await db.query(
        `insert into site_pages (id, path, title, body, created_at, updated_at) values ($1, $2, 'Page', $3, now(), now())`,
        [id, `/page-${index}`, JSON.stringify(body)],
      )
      await db.query(
        `insert into record_versions (record_id, version_no, record, values, created_at) values ($1, 1, 'sitePage', $2, now())`,
        [id, JSON.stringify({ path: `/page-${index}`, body })],
      )
    }
    // The version of a person who kept no body, and of another record.
    await db.query(
      `insert into record_versions (record_id, version_no, record, values, created_at)
       values (gen_random_uuid(), 1, 'sitePage', '{"path": "/other"}', now()), (gen_random_uuid(), 1, 'offer', '{"body": []}', now())`,
    )
    await db.migrate()
    rows = await db.query('select body, search_text, words_of(body) as words from site_pages order by path')
    versions = await db.query(`select record, values from record_versions order by record, values->>'path'`)
  })
  afterAll(() => db.close())

  it('become documents with the same words, in rows and in versions', () => {
    const documents = BODIES.map(documentOfBlocks)
    expect(rows.map(({ body }) => body)).toEqual(documents)
    const kept = versions.filter(({ values }) => String((values as { path?: string }).path).startsWith('/page'))
    expect(kept.map(({ values }) => (values as { body: unknown }).body)).toEqual(documents)
    expect(documents.filter((document) => document && richTextFault(document) !== null)).toEqual([])
  })
  it('are found by their words, which the database reads as the contract does', () => {
    expect(rows.map(({ words }) => words)).toEqual(
      BODIES.map((blocks) => {
        const document = documentOfBlocks(blocks)
        return document && wordsOf(document)
      }),
    )
    expect(rows[2]!.search_text).toContain('ผู้เล่นทุกคน')
  })
  it('leave other versions as they are', () => {
    const others = versions.filter(({ values }) => !String((values as { path?: string }).path).startsWith('/page'))
    expect(others.map(({ values }) => values)).toEqual([{ body: [] }, { path: '/other' }])
  })
  it('leave no text of a list or a quote out of the words', async () => {
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const document = {
      type: 'doc',
      content: [
        { type: 'paragraph' },
        {
          type: 'bulletList',
          content: [
            {
              type: 'listItem',
              content: [
                paragraph('a'),
                { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('b')] }] },
              ],
            },
          ],
        },
        {
          type: 'blockquote',
          content: [
            paragraph('c'),
            { type: 'paragraph', content: [{ type: 'text', text: 'd' }, { type: 'hardBreak' }] },
          ],
        },
        { type: 'image', attrs: { file: '01900000-0000-7000-8000-000000000000', alt: 'paragraph' } },
      ],
    }
    const [row] = await db.query('select words_of($1::jsonb) as words', [JSON.stringify(document)])
    expect(row!.words).toBe(wordsOf(document as unknown as RichText))
  })
})
