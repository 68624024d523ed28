import { describe, expect, it } from 'vitest'
import { checksOf, rewardOf, riskOf, type ReferralFacts } from './referral-checks'

const FACTS: ReferralFacts = {
  deposits: 1,
  first_deposit: '33.33',
  wagered: '99.99',
  is_verified: false,
  has_level: true,
  shared: ['ADDRESS'],
}

describe('the criteria of a referral', () => {
  it('are checked one by one, and only those that are asked for', () => {
    expect(checksOf({ within_days: 30 }, false, FACTS)).toEqual([])
    const all = {
      min_deposit: '10',
      min_wager: '100',
      kyc_required: true,
      exclude_same_device: true,
      exclude_same_ip: true,
    }
    expect(checksOf({ within_days: 30, ...all }, true, FACTS)).toEqual([
      { check: 'DEPOSITS', is_met: true },
      { check: 'WAGER', is_met: false },
      { check: 'IDENTITY', is_met: false },
      { check: 'LEVEL', is_met: true },
      { check: 'DEVICE', is_met: true },
      { check: 'ADDRESS', is_met: false },
    ])
    expect(checksOf({ within_days: 30, min_deposit_count: 2 }, false, FACTS)).toEqual([
      { check: 'DEPOSITS', is_met: false },
    ])
  })
  it('say how high the risk is', () => {
    expect([[], ['ADDRESS'], ['ADDRESS', 'DEVICE'], ['PAYMENT']].map((shared) => riskOf({ shared } as never))).toEqual([
      'LOW',
      'MEDIUM',
      'HIGH',
      'HIGH',
    ])
  })
})

describe('the reward of a referral', () => {
  const percent = { kind: 'PERCENT', amount: null, percent: '12.5', most: '5.00' } as const
  it('is the amount, or a share of the first deposit up to the maximum, rounded half to even', () => {
    expect(rewardOf({ kind: 'FIXED', amount: '20', percent: null, most: null }, null)).toBe('20.00')
    expect(rewardOf(percent, '33.33')).toBe('4.17')
    expect(rewardOf(percent, '1.00')).toBe('0.12')
    expect(rewardOf(percent, '100.00')).toBe('5.00')
    expect(rewardOf(percent, null)).toBe('0.00')
  })
})
