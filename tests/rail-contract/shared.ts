/** What a rail of any kind must do so that what it moves is right (docs/connect-a-rail.md). Each case says what it checks; none moves anything twice. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from '@server/platform/ports/rails'
import type { RailAddress } from '@server/rails/address'
import { signed } from '@server/rails/signature'

export interface Tried {
  address: RailAddress
  secret: string
  /** Decimal with two places: what each case moves. */
  amount: string
  /** How long it may take until it is done, milliseconds. */
  patienceMs: number
}
export interface RailCase<T extends Tried> {
  name: string
  run: (tried: T) => Promise<void>
}

/** What a rail has of a reference. */
interface Had {
  reference: string
  state: string
  external_ref: string | null
  reason: string | null
}
/** How rails of one kind are tried. */
export interface Tries<T extends Tried, O extends { reference: string }, A extends Had> {
  /** 'payout' */
  noun: string
  /** 'payouts': where orders are sent to. */
  path: string
  /** State in which it is done. */
  done: string
  order: (tried: T) => O
  /** The same order of another amount. */
  of: (order: O, amount: string) => O
  send: (tried: T, order: O) => Promise<Outcome<A>>
  lookUp: (tried: T, reference: string) => Promise<Outcome<A | null>>
  /** @param day in UTC, `YYYY-MM-DD` */
  statement: (
    tried: T,
    day: string,
  ) => Promise<Outcome<readonly { reference: string; external_ref: string | null; values: readonly string[] }[]>>
  /** What a line of the statement must say of what each case moves. */
  values: (tried: T) => readonly string[]
  /** What the rail repeats of the order at once. */
  repeated: (answer: A) => readonly string[]
  asked: (tried: T) => readonly string[]
}

export const newReference = () => `TEST-${randomUUID()}`
export function answered<A>(outcome: Outcome<A>): A {
  assert.equal(outcome.is, 'answered', `the call is answered, and not ${JSON.stringify(outcome)}`)
  return (outcome as Extract<Outcome<A>, { is: 'answered' }>).answer
}
/** A call that the adapter would not make. @returns its status */
async function raw(address: RailAddress, path: string, headers: Record<string, string>, body: string) {
  const base = address.url.href.endsWith('/') ? address.url.href : `${address.url.href}/`
  const response = await fetch(new URL(path, base), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  await response.arrayBuffer()
  return response.status
}
const isRefusal = (status: number) => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)
const today = () => new Date().toISOString().slice(0, 10)

/** Waits until the rail has settled a reference. @throws where it does not in time */
export async function settled<T extends Tried, O extends { reference: string }, A extends Had>(
  { noun, lookUp }: Pick<Tries<T, O, A>, 'noun' | 'lookUp'>,
  tried: T,
  reference: string,
): Promise<A> {
  const until = Date.now() + tried.patienceMs
  for (;;) {
    const found = answered(await lookUp(tried, reference))
    assert.ok(found, `a ${noun} that was accepted can be looked up`)
    if (found.state !== 'ACCEPTED') return found
    assert.ok(Date.now() < until, `it is done within ${tried.patienceMs / 1000} seconds (--patience)`)
    await pause(Math.min(500, tried.patienceMs / 10))
  }
}

/** @returns the cases that rails of every kind must pass */
export function sharedCases<T extends Tried, O extends { reference: string }, A extends Had>(
  tries: Tries<T, O, A>,
): readonly RailCase<T>[] {
  const { noun, path, done, order: orderOf, send, lookUp, statement } = tries
  /** Waits until it is done. @throws where it fails, or is not done in time */
  async function finished(tried: T, reference: string): Promise<A> {
    const found = await settled(tries, tried, reference)
    assert.equal(found.state, done, `an accepted ${noun} is done, and not ${found.state}: ${found.reason ?? ''}`)
    return found
  }
  const linesOf = async (tried: T, reference: string, day = today()) =>
    answered(await statement(tried, day)).filter((line) => line.reference === reference)
  return [
    {
      name: `a ${noun} is accepted, and can be looked up by our reference`,
      async run(tried) {
        const order = orderOf(tried)
        const first = answered(await send(tried, order))
        assert.ok(first.state === 'ACCEPTED' || first.state === done, first.state)
        const found = answered(await lookUp(tried, order.reference))
        assert.equal(found?.reference, order.reference)
        assert.deepEqual(tries.repeated(found), tries.asked(tried))
      },
    },
    {
      name: `the same reference again is the same ${noun}: nothing moves twice`,
      async run(tried) {
        const order = orderOf(tried)
        answered(await send(tried, order))
        await finished(tried, order.reference)
        const again = answered(await send(tried, order))
        assert.equal(again.reference, order.reference)
        assert.equal((await linesOf(tried, order.reference)).length, 1, 'the statement has it once')
      },
    },
    {
      name: `ten calls with one reference at the same moment make one ${noun}`,
      async run(tried) {
        const order = orderOf(tried)
        await Promise.all(Array.from({ length: 10 }, () => send(tried, order)))
        const { external_ref } = await finished(tried, order.reference)
        const lines = await linesOf(tried, order.reference)
        assert.deepEqual(
          lines.map((line) => [line.external_ref, line.values]),
          [[external_ref, tries.values(tried)]],
        )
      },
    },
    {
      name: 'a reference that the rail does not have is 404 with the code NO_SUCH_REFERENCE',
      async run(tried) {
        assert.equal(answered(await lookUp(tried, newReference())), null)
      },
    },
    {
      name: `a call without a signature, with another one, or for another body is refused, and makes no ${noun}`,
      async run(tried) {
        const order = orderOf(tried)
        const body = JSON.stringify(order)
        const other = JSON.stringify(tries.of(order, '9.99'))
        const foreign = 'whsec_bm90IHRoZSBzZWNyZXQgb2YgdGhpcyByYWlsISE='
        for (const [what, headers, sent] of [
          ['no signature', {}, body],
          ['another secret', signed(foreign, body), body],
          ['another body', signed(tried.secret, other), body],
        ] as const)
          assert.ok(isRefusal(await raw(tried.address, path, headers, sent)), what)
        assert.equal(answered(await lookUp(tried, order.reference)), null)
      },
    },
    {
      name: 'a call that was signed more than five minutes ago is refused: nobody can replay it',
      async run(tried) {
        const order = orderOf(tried)
        const body = JSON.stringify(order)
        const late = signed(tried.secret, body, { at: Date.now() - 6 * 60_000 })
        assert.ok(isRefusal(await raw(tried.address, path, late, body)))
        assert.equal(answered(await lookUp(tried, order.reference)), null)
      },
    },
    {
      name: 'an amount of 0 is refused for good, with a code',
      async run(tried) {
        const outcome = await send(tried, tries.of(orderOf(tried), '0.00'))
        assert.equal(outcome.is, 'refused', JSON.stringify(outcome))
      },
    },
    {
      name: `the statement of a day has each ${noun} that was done on it, and no other day has it`,
      async run(tried) {
        const order = orderOf(tried)
        answered(await send(tried, order))
        const { external_ref } = await finished(tried, order.reference)
        const [line] = await linesOf(tried, order.reference)
        assert.deepEqual([line?.values, line?.external_ref], [tries.values(tried), external_ref])
        assert.deepEqual(await linesOf(tried, order.reference, '2001-01-01'), [])
      },
    },
  ]
}
