/**
 * Proves the ledger from its transfers alone: that each account's numbers have no gap and its balances follow from the transfers
 * and are never negative, that each transfer is the one that was posted (seals.ts), that the amounts of users are copies of that,
 * and that the state of each request agrees with its transfers. It reads a consistent state, transfer by transfer, and keeps 18 bytes per account in memory.
 */
import { SOURCES } from '@server/platform/records/sources'
import type { Db, Queryable } from '@server/platform/ports/db'
import { firstBrokenLink } from '@server/platform/modules/audit/sealer'
import { amountOf, hundredthsOf } from '@contract/amounts'
import type { HashText } from '@server/platform/lib/secrets'
import { compareWithSeals, FIELD_END, TRANSFER_FIELDS, TRANSFER_TEXT, type SealComparison } from './seals'

/** Rows of one read. */
const READ = 2000

export interface LedgerCheck {
  /** Number of transfers that were read. */
  transfers: number
  /** The first error, as a sentence that names what is wrong; null where there is none. */
  error: string | null
}

/** Where a balance comes from: USER accounts count credits, OWED ones (RECEIVABLE) debits, and HOUSE ones have no row of their own. */
const NONE = 0
const USER = 1
const OWED = 2
const HOUSE = 3

interface AccountRow {
  id: number
  kind: string
  currency: string
  balance: string | null
  seq: number | null
}

type Named = (typeof TRANSFER_FIELDS)[number]
const AT = Object.fromEntries(TRANSFER_FIELDS.map((field, index) => [field, index])) as Record<Named, number>
/** Of both sides of a transfer. */
const SIDES = (['debit', 'credit'] as const).map((side) => ({
  side,
  id: AT[`${side}_id`],
  seq: AT[`${side}_seq`],
  balance: AT[`${side}_balance`],
}))

/** Reads all accounts in order, in parts. */
async function* accountsOf(db: Queryable): AsyncGenerator<AccountRow, void, void> {
  let last = 0
  for (;;) {
    const rows = await db.query<AccountRow>(
      `select id::float8 as id, kind, currency, balance::text as balance, last_seq::float8 as seq from accounts
       where id > $1::bigint order by id limit ${READ}`,
      [last],
    )
    yield* rows
    if (rows.length < READ) return
    last = rows.at(-1)!.id
  }
}

/** The accounts that were read, and what the transfers so far give for each. */
async function readAccounts(db: Queryable) {
  const [{ top }] = (await db.query<{ top: number }>('select coalesce(max(id), 0)::float8 as top from accounts')) as [
    { top: number },
  ]
  const type = new Uint8Array(top + 1)
  const currency = new Uint8Array(top + 1)
  const seq = new Float64Array(top + 1)
  const balance = new BigInt64Array(top + 1)
  const currencies: string[] = []
  for await (const row of accountsOf(db)) {
    type[row.id] = row.balance === null ? HOUSE : row.kind === 'RECEIVABLE' ? OWED : USER
    if (!currencies.includes(row.currency)) currencies.push(row.currency)
    currency[row.id] = currencies.indexOf(row.currency)
  }
  return { type, seq, balance, currencyOf: (id: number) => currencies[currency[id]!] }
}
type Accounts = Awaited<ReturnType<typeof readAccounts>>

/** Applies one side of a transfer. @returns what is wrong, or null */
function applySide(
  accounts: Accounts,
  side: 'debit' | 'credit',
  {
    id,
    amount,
    currency,
    seq,
    balance,
  }: { id: number; amount: bigint; currency: string; seq: string; balance: string },
): string | null {
  const type = accounts.type[id] ?? NONE
  if (type === NONE) return `its ${side} account ${id} does not exist`
  if (accounts.currencyOf(id) !== currency) return `its ${side} account ${id} has another currency`
  const change = (side === 'credit') === (type === OWED) ? -amount : amount
  accounts.balance[id] = accounts.balance[id]! + change
  if (type === HOUSE) return seq === '' && balance === '' ? null : `it counts in account ${id}, which is no user's`
  accounts.seq[id] = accounts.seq[id]! + 1
  if (seq !== String(accounts.seq[id]))
    return `its number in account ${id} is ${seq || 'missing'} instead of ${accounts.seq[id]}`
  if (accounts.balance[id]! < 0n) return `it takes more from account ${id} than the account has`
  if (balance === '' || hundredthsOf(balance) !== accounts.balance[id])
    return `the balance of account ${id} after it is ${balance || 'missing'} instead of ${amountOf(accounts.balance[id]!)}`
  return null
}

