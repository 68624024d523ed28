/**
 * A number in the caller's format, with its sign in front: `−$46,088.10`. The minus is U+2212 (look, section 7).
 * @param format writes a number that is not negative
 * @param always shows a plus too, for a difference; zero has none
 */
export function signed(value: number, format: (value: number) => string, always = false): string {
  const text = format(Math.abs(value))
  return value < 0 ? `−${text}` : always && value > 0 ? `+${text}` : text
}

/** Grouping commas, up to two places. */
export const plainNumber = (value: number): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(value)
