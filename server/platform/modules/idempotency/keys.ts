/**
 * Idempotency keys in the database (contract, Writes). A write stores its response under the key in the same statement, or
 * transaction, as its effect. The primary key enforces this: a second write with the same key violates it and is rolled back, in
 * whichever process it runs. The first write needs no additional statement; a key is looked up only after a call was refused or
 * violated the primary key. A refusal stores nothing.
 */
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import { createParams, type Params } from '@server/platform/db/params'
import type { Answer } from '@server/platform/operations/call'
import { textOf, utf8 } from '@server/platform/lib/bytes'
import type { Keys } from '@server/platform/lib/secrets'
import type { Writer } from '@server/platform/modules/access/principal'
import { IDEMPOTENCY_KEY_DAYS } from '@contract/http/idempotency'

const DAY_MS = 24 * 60 * 60 * 1000
/** Number of expired keys that one statement deletes: a longer one would block the writes on PGlite's single connection. */
const PURGE_BATCH = 1000

/** An answer that fits in a row; writes do not return streamed lists or files. */
export type StorableAnswer = Exclude<Answer<unknown>, { rows: unknown } | { file: unknown }>
type Extras = Pick<StorableAnswer, 'message' | 'version' | 'unread_count' | 'revision'>

/** Columns of a statement's last `select` with the parts of its answer. */
export interface ResultColumns {
  /** Column with the JSON text of `data`; null: `data` is null; a secret is stored encrypted. */
  data: string | null | { secret: unknown }
  /** Column with the record's version. */
  version?: string
  message?: string
}

/** Stores the answer of a write under the Idempotency-Key of its call. */
export interface WriteKey {
  /**
   * Stores the answer of a write with a single statement.
   * @param ctes everything from `with` up to the last `select`: the changes
   * @param result the last `select`; each of its rows is an answer to store, so nothing is stored where it has none
   * @returns the statement; it returns the rows of `result`
   */
  inStatement(params: Params, ctes: string, result: string, columns: ResultColumns): string
  /**
   * Stores the answer of a write with a transaction.
   * @param options `isSecret`: the answer contains a secret and is encrypted; `isUnfinished`: further transactions of the call follow,
   *   and a repetition of the call goes on from here; `goesOn`: an earlier transaction has stored an unfinished answer
   */
  inTransaction(
    tx: Queryable,
    answer: StorableAnswer,
    options?: { isSecret?: boolean; isUnfinished?: boolean; goesOn?: boolean },
  ): Promise<void>
  /**
   * @returns the JSON text of what a transaction of the same call has stored as unfinished; null where none has
   * @throws KeyTaken where the call is finished, or the key was used for another one
   */
  unfinished(tx: Queryable): Promise<string | null>
}

/** The key has a response that the call must not add to: the caller looks it up. */
class KeyTaken extends Error {
  constructor() {
    super('The key has been used')
  }
}

/** Completes a statement, with or without a key. @param parts see `WriteKey.inStatement` */
export const statementOf = (
  key: WriteKey | null,
  params: Params,
  ctes: string,
  result: string,
  columns: ResultColumns,
): string => (key ? key.inStatement(params, ctes, result, columns) : `${ctes} ${result}`)

/** The key of one call. */
export interface CallKey {
  /** Id of the person, or of the key of an app. */
  ownerId: string
  operation: string
  key: string
}

/** A stored response, with the hashes of its request and of the rights at that time. */
export interface StoredResponse {
  requestHash: string
  accessHash: string
  answer: StorableAnswer
  /** The call was interrupted between two of its transactions. A repetition goes on with it. */
  isUnfinished: boolean
}

export interface IdempotencyKeys {
  /** @param request parameters, query and body, after validation */
  hashRequest(request: unknown): string
  hashAccess(writer: Writer): string
  find(call: CallKey): Promise<StoredResponse | null>
  /** @returns stores the response of a write */
  writeKey(call: CallKey, requestHash: string, accessHash: string): WriteKey
  /** Deletes expired keys, in batches. */
  purge(): Promise<void>
}

/** JSON with the names of each object sorted, so that equal content gives equal text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? 'null'

const dataOf = (answer: StorableAnswer): string =>
  'json' in answer ? answer.json : JSON.stringify(answer.data ?? null)

/** Among the extras of an answer to which the call still adds. */
const UNFINISHED = 'unfinished'
const IS_UNFINISHED = `extras ? '${UNFINISHED}'`

const COLUMNS = 'staff_id, operation, key, request_hash, access_hash, data, is_sealed, extras, created_at'

