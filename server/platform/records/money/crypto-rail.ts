/**
 * What wallet services give and tell of crypto deposits: addresses, and payments to them (money, /deposit/crypto-deposit). Reports of a payment
 * have their effect by when the chain had it so, in whatever order they come, and each once.
 */
import { addressFault, standardAddress } from '@contract/crypto-address'
import { LENGTH } from '@contract/constants'
import { moneyText } from '@contract/amounts'
import { coinText, worthOf } from '@contract/records/money/coin-amount'
import {
  ACCOUNTED_FOR,
  CHAIN_STATES,
  cryptoDeposit,
  type CryptoDepositStatus,
} from '@contract/records/money/crypto-deposit'
import { retriedTransaction } from '@server/platform/db/retry'
import { repeat } from '@server/platform/lib/background'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import { enqueue, NotYet, type Message } from '@server/platform/modules/outbox/messages'
import type { Receivers } from '@server/platform/modules/outbox/worker'
import type { Clock } from '@server/platform/ports/clock'
import type { Db, Queryable } from '@server/platform/ports/db'
import { railNamed, type ChainPayment, type ConnectedRails, type RailOf } from '@server/platform/ports/rails'
import { RATE_OF } from './coin-quotes'
import { PAYMENT_COLUMNS, type StoredPayment } from './crypto-payments'
import { lockDeposit, settleDeposit, type LockedDeposit } from './crypto-settle'
import { openDiscrepancies, type Finding } from './discrepancy'

export interface CryptoRailDeps {
  db: Db
  clock: Clock
  rails: ConnectedRails
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
}

/** Seconds after which the wallet service is asked by itself, one look-up after the other: an event can be lost. */
const LOOKUP_AFTER_S = [35 * 60, 3600, 6 * 3600, 24 * 3600] as const
/** While a payment has too few confirmations. */
const LOOKUP_CONFIRMING_S = 600
/** Look-ups of one deposit; then only people ask. */
const LOOKUPS_MAX = 200
const EVERY_MS = 30_000
const BATCH = 100

const coinsOf = ({ amount, symbol }: Pick<ChainPayment, 'amount' | 'symbol'>) => coinText(amount, symbol)
const told = (payment: ChainPayment) => `${CHAIN_STATES[payment.state].toLowerCase()}: ${coinsOf(payment)}`

/** The deposit whose address was paid. */
interface Origin {
  id: string
  status: CryptoDepositStatus
  address: string | null
  symbol: string
  network: string
}

/** Adds a deposit that nobody has asked for, for what came to the address of another one. @returns its id; null for an unknown coin */
async function addUnasked(tx: Queryable, clock: Clock, origin: Origin, payment: ChainPayment): Promise<string | null> {
  const id = uuidV7(clock.now())
  const at = new Date(clock.now()).toISOString()
  const [added] = await tx.query<{ reference: string }>(
    `insert into crypto_deposits (id, user_id, coin_id, network, symbol, decimals, required_confirmations, address, expires_at, requested_at,
       source, rail, origin_id, store_code, created_at, updated_at)
     select $1::uuid, o.user_id, c.id, c.network, c.symbol, c.decimals, c.required_confirmations, o.address, $3::timestamptz, $3::timestamptz,
       o.source, o.rail, o.id, o.store_code, $4::timestamptz, $4::timestamptz
     from crypto_deposits o join crypto_coins c on c.symbol = $5::text and c.network = o.network and c.store_code is not distinct from o.store_code
     where o.id = $2::uuid returning reference`,
    [id, origin.id, payment.seen_at, at, payment.symbol],
  )
  if (!added) return null
  await writeAuditRows(tx, clock, { actorId: null, subject: cryptoDeposit.subject, origin: OF_THE_PLATFORM }, [
    { action: 'create', subjectId: id, before: null, after: { reference: added.reference, address: payment.address } },
  ])
  return id
}

