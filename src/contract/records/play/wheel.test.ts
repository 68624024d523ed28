import { describe, expect, it } from 'vitest'
import { fortuneWheels } from '@demo/play/fortune-wheel'
import {
  costOfDay,
  expectedValueOf,
  segmentAt,
  sharesOf,
  simulate,
  SIMULATED_SPINS,
  wheelErrors,
  WHEEL_REFUSAL,
  type Segment,
  type WheelTerms,
} from './wheel'

const segment = (reward_type: string, value: string, weight: number): Segment => ({
  label: 'x',
  reward_type,
  value,
  weight,
})
const SEGMENTS = [
  segment('CASH', '1.00', 60),
  segment('BONUS', '5', 30),
  segment('SPIN', '2', 9),
  segment('NONE', '0', 1),
]

describe('the odds of a wheel', () => {
  it('are the weights in percent', () => {
    expect(sharesOf(SEGMENTS)).toEqual([60, 30, 9, 1])
    expect(sharesOf([segment('CASH', '1', 1), segment('NONE', '0', 2)])).toEqual([33.33, 66.67])
    expect(sharesOf([segment('CASH', '1', 0)])).toBeNull()
  })
  it('make an expected value, in which spins cost nothing, rounded half to even', () => {
    expect(expectedValueOf(SEGMENTS)).toBe('2.10')
    expect(expectedValueOf([segment('CASH', '0.01', 1), segment('NONE', '0', 1)])).toBe('0.00')
    expect(expectedValueOf([segment('CASH', '0.03', 1), segment('NONE', '0', 1)])).toBe('0.02')
    expect(expectedValueOf([])).toBe('0.00')
  })
  it('find each segment at its share', () => {
    expect([0, 0.5999, 0.6, 0.8999, 0.9, 0.9899, 0.99, 0.999999].map((at) => segmentAt(SEGMENTS, at))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ])
    expect(segmentAt([segment('CASH', '1', 1), segment('CASH', '1', 0)], 0.99)).toBe(0)
  })
})

describe('a wheel', () => {
  const terms = {
    segments: SEGMENTS,
    spin_cost: '0.50',
    expected_spins_per_day: 100,
    wagering_multiplier: '2',
    expiry_days: 7,
  }
  it('costs the expected value less the price of a spin, for the expected spins', () => {
    expect(costOfDay(terms)).toBe(16_000n)
    expect(costOfDay({ ...terms, spin_cost: '9.00' })).toBe(0n)
  })
  it('is refused where its budget is too small by a hundredth, with what a day costs', () => {
    expect(wheelErrors({ ...terms, budget_per_day: '160.00' })).toEqual({})
    expect(wheelErrors({ ...terms, budget_per_day: '159.99' })).toEqual({
      budget_per_day: [WHEEL_REFUSAL.budget('160.00')],
    })
  })
  it('is refused without a weight, with values that do not fit their reward, and without the terms of its bonus money', () => {
    const wrong = [
      segment('NONE', '1', 0),
      segment('CASH', '0', 0),
      segment('SPIN', '1.5', 0),
      segment('BONUS', '1', 0),
    ]
    expect(wheelErrors({ segments: wrong })).toEqual({
      'segments.0.value': [WHEEL_REFUSAL.nothing],
      'segments.1.value': [WHEEL_REFUSAL.something],
      'segments.2.value': [WHEEL_REFUSAL.whole],
      segments: [WHEEL_REFUSAL.weights],
      wagering_multiplier: [WHEEL_REFUSAL.wagering],
      expiry_days: [WHEEL_REFUSAL.wagering],
    })
  })
})

it('every wheel of the demo keeps its own rules', () => {
  for (const wheel of fortuneWheels) expect(wheelErrors(wheel as WheelTerms), wheel.name).toEqual({})
})

describe('a simulation', () => {
  const terms = { segments: SEGMENTS, spin_cost: '0', expected_spins_per_day: 200 }
  it('is the same for the same seed, and near the odds', () => {
    const one = simulate(terms, 7)!
    expect(simulate(terms, 7)).toEqual(one)
    expect(simulate(terms, 8)).not.toEqual(one)
    expect(one.hits.reduce((sum, each) => sum + each, 0)).toBe(SIMULATED_SPINS)
    for (const [index, share] of [60, 30, 9, 1].entries())
      expect(Math.abs(one.hits[index]! / (SIMULATED_SPINS / 100) - share)).toBeLessThan(1.6)
    // Two hundred spins of 2.10 each.
    expect(Math.abs(Number(one.median) - 420)).toBeLessThan(25)
    expect(Number(one.high)).toBeGreaterThan(Number(one.median))
  })
  it('has no result without a weight', () => {
    expect(simulate({ segments: [] }, 1)).toBeNull()
  })
})
