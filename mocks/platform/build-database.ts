/**
 * Builds the database of the stories: `tsx mocks/platform/build-database.ts <file>`. It has the tables of the migrations and the demo's
 * rows with the people of the stories, as the gzipped tar that PGlite loads.
 */
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { createPglite, migratedPglite } from '@server/db/pglite'
import { seedDemo } from '@server/db/demo'
import { ensureSystemData } from '@server/db/system-data'
import { ARGON2 } from '@server/node/crypto'
import { MOCK_ANCHOR } from '../ids'
import { STORY_SECRET } from '../secret'
import { storyPeople } from './people'

/**
 * What the page needs beside the platform's tables: the time that the dates are relative to, and a `now()` that moves on. In a transaction
 * the time stands still; a story goes on for seconds, and what it does is ordered by time.
 */
const STORY_SCHEMA = `create schema story;
  create table story.built (anchor bigint not null);
  create function story.now() returns timestamptz language sql volatile as 'select clock_timestamp()'`

const BLOCK_BYTES = 512
/** Where a tar's header has the name and the size of a file (POSIX ustar). */
const NAME = [0, 100] as const
const SIZE = [124, 136] as const

/** @returns the tar with those of its files whose name is kept */
function withFiles(tar: Uint8Array, isKept: (name: string) => boolean): Uint8Array {
  const textAt = ([from, to]: readonly [number, number], header: Uint8Array) =>
    new TextDecoder().decode(header.subarray(from, to)).replace(/\0.*$/s, '')
  const parts: Uint8Array[] = []
  for (let at = 0; at + BLOCK_BYTES <= tar.length;) {
    const header = tar.subarray(at, at + BLOCK_BYTES)
    const name = textAt(NAME, header)
    // The end of a tar is two empty blocks.
    if (name === '') break
    const size = Number.parseInt(textAt(SIZE, header), 8) || 0
    const length = BLOCK_BYTES * (1 + Math.ceil(size / BLOCK_BYTES))
    if (isKept(name)) parts.push(tar.subarray(at, at + length))
    at += length
  }
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK_BYTES)])
}

async function main(file: string) {
  // Stories sign in often, and have no secrets: the hashes cost the least that argon2id allows.
  Object.assign(ARGON2, { memoryCost: 64, timeCost: 1 })
  // Small segments of the write-ahead log: a page loads the last one.
  const client = await createPglite({ dataDir: 'memory://', initDbStartParams: ['--wal-segsize=1'] })
  const db = await migratedPglite(client)
  await ensureSystemData(db, MOCK_ANCHOR)
  const people = storyPeople()
  await seedDemo(db, { staff: people.staff.length, users: people.users.length }, MOCK_ANCHOR, {
    people,
    secret: STORY_SECRET,
  })
  await client.exec(STORY_SCHEMA)
  await db.query('insert into story.built (anchor) values ($1::text::bigint)', [String(MOCK_ANCHOR)])
  for (const statement of ['vacuum full', 'analyze', 'checkpoint']) await client.exec(statement)
  const [row] = await db.query<{ last: string }>('select pg_walfile_name(pg_current_wal_lsn()) as last')
  const tar = new Uint8Array(await (await client.dumpDataDir('none')).arrayBuffer())
  // A page needs neither earlier segments nor the databases from which others are created (1 and 4).
  const kept = withFiles(tar, (name) =>
    /\/pg_wal\/[0-9A-F]{24}$/.test(name) ? name.endsWith(row!.last) : !/\/base\/[14]\/./.test(name),
  )
  writeFileSync(file, gzipSync(kept))
  await client.close()
}

await main(process.argv[2]!)
