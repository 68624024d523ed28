/**
 * The rails' own statements against the ledger, order by order: what they say they have moved is what left or entered their accounts.
 * Neither the attempts nor the states of the orders are asked.
 */
import type { Db } from '@server/platform/ports/db'
import type { Books } from '@server/sandbox/books'
import type { JobBooks } from '@server/sandbox/platform'
import type { WalletBooks } from '@server/sandbox/wallet-books'

/** What the accounts of a rail have got for an order since the run began, or given: negative. */
interface Posted {
  reference: string
  amount: number
  /** Units of the rail for one unit of money; 1 for a bank. */
  rate: number
}
/**
 * Accounts of rails, the orders that move their money, and units of the rail for one unit of it: of a withdrawal in coins those that were
 * sent for what it is worth without its fees.
 */
const POSTED = {
  BANK: [{ kind: 'CLEARING', table: 'withdrawals', source: 'withdrawal', rate: '1' }],
  GAMES: [
    { kind: 'PLATFORM', table: 'platform_deposits', source: 'platform_deposit', rate: 'o.rate' },
    { kind: 'PLATFORM', table: 'platform_withdrawals', source: 'platform_withdrawal', rate: 'o.rate' },
  ],
  COINS: [
    { kind: 'CLEARING', table: 'crypto_deposits', source: 'crypto_deposit', rate: '1 / o.rate' },
    {
      kind: 'CLEARING',
      table: 'crypto_withdrawals',
      source: 'crypto_withdrawal',
      rate: 'coalesce(o.coin_amount / o.net_amount, 1)',
    },
  ],
} as const
type StatedRail = keyof typeof POSTED

async function postedBy(db: Db, rail: StatedRail, lastTransfer: number): Promise<Map<string, Posted>> {
  const all = await Promise.all(
    POSTED[rail].map(({ kind, table, source, rate }) =>
      db.query<Posted>(
        `select o.reference, (${rate})::float8 as rate, (coalesce(sum(case a.id when t.credit_id then t.amount else -t.amount end), 0))::float8 as amount
         from ${table} o left join (transfers t join accounts a on a.id in (t.debit_id, t.credit_id) and a.kind = '${kind}')
           on t.source_type = '${source}' and t.source_id = o.id and t.no > $1::bigint
         where o.rail = $2::text group by o.id`,
        [lastTransfer, rail],
      ),
    ),
  )
  return new Map(all.flat().map((posted) => [posted.reference, posted]))
}

/** A line of a statement: what an order has moved, in units of the rail; negative for what came from it. */
interface Stated {
  reference: string
  units: number
}
/** Places of the units of each rail: of coins the fewest that one has. */
const PLACES: Readonly<Record<StatedRail, number>> = { BANK: 2, GAMES: 2, COINS: 6 }
/** What half a unit in the last place of the rail is worth, and what rounds to half a hundredth of money. */
const toleranceOf = (rail: StatedRail, rate: number) =>
  rate === 1 ? 0.001 : (10 ** -PLACES[rail] * 0.5) / rate + 0.006

async function faultsOf(db: Db, rail: StatedRail, stated: readonly Stated[], lastTransfer: number): Promise<string[]> {
  const posted = await postedBy(db, rail, lastTransfer)
  const units = new Map<string, number>()
  for (const line of stated) units.set(line.reference, (units.get(line.reference) ?? 0) + line.units)
  const unknown = [...units.keys()].filter((reference) => !posted.has(reference))
  const different = [...posted.values()].flatMap(({ reference, amount, rate }) => {
    const expected = (units.get(reference) ?? 0) / rate
    return Math.abs(amount - expected) > toleranceOf(rail, rate)
      ? [`${reference}: ${amount.toFixed(2)} in the ledger, ${expected.toFixed(2)} by the statement of ${rail}`]
      : []
  })
  return [...unknown.map((reference) => `${reference} is in the statement of ${rail}, and nowhere else`), ...different]
}

/** Each attempt of an order has a number behind the order's reference. */
const orderOf = (reference: string) => reference.replace(/-\d+$/, '')
const daysSince = (since: string): string[] => {
  const days: string[] = []
  for (let at = Date.parse(since.slice(0, 10)); at <= Date.now(); at += 24 * 3600_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** @param lastTransfer before the run @returns where the statements of the three rails and the ledger do not agree */
export async function faultsOfStatements(
  db: Db,
  { bank, games, wallet }: { bank: Books; games: JobBooks; wallet: WalletBooks },
  { since, lastTransfer }: { since: string; lastTransfer: number },
): Promise<string[]> {
  const days = daysSince(since)
  const paid = days
    .flatMap((day) => bank.linesOf(day))
    .map(({ reference, kind, amount }) => ({
      reference: orderOf(reference),
      units: kind === 'PAID' ? Number(amount) : -Number(amount),
    }))
  const jobs = days
    .flatMap((day) => games.linesOf(day))
    .map(({ reference, kind, credits }) => ({
      reference: orderOf(reference),
      units: kind === 'LOAD' ? Number(credits) : -Number(credits),
    }))
  const received = wallet.onChain().map(({ reference, amount }) => ({ reference, units: -Number(amount) }))
  const sends = days
    .flatMap((day) => wallet.linesOf(day))
    .map(({ reference, amount }) => ({ reference: orderOf(reference), units: Number(amount) }))
  const faults = await Promise.all([
    faultsOf(db, 'BANK', paid, lastTransfer),
    faultsOf(db, 'GAMES', jobs, lastTransfer),
    faultsOf(db, 'COINS', [...received, ...sends], lastTransfer),
  ])
  return faults.flat()
}
