/** Contrast as defined by WCAG 2.2. */

export type Rgb = readonly [red: number, green: number, blue: number]

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
const RGB = /^rgb\(\s*(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})\s*\)$/i

/**
 * Parses an opaque colour.
 * @param text `#abc`, `#aabbcc`, `rgb(1, 2, 3)` or `rgb(1 2 3)`, with or without surrounding space
 * @returns its components, 0 to 255; null for everything else, including transparent colours and names
 */
export function readColour(text: string): Rgb | null {
  const trimmed = text.trim()
  if (HEX.test(trimmed)) {
    const digits = trimmed.slice(1)
    const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
  }
  const parts = RGB.exec(trimmed)?.slice(1).map(Number)
  return parts?.every((part) => part <= 255) ? (parts as unknown as Rgb) : null
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** The components of a colour as linear light, 0 to 1. */
export const lightOf = (colour: Rgb): Rgb => colour.map((part) => linear(part / 255)) as unknown as Rgb

function luminance(text: string): number {
  const colour = readColour(text)
  if (!colour) throw new Error(`not an opaque colour: ${text}`)
  const [red, green, blue] = lightOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Contrast ratio of two colours, 1 to 21, in either order.
 * @throws where one of them is not opaque (see `readColour`)
 */
export function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}
