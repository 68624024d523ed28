/** `npm run sandbox`: a bank, a game platform or a wallet service that does not exist, so that rails can be tried without one. */
import { parseArgs } from 'node:util'
import { railAddress } from './rails/address'
import { requireSecret } from './rails/signature'
import { BEHAVIOURS, createBehaviours } from './sandbox/behaviour'
import { openBooks } from './sandbox/books'
import { createChainSandbox } from './sandbox/chain'
import type { HostOptions } from './sandbox/host'
import { createSandbox } from './sandbox/payouts'
import { createPlatformSandbox, openJobBooks } from './sandbox/platform'
import { openWalletBooks } from './sandbox/wallet-books'

/** Of the demo: both sides are on this machine. */
export const SANDBOX_SECRET = 'whsec_cGl0Ym9zcyBzYW5kYm94IG9mIHRoZSBkZW1v'
const USAGE = `npm run sandbox -- [options]

A bank, a game platform or a wallet service on this machine that speaks the protocol of docs/connect-a-rail.md. Ctrl+C ends it.

  --kind KIND      payout: a bank (default); platform: a game platform; chain: a wallet service, whose users pay what they are asked for
  --port N         (default 4200)
  --events URL     where it sends events (default: nowhere)
  --secret TEXT    whsec_… (default the demo's)
  --books FILE     keeps its books there (default: in memory)
  --fail SHARE     of what it is asked to do, such as 10%: refused, or failed later (default 0)
  --unknown SHARE  of what it is asked to do: answered late, wrong or not at all (default 0)
  --seed N         the same seed does the same (default 1)
  --block-ms N     of a wallet service: a block each time (default 1000)
  --help           this

A wallet service is told by POST /sandbox/pay {"to": "ADDRESS", "amount": "0.1"}, /sandbox/mine {"blocks": 3},
/sandbox/reorganise {"hash": "…"} and /sandbox/rate {"symbol": "BTC", "rate": "64000"} what happens on its chain.

POST /sandbox/next {"behaviours": ["drop"]} says what the next call does:
${Object.entries(BEHAVIOURS)
  .map(([name, what]) => `  ${name.padEnd(12)} ${what}`)
  .join('\n')}`

/** How each kind is started, with its books. */
const KINDS = {
  payout: (options: HostOptions, books: string | null) => createSandbox({ ...options, books: openBooks(books) }),
  platform: (options: HostOptions, books: string | null) =>
    createPlatformSandbox({ ...options, books: openJobBooks(books) }),
  chain: (options: HostOptions, books: string | null, blockMs: number) =>
    createChainSandbox({ ...options, books: openWalletBooks(books), blockMs, pays: 100n }),
} as const
const isKind = (text: string): text is keyof typeof KINDS => Object.hasOwn(KINDS, text)

/** The sandbox cannot start; the message is the line that is printed. */
class CannotBegin extends Error {}

function shareOf(text: string): number {
  const share = Number(text.replace('%', '')) / (text.endsWith('%') ? 100 : 1)
  if (!(share >= 0 && share <= 1)) throw new CannotBegin(`A share is from 0 to 100%: ${text}`)
  return share
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kind: { type: 'string', default: 'payout' },
      'block-ms': { type: 'string', default: '1000' },
      port: { type: 'string', default: '4200' },
      events: { type: 'string' },
      secret: { type: 'string', default: SANDBOX_SECRET },
      books: { type: 'string' },
      fail: { type: 'string', default: '0' },
      unknown: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE)
  const events = values.events === undefined ? null : railAddress(values.events).url.href
  if (!isKind(values.kind)) throw new CannotBegin(`--kind is one of ${Object.keys(KINDS).join(', ')}: ${values.kind}`)
  const options: HostOptions = {
    behaviours: createBehaviours({
      seed: Number(values.seed),
      fail: shareOf(values.fail),
      unknown: shareOf(values.unknown),
    }),
    secret: requireSecret(values.secret),
    events: () => events,
    onError: (error) => console.error(error instanceof Error ? error.message : error),
  }
  const server = KINDS[values.kind](options, values.books ?? null, Number(values['block-ms']))
  await server.listen({ host: '127.0.0.1', port: Number(values.port) })
  console.log(`The sandbox (${values.kind}) listens at http://127.0.0.1:${values.port}`)
  process.once('SIGINT', () => void server.close())
  process.once('SIGTERM', () => void server.close())
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
