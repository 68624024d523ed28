/**
 * Sends orders to their rails, asks what became of them, and applies what rails tell (money, Rails). Each call is made outside a
 * transaction, once for each attempt: before it the attempt is marked as being sent, so that one whose process died is looked up,
 * and never sent again.
 */
import { LENGTH } from '@contract/constants'
import { moneyText } from '@contract/amounts'
import { retriedTransaction } from '@server/platform/db/retry'
import { textOf } from '@server/platform/lib/bytes'
import type { Keys } from '@server/platform/lib/secrets'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { NotYet, type Message } from '@server/platform/modules/outbox/messages'
import type { Receivers } from '@server/platform/modules/outbox/worker'
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import { railNamed, type ConnectedRail, type ConnectedRails } from '@server/platform/ports/rails'
import type { Columns } from '@server/platform/records/writes'
import { whyNotSent } from '@server/platform/records/system/connected-rail'
import { expectedOf, NO_PAYMENT, openDiscrepancies } from './discrepancy'
import { askAbout, toldIn, type Known } from './rail-answers'
import { isContradicted, isUnderWay, type AttemptState, type OrderType } from './rail-attempts'
import type { Order, OrderKind } from './rail-orders'
import {
  findAttempt,
  LOOKUP_BELIEVED_S,
  readAttempt,
  scheduleLookup,
  settle,
  STALE_S,
  type Attempt,
  type Outcome,
} from './rail-outcome'

/** By the type of their orders. */
export type OrderKinds = Readonly<Record<OrderType, OrderKind>>
export interface RailDeps {
  db: Db
  clock: Clock
  rails: ConnectedRails
  orders: OrderKinds
  keys: Pick<Keys, 'entrusted'>
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
}
interface Read {
  kind: OrderKind
  attempt: Attempt
  order: Order
}

