/** Rails (money, Rails): what is known after each call, whatever the other side does. The sandbox answers over real HTTP. */
import { createServer, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { PayoutOrder } from '@server/platform/ports/rails'
import { railAddress } from '@server/rails/address'
import { createHttpPayoutRail, payoutEventSchema } from '@server/rails/payout'
import { requireSecret, signed, signedIdOf } from '@server/rails/signature'
import { createBehaviours, type Behaviour } from '@server/sandbox/behaviour'
import { openBooks } from '@server/sandbox/books'
import { createSandbox } from '@server/sandbox/payouts'

const SECRET = 'whsec_dGhlIHRlc3RzIG9mIHRoZSByYWlscyB1c2UgaXQ='
const OTHER = 'whsec_YW5vdGhlciBzZWNyZXQsIG5vdCB0aGUgc2FtZSE='
const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

interface Heard {
  id: string | null
  type: string
  state: string
  reference: string
}
/** Receives events, and checks their signatures. */
async function receiver() {
  const heard: Heard[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const { type, payout } = payoutEventSchema.validateSync(JSON.parse(body))
      heard.push({ id: signedIdOf([SECRET], body, request.headers), type, ...payout })
      response.end()
      for (const tell of waiting.splice(0)) tell()
    })
  })
  const url = await listening(server)
  return {
    url,
    heard,
    /** @returns once there are so many */
    until: async (count: number) => {
      while (heard.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
      return heard
    },
  }
}
async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A sandbox whose next payouts do what they are told. */
async function sandbox(
  told: readonly Behaviour[] = [],
  { events = null as string | null, file = null as string | null } = {},
) {
  const behaviours = createBehaviours({ seed: 1, fail: 0, unknown: 0 })
  behaviours.tell(...told)
  const books = openBooks(file)
  const server = createSandbox({ books, behaviours, secret: SECRET, events: () => events, payAfterMs: 1, lateMs: 400 })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await server.close()
    books.close()
  }
  ended.push(close)
  return { url, books, close }
}
const railAt = (url: string, secret = SECRET) =>
  createHttpPayoutRail({ address: railAddress(url), secret, timeoutMs: 200 })
let orders = 0
const order = (): PayoutOrder => ({
  reference: `MW-${(orders += 1)}`,
  amount: '120.50',
  currency: 'USD',
  payee: 'Zoë Müller',
  details: [{ label: 'IBAN', value: 'MT84MALT011000012345MTLCAST001S' }],
})

describe('a payout', () => {
  it.each([
    ['pay', 'answered', 'ACCEPTED'],
    ['paid', 'answered', 'PAID'],
    ['eventFirst', 'answered', 'PAID'],
    ['eventTwice', 'answered', 'PAID'],
    ['returned', 'answered', 'ACCEPTED'],
    ['fail', 'answered', 'ACCEPTED'],
    ['refuse', 'refused', null],
    ['error', 'unknown', null],
    ['errorAfter', 'unknown', 'booked'],
    ['drop', 'unknown', 'booked'],
    ['late', 'unknown', 'booked'],
    ['never', 'unknown', 'booked'],
    ['garbage', 'unknown', 'booked'],
    ['otherAmount', 'unknown', 'booked'],
  ] as const)('where the rail does %s is %s', async (behaviour, is, state) => {
    const { url, books } = await sandbox([behaviour])
    const rail = railAt(url)
    const asked = order()
    const outcome = await rail.pay(asked)
    expect(outcome.is, JSON.stringify(outcome)).toBe(is)
    const said =
      outcome.is === 'answered' ? [outcome.answer.reference, outcome.answer.amount, outcome.answer.state] : null
    expect(said).toEqual(is === 'answered' ? [asked.reference, '120.50', state] : null)
    // The look-up says what the answer did not.
    const found = await rail.lookUp(asked.reference)
    expect(found.is).toBe('answered')
    const isBooked = is === 'answered' || state === 'booked'
    expect(found.is === 'answered' && found.answer !== null).toBe(isBooked)
    expect(books.find(asked.reference) !== undefined).toBe(isBooked)
  })

  it('that is sent again with its reference has no further effect', async () => {
    const { url, books } = await sandbox(['drop', 'refuse'])
    const rail = railAt(url)
    const asked = order()
    expect((await rail.pay(asked)).is).toBe('unknown')
    const again = await rail.pay(asked)
    expect(again.is).toBe('answered')
    expect(books.find(asked.reference)).toMatchObject({ external_ref: 'SB-1000001' })
  })

  it('is unsent where no connection is made, and unknown once one was', async () => {
    const closed = await sandbox()
    await closed.close()
    expect(await railAt(closed.url).pay(order())).toMatchObject({ is: 'unsent' })
    const silent = createServer(() => undefined)
    expect(await railAt(await listening(silent)).pay(order())).toMatchObject({
      is: 'unknown',
      why: /no answer within 0\.2 s/,
    })
  })

  it.each([301, 302, 307, 408, 409, 425, 429, 500, 502, 503, 504])(
    'answered with %s is unknown, and no redirect is followed',
    async (status) => {
      const asked: string[] = []
      const server = createServer((request, response) => {
        asked.push(request.url!)
        response.writeHead(status, { location: '/elsewhere' }).end('{}')
      })
      expect(await railAt(await listening(server)).pay(order())).toMatchObject({ is: 'unknown' })
      expect(asked).toEqual(['/payouts'])
    },
  )
  it.each([400, 401, 403, 404, 410, 422, 451])('answered with %s is refused', async (status) => {
    const server = createServer((_request, response) => void response.writeHead(status).end('no'))
    expect(await railAt(await listening(server)).pay(order())).toMatchObject({ is: 'refused', code: `HTTP_${status}` })
  })

  it('with a wrong signature is refused, and not booked', async () => {
    const { url, books } = await sandbox()
    const asked = order()
    expect(await railAt(url, OTHER).pay(asked)).toMatchObject({ is: 'refused', code: 'WRONG_SIGNATURE' })
    expect(books.find(asked.reference)).toBeUndefined()
  })
})

