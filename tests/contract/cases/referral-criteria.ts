/** Criteria of referrals (catalogue, /referral-bonus-criteria): the preview counts the referrals that would qualify. */
import assert from 'node:assert/strict'
import type { Case } from '../environment'
import { clientOf } from '../records/people'
import { done, list } from '../records/calls'
import { definitionOf, EVERYTHING } from '../records/rows'

const record = definitionOf('referralCriteria')
const DAYS = 90
const DAY = 24 * 3600 * 1000

interface Answer {
  sentence: string
  referrals: number
  would_qualify: number
}
type Level = { id: string; name: string } | null

export const referralCriteriaCases: readonly Case[] = [
  {
    name: 'the preview counts the referrals of the last 90 days in the store, and those that meet all criteria',
    async run(on) {
      const client = await clientOf(on, 'editor')
      const ask = (criteria: object) =>
        done<Answer>(client, record, 'preview', '', {
          body: {
            min_deposit: '0.00',
            min_deposit_count: 0,
            kyc_required: false,
            exclude_same_device: false,
            exclude_same_ip: false,
            within_days: 365,
            levels: [],
            ...criteria,
          },
        })
      const boss = await clientOf(on, 'boss')
      const since = Date.now() - DAYS * DAY
      const users = (await list(boss, definitionOf('users'), EVERYTHING)).rows
      const referrals = users.filter(
        (user) =>
          user.referred_by !== null &&
          user.third_party_store_code === null &&
          Date.parse(user.createdAt as string) > since,
      )
      const open = await ask({})
      assert.equal(open.referrals, referrals.length)
      assert.ok(open.referrals > 0, 'a referral of the last 90 days')
      assert.equal(open.would_qualify, open.referrals)
      assert.equal(open.sentence, 'Every referral qualifies as soon as the new user has signed up.')

      const level = referrals.map(({ user_level }) => user_level as Level).find((each) => each !== null)!
      const ofLevel = await ask({ levels: [level.id] })
      const expected = referrals.filter(({ user_level }) => (user_level as Level)?.id === level.id).length
      assert.deepEqual([ofLevel.referrals, ofLevel.would_qualify], [open.referrals, expected])
      assert.equal(ofLevel.sentence, `A referral qualifies when the new user has the level ${level.name}.`)

      const verified = await ask({ kyc_required: true })
      assert.equal(verified.would_qualify, referrals.filter(({ kyc_status }) => kyc_status === 'VERIFIED').length)

      const deposited = await ask({ min_deposit_count: 1 })
      assert.equal(deposited.would_qualify, referrals.filter(({ total_deposit }) => Number(total_deposit) > 0).length)
      const both = await ask({ min_deposit: '9999999.99', min_deposit_count: 2 })
      assert.equal(both.would_qualify, 0)
      assert.equal(
        both.sentence,
        'A referral qualifies when the new user makes 2 deposits of at least 9999999.99 each within 365 days of signing up.',
      )
    },
  },
]
