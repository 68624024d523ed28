/**
 * The database of a page with stories: PGlite, loaded once. A story runs in one transaction, which is rolled back before the next one;
 * the platform's own transactions are savepoints in it.
 */
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Db, Param, Queryable } from '@server/platform/ports/db'
import { MOCK_ANCHOR } from '../ids'
import { STORY_DATABASE } from './story-database'

export interface StoryDatabase {
  readonly db: Db
  /** Ends the preparation: what is written from now on is undone by `reset`. */
  begin(): Promise<void>
  /** Undoes what the story has written, and begins the next one. */
  reset(): Promise<void>
}

/** Memory for a small database. The default reserves 160 MB, and filling it takes half of the time of the start. */
const SETTINGS = [
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=8MB',
  'wal_buffers=64kB',
  'max_connections=2',
].flatMap((setting) => ['-c', setting])

/** The platform's SQL finds the story's `now()` (build-database.ts) before PostgreSQL's own. */
const SESSION = 'set timezone to UTC; set client_min_messages to warning; set search_path = public, story, pg_catalog'

/** Moves all times by whole days. Triggers would refuse it, and the seals of the audit do not matter here. */
const MOVED = `do $$
  declare each record;
  begin
    set local session_replication_role = replica;
    for each in
      select format('update %I set %s', c.table_name, string_agg(format('%1$I = %1$I + make_interval(days => %2$s)', c.column_name, DAYS), ', ')) as statement
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.data_type = 'timestamp with time zone'
      group by c.table_name
    loop execute each.statement; end loop;
  end $$`
const DAY_MS = 24 * 3600 * 1000

/** A page may be older or younger than the database: a Storybook that was built last month, or a test of another day. */
async function moveToToday(client: PGlite): Promise<void> {
  const { rows } = await client.query<{ anchor: string }>('select anchor::text as anchor from story.built')
  const days = Math.round((MOCK_ANCHOR - Number(rows[0]!.anchor)) / DAY_MS)
  if (days !== 0) await client.exec(MOVED.replace('DAYS', String(days)))
}

/** Settings that triggers and functions keep until the end of a transaction. */
const END_OF_TRANSACTION = `select ${['requested', 'actor'].map((name) => `set_config('pitboss.${name}', '', true)`).join(', ')}`

/** Only a transaction of its own accepts these. A page has one connection, so that a read sees one state in any case. */
const ABOUT_TRANSACTION = /^set transaction /i

async function load(): Promise<PGlite> {
  const { body } = await fetch(`${import.meta.env.BASE_URL}${STORY_DATABASE}`)
  return PGlite.create({
    loadDataDir: await new Response(body!.pipeThrough(new DecompressionStream('gzip'))).blob(),
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS],
  })
}

/** @returns the database as it was built (build-database.ts), not yet begun */
export async function openStoryDatabase(): Promise<StoryDatabase> {
  const client = await load()
  await client.exec(SESSION)
  await moveToToday(client)
  let isBegun = false

  /** One at a time: statements of another call must not get into a savepoint. */
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }

  const direct: Queryable = {
    async query<Row extends object>(text: string, params: readonly Param[] = []) {
      if (ABOUT_TRANSACTION.test(text)) return []
      const { rows } = await client.query<Row>(text, params as unknown[])
      return rows
    },
  }
  /** Undoes what a failed statement or transaction has done, so that the story's transaction goes on. */
  async function inSavepoint<T>(work: () => Promise<T>, end = 'release work'): Promise<T> {
    await client.exec(isBegun ? 'savepoint work' : 'begin; savepoint work')
    try {
      const done = await work()
      await client.exec(isBegun ? end : `${end}; commit`)
      return done
    } catch (error) {
      await client.exec(isBegun ? 'rollback to work; release work' : 'rollback')
      throw error
    }
  }
  const queryable: Queryable = {
    query: (text, params) => inTurn(() => inSavepoint(() => direct.query(text, params))),
  }

  return {
    db: {
      kind: 'pglite',
      connection: null,
      ...queryable,
      plannedOnce: queryable,
      // Each has an object of its own, by which the platform knows it. What is checked at the end of a transaction is checked at the end of the savepoint.
      transaction: (work) =>
        inTurn(() =>
          inSavepoint(
            () => work({ ...direct }),
            `set constraints all immediate; set constraints all deferred; ${END_OF_TRANSACTION}; release work`,
          ),
        ),
      cursor: async () => null,
      close: async () => undefined,
    },
    begin: () =>
      inTurn(async () => {
        await client.exec('begin')
        isBegun = true
      }),
    reset: () => inTurn(async () => void (await client.exec('rollback; begin'))),
  }
}