describe('events', () => {
  it('say what followed, signed, each with an id of its own', async () => {
    const { url: events, until } = await receiver()
    const { url } = await sandbox(['eventTwice', 'returned', 'fail'], { events })
    const rail = railAt(url)
    const [twice, returned, failed] = [order(), order(), order()]
    await rail.pay(twice)
    await rail.pay(returned)
    await rail.pay(failed)
    const heard = await until(5)
    const of = ({ reference }: PayoutOrder) =>
      heard.filter((each) => each.reference === reference).map(({ type }) => type)
    expect([of(twice), of(returned), of(failed)]).toEqual([
      ['payout.paid', 'payout.paid'],
      ['payout.paid', 'payout.returned'],
      ['payout.failed'],
    ])
    const ids = heard.map(({ id }) => id)
    expect(ids).not.toContain(null)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('the books', () => {
  it('survive the end of the sandbox, and the statement has each movement once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'books-'))
    ended.push(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'sandbox', 'books.jsonl')
    const asked = order()
    const first = await sandbox(['paid'], { file })
    await railAt(first.url).pay(asked)
    await first.close()
    const second = await sandbox([], { file })
    const rail = railAt(second.url)
    expect(await rail.lookUp(asked.reference)).toMatchObject({ answer: { state: 'PAID' } })
    const statement = await rail.statement(new Date().toISOString().slice(0, 10))
    expect(statement).toMatchObject({
      is: 'answered',
      answer: [{ reference: asked.reference, kind: 'PAID', amount: '120.50' }],
    })
    expect(await rail.statement('2001-01-01')).toEqual({ is: 'answered', answer: [] })
    expect(await rail.balance('USD')).toMatchObject({ is: 'answered', answer: { currency: 'USD' } })
  })
})

describe('a sandbox that was killed', () => {
  it('pays what it had accepted once it runs again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'books-'))
    ended.push(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'books.jsonl')
    const asked = order()
    // Killed between the booking and the payment.
    const books = openBooks(file)
    books.book(asked)
    books.close()
    const { url: events, until } = await receiver()
    await sandbox([], { file, events })
    expect(await until(1)).toMatchObject([{ reference: asked.reference, type: 'payout.paid' }])
  })
})

describe('a signature', () => {
  const body = '{"type":"payout.paid"}'
  const id = 'msg_1'
  it('fits with each secret that is valid now', () => {
    for (const secret of [SECRET, OTHER])
      expect(signedIdOf([SECRET, OTHER], body, signed(secret, body, { id }))).toBe(id)
    expect(signedIdOf([OTHER], body, signed(SECRET, body, { id }))).toBeNull()
  })
  it('does not fit another body, another id, another time or none', () => {
    const headers = signed(SECRET, body, { id })
    expect(signedIdOf([SECRET], body.replace('paid', 'pa1d'), headers)).toBeNull()
    expect(signedIdOf([SECRET], body, { ...headers, 'webhook-id': 'msg_2' })).toBeNull()
    expect(
      signedIdOf([SECRET], body, { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) }),
    ).toBeNull()
    expect(signedIdOf([SECRET], body, {})).toBeNull()
  })
  it('is too old after five minutes, and too early before', () => {
    for (const minutes of [-6, 6])
      expect(signedIdOf([SECRET], body, signed(SECRET, body, { id, at: Date.now() + minutes * 60_000 }))).toBeNull()
    expect(signedIdOf([SECRET], body, signed(SECRET, body, { id, at: Date.now() - 4 * 60_000 }))).toBe(id)
  })
  it('needs a secret that is long enough', () => {
    expect(requireSecret(SECRET)).toBe(SECRET)
    for (const secret of ['', 'whsec_', 'whsec_c2hvcnQ=', SECRET.slice(6)])
      expect(() => requireSecret(secret)).toThrow(/whsec_/)
  })
})

describe('the address of a rail', () => {
  it.each([
    'https://pay.example.com/v1',
    'http://localhost:4200',
    'http://127.0.0.1:4200/',
    'http://[::1]:4200',
    'https://203.0.113.9',
  ])('%s is accepted', (text) => expect(railAddress(text).url.href).toContain(new URL(text).host))
  it.each([
    'http://pay.example.com',
    'ftp://pay.example.com',
    'https://user:secret@pay.example.com',
    'https://10.0.0.7',
    'https://192.168.1.1',
    'https://172.20.0.1',
    'https://169.254.169.254',
    'https://[fd00::1]',
    'https://[::ffff:10.0.0.7]',
  ])('%s is refused', (text) => expect(() => railAddress(text)).toThrow(/address of a rail/))
  it('in a private network needs a setting', () =>
    expect(railAddress('https://10.0.0.7', { mayBePrivate: true }).url.host).toBe('10.0.0.7'))
  it('is refused where its name leads to this machine', async () => {
    const rail = createHttpPayoutRail({
      address: { url: new URL('https://localhost:1'), isLocal: false, mayBePrivate: false },
      secret: SECRET,
      timeoutMs: 1000,
    })
    expect(await rail.pay(order())).toMatchObject({ is: 'unsent', why: /is this machine/ })
  })
})