/** The deposit that a new payment belongs to. @returns null where the platform does not have its coin */
async function depositFor(tx: Queryable, clock: Clock, origin: Origin, payment: ChainPayment): Promise<string | null> {
  if (payment.symbol === origin.symbol && !ACCOUNTED_FOR.includes(origin.status)) return origin.id
  const [open] = await tx.query<{ id: string }>(
    `select id::text as id from crypto_deposits where origin_id = $1::uuid and symbol = $2::text and status <> all($3::text[])
     order by requested_at limit 1`,
    [origin.id, payment.symbol, ACCOUNTED_FOR],
  )
  return open?.id ?? addUnasked(tx, clock, origin, payment)
}

/** @returns the price of a coin of the deposit for a payment: the locked one, or that of this moment */
async function rateFor(tx: Queryable, deposit: LockedDeposit, isLate: boolean): Promise<string | null> {
  const [row] = await tx.query<{ locked: string | null; now: string | null }>(
    `select trim_scale(d.rate)::text as locked, ${RATE_OF.rate} as now
     from crypto_deposits d join crypto_coins c on c.id = d.coin_id left join coin_quotes q on q.coin_id = c.id where d.id = $1::uuid`,
    [deposit.id],
  )
  return isLate ? row!.now : row!.locked
}

/** Writes the address of a deposit, once. */
async function giveAddress(tx: Queryable, clock: Clock, id: string, address: string): Promise<Changed[]> {
  const at = new Date(clock.now()).toISOString()
  await tx.query(
    `update crypto_deposits set address = $2::text, version = version + 1, updated_at = $3::timestamptz where id = $1::uuid and address is null`,
    [id, address, at],
  )
  await writeAuditRows(tx, clock, { actorId: null, subject: cryptoDeposit.subject, origin: OF_THE_PLATFORM }, [
    { action: 'address', subjectId: id, before: { address: null }, after: { address } },
  ])
  return [{ record: 'cryptoDeposit', ids: [id], edited: true }]
}

interface Known extends StoredPayment {
  same: boolean
  isNews: boolean
}
/** The payment as it is stored, and what the report says beside it; undefined where it is new. */
async function readKnown(tx: Queryable, payment: ChainPayment): Promise<Known | undefined> {
  const { network, hash, output, symbol, amount, at, state, confirmations } = payment
  const [row] = await tx.query<Known>(
    `select ${PAYMENT_COLUMNS}, p.symbol = $4::text and p.amount = $5::text::numeric as same,
       (p.told_at, p.state = 'REORGANISED', p.confirmations) < ($6::timestamptz, $7::text = 'REORGANISED', $8::int) as "isNews"
     from crypto_payments p where p.network = $1::text and p.hash = $2::text and p.output = $3::int`,
    [network, hash, output, symbol, amount, at, state, confirmations],
  )
  return row
}

/** The deposit of an address that the service gave, locked; undefined where the platform never asked for it. */
async function lockOrigin(tx: Queryable, rail: string, { reference }: ChainPayment): Promise<Origin | undefined> {
  const [row] = await tx.query<Origin>(
    `select id::text as id, status, address, symbol, network from crypto_deposits where reference = $1::text and rail = $2::text for update`,
    [reference, rail],
  )
  return row
}

/** The withdrawal that sends a deposit back, or has sent it; undefined where none does. */
async function refundOf(tx: Queryable, deposit: string): Promise<{ id: string; reference: string } | undefined> {
  const [row] = await tx.query<{ id: string; reference: string }>(
    `select id::text as id, reference from crypto_withdrawals where refund_of_id = $1::uuid and status not in ('REJECTED', 'CANCELLED')`,
    [deposit],
  )
  return row
}