/** @returns the receivers of the outbox for calls and events of rails; and `lookUp`, which asks about an attempt at once */
export function createRailCalls({ db, clock, rails, orders, keys, changed }: RailDeps): {
  receivers: Pick<Receivers, 'railCall' | 'railLookup' | 'railEvent'>
  lookUp: (attempt: string) => Promise<void>
} {
  const now = () => new Date(clock.now()).toISOString()
  /** As people read it: it begins with a capital letter, and is not too long. */
  const sentenceOf = (text: string | null) =>
    text && (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, LENGTH.freeText.short)

  async function read(tx: Queryable, find: Parameters<typeof findAttempt>[1]): Promise<Read | null> {
    const found = await findAttempt(tx, find)
    if (!found) return null
    const kind = orders[found.type]
    const locked = await readAttempt(tx, kind, found)
    return locked && { kind, ...locked }
  }

  /** Writes the state of an order. @param action what its history calls it; null: it has it already */
  async function become(
    tx: Queryable,
    { kind, order }: Read,
    status: string,
    columns: Columns = {},
    action: string | null = kind.events[status]!,
  ): Promise<Changed[]> {
    const names = Object.keys(columns)
    const sets = names.map((name, at) => `"${name}" = $${at + 4}::${columns[name]!.type}`)
    await tx.query(
      `update ${kind.table} set ${['status = $2::text', 'updated_at = $3::timestamptz', 'version = version + 1', ...sets].join(', ')}
       where id = $1::uuid`,
      [order.id, status, now(), ...names.map((name) => columns[name]!.value)],
    )
    const told = Object.values(columns).flatMap(({ field, value }) => (field === undefined ? [] : [[field, value]]))
    if (action !== null)
      await writeAuditRows(tx, clock, { actorId: null, subject: kind.subject, origin: OF_THE_PLATFORM }, [
        {
          action,
          subjectId: order.id,
          before: { status: order.status },
          after: { status, ...Object.fromEntries(told) },
        },
      ])
    return [
      { record: kind.record, ids: [order.id], edited: true },
      { record: 'users', ids: [order.user_id] },
      ...(kind.adds?.(columns, order) ?? []),
    ]
  }

  /** Opens a discrepancy where the rail says something else than what is settled, or another amount. */
  async function compare(
    tx: Queryable,
    { kind, attempt, order }: Read,
    { differs }: Outcome,
    { said, amount, unit }: Known,
    again: boolean,
  ): Promise<Changed[]> {
    if (differs === null) return []
    const ours = { amount: attempt.amount ?? '0.00', unit: attempt.unit }
    const finding = {
      rail: attempt.rail,
      kind: differs,
      order: { type: kind.type, id: order.id, store: order.store },
      rail_reference: attempt.reference,
      expected: expectedOf(attempt.state, kind.type, ours),
      reported: `${said ?? 'failed'} ${moneyText(amount ?? ours.amount, unit ?? ours.unit)}`,
    }
    return openDiscrepancies(tx, clock, [finding], again ? 'again' : 'once')
  }

  /**
   * Applies what is known of an attempt, in a transaction of its own.
   * @param effects `andThen` and, where there is no such attempt, `orElse` are in the same transaction; `isEvent`: the rail tells it now,
   *   and is not asked again and again
   */
  async function apply(
    find: Parameters<typeof findAttempt>[1],
    known: Known,
    {
      andThen,
      orElse,
      isEvent = false,
    }: {
      andThen?: (tx: Queryable, read: Read, outcome: Outcome) => Promise<unknown>
      orElse?: (tx: Queryable) => Promise<Changed[]>
      isEvent?: boolean
    } = {},
  ): Promise<void> {
    const what = await retriedTransaction(db, async (tx) => {
      const found = await read(tx, find)
      if (!found) return (await orElse?.(tx)) ?? []
      const { kind, attempt, order } = found
      const outcome = await settle(tx, kind, found, { ...known, message: sentenceOf(known.message) }, { at: now() })
      // While a rail is not reached, its history has the first time only.
      const isRepeated = outcome.status === kind.waits && attempt.message !== null
      const { status, columns, action = status && kind.events[status]! } = outcome
      const what: Changed[] = action
        ? await become(tx, found, status ?? order.status, columns, isRepeated ? null : action)
        : [{ record: kind.record, ids: [order.id] }]
      const opened = await compare(tx, found, outcome, known, isEvent)
      await andThen?.(tx, found, outcome)
      return [...what, ...opened]
    })
    await changed(what)
  }

  const railOf = <R extends ConnectedRail>(name: string, rail: R | undefined): R => {
    if (!rail) throw new NotYet(`the rail ${name} is not connected`)
    return rail
  }

  /** Marks an attempt as being sent. @returns it, if it is to be sent now */
  async function begin(id: string): Promise<Read | null> {
    const begun = await retriedTransaction(db, async (tx) => {
      const found = await read(tx, { id })
      if (found?.order.status !== found?.kind.waits || found?.attempt.state !== 'QUEUED')
        return { found, isSent: false, what: [] }
      const { attempt, kind } = found
      // Of a rail that is not connected, paused or down nothing is marked.
      railOf(attempt.rail, railNamed(rails, kind.rail, attempt.rail))
      const why =
        (await whyNotSent(tx, attempt.rail)) ??
        (await kind.whyNotSent?.(tx, found.order)) ??
        ((await isContradicted(tx, kind.type, found.order.id))
          ? 'the rail contradicts what is known of an earlier attempt'
          : null)
      if (why) throw new NotYet(why)
      await tx.query(`update rail_attempts set state = 'SENDING', started_at = clock_timestamp() where id = $1::uuid`, [
        id,
      ])
      const action = attempt.message === null ? kind.events.PROCESSING! : null
      return { found, isSent: true, what: await become(tx, found, 'PROCESSING', {}, action) }
    })
    await changed(begun.what)
    if (begun.isSent) return begun.found
    // A process has died while it sent it: nobody knows how far it came.
    if (begun.found?.attempt.state === 'SENDING')
      await apply(
        { id },
        { is: 'UNKNOWN', message: 'the server stopped while it was sent' },
        { andThen: (tx) => scheduleLookup(tx, id, 0) },
      )
    return null
  }

  async function railCall({ payload: { attempt: id } }: Message<'railCall'>): Promise<void> {
    const begun = await begin(id)
    if (!begun) return
    const { kind, order, attempt } = begun
    const rail = railOf(attempt.rail, railNamed(rails, kind.rail, attempt.rail))
    const known = await kind.send(rail, order, {
      reference: attempt.reference,
      unseal: (sealed) => textOf(keys.entrusted.decrypt(sealed)),
    })
    await apply({ id }, known, {
      // What is accepted is reported by an event, which can be lost.
      andThen: async (tx, _read, outcome) => {
        const isAsked = known.is === 'UNKNOWN' || known.is === 'ACCEPTED' || outcome.status === 'UNKNOWN'
        // A look-up during the call has made it unknown: nobody else asks again.
        if (isAsked || (known.is === 'UNSENT' && outcome.status === null)) await scheduleLookup(tx, id, 0)
      },
    })
    if (known.is === 'UNSENT') throw new NotYet(known.message ?? 'it was not sent')
  }

  /** @param nth of the look-ups that follow each other; null: no other one follows */
  async function lookUp(id: string, nth: number | null = null): Promise<void> {
    const [found] = await db.query<{
      reference: string
      rail: string
      state: AttemptState
      age: number
      isOnNetwork: boolean
    }>(
      `select reference, rail, state, extract(epoch from clock_timestamp() - started_at)::int as age,
         confirmations is not null as "isOnNetwork" from rail_attempts where id = $1::uuid`,
      [id],
    )
    if (!found || !isUnderWay(found.state)) return
    // The confirmations of a transaction can take longer.
    const isStale = found.age >= STALE_S && !found.isOnNetwork
    const rail = rails.get(found.rail)
    // A rail that is no longer connected says nothing any more.
    if (!isStale) railOf(found.rail, rail)
    const called = rail && (await askAbout(rail, found.reference))
    const known = ((): Known | null => {
      const isWaiting =
        called?.is !== 'answered' || (called.answer?.is === 'ACCEPTED' && called.answer.confirmations === undefined)
      if (isStale && isWaiting) return { is: 'UNKNOWN', message: 'The rail has not said for an hour what became of it' }
      // A refused or failed look-up says nothing.
      if (called?.is !== 'answered') return null
      if (called.answer) return called.answer
      return rail!.isAuthoritative && found.age >= LOOKUP_BELIEVED_S
        ? { is: 'FAILED', message: 'The rail has no such reference' }
        : { is: 'UNKNOWN', message: 'The rail does not know this reference yet' }
    })()
    const next = async (tx: Queryable) => {
      const [row] = await tx.query<{ state: AttemptState }>('select state from rail_attempts where id = $1::uuid', [id])
      if (nth !== null && isUnderWay(row!.state)) await scheduleLookup(tx, id, nth + 1)
    }
    if (known) await apply({ id }, known, { andThen: next })
    else await db.transaction(next)
  }

  async function railEvent({ payload: { event: id } }: Message<'railEvent'>): Promise<void> {
    const [event] = await db.query<{ rail: string; body: string; applied: boolean }>(
      `select rail, body, applied_at is not null as applied from rail_events where id = $1::uuid`,
      [id],
    )
    if (!event || event.applied) return
    const told = toldIn(railOf(event.rail, rails.get(event.rail)), event.body)
    const applied = (outcome: string) => (tx: Queryable) =>
      tx.query('update rail_events set applied_at = clock_timestamp(), outcome = $2::text where id = $1::uuid', [
        id,
        outcome,
      ])
    if (!told) {
      await applied('it tells of no attempt')(db)
      return
    }
    const { rail } = event
    const { reference, known } = told
    await apply({ reference, rail }, known, {
      isEvent: true,
      andThen: (tx, { order }, { differs }) =>
        applied(`${known.said} for ${order.reference}${differs === null ? '' : `: ${differs}`}`)(tx),
      async orElse(tx) {
        await applied('there is no such reference')(tx)
        const finding = {
          rail,
          kind: 'UNKNOWN_REFERENCE' as const,
          order: null,
          rail_reference: reference,
          expected: NO_PAYMENT,
          reported: `${known.said} ${known.amount ? moneyText(known.amount, known.unit!) : ''}`.trim(),
        }
        return openDiscrepancies(tx, clock, [finding], 'again')
      },
    })
  }

  const railLookup = ({ payload: { attempt, nth } }: Message<'railLookup'>) => lookUp(attempt, nth)
  return { receivers: { railCall, railLookup, railEvent }, lookUp: (attempt) => lookUp(attempt) }
}
