/** The value axis of a chart: the positions of its lines, and their labels. */

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The smallest round step that is at least this long. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (STEPS.find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power
}

/**
 * The grid lines of an axis that covers these values and zero: four, at round numbers (look, section 6); up to two more
 * where values lie on both sides of zero.
 * @param values values that are not finite are ignored
 * @returns the values of the lines, upwards; only zero where all values are zero
 */
export function axisLines(values: readonly number[]): number[] {
  // No Math.max(...values): a list may be longer than a call may have arguments.
  let [low, high] = [0, 0]
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low === high) return [0]
  const step = roundStep((high - low) / 3)
  const first = low === 0 ? 0 : Math.floor(low / step)
  const last = low === 0 ? 3 : Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)) || 0)
}

const UNITS: readonly (readonly [number, string])[] = [
  [1e12, 'tn'],
  [1e9, 'bn'],
  [1e6, 'M'],
  [1e3, 'k'],
]

/**
 * A number in the short form of an axis: `150k`, `1.5M`. Not for an amount that a person decides about.
 * @param value any finite number
 */
export function axisNumber(value: number): string {
  const [size, unit] = UNITS.find(([least]) => Math.abs(value) >= least) ?? [1, '']
  const text = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(Math.abs(value) / size)
  return `${value < 0 ? '−' : ''}${text}${unit}`
}

/** Whether a value can be drawn; any other is a gap. */
export const isDrawable = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value)