/** Applies transfers to their accounts, and compares them with their seals. @returns the first error, or null */
function checkRows(
  rows: readonly { no: number; text: string; waiting: boolean }[],
  accounts: Accounts,
  seals: SealComparison,
): string | null {
  for (const { no, text, waiting } of rows) {
    const sealError = seals.compare(no, text, waiting)
    if (sealError) return sealError
    const values = text.split(FIELD_END)
    const amount = hundredthsOf(values[AT.amount]!)
    if (amount <= 0n) return `transfer ${no}: its amount is not more than 0`
    const currency = values[AT.currency]!
    for (const { side, id, seq, balance } of SIDES) {
      const error = applySide(accounts, side, {
        amount,
        currency,
        id: Number(values[id]),
        seq: values[seq]!,
        balance: values[balance]!,
      })
      if (error) return `transfer ${no}: ${error}`
    }
  }
  return null
}

/** Reads all transfers. @returns the number, and the first error */
async function checkTransfers(db: Queryable, hash: HashText, accounts: Accounts): Promise<LedgerCheck> {
  const seals = compareWithSeals(db, hash)
  const read = (after: number) =>
    db.query<{ no: number; text: string; waiting: boolean }>(
      `select t.no::float8 as no, ${TRANSFER_TEXT} as text, w.no is not null as waiting
       from transfers t left join unsealed_transfers w on w.no = t.no where t.no > $1::bigint order by t.no limit ${READ}`,
      [after],
    )
  let transfers = 0
  let next = read(0)
  for (;;) {
    const rows = await next
    const isEnd = rows.length < READ
    if (rows.length > 0) await seals.readUpTo(rows.at(-1)!.no)
    // The database reads the next ones while these are compared.
    if (!isEnd) next = read(rows.at(-1)!.no)
    const error = checkRows(rows, accounts, seals)
    if (error) {
      if (!isEnd) await next
      return { transfers, error }
    }
    transfers += rows.length
    if (isEnd) return { transfers, error: await seals.end() }
  }
}

/** Compares the rows of accounts with what the transfers give. */
async function checkBalances(db: Queryable, accounts: Accounts): Promise<string | null> {
  for await (const { id, kind, balance, seq } of accountsOf(db)) {
    if (balance === null) continue
    if (hundredthsOf(balance) !== accounts.balance[id])
      return `account ${id} (${kind}): its balance is ${balance} instead of ${amountOf(accounts.balance[id]!)}`
    if (seq !== accounts.seq[id])
      return `account ${id} (${kind}): its last number is ${seq} instead of ${accounts.seq[id]}`
  }
  return null
}

/** The transfer that gave a grant its money; `t` is the transfer. */
const IS_GRANTING = `t.purpose in ('BONUS_GRANTED', 'OFFER_CREDITED', 'REFERRAL_PAID', 'SPIN_WON')`

/** What a spin paid and won is what its transfers say; bonus money that it won is a grant. */
const spinRule = (type: string, table: string) =>
  `select '${type.replace('_', ' ')} ' || s.id || ': it is ' || lower(s.status) || ', and its transfers are not those of that' as error
   from ${table} s
   cross join lateral (select coalesce(sum(t.amount) filter (where t.purpose = 'SPIN_PAID'), 0) as paid,
       coalesce(sum(t.amount) filter (where t.purpose = 'SPIN_WON'), 0) as won,
       coalesce(sum(t.amount) filter (where t.reverses is not null), 0) as reversed
     from transfers t where t.source_type = '${type}' and t.source_id = s.id and t.user_id = s.user_id) t
   where not (t.paid = s.cost and t.won = case when s.reward_type in ('CASH', 'CREDIT') and (s.status = 'CREDITED' or t.won > 0)
       then s.reward_value else 0 end and t.reversed = case s.status when 'VOID' then t.paid + t.won else 0 end) order by s.id limit 1`

