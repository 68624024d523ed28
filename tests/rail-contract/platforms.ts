/** What a game platform must do (docs/connect-a-rail.md, Game platforms). */
import assert from 'node:assert/strict'
import { amountOf, hundredthsOf } from '@contract/amounts'
import type { JobOrder, PlatformJob, PlatformRail } from '@server/platform/ports/rails'
import { createHttpPlatformRail } from '@server/rails/platform'
import { answered, newReference, settled, sharedCases, type RailCase, type Tried, type Tries } from './shared'

export interface TriedPlatform extends Tried {
  /** Of an account of the platform that nobody uses meanwhile. */
  username: string
}
const railOf = ({ address, secret }: Tried): PlatformRail => createHttpPlatformRail({ address, secret })

const JOBS: Tries<TriedPlatform, JobOrder, PlatformJob> = {
  noun: 'job',
  path: 'jobs',
  done: 'DONE',
  order: ({ amount, username }) => ({ reference: newReference(), kind: 'LOAD', username, credits: amount }),
  of: (order, credits) => ({ ...order, credits }),
  send: (tried, order) => railOf(tried).run(order),
  lookUp: (tried, reference) => railOf(tried).lookUp(reference),
  async statement(tried, day) {
    const outcome = await railOf(tried).statement(day)
    if (outcome.is !== 'answered') return outcome
    const answer = outcome.answer.map(({ reference, external_ref, kind, credits }) => ({
      reference,
      external_ref,
      values: [kind, credits],
    }))
    return { is: 'answered', answer }
  },
  values: ({ amount }) => ['LOAD', amount],
  repeated: ({ kind }) => [kind],
  asked: () => ['LOAD'],
}

/** @returns the credits of the account, in hundredths */
async function creditsOf(tried: TriedPlatform): Promise<bigint> {
  const balance = answered(await railOf(tried).balance(tried.username))
  assert.ok(balance, `the platform has the account ${tried.username} (--username)`)
  assert.ok(Math.abs(Date.parse(balance.at) - Date.now()) < 24 * 3_600_000, balance.at)
  return hundredthsOf(balance.credits)
}
/** Runs a job until the platform has settled it; a refusal settles it, too. @returns the job; null: it was refused */
async function ran(tried: TriedPlatform, kind: JobOrder['kind'], credits: string | null): Promise<PlatformJob | null> {
  const reference = newReference()
  const outcome = await railOf(tried).run({ reference, kind, username: tried.username, credits })
  if (outcome.is === 'refused') return null
  answered(outcome)
  return settled(JOBS, tried, reference)
}
/** Like `ran`, of a job that must be done. @returns what it has moved, in hundredths */
async function moved(...of: Parameters<typeof ran>): Promise<bigint> {
  const job = await ran(...of)
  assert.equal(job?.state, 'DONE', job?.reason ?? 'it was refused')
  return hundredthsOf(job.credits!)
}

export const PLATFORM_CASES: readonly RailCase<TriedPlatform>[] = [
  ...sharedCases(JOBS),
  {
    name: 'a load adds its credits to the account, and a redeem takes them: the balance says so',
    async run(tried) {
      const amount = hundredthsOf(tried.amount)
      const before = await creditsOf(tried)
      assert.equal(await moved(tried, 'LOAD', tried.amount), amount)
      assert.equal(await creditsOf(tried), before + amount)
      assert.equal(await moved(tried, 'REDEEM', tried.amount), amount)
      assert.equal(await creditsOf(tried), before)
    },
  },
  {
    name: 'a redeem of more than the account has moves nothing: it is refused, or it fails',
    async run(tried) {
      const before = await creditsOf(tried)
      const job = await ran(tried, 'REDEEM', amountOf(before + 1n))
      assert.ok(job === null || job.state === 'FAILED', `it is ${job?.state}`)
      assert.equal(await creditsOf(tried), before)
    },
  },
  {
    name: 'a redeem of everything takes what the account has, and says how much that was',
    async run(tried) {
      await moved(tried, 'LOAD', tried.amount)
      const before = await creditsOf(tried)
      const redeemed = await moved(tried, 'REDEEM', null)
      assert.equal(await creditsOf(tried), 0n)
      assert.equal(redeemed, before)
      await moved(tried, 'LOAD', amountOf(redeemed))
    },
  },
  {
    name: 'the check answers with the time of the platform',
    async run(tried) {
      const { at } = answered(await railOf(tried).check())
      assert.ok(Math.abs(Date.parse(at) - Date.now()) < 5 * 60_000, at)
    },
  },
]