/** Stores a later report of a known payment, and what follows. */
async function applyKnown(
  tx: Queryable,
  clock: Clock,
  rail: string,
  { id, deposit: of, same, isNews, rate, state: before, confirmations: known, is_late }: Known,
  payment: ChainPayment,
): Promise<Changed[]> {
  const deposit = (await lockDeposit(tx, of))!
  const found = { rail, order: null, rail_reference: payment.hash }
  if (!same) {
    const [stored] = await tx.query<{ coins: string }>(
      `select trim_scale(amount)::text || ' ' || symbol as coins from crypto_payments where id = $1::uuid`,
      [id],
    )
    const expected = `${stored!.coins} for ${deposit.reference}`
    return openDiscrepancies(
      tx,
      clock,
      [{ ...found, kind: 'AMOUNT_DIFFERS', expected, reported: told(payment) }],
      'again',
    )
  }
  if (!isNews && rate !== null) return []
  const { state, confirmations, at, amount } = payment
  const priced = rate ?? (await rateFor(tx, deposit, is_late))
  await tx.query(
    `update crypto_payments set state = case when $7::boolean then $2::text else state end,
       confirmations = case when $7::boolean then $3::int else confirmations end,
       told_at = case when $7::boolean then $4::timestamptz else told_at end, rate = $5::text::numeric, worth = $6::text::numeric where id = $1::uuid`,
    [id, state, confirmations, at, priced, priced === null ? null : worthOf(amount, priced), isNews],
  )
  // Further confirmations of what is confirmed change nothing.
  if (priced === rate && state === before && Math.min(known, confirmations) >= deposit.required) return []
  const isGone = isNews && state === 'REORGANISED' && before !== 'REORGANISED'
  const changed = await settleDeposit(tx, clock, deposit, isGone ? 'lose' : 'settle')
  if (!isGone || !ACCOUNTED_FOR.includes(deposit.status)) return changed
  const refund = await refundOf(tx, deposit.id)
  const finding: Finding = {
    ...found,
    ...(refund && { order: { type: 'crypto_withdrawal', id: refund.id, store: deposit.store } }),
    kind: 'REORGANISED',
    expected: refund
      ? `${deposit.status === 'REFUNDED' ? 'sent' : 'sends'} ${deposit.reference} back by ${refund.reference}`
      : `credited ${moneyText(deposit.amount!, deposit.currency)} by ${deposit.reference}`,
    reported: told(payment),
  }
  return [...changed, ...(await openDiscrepancies(tx, clock, [finding], 'again'))]
}

/** Stores a payment that was not known, and what follows. */
async function applyNew(tx: Queryable, clock: Clock, rail: string, payment: ChainPayment): Promise<Changed[]> {
  const origin = await lockOrigin(tx, rail, payment)
  // Two reports of it came at the same moment, and the other one was first.
  const meanwhile = origin && (await readKnown(tx, payment))
  if (meanwhile) return applyKnown(tx, clock, rail, meanwhile, payment)
  const strange = (kind: Finding['kind'], expected: string) =>
    openDiscrepancies(
      tx,
      clock,
      [{ rail, order: null, rail_reference: payment.hash, kind, expected, reported: told(payment) }],
      'again',
    )
  if (!origin) return strange('UNKNOWN_REFERENCE', 'no such address')
  if (origin.network !== payment.network || (origin.address !== null && origin.address !== payment.address))
    return strange('CONTRADICTION', `${origin.address ?? 'no address'} on ${origin.network}`)
  const changed: Changed[] = []
  if (origin.address === null) {
    // The event was faster than the answer to our own call.
    if (addressFault(payment.network, payment.address) !== null) return strange('CONTRADICTION', 'no address yet')
    changed.push(...(await giveAddress(tx, clock, origin.id, payment.address)))
  }
  const id = await depositFor(tx, clock, origin, payment)
  if (id === null) return [...changed, ...(await strange('UNKNOWN_REFERENCE', `no coin ${payment.symbol}`))]
  const deposit = (await lockDeposit(tx, id))!
  const isLate = deposit.coin_asked === null || Date.parse(payment.seen_at) > Date.parse(deposit.expires_at)
  const rate = await rateFor(tx, deposit, isLate)
  const { network, hash, output, symbol, amount, state, confirmations, seen_at, at } = payment
  await tx.query(
    `insert into crypto_payments (id, deposit_id, network, hash, output, symbol, amount, is_late, rate, worth, state, confirmations, seen_at, told_at)
     values ($1::uuid, $2::uuid, $3::text, $4::text, $5::int, $6::text, $7::text::numeric, $8::boolean, $9::text::numeric, $10::text::numeric,
       $11::text, $12::int, $13::timestamptz, $14::timestamptz)`,
    [
      uuidV7(clock.now()),
      id,
      network,
      hash,
      output,
      symbol,
      amount,
      isLate,
      rate,
      rate === null ? null : worthOf(amount, rate),
      state,
      confirmations,
      seen_at,
      at,
    ],
  )
  return [...changed, ...(await settleDeposit(tx, clock, deposit, 'pay'))]
}