/** The tables whose rows transfers are posted for, by `source_type`. */
export const TRANSFER_SOURCES: Readonly<Record<string, string>> = {
  adjustment: 'adjustments',
  ...Object.fromEntries(
    Object.values(SOURCES).flatMap(({ record: { posts }, table }) =>
      posts && 'source' in posts ? [[posts.source, table]] : [],
    ),
  ),
}

/** Rules that one query can check. Each returns the first row that breaks it, as a sentence. */
const RULES = [
  `select 'transfer ' || t.no || ': ' || t.purpose || ' does not allow a transfer from ' || d.kind || ' to ' || c.kind as error
   from transfers t join accounts d on d.id = t.debit_id join accounts c on c.id = t.credit_id
   left join transfer_purposes p on p.purpose = t.purpose
   where p.purpose is null or (t.reverses is null and not (d.kind = any (p.debits) and c.kind = any (p.credits))) order by t.no limit 1`,
  `select 'transfer ' || o.no || ': more of it is reversed than it moved' as error
   from transfers r join transfers o on o.no = r.reverses group by o.no, o.amount having sum(r.amount) > o.amount order by o.no limit 1`,
  `select 'user ' || u.id || ': the column ' || x.name || ' is ' || x.stored || ' instead of ' || x.correct as error
   from users u
   left join accounts c on c.kind = 'CASH' and c.holder = u.id::text and c.currency = u.currency
   left join accounts b on b.kind = 'BONUS' and b.holder = u.id::text and b.currency = u.currency
   left join accounts l on l.kind = 'LOCKED' and l.holder = u.id::text and l.currency = u.currency
   left join accounts o on o.kind = 'RECEIVABLE' and o.holder = u.id::text and o.currency = u.currency
   left join (
     select t.user_id,
       sum(case when t.reverses is null then t.amount else -t.amount end) filter (where p.counts = 'DEPOSIT') as deposits,
       sum(case when t.reverses is null then t.amount else -t.amount end) filter (where p.counts = 'WITHDRAWAL') as withdrawals
     from transfers t left join transfers o on o.no = t.reverses
     join transfer_purposes p on p.purpose = coalesce(o.purpose, t.purpose) and p.counts is not null
     group by t.user_id) s on s.user_id = u.id
   cross join lateral (values
     ('cash_balance', u.cash_balance, coalesce(c.balance, 0)), ('bonus_balance', u.bonus_balance, coalesce(b.balance, 0)),
     ('locked_balance', u.locked_balance, coalesce(l.balance, 0)), ('receivable', u.receivable, coalesce(o.balance, 0)),
     ('total_deposit', u.total_deposit, coalesce(s.deposits, 0)),
     ('total_withdrawal', u.total_withdrawal, coalesce(s.withdrawals, 0))) x(name, stored, correct)
   where x.stored <> x.correct limit 1`,
  // Requests: the transfers of each are those that follow from its state, and no transfer names a request that does not exist.
  `select 'adjustment ' || j.id || ': it is ' || coalesce(lower(a.status), 'not requested') || ', and its transfers are not those of that' as error
   from adjustments j
   left join lateral (select a.status from approvals a where a.subject_type = 'adjustment' and a.subject_id = j.id
     order by a.requested_at desc, a.id desc limit 1) a on true
   cross join lateral (select count(*) as posted, count(*) filter (where t.amount = j.amount and t.user_id = j.user_id
       and t.purpose = 'ADJUSTMENT_' || j.direction) as right_ones
     from transfers t where t.source_type = 'adjustment' and t.source_id = j.id) t
   where case when a.status = 'APPROVED' then t.posted <> 1 or t.right_ones <> 1 else t.posted <> 0 end order by j.id limit 1`,
  `select 'bonus grant ' || g.id || ': it is ' || lower(g.status) || ', and its transfers are not those of that' as error
   from user_bonuses g
   cross join lateral (select count(*) as posted,
       count(*) filter (where ${IS_GRANTING} and t.amount = g.amount and t.user_id = g.user_id) as granted,
       count(*) filter (where t.purpose = 'BONUS_RELEASED') as released, count(*) filter (where t.purpose = 'BONUS_FORFEITED') as forfeited,
       count(*) filter (where t.purpose = 'BONUS_REVOKED') as revoked, count(*) filter (where t.purpose = 'BONUS_EXPIRED') as expired,
       coalesce(sum(t.amount) filter (where not ${IS_GRANTING}), 0) as taken
     from transfers t where t.source_type = 'bonus_grant' and t.source_id = g.id) t
   where not (t.taken <= g.amount and case g.status
     when 'GRANTED' then t.posted = 0
     when 'ACTIVE' then t.granted = 1 and t.posted = 1 + t.expired and (t.expired = 0 or g.settled_at is not null)
     when 'COMPLETED' then t.granted = 1 and t.released <= 1 and t.forfeited <= 1 and t.posted = 1 + t.released + t.forfeited
     when 'FORFEITED' then t.granted = 1 and t.posted = 1 + t.forfeited
     else t.posted = 0 or (t.granted = 1 and t.posted = 1 + t.revoked) end) order by g.id limit 1`,
  `select 'offer claim ' || c.id || ': it is ' || lower(c.status) || ', and its transfers are not those of that' as error
   from offer_claims c
   cross join lateral (select count(*) as posted, count(*) filter (where t.purpose = 'OFFER_CREDITED' and t.amount = c.amount
       and t.user_id = c.user_id) as right_ones
     from transfers t where t.source_type = 'offer_claim' and t.source_id = c.id) t
   where case when c.status = 'CREDITED' and c.reward_type = 'CREDIT' then t.posted <> 1 or t.right_ones <> 1 else t.posted <> 0 end
   order by c.id limit 1`,
  `select 'referral ' || r.id || ': it is ' || lower(r.status) || ', and its transfers are not those of that' as error
   from referrals r
   cross join lateral (select count(*) filter (where t.purpose = 'REFERRAL_PAID') as paid,
       count(*) filter (where t.purpose = 'REFERRAL_PAID' and (t.user_id, t.amount, t.line) in
         ((r.referrer_id, r.referrer_amount, 0), (r.referee_id, r.referee_amount, 1))) as right_ones,
       coalesce(sum(t.amount) filter (where t.purpose = 'REFERRAL_PAID'), 0) as amount,
       coalesce(sum(t.amount) filter (where t.purpose <> 'REFERRAL_PAID'), 0) as reversed
     from transfers t where t.source_type = 'referral' and t.source_id = r.id) t
   where not (t.paid = t.right_ones and case
     when r.status not in ('PAID', 'REVERSED') then t.paid = 0 and t.reversed = 0
     when r.terms->>'wallet' = 'BONUS' then t.paid = 0
     else t.amount = r.referrer_amount + r.referee_amount and t.reversed = case r.status when 'PAID' then 0 else t.amount end end)
   order by r.id limit 1`,
  `select 'jackpot ' || j.id || ': it is ' || lower(j.status) || ', and its transfers are not those of that' as error
   from jackpot_records j
   cross join lateral (select count(*) as posted, count(*) filter (where t.purpose = 'JACKPOT_PAID' and t.amount = j.amount
       and t.user_id = j.user_id) as right_ones
     from transfers t where t.source_type = 'jackpot' and t.source_id = j.id) t
   where case when j.status = 'PAID' and j.paid_at is not null then t.posted <> 1 or t.right_ones <> 1 else t.posted <> 0 end
   order by j.id limit 1`,
  `select 'deposit ' || d.reference || ': it is ' || lower(d.status) || ', and its transfers are not those of that' as error
   from manual_deposits d
   cross join lateral (select count(*) filter (where t.purpose in ('DEPOSIT', 'DEPOSIT_FEE')) as posted,
       count(*) filter (where t.user_id = d.user_id and ((t.purpose = 'DEPOSIT' and t.amount = d.amount)
         or (t.purpose = 'DEPOSIT_FEE' and t.amount = d.fee))) as right_ones,
       coalesce(sum(t.amount) filter (where t.purpose not in ('DEPOSIT', 'DEPOSIT_FEE')), 0) as reversed
     from transfers t where t.source_type = 'manual_deposit' and t.source_id = d.id) t
   where case when d.status in ('COMPLETED', 'REVERSED')
     then not (t.posted = t.right_ones and t.posted = case when d.fee > 0 then 2 else 1 end
       and t.reversed = case when d.status = 'REVERSED' then d.amount + d.fee else 0 end)
     else t.posted <> 0 or t.reversed <> 0 end order by d.id limit 1`,
  `select 'deposit ' || d.reference || ': it is ' || lower(d.status) || ', and its transfers are not those of that' as error
   from crypto_deposits d
   cross join lateral (select count(*) as posted,
       count(*) filter (where t.user_id = d.user_id and t.purpose = 'DEPOSIT' and t.amount = d.amount) as right_ones
     from transfers t where t.source_type = 'crypto_deposit' and t.source_id = d.id) t
   where case when d.status = 'COMPLETED' then t.posted <> 1 or t.right_ones <> 1 else t.posted <> 0 end order by d.id limit 1`,
  ...(
    [
      ['withdrawals', 'withdrawal', `'WITHDRAWAL'`],
      [
        'crypto_withdrawals',
        'crypto_withdrawal',
        `case when w.refund_of_id is null then 'WITHDRAWAL' else 'REFUND' end`,
      ],
    ] as const
  ).map(
    ([table, type, purpose]) =>
      `select 'withdrawal ' || w.reference || ': it is ' || lower(w.status) || ', and its transfers are not those of that' as error
       from ${table} w cross join lateral (select ${purpose} as what) p
       cross join lateral (select count(*) as posted,
           count(*) filter (where t.user_id = w.user_id and t.purpose = p.what || '_REQUESTED' and t.amount = w.amount) as locked,
           count(*) filter (where t.user_id = w.user_id and ((t.purpose = p.what || '_PAID' and t.amount = w.net_amount)
             or (t.purpose = 'WITHDRAWAL_FEE' and t.amount = w.fee))) as paid,
           count(*) filter (where t.user_id = w.user_id and t.purpose = p.what || '_REFUSED' and t.amount = w.amount) as returned
         from transfers t where t.source_type = '${type}' and t.source_id = w.id) t
       where not (t.locked = 1 and t.posted = 1 + t.paid + t.returned
         and t.paid = case when w.status = 'COMPLETED' then case when w.fee > 0 then 2 else 1 end else 0 end
         and t.returned = case when w.status in ('REJECTED', 'CANCELLED') then 1 else 0 end) order by w.id limit 1`,
  ),
  `select 'deposit ' || d.reference || ': it is ' || lower(d.status) || ', and its refunds are not those of that' as error
   from crypto_deposits d
   cross join lateral (select count(*) filter (where w.status <> 'COMPLETED') as open, count(*) filter (where w.status = 'COMPLETED') as paid,
       count(*) filter (where (w.user_id, w.amount) is distinct from (d.user_id, d.amount)) as others
     from crypto_withdrawals w where w.refund_of_id = d.id and w.status not in ('REJECTED', 'CANCELLED')) w
   where not (w.others = 0 and w.open = case d.status when 'REFUNDING' then 1 else 0 end
     and w.paid = case d.status when 'REFUNDED' then 1 else 0 end) order by d.id limit 1`,
  `select 'load ' || l.reference || ': it is ' || lower(l.status) || ', and its transfers are not those of that' as error
   from platform_deposits l
   cross join lateral (select coalesce(sum(t.amount) filter (where t.purpose = 'LOAD_REQUESTED'), 0) as locked,
       count(*) filter (where t.purpose = 'LOAD_REQUESTED') as times, count(*) filter (where t.purpose = 'LOAD_COMPLETED') as loads,
       coalesce(sum(t.amount) filter (where t.purpose = 'LOAD_FEE'), 0) as fee,
       coalesce(sum(t.amount) filter (where t.purpose = 'LOAD_FAILED'), 0) as returned,
       coalesce(sum(t.amount) filter (where t.purpose in ('LOAD_COMPLETED', 'LOAD_FEE', 'LOAD_FAILED')), 0) as ended,
       count(*) filter (where t.user_id <> l.user_id) as others
     from transfers t where t.source_type = 'platform_deposit' and t.source_id = l.id) t
   where not (t.others = 0 and t.times > 0 and t.locked = t.times * l.amount
     and t.loads = case when l.status = 'COMPLETED' then 1 else 0 end
     and t.fee = case when l.status = 'COMPLETED' then l.fee else 0 end
     and t.returned = (t.times - 1) * l.amount + case when l.status in ('FAILED', 'REJECTED') then l.amount else coalesce(l.returned, 0) end
     and t.ended = t.locked - case when l.status in ('COMPLETED', 'FAILED', 'REJECTED') then 0 else l.amount end) order by l.id limit 1`,
  `select 'redeem ' || r.reference || ': it is ' || lower(r.status) || ', and its transfers are not those of that' as error
   from platform_withdrawals r
   cross join lateral (select count(*) as posted,
       count(*) filter (where t.user_id = r.user_id and ((t.purpose = 'REDEEM_COMPLETED' and t.amount = r.amount)
         or (t.purpose = 'REDEEM_FEE' and t.amount = r.fee))) as right_ones
     from transfers t where t.source_type = 'platform_withdrawal' and t.source_id = r.id) t
   where not (t.posted = t.right_ones and t.posted = case when r.status = 'COMPLETED' and r.amount is not null
     then case when r.fee > 0 then 2 else 1 end else 0 end) order by r.id limit 1`,
  `select 'discrepancy ' || d.reference || ': it is ' || lower(d.status) || ', and its transfers are not those of that' as error
   from discrepancies d left join withdrawals w on w.id = d.withdrawal_id left join crypto_withdrawals cw on cw.id = d.crypto_withdrawal_id
     left join platform_deposits l on l.id = d.load_id left join platform_withdrawals r on r.id = d.redeem_id
   cross join lateral (select count(*) as posted, count(*) filter (where t.amount = d.amount and t.user_id = coalesce(w.user_id, cw.user_id, l.user_id, r.user_id)
       and t.purpose = 'ADJUSTMENT_' || d.correction) as right_ones
     from transfers t where t.source_type = 'discrepancy' and t.source_id = d.id) t
   where case when d.status = 'RESOLVED' and d.correction is not null then t.posted <> 1 or t.right_ones <> 1 else t.posted <> 0 end
   order by d.id limit 1`,
  spinRule('daily_spin', 'daily_spins'),
  spinRule('skill_spin', 'skill_spins'),
  `select 'transfer ' || t.no || ': there is no ' || replace(t.source_type, '_', ' ') || ' ' || t.source_id as error
   from transfers t where ${Object.entries(TRANSFER_SOURCES)
     .map(
       ([type, table]) =>
         `(t.source_type = '${type}' and not exists (select from ${table} s where s.id = t.source_id))`,
     )
     .join(' or ')} order by t.no limit 1`,
]

/** @returns the first error of the ledger; posting may continue meanwhile */
export const checkLedger = (db: Db, hash: HashText): Promise<LedgerCheck> =>
  db.transaction(async (tx) => {
    // One state of all tables, however long the check takes.
    await tx.query('set transaction isolation level repeatable read, read only')
    const accounts = await readAccounts(tx)
    const checked = await checkTransfers(tx, hash, accounts)
    if (checked.error) return checked
    const balances = await checkBalances(tx, accounts)
    if (balances) return { ...checked, error: balances }
    for (const rule of RULES) {
      const [row] = await tx.query<{ error: string }>(rule)
      if (row) return { ...checked, error: row.error }
    }
    const link = await firstBrokenLink(tx, hash)
    return { ...checked, error: link === null ? null : `audit entry ${link}: it does not match its seal` }
  })
