/** Refunds of crypto deposits (money, To resolve: refund): the address that a user confirms, the withdrawal that sends the coins, and its end. */
import { hundredthsOf } from '@contract/amounts'
import { addressFault, standardAddress } from '@contract/crypto-address'
import { coinText, isLess } from '@contract/records/money/coin-amount'
import { ACCOUNTED_FOR, CRYPTO_DEPOSIT_REFUSAL, cryptoDeposit } from '@contract/records/money/crypto-deposit'
import { notFound, rejected } from '@server/platform/operations/failure'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import type { AppRuleCall, RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { addWithdrawal } from './added-withdrawal'
import { isOwnAddress } from './crypto-payments'
import { conclude, lockDeposit, paymentsOf } from './crypto-settle'
import type { By } from './rail-orders'
import { lockMovement } from './withdrawal-money'

/** The columns of a refund, of the deposit and of its coin. Amounts are decimal texts. */
interface Sendable {
  coin_id: string
  network: string
  symbol: string
  decimals: number
  required_confirmations: number
  refund_address: string | null
  source: string
  network_fee: string
  /** What came without the network fee. */
  sends: string
}
async function sendableOf(tx: Queryable, id: string): Promise<Sendable> {
  const [row] = await tx.query<Sendable>(
    `select d.coin_id::text as coin_id, d.network, d.symbol, d.decimals, d.required_confirmations, d.refund_address, d.source,
       trim_scale(c.network_fee)::text as network_fee, trim_scale(coalesce(d.coin_amount, 0) - c.network_fee)::text as sends
     from crypto_deposits d join crypto_coins c on c.id = d.coin_id where d.id = $1::uuid`,
    [id],
  )
  return row!
}

/**
 * Keeps the address to which a user wants a deposit back. What is too little to be credited waits for staff from then on.
 * @throws 404 for a deposit of another store; 422 at the address that cannot be paid, and where the deposit is credited or sent back already
 */
export async function confirmAddress({ tx, app, body, at, inTurn, change }: AppRuleCall): Promise<string> {
  const { deposit: id, address: sent } = body as { deposit: string; address: string }
  await inTurn(id)
  const deposit = await lockDeposit(tx, id)
  if (deposit?.store !== app.store) throw notFound()
  if (ACCOUNTED_FOR.includes(deposit.status)) throw rejected({ deposit: [CRYPTO_DEPOSIT_REFUSAL.addressKept] })
  const fault = addressFault(deposit.network, sent)
  if (fault !== null) throw rejected({ address: [fault] })
  const address = standardAddress(deposit.network, sent)
  const [row] = await tx.query<{ version: number; refund_address: string | null; is_own: boolean }>(
    `select d.version, d.refund_address, ${isOwnAddress('d.network', '$2::text')} as is_own
     from crypto_deposits d where d.id = $1::uuid`,
    [id, address],
  )
  const { version, refund_address, is_own } = row!
  if (refund_address === address) return id
  if (is_own) throw rejected({ address: [CRYPTO_DEPOSIT_REFUSAL.ownAddress] })
  const { status } = conclude({ ...deposit, has_refund_address: true }, await paymentsOf(tx, id))
  await change({ id, version }, 'confirmAddress', {
    refund_address: { value: address, type: 'text', field: 'refund_address' },
    refund_address_at: { value: at, type: 'timestamptz', field: 'refund_address_at' },
    ...(deposit.status === 'FAILED' &&
      status === 'REVIEW' && {
        status: { value: status, type: 'text', field: 'status' },
        resolve_from: { value: at, type: 'timestamptz', field: 'resolve_from' },
      }),
  })
  return id
}

/**
 * Opens the withdrawal that sends a deposit back: what came, without the network fee, which the wallet pays out of it. Its money never was
 * the user's: it is locked from where the coins are.
 * @throws 422 where the address, a confirmation or a rate is missing, or nothing is left to send
 */
export async function refund({ tx, id, body, principal, at, touched }: RuleCall & { id: string }): Promise<Columns> {
  const deposit = (await lockDeposit(tx, id))!
  const refuse = (sentence: string) => rejected({}, sentence)
  const payments = (await paymentsOf(tx, id)).filter(({ state }) => state !== 'REORGANISED')
  const { network_fee, sends, refund_address, source, ...coin } = await sendableOf(tx, id)
  if (payments.length === 0) throw refuse(CRYPTO_DEPOSIT_REFUSAL.nothingToRefund)
  if (payments.some(({ confirmations }) => confirmations < deposit.required))
    throw refuse(CRYPTO_DEPOSIT_REFUSAL.confirming)
  if (refund_address === null) throw refuse(CRYPTO_DEPOSIT_REFUSAL.noAddress)
  if (!isLess('0', sends)) throw refuse(CRYPTO_DEPOSIT_REFUSAL.network(coinText(network_fee, deposit.symbol)))
  if (deposit.amount === null) throw refuse(CRYPTO_DEPOSIT_REFUSAL.noRate)
  if (hundredthsOf(deposit.amount) === 0n) throw refuse(CRYPTO_DEPOSIT_REFUSAL.nothingToRefund)
  const { staffId } = principal
  const { amount, user_id, rail } = deposit
  const reason = body.reason as string
  const text = (value: string) => ({ value, type: 'text' })
  const number = (value: string) => ({ value, type: 'numeric' })
  const { id: withdrawal, reference } = await addWithdrawal(
    tx,
    'crypto_withdrawal',
    { store: deposit.store, at, actor: staffId, reason },
    {
      refund_of_id: { value: id, type: 'uuid', field: 'refund_of' },
      refund_reason: text(reason),
      refunded_by_id: { value: staffId, type: 'uuid', field: 'refunded_by' },
      user_id: { value: user_id, type: 'uuid', field: 'user' },
      coin_id: { value: coin.coin_id, type: 'uuid', field: 'coin' },
      network: text(coin.network),
      symbol: text(coin.symbol),
      decimals: { value: coin.decimals, type: 'integer' },
      required_confirmations: { value: coin.required_confirmations, type: 'integer' },
      amount: number(amount),
      fee: number('0'),
      net_amount: number(amount),
      network_fee: number(network_fee),
      coin_amount: number(sends),
      address: text(refund_address),
      rail: text(rail),
      source: text(source),
      requested_at: { value: at, type: 'timestamptz' },
    },
  )
  const money = { id: withdrawal, user_id, reference, amount, rail, refund_of: id }
  await postTransfers(tx, [lockMovement('crypto_withdrawal', money, { actor: staffId, at })])
  await touched('cryptoWithdrawal', [withdrawal], true)
  await touched('users', [user_id])
  // Whatever becomes of the refund: it is not credited by itself any more.
  return { is_reviewed: { value: true, type: 'boolean', follows: true } }
}

/** What the deposit of a refund needs of its withdrawal. */
interface Ended {
  refund_of: string
  reference: string
}
/**
 * Says on the deposit what became of its refund: it is refunded, or waits for staff again, unless its payments are gone meanwhile.
 * @param is `SENT`: the coins have left for good; `RETURNED`: nothing is sent @returns rows with other values
 */
export async function endRefund(
  tx: Queryable,
  { refund_of, reference }: Ended,
  is: 'SENT' | 'RETURNED',
  { actor, at }: By,
): Promise<readonly Changed[]> {
  const deposit = (await lockDeposit(tx, refund_of))!
  const came = conclude(deposit, await paymentsOf(tx, refund_of))
  const { coin_amount, amount } = deposit
  const next =
    is === 'SENT'
      ? { status: 'REFUNDED', finding: deposit.finding, coin_amount, amount }
      : came.status === 'AWAITING_PAYMENT' || came.status === 'CONFIRMING'
        ? came
        : { ...came, status: 'REVIEW', finding: `Its refund ${reference} was not sent.` }
  await tx.query(
    `update crypto_deposits set status = $2::text, finding = $3::text, coin_amount = $4::text::numeric, amount = $5::text::numeric,
       decided_by_id = case when $2::text = 'REFUNDED' then decided_by_id end, decided_at = case when $2::text = 'REFUNDED' then decided_at end,
       resolve_from = case when $2::text in ('REFUNDED', 'REVIEW') then resolve_from end, version = version + 1, updated_at = $6::timestamptz
     where id = $1::uuid`,
    [refund_of, next.status, next.finding, next.coin_amount, next.amount, at],
  )
  const shown = ({ status, finding }: { status: string; finding: string | null }) => ({ status, finding })
  await writeAuditRows(
    tx,
    { now: () => Date.parse(at) },
    { actorId: actor ?? null, subject: cryptoDeposit.subject, origin: OF_THE_PLATFORM, reason: reference },
    [
      {
        action: is === 'SENT' ? 'refunded' : 'unrefunded',
        subjectId: refund_of,
        before: shown(deposit),
        after: shown(next),
      },
    ],
  )
  return [{ record: 'cryptoDeposit', ids: [refund_of], edited: true }]
}