/** Applies what a wallet service says of a payment, in a transaction. @returns rows that show other values */
export async function applyPayment(tx: Queryable, clock: Clock, rail: string, told: ChainPayment): Promise<Changed[]> {
  const payment = { ...told, address: standardAddress(told.network, told.address) }
  const known = await readKnown(tx, payment)
  if (!known) return applyNew(tx, clock, rail, payment)
  // Read again under the lock of its deposit: another report may have come in between.
  await lockDeposit(tx, known.deposit)
  return applyKnown(tx, clock, rail, (await readKnown(tx, payment))!, payment)
}

/** Settles deposits whose time is over and that were paid in part. @returns how many have another state now */
export async function settleExpired({ db, clock, changed }: Omit<CryptoRailDeps, 'rails'>): Promise<number> {
  const due = await db.query<{ id: string }>(
    `select id::text as id from crypto_deposits where status = 'CONFIRMING' and expires_at <= statement_timestamp()
     order by expires_at limit ${BATCH}`,
  )
  let settled = 0
  for (const { id } of due) {
    const what = await retriedTransaction(db, async (tx) => settleDeposit(tx, clock, (await lockDeposit(tx, id))!))
    if (!what.some(({ edited }) => edited)) continue
    settled += 1
    await changed(what)
  }
  return settled
}

/** Starts settling. @returns stops it */
export const startSettlingDeposits = ({
  onError,
  ...deps
}: Omit<CryptoRailDeps, 'rails'> & { onError: (error: unknown, what: string) => void }): (() => Promise<void>) =>
  repeat(EVERY_MS, () => settleExpired(deps), onError, 'settling crypto deposits')

