/** Wheels: odds, what they cost, and a simulation, without a database. Amounts are decimal texts, computed in hundredths. */
import { amountOf, halfEven, hundredthsOf } from '../../amounts'

/** A segment as people type it or as it is stored; a missing part counts as 0. */
export interface Segment {
  label?: string | null
  reward_type?: string | null
  value?: string | null
  weight?: number | string | null
  color?: string | null
  daily_cap?: number | string | null
}
export interface WheelTerms {
  segments: readonly Segment[]
  spin_cost?: string | null
  expected_spins_per_day?: number | string | null
  budget_per_day?: string | null
  wagering_multiplier?: string | null
  expiry_days?: number | string | null
}

/** The refusals of a wheel and of spins, for server and form. */
export const WHEEL_REFUSAL = {
  weights: 'Give at least one segment a weight',
  nothing: 'A segment that gives nothing has the value 0',
  something: 'More than 0, or the reward Nothing',
  whole: 'A whole number of spins',
  budget: (day: string) =>
    `At these odds a day costs ${day}. Raise the budget, or lower the odds or the expected spins.`,
  wagering: 'Required: a segment gives bonus money',
  active: (wheel: string) => `${wheel} runs in this period too. A store has one wheel of each kind at a time.`,
} as const
export const SPIN_REFUSAL = {
  notLive: 'This wheel is not live',
  level: 'This wheel is not for this user',
  noneLeft: 'The user has no spins left today',
  cap: 'A segment of this wheel has reached its cap for today',
  budget: 'This wheel has reached its budget for today',
  cash: 'The user has less cash than a spin costs',
} as const

const weightOf = ({ weight }: Segment): number => Number(weight ?? 0) || 0
/** What a segment costs when it is hit, in hundredths: spins cost nothing by themselves. */
export const costOfSegment = ({ reward_type, value }: Segment): bigint =>
  reward_type === 'SPIN' || reward_type === 'NONE' || !/^\d+(\.\d{1,2})?$/.test(value ?? '') ? 0n : hundredthsOf(value!)
export const totalWeight = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + weightOf(segment), 0)

/** The share of each segment, in percent with two decimals; null where no segment has a weight. */
export function sharesOf(segments: readonly Segment[]): number[] | null {
  const total = totalWeight(segments)
  return total > 0 ? segments.map((segment) => Math.round((weightOf(segment) * 10_000) / total) / 100) : null
}

/** What a spin costs on average, as a fraction: hundredths over the sum of the weights. */
const expected = (segments: readonly Segment[]) => ({
  sum: segments.reduce((sum, segment) => sum + costOfSegment(segment) * BigInt(Math.trunc(weightOf(segment))), 0n),
  total: BigInt(Math.trunc(totalWeight(segments))),
})
/** @returns the expected value of a spin, a decimal with two places; '0.00' where no segment has a weight */
export function expectedValueOf(segments: readonly Segment[]): string {
  const { sum, total } = expected(segments)
  return total === 0n ? '0.00' : amountOf(halfEven(sum, total))
}
const isAmount = (text: string | null | undefined): text is string => /^\d+(\.\d{1,2})?$/.test(text ?? '')

/** @returns what the expected spins of a day cost less what they pay, in hundredths; exact, rounded once */
export function costOfDay({ segments, spin_cost, expected_spins_per_day }: WheelTerms): bigint {
  const { sum, total } = expected(segments)
  if (total === 0n) return 0n
  const paid = isAmount(spin_cost) ? hundredthsOf(spin_cost) : 0n
  const spins = BigInt(Math.trunc(Number(expected_spins_per_day ?? 0) || 0))
  const cost = (sum - paid * total) * spins
  return cost <= 0n ? 0n : halfEven(cost, total)
}

/** The fields that those rules are about: an action that writes none of them is not refused because of them. */
export const WHEEL_TERMS = [
  'segments',
  'spin_cost',
  'expected_spins_per_day',
  'budget_per_day',
  'wagering_multiplier',
  'expiry_days',
] as const satisfies readonly (keyof WheelTerms)[]

