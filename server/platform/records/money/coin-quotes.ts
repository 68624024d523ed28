/** What wallet services say of coins: their rates, and what can be sent (catalogue, /crypto-coin). */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { isoTime } from '@server/platform/db/iso-time'
import { repeat } from '@server/platform/lib/background'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { NotYet, type Message } from '@server/platform/modules/outbox/messages'
import type { Receivers } from '@server/platform/modules/outbox/worker'
import type { Db } from '@server/platform/ports/db'
import { railNamed, type ConnectedRails } from '@server/platform/ports/rails'
import { numeric, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ precision: 3, withTimezone: true })
/** Beside the coins: a new quote is no change of a coin, and cancels no approval about it. */
export const coin_quotes = pgTable('coin_quotes', {
  coin_id: uuid().primaryKey(),
  rate: numeric({ precision: 30, scale: 8 }),
  rate_at: time(),
  balance: numeric({ precision: 36, scale: 18 }),
  balance_at: time(),
})

/** SQL of the rate of a coin `c` with its quote `q`, and when that was its rate; null for a fixed one. */
export const RATE_OF = {
  rate: `case when c.rate_source = 'FIXED' then trim_scale(c.fixed_rate)::text else trim_scale(q.rate)::text end`,
  rate_at: `case when c.rate_source = 'FEED' then ${isoTime('q.rate_at')} end`,
} as const

const EVERY_MS = 60_000

export interface CoinQuotesDeps {
  db: Db
  rails: ConnectedRails
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
}

/** A coin of a wallet service. */
interface Quoted {
  id: string
  symbol: string
  network: string
  rail: string
}

/** Asks for the rate and the balance of a coin, and stores what is answered. @returns why something was not answered; null where all was */
async function refresh({ db, rails }: Omit<CoinQuotesDeps, 'changed'>, coin: Quoted): Promise<string | null> {
  const rail = railNamed(rails, 'CHAIN', coin.rail)
  if (!rail) return `the rail ${coin.rail} is not connected`
  const name = { symbol: coin.symbol, network: coin.network }
  const [rate, balance] = await Promise.all([rail.chain.rate(name, PLATFORM_CURRENCY), rail.chain.balance(name)])
  const priced = rate.is === 'answered' ? rate.answer : null
  const held = balance.is === 'answered' ? balance.answer : null
  await db.query(
    // An answer that was overtaken by another one changes nothing.
    `insert into coin_quotes as q (coin_id, rate, rate_at, balance, balance_at)
     values ($1::uuid, $2::text::numeric, $3::timestamptz, $4::text::numeric, $5::timestamptz)
     on conflict (coin_id) do update set
       rate = case when excluded.rate_at >= coalesce(q.rate_at, excluded.rate_at) then excluded.rate else q.rate end,
       rate_at = greatest(q.rate_at, excluded.rate_at),
       balance = case when excluded.balance_at >= coalesce(q.balance_at, excluded.balance_at) then excluded.balance else q.balance end,
       balance_at = greatest(q.balance_at, excluded.balance_at)`,
    [coin.id, priced?.rate ?? null, priced?.at ?? null, held?.amount ?? null, held?.at ?? null],
  )
  const silent = [rate, balance].find(({ is }) => is !== 'answered')
  return silent ? ('why' in silent ? silent.why : 'message' in silent ? silent.message : null) : null
}

const COINS = 'select id::text as id, symbol, network, rail from crypto_coins where rail is not null'

/** Asks for all coins of the rails that are connected. @returns those whose service did not answer */
export async function refreshCoins({ db, rails, changed }: CoinQuotesDeps): Promise<string[]> {
  const coins = await db.query<Quoted>(`${COINS} and rail = any($1::text[]) order by id`, [
    [...rails].flatMap(([name, { kind }]) => (kind === 'CHAIN' ? [name] : [])),
  ])
  const silent: string[] = []
  for (const coin of coins) {
    const why = await refresh({ db, rails }, coin)
    if (why !== null) silent.push(`${coin.symbol} on ${coin.network}: ${why}`)
  }
  if (coins.length > 0) await changed([{ record: 'cryptoCoin', ids: coins.map(({ id }) => id) }])
  return silent
}

/** Starts asking. @param everyMs null: never @returns stops it */
export function startRefreshingCoins({
  onError,
  everyMs = EVERY_MS,
  ...deps
}: CoinQuotesDeps & {
  onError: (error: unknown, what: string) => void
  everyMs?: number | null
}): () => Promise<void> {
  async function work(): Promise<void> {
    const silent = await refreshCoins(deps)
    if (silent.length > 0) throw new Error(silent.join('; '))
  }
  return everyMs === null ? () => Promise.resolve() : repeat(everyMs, work, onError, 'refreshing coins')
}

/** @returns the receiver of the outbox for coins that a person refreshes */
export function createCoinQuotes({ db, rails, changed }: CoinQuotesDeps): Pick<Receivers, 'coinQuote'> {
  return {
    async coinQuote({ payload }: Message<'coinQuote'>): Promise<void> {
      const [coin] = await db.query<Quoted>(`${COINS} and id = $1::uuid`, [payload.coin])
      if (!coin) return
      const why = await refresh({ db, rails }, coin)
      if (why !== null) throw new NotYet(why)
      await changed([{ record: 'cryptoCoin', ids: [coin.id] }])
    },
  }
}