/** @returns the receivers of the outbox for crypto deposits */
export function createCryptoRail({
  db,
  clock,
  rails,
  changed,
}: CryptoRailDeps): Pick<Receivers, 'depositAddress' | 'depositLookup' | 'railEvent'> {
  const railOf = (name: string): RailOf<'CHAIN'> => {
    const rail = railNamed(rails, 'CHAIN', name)
    if (!rail) throw new NotYet(`the rail ${name} is not connected`)
    return rail
  }
  const lookUpLater = (tx: Queryable, deposit: string, nth: number, inSeconds: number) =>
    enqueue(tx, 'depositLookup', { deposit, nth }, { inSeconds })

  async function depositAddress({ payload: { deposit: id } }: Message<'depositAddress'>): Promise<void> {
    const [asked] = await db.query<{
      reference: string
      user: string
      symbol: string
      network: string
      amount: string
      rail: string
    }>(
      // After its time nobody would pay what it asks for.
      `select reference, user_id::text as user, symbol, network, trim_scale(coin_asked)::text as amount, rail from crypto_deposits
       where id = $1::uuid and status = 'AWAITING_PAYMENT' and address is null and expires_at > statement_timestamp()`,
      [id],
    )
    if (!asked) return
    const { rail, ...order } = asked
    const called = await railOf(rail).chain.address(order)
    if (called.is === 'unknown' || called.is === 'unsent') throw new NotYet(called.why)
    const what = await retriedTransaction(db, async (tx): Promise<Changed[]> => {
      const deposit = (await lockDeposit(tx, id))!
      if (called.is === 'answered') {
        const [row] = await tx.query<{ address: string | null }>(
          'select address from crypto_deposits where id = $1::uuid',
          [id],
        )
        await lookUpLater(tx, id, 0, LOOKUP_AFTER_S[0])
        // An event has brought it already.
        return row!.address === null
          ? giveAddress(tx, clock, id, standardAddress(order.network, called.answer.address))
          : []
      }
      if (deposit.status !== 'AWAITING_PAYMENT') return []
      const at = new Date(clock.now()).toISOString()
      const finding = `The wallet service gives no address: ${called.message}`.slice(0, LENGTH.freeText.short)
      await tx.query(
        `update crypto_deposits set status = 'FAILED', finding = $2::text, version = version + 1, updated_at = $3::timestamptz
         where id = $1::uuid`,
        [id, finding, at],
      )
      await writeAuditRows(tx, clock, { actorId: null, subject: cryptoDeposit.subject, origin: OF_THE_PLATFORM }, [
        {
          action: 'refuse',
          subjectId: id,
          before: { status: deposit.status, finding: null },
          after: { status: 'FAILED', finding },
        },
      ])
      return [{ record: 'cryptoDeposit', ids: [id], edited: true }]
    })
    await changed(what)
  }

  async function depositLookup({ payload: { deposit: id, nth } }: Message<'depositLookup'>): Promise<void> {
    const [asked] = await db.query<{ reference: string; rail: string; address: string | null }>(
      // What came to the address of another deposit is known by that one's reference.
      `select o.reference, o.rail, o.address from crypto_deposits d join crypto_deposits o on o.id = coalesce(d.origin_id, d.id)
       where d.id = $1::uuid`,
      [id],
    )
    if (!asked) return
    const called = await railOf(asked.rail).chain.lookUp(asked.reference)
    // Somebody who asks waits for the answer.
    if (nth === null && (called.is === 'unknown' || called.is === 'unsent')) throw new NotYet(called.why)
    const payments = called.is === 'answered' ? (called.answer?.payments ?? []) : []
    const what = await retriedTransaction(db, async (tx) => {
      const all: Changed[] = []
      for (const payment of payments) all.push(...(await applyPayment(tx, clock, asked.rail, payment)))
      if (nth === null) {
        if (asked.address === null) await enqueue(tx, 'depositAddress', { deposit: id })
        return all
      }
      const { status } = (await lockDeposit(tx, id))!
      const next = status === 'CONFIRMING' ? LOOKUP_CONFIRMING_S : LOOKUP_AFTER_S[nth + 1]
      if (['AWAITING_PAYMENT', 'CONFIRMING'].includes(status) && next !== undefined && nth < LOOKUPS_MAX)
        await lookUpLater(tx, id, nth + 1, next)
      return all
    })
    await changed(what)
  }

  async function railEvent({ payload: { event: id } }: Message<'railEvent'>): Promise<void> {
    const [event] = await db.query<{ rail: string; body: string; applied: boolean }>(
      `select rail, body, applied_at is not null as applied from rail_events where id = $1::uuid`,
      [id],
    )
    if (!event || event.applied) return
    const payment = railOf(event.rail).paymentIn(event.body)
    const outcome = payment ? `${payment.state} for ${payment.reference}` : 'it is no event of a payment'
    const what = await retriedTransaction(db, async (tx) => {
      await tx.query('update rail_events set applied_at = clock_timestamp(), outcome = $2::text where id = $1::uuid', [
        id,
        outcome,
      ])
      return payment ? applyPayment(tx, clock, event.rail, payment) : []
    })
    await changed(what)
  }

  return { depositAddress, depositLookup, railEvent }
}