/** @returns field → message, for what no single field tells */
export function wheelErrors(terms: WheelTerms): Record<string, string[]> {
  const { segments, budget_per_day, wagering_multiplier, expiry_days } = terms
  const errors: Record<string, string[]> = {}
  const isZero = (value: string | null | undefined) => Number(value ?? 0) === 0
  for (const [index, { reward_type, value }] of segments.entries()) {
    const at = `segments.${index}.value`
    if (reward_type === 'NONE' && !isZero(value)) errors[at] = [WHEEL_REFUSAL.nothing]
    if (reward_type && reward_type !== 'NONE' && isZero(value)) errors[at] = [WHEEL_REFUSAL.something]
    if (reward_type === 'SPIN' && Number(value ?? 0) % 1 !== 0) errors[at] = [WHEEL_REFUSAL.whole]
  }
  if (segments.length > 0 && totalWeight(segments) === 0) errors.segments = [WHEEL_REFUSAL.weights]
  const cost = costOfDay(terms)
  if (isAmount(budget_per_day) && cost > hundredthsOf(budget_per_day))
    errors.budget_per_day = [WHEEL_REFUSAL.budget(amountOf(cost))]
  if (segments.some(({ reward_type }) => reward_type === 'BONUS')) {
    if (!wagering_multiplier) errors.wagering_multiplier = [WHEEL_REFUSAL.wagering]
    if (!expiry_days) errors.expiry_days = [WHEEL_REFUSAL.wagering]
  }
  return errors
}

/** A generator of equally distributed numbers in [0, 1): mulberry32, the same numbers for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** @param nth a whole number from 0, below the sum of the weights @returns index of the segment there */
export function segmentWith(segments: readonly Segment[], nth: number): number {
  let left = nth
  return segments.findIndex((segment) => {
    left -= weightOf(segment)
    return left < 0
  })
}
/** @param at in [0, 1) @returns index of the segment there, by the weights */
export const segmentAt = (segments: readonly Segment[], at: number): number =>
  segmentWith(segments, Math.floor(at * totalWeight(segments)))

export const SIMULATED_SPINS = 10_000
const SIMULATED_DAYS = 100
export interface Simulation {
  /** Hits of each segment, of all spins. */
  hits: number[]
  /** What a day costs, of a hundred days: at the median and at the 95th percentile. Decimals, below 0 where users pay more. */
  median: string
  high: string
}
/** Spins the wheel 10,000 times, and then for a hundred days. @returns null where no segment has a weight */
export function simulate({ segments, spin_cost, expected_spins_per_day }: WheelTerms, seed: number): Simulation | null {
  if (totalWeight(segments) === 0) return null
  const random = seeded(seed)
  const hits = segments.map(() => 0)
  for (let nth = 0; nth < SIMULATED_SPINS; nth += 1) hits[segmentAt(segments, random())]! += 1
  const costs = segments.map((segment) => Number(costOfSegment(segment)))
  const paid = isAmount(spin_cost) ? Number(hundredthsOf(spin_cost)) : 0
  // A day of very many spins is scaled from fewer: the preview stays quick.
  const spins = Math.min(Math.trunc(Number(expected_spins_per_day ?? 0)) || 0, SIMULATED_SPINS)
  const scale = spins === 0 ? 0 : (Math.trunc(Number(expected_spins_per_day)) || 0) / spins
  const days = Array.from({ length: SIMULATED_DAYS }, () => {
    let cost = 0
    for (let nth = 0; nth < spins; nth += 1) cost += costs[segmentAt(segments, random())]! - paid
    return Math.round(cost * scale)
  }).toSorted((a, b) => a - b)
  const at = (share: number) =>
    amountOf(BigInt(days[Math.min(SIMULATED_DAYS - 1, Math.ceil(SIMULATED_DAYS * share) - 1)]!))
  return { hits, median: at(0.5), high: at(0.95) }
}
