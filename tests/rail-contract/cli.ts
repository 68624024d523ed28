/** `npm run rail-contract`: tries a rail of an operator (docs/connect-a-rail.md). */
import { parseArgs } from 'node:util'
import { railAddress } from '@server/rails/address'
import { requireSecret } from '@server/rails/signature'
import { CHAIN_CASES } from './chains'
import { PAYOUT_CASES } from './payouts'
import { PLATFORM_CASES } from './platforms'
import type { RailCase, Tried } from './shared'

const USAGE = `npm run rail-contract -- --url URL --secret TEXT [options]

Moves something over a rail, as Pitboss does, and checks what docs/connect-a-rail.md asks of it. Use a test system of the rail:
what moves is real for it.

  --url URL        where the rail is called
  --secret TEXT    whsec_…, which signs the calls
  --kind KIND      payout, platform: a game platform, or chain: a wallet service (default payout)
  --currency CODE  of payouts, or of the rate of a coin (default USD)
  --username NAME  account of a platform, which nobody uses meanwhile
  --coin SYMBOL    that a wallet service sends (default USDT)
  --network NAME   of the coin, as the platform calls it (default TRON)
  --to ADDRESS     where a wallet service sends it: one that is yours
  --amount N       of each payout, credits of each job, or coins of each transaction (default 1.00)
  --patience N     seconds until it must be done (default 60)
  --private        the address may be in a private network
  --only TEXT      only the cases whose name has it

Exit: 0 the rail passes, 1 it does not, 2 wrong usage.`

/** @returns whether there were cases, and all of them passed */
async function tried<T extends Tried>(all: readonly RailCase<T>[], only: string, rail: T): Promise<boolean> {
  const cases = all.filter(({ name }) => name.includes(only))
  let failed = 0
  for (const { name, run } of cases)
    try {
      await run(rail)
      console.log(`ok      ${name}`)
    } catch (error) {
      failed += 1
      console.log(`FAILED  ${name}\n        ${error instanceof Error ? error.message : String(error)}`)
    }
  console.log(`\n${cases.length - failed} of ${cases.length} passed.`)
  return failed === 0 && cases.length > 0
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      secret: { type: 'string' },
      kind: { type: 'string', default: 'payout' },
      currency: { type: 'string', default: 'USD' },
      username: { type: 'string' },
      coin: { type: 'string', default: 'USDT' },
      network: { type: 'string', default: 'TRON' },
      to: { type: 'string' },
      amount: { type: 'string', default: '1.00' },
      patience: { type: 'string', default: '60' },
      private: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  const { kind, username, coin, network, to, currency, only } = values
  const isKnown =
    kind === 'payout' || (kind === 'platform' && username !== undefined) || (kind === 'chain' && to !== undefined)
  if (values.help || !values.url || !values.secret || !isKnown) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const rail = {
    address: railAddress(values.url, { mayBePrivate: values.private }),
    secret: requireSecret(values.secret),
    amount: values.amount,
    patienceMs: Number(values.patience) * 1000,
  }
  const passes =
    kind === 'payout'
      ? tried(PAYOUT_CASES, only, { ...rail, currency })
      : kind === 'platform'
        ? tried(PLATFORM_CASES, only, { ...rail, username: username! })
        : tried(CHAIN_CASES, only, { ...rail, symbol: coin, network, to: to!, currency })
  return (await passes) ? 0 : 1
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
