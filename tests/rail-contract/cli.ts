/** `npm run rail-contract`: tries a rail of an operator (docs/connect-a-rail.md). */
import { parseArgs } from 'node:util'
import { railAddress } from '@server/rails/address'
import { requireSecret } from '@server/rails/signature'
import { CASES } from './cases'

const USAGE = `npm run rail-contract -- --url URL --secret TEXT [options]

Makes payouts on a rail, as Pitboss does, and checks what docs/connect-a-rail.md asks of it. Use a test system of the rail:
the payouts are real for it.

  --url URL        where the rail is called
  --secret TEXT    whsec_…, which signs the calls
  --currency CODE  (default USD)
  --amount N       of each payout (default 1.00)
  --patience N     seconds until a payout must be paid (default 60)
  --private        the address may be in a private network
  --only TEXT      only the cases whose name has it

Exit: 0 the rail passes, 1 it does not, 2 wrong usage.`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      secret: { type: 'string' },
      currency: { type: 'string', default: 'USD' },
      amount: { type: 'string', default: '1.00' },
      patience: { type: 'string', default: '60' },
      private: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || !values.url || !values.secret) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const tried = {
    address: railAddress(values.url, { mayBePrivate: values.private }),
    secret: requireSecret(values.secret),
    currency: values.currency,
    amount: values.amount,
    patienceMs: Number(values.patience) * 1000,
  }
  const cases = CASES.filter(({ name }) => name.includes(values.only))
  let failed = 0
  for (const { name, run } of cases)
    try {
      await run(tried)
      console.log(`ok      ${name}`)
    } catch (error) {
      failed += 1
      console.log(`FAILED  ${name}\n        ${error instanceof Error ? error.message : String(error)}`)
    }
  console.log(`\n${cases.length - failed} of ${cases.length} passed.`)
  return failed === 0 && cases.length > 0 ? 0 : 1
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  },
)
