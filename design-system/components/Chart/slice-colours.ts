import { contrast, readColour } from '../../tokens/contrast'

/** What a mark needs against its ground (look, section 2). */
const LEAST_CONTRAST = 3

/** The same colour in one spelling. */
const spelled = (colour: string) => readColour(colour)?.join(' ') ?? colour

/**
 * The colour of each part of a chart. A colour that the server sent is used only where it can be read, reaches 3:1 on the
 * surface and is not taken by an earlier part; every other part gets the next colour of the palette that nobody has. With
 * more parts than colours the palette begins anew.
 * @param sent one for each part; null where none was sent
 * @param surface what the chart stands on, an opaque colour; where it cannot be read, no colour that was sent is used
 * @param palette the chart colours of the theme in their order, opaque
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
