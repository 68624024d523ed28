/** `npm run sandbox`: a bank or a game platform that does not exist, so that rails can be tried without one. */
import { parseArgs } from 'node:util'
import { railAddress } from './rails/address'
import { requireSecret } from './rails/signature'
import { BEHAVIOURS, createBehaviours } from './sandbox/behaviour'
import { openBooks } from './sandbox/books'
import type { HostOptions } from './sandbox/host'
import { createSandbox } from './sandbox/payouts'
import { createPlatformSandbox, openJobBooks } from './sandbox/platform'

/** Of the demo: both sides are on this machine. */
export const SANDBOX_SECRET = 'whsec_cGl0Ym9zcyBzYW5kYm94IG9mIHRoZSBkZW1v'
const USAGE = `npm run sandbox -- [options]

A bank or a game platform on this machine that speaks the protocol of docs/connect-a-rail.md. Ctrl+C ends it.

  --kind KIND      payout, or platform: a game platform (default payout)
  --port N         (default 4200)
  --events URL     where it sends events (default: nowhere)
  --secret TEXT    whsec_… (default the demo's)
  --books FILE     keeps its books there (default: in memory)
  --fail SHARE     of what it is asked to do, such as 10%: refused, or failed later (default 0)
  --unknown SHARE  of what it is asked to do: answered late, wrong or not at all (default 0)
  --seed N         the same seed does the same (default 1)
  --help           this

POST /sandbox/next {"behaviours": ["drop"]} says what the next call does:
${Object.entries(BEHAVIOURS)
  .map(([name, what]) => `  ${name.padEnd(12)} ${what}`)
  .join('\n')}`

/** How each kind is started, with its books. */
const KINDS = {
  payout: (options: HostOptions, books: string | null) => createSandbox({ ...options, books: openBooks(books) }),
  platform: (options: HostOptions, books: string | null) =>
    createPlatformSandbox({ ...options, books: openJobBooks(books) }),
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
  const server = KINDS[values.kind](options, values.books ?? null)
  await server.listen({ host: '127.0.0.1', port: Number(values.port) })
  console.log(`The sandbox (${values.kind}) listens at http://127.0.0.1:${values.port}`)
  process.once('SIGINT', () => void server.close())
  process.once('SIGTERM', () => void server.close())
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
})