export function createIdempotencyKeys({ db, clock, keys }: { db: Db; clock: Clock; keys: Keys }): IdempotencyKeys {
  const accessHashes = new WeakMap<Writer, string>()

  return {
    hashRequest: (request) => keys.digest(`request ${canonical(request)}`),
    hashAccess(writer) {
      const known = accessHashes.get(writer)
      if (known !== undefined) return known
      const hash = keys.digest(`access ${canonical([writer.access, writer.stores])}`)
      accessHashes.set(writer, hash)
      return hash
    },

    async find({ ownerId, operation, key }) {
      const [row] = await db.query<{
        request_hash: string
        access_hash: string
        data: string
        is_sealed: boolean
        extras: Extras
        is_unfinished: boolean
      }>(
        `select request_hash, access_hash, data, is_sealed, jsonb_strip_nulls(extras) - '${UNFINISHED}' as extras, ${IS_UNFINISHED} as is_unfinished from idempotency_keys
         where staff_id = $1::uuid and operation = $2::text and key = $3::text`,
        [ownerId, operation, key],
      )
      return row
        ? {
            requestHash: row.request_hash,
            accessHash: row.access_hash,
            answer: { json: row.is_sealed ? textOf(keys.decrypt(row.data)) : row.data, ...row.extras },
            isUnfinished: row.is_unfinished,
          }
        : null
    },

    writeKey({ ownerId, operation, key }, requestHash, accessHash) {
      const owner = (params: Params) =>
        [
          params.add(ownerId, 'uuid'),
          params.add(operation, 'text'),
          params.add(key, 'text'),
          params.add(requestHash, 'text'),
          params.add(accessHash, 'text'),
        ].join(', ')
      const now = (params: Params) => params.add(new Date(clock.now()).toISOString(), 'timestamptz')
      return {
        inStatement(params, ctes, result, { data, version, message }) {
          const seal = (value: unknown) => keys.encrypt(utf8(JSON.stringify(value)))
          const stored =
            data === null
              ? `'null', false`
              : typeof data === 'string'
                ? `answered.${data}, false`
                : `${params.add(seal(data.secret), 'text')}, true`
          const extras = `jsonb_build_object('message', ${params.add(message ?? null, 'text')}, 'version', ${version === undefined ? 'null' : `answered.${version}`})`
          return `${ctes}, answered as (${result}),
            keyed as (insert into idempotency_keys (${COLUMNS}) select ${owner(params)}, ${stored}, ${extras}, ${now(params)} from answered)
            select * from answered`
        },
        async inTransaction(tx, answer, { isSecret = false, isUnfinished = false, goesOn = false } = {}) {
          const { message, version, unread_count, revision } = answer
          const params = createParams()
          const data = dataOf(answer)
          const values = [
            owner(params),
            params.add(isSecret ? keys.encrypt(utf8(data)) : data, 'text'),
            params.add(isSecret, 'boolean'),
            params.add(
              JSON.stringify({ message, version, unread_count, revision, ...(isUnfinished && { [UNFINISHED]: true }) }),
              'jsonb',
            ),
            now(params),
          ]
          const onward = goesOn
            ? ' on conflict (staff_id, operation, key) do update set data = excluded.data, extras = excluded.extras'
            : ''
          await tx.query(
            `insert into idempotency_keys (${COLUMNS}) values (${values.join(', ')})${onward}`,
            params.values,
          )
        },
        async unfinished(tx) {
          const [row] = await tx.query<{ data: string; goes_on: boolean }>(
            `select data, ${IS_UNFINISHED} and request_hash = $4::text and access_hash = $5::text as goes_on from idempotency_keys
             where staff_id = $1::uuid and operation = $2::text and key = $3::text`,
            [ownerId, operation, key, requestHash, accessHash],
          )
          if (row && !row.goes_on) throw new KeyTaken()
          return row?.data ?? null
        },
      }
    },

    async purge() {
      const before = new Date(clock.now() - IDEMPOTENCY_KEY_DAYS * DAY_MS).toISOString()
      for (;;) {
        const [row] = await db.query<{ count: number }>(
          `with expired as (delete from idempotency_keys where (staff_id, operation, key) in
             (select staff_id, operation, key from idempotency_keys where created_at < $1::timestamptz order by created_at limit ${PURGE_BATCH} for update skip locked) returning 1)
           select count(*)::int as count from expired`,
          [before],
        )
        if (row!.count < PURGE_BATCH) return
      }
    },
  }
}
