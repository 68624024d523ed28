/** Only the tokens contain colours (architecture, Names: semantic tokens only, raw palette private). */
import { parseSync } from 'vite'
import { isExempt } from './rooms'
import { resolve, importsOf, type SourceFile } from './imports'

const STYLED = /^(?:design-system|src\/(?:features|screens|app|resources))\//
const OF_TOKENS = /^design-system\/(?:tokens|theme)\//
const PALETTE = 'design-system/tokens/palette'
/** #abc, #abcd, #aabbcc, #aabbccdd where CSS expects a value, and the colour functions. */
const HEX = /(?<=[\s:,('"`])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])/gi
const FUNCTION = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*[\d.]/gi

/** The source with its comments replaced by spaces. */
function withoutComments({ path, source }: SourceFile): string {
  let text = source
  for (const { start, end } of parseSync(path, source).comments)
    text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  return text
}

/** Raw colours of a file, and its imports of the private palette. */
export function colourFaultsOf(file: SourceFile): string[] {
  const { path } = file
  if (!STYLED.test(path) || OF_TOKENS.test(path) || isExempt(path)) return []
  const text = withoutComments(file)
  const colours = [...text.matchAll(HEX), ...text.matchAll(FUNCTION)].map(
    ([colour]) => `${path}: '${colour.trim()}' is a raw colour; use a token`,
  )
  const palette = importsOf(file)
    .map(({ specifier }) => resolve(path, specifier))
    .filter((target) => target.kind === 'file' && target.path === PALETTE)
  return [...colours, ...palette.map(() => `${path}: the palette is private to the tokens`)]
}
