/**
 * Watches the health of rails in the background (money, Rails: Health): whether they respond, and how many of their last calls had no clear
 * answer. Several processes may do it at the same time.
 */
import { connectedRail } from '@contract/records/system/connected-rail'
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { LENGTH } from '@contract/constants'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { retriedTransaction } from '@server/platform/db/retry'
import { repeat } from '@server/platform/lib/background'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { ConnectedRail, ConnectedRails, Outcome } from '@server/platform/ports/rails'
import { sendWaiting } from './connected-rail'

const EVERY_MS = 30_000
/** The last calls that count, and the share of them without a clear answer from which on a rail is degraded. */
const CALLS = 50
const UNCLEAR_SHARE = 0.2

export interface RailHealthDeps {
  db: Db
  clock: Clock
  rails: ConnectedRails
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
  /** Delivers the outbox now. */
  wake: () => void
}

/** A call that moves nothing. */
function probe(rail: ConnectedRail): Promise<Outcome<unknown>> {
  switch (rail.kind) {
    case 'PAYOUT':
      return rail.payouts.balance(PLATFORM_CURRENCY)
    case 'PLATFORM':
      return rail.platform.check()
    case 'CHAIN':
      // It has no such reference, and says so.
      return rail.chain.lookUp('HEALTH')
  }
}

/** Adds a row for each rail of the settings, and marks those that they no longer name. */
export async function noteRails({ db, clock, rails }: Pick<RailHealthDeps, 'db' | 'clock' | 'rails'>): Promise<void> {
  const at = new Date(clock.now()).toISOString()
  const rows = [...rails].map(([name, { kind }]) => ({ id: uuidV7(clock.now()), name, kind }))
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into connected_rails (id, name, kind, is_connected, is_paused, created_at, updated_at)
       select t.id, t.name, t.kind, true, false, $2::timestamptz, $2::timestamptz from json_to_recordset($1::json) as t(id uuid, name text, kind text)
       on conflict do nothing`,
      [JSON.stringify(rows), at],
    )
    await tx.query(
      `update connected_rails set is_connected = name = any($1::text[]), version = version + 1, updated_at = $2::timestamptz
       where is_connected <> (name = any($1::text[]))`,
      [rows.map(({ name }) => name), at],
    )
  })
}

/** Codes of a refusal that is about the signature: nothing that is sent would be accepted. */
const OF_THE_SECRET: readonly string[] = ['WRONG_SIGNATURE', 'HTTP_401', 'HTTP_403']
const refusesSecret = (called: Outcome<unknown>) => called.is === 'refused' && OF_THE_SECRET.includes(called.code)

/** @returns what a check has found, as people read it @param ms how long it took */
function foundOf(called: Outcome<unknown>, ms: number): string {
  const sentence = () => {
    switch (called.is) {
      case 'answered':
        return `Reached in ${ms} ms`
      case 'refused':
        return refusesSecret(called)
          ? `Reached in ${ms} ms, and it refuses the secret`
          : `Reached in ${ms} ms, and it says: ${called.message}`
      case 'unknown':
        return `No answer that can be read: ${called.why}`
      case 'unsent':
        return `Not reached: ${called.why}`
    }
  }
  return sentence().slice(0, LENGTH.freeText.short)
}

/** Checks one rail. @returns the rows with other values, and what was found */
async function check(
  { db, clock }: Pick<RailHealthDeps, 'db' | 'clock'>,
  name: string,
  rail: ConnectedRail,
): Promise<{ changed: Changed[]; found: string }> {
  const began = performance.now()
  const called = await probe(rail)
  const found = foundOf(called, Math.round(performance.now() - began))
  // A refusal is an answer, too, unless everything would be refused.
  const responds = called.is === 'answered' || (called.is === 'refused' && !refusesSecret(called))
  const changed = await note({ db, clock }, { name, rail, responds, found })
  return { changed, found }
}

/** Notes how a rail is, and the platforms that it serves. @returns the rows with other values */
async function note(
  { db, clock }: Pick<RailHealthDeps, 'db' | 'clock'>,
  { name, rail, responds, found }: { name: string; rail: ConnectedRail; responds: boolean; found: string },
): Promise<Changed[]> {
  const at = new Date(clock.now()).toISOString()
  return retriedTransaction(db, async (tx) => {
    const [row] = await tx.query<{ id: string; health: string; unclear: number }>(
      `select r.id::text as id, r.health, (select count(*) filter (where a.state = 'UNKNOWN') from (select state from rail_attempts
           where rail = r.name and started_at is not null order by created_at desc limit ${CALLS}) a)::float8 / ${CALLS} as unclear
       from connected_rails r where r.name = $1::text for update`,
      [name],
    )
    if (!row) return []
    const health = !responds ? 'DOWN' : row.unclear >= UNCLEAR_SHARE ? 'DEGRADED' : 'OK'
    await tx.query(
      'update connected_rails set health = $2::text, checked_at = $3::timestamptz, found = $4::text where id = $1::uuid',
      [row.id, health, at, found],
    )
    const platforms = await tx.query<{ id: string }>(
      `update store_platforms set health = $2::text, checked_at = $3::timestamptz
       where mode = 'AUTOMATED' and rail = $1::text and $4::text = 'PLATFORM' returning id::text as id`,
      [name, health, at, rail.kind],
    )
    if (health !== row.health)
      await writeAuditRows(tx, clock, { actorId: null, subject: connectedRail.subject, origin: OF_THE_PLATFORM }, [
        { action: 'healthChanged', subjectId: row.id, before: { health: row.health }, after: { health } },
      ])
    if (row.health === 'DOWN' && responds) await sendWaiting(tx, [name])
    return [
      { record: 'connectedRail', ids: [row.id] },
      { record: 'storePlatform', ids: platforms.map(({ id }) => id) },
    ]
  })
}

/** Checks every rail once. */
export async function checkRails(deps: RailHealthDeps): Promise<void> {
  const checked = await Promise.all([...deps.rails].map(([name, rail]) => check(deps, name, rail)))
  await tell(
    deps,
    checked.flatMap(({ changed }) => changed),
  )
}

async function tell({ changed, wake }: Pick<RailHealthDeps, 'changed' | 'wake'>, what: Changed[]): Promise<void> {
  await changed(what.filter(({ ids }) => ids.length > 0))
  wake()
}

/** Checks one rail now. @returns what was found, as people read it; null where none of this name is connected */
export async function checkRail(deps: RailHealthDeps, name: string): Promise<string | null> {
  const rail = deps.rails.get(name)
  if (!rail) return null
  const { changed, found } = await check(deps, name, rail)
  await tell(deps, changed)
  return found
}

/** Notes the rails, and starts checking them, now and repeatedly. @param everyMs null: never @returns stops it */
export function startCheckingRails({
  onError,
  everyMs = EVERY_MS,
  ...deps
}: RailHealthDeps & { onError: (error: unknown, what: string) => void; everyMs?: number | null }): () => Promise<void> {
  if (deps.rails.size === 0) return () => Promise.resolve()
  const first = noteRails(deps)
    .then(() => (everyMs === null ? undefined : checkRails(deps)))
    .catch((error: unknown) => onError(error, 'checking rails'))
  if (everyMs === null) return () => first
  const end = repeat(everyMs, () => checkRails(deps), onError, 'checking rails')
  return async () => {
    await first
    await end()
  }
}
