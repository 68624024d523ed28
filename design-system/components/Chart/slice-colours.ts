import { contrast, readColour } from '../../tokens/contrast'

/** Minimum contrast of a mark against its background (look, section 2). */
const LEAST_CONTRAST = 3

/** A colour in normalised form. */
const spelled = (colour: string) => readColour(colour)?.join(' ') ?? colour

/**
 * The colour of each part of a chart. A colour from the server is used only where it can be parsed, reaches 3:1 on the surface and
 * is not used by an earlier part; every other part gets the next unused colour of the palette. With more parts than colours the
 * palette is repeated.
 * @param sent one per part; null where none was sent
 * @param surface background of the chart, an opaque colour; where it cannot be parsed, no sent colour is used
 * @param palette the chart colours of the theme in order, opaque
 */
export function sliceColours(
  sent: readonly (string | null | undefined)[],
  surface: string,
  palette: readonly string[],
): string[] {
  const ground = readColour(surface) !== null
  const taken = new Set<string>()
  const own = sent.map((colour) => {
    if (
      !ground ||
      !colour ||
      !readColour(colour) ||
      contrast(colour, surface) < LEAST_CONTRAST ||
      taken.has(spelled(colour))
    )
      return null
    taken.add(spelled(colour))
    return colour.trim()
  })
  const free = palette.filter((colour) => !taken.has(spelled(colour)))
  const next = free.length > 0 ? free : palette
  let used = 0
  return own.map((colour) => colour ?? next[used++ % next.length]!)
}
