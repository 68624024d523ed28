/** Lists the pictures: from the built Storybook's index.json, one shot per story, width and theme. */

/** The relevant parts of an entry of index.json. */
export interface IndexEntry {
  id: string
  type: string
  title: string
  name: string
  exportName?: string
  tags?: readonly string[]
}

export type Theme = 'light' | 'dark'
export type Width = 'matrix' | 'wide' | 'narrow'

/** Page sizes in CSS pixels. A matrix is taken at its full height. Wide: the width at which the drawer is docked (look, section 4). */
const SIZES: Readonly<Record<Width, { width: number; height: number }>> = {
  matrix: { width: 1000, height: 400 },
  wide: { width: 1280, height: 800 },
  narrow: { width: 390, height: 844 },
}
export const THEMES: readonly Theme[] = ['light', 'dark']

/** A story with this tag is a screen and is taken wide and narrow. With one of the other tags it is taken at that width only. */
export const TAG = 'picture'
export const ONLY_TAGS: Readonly<Record<'wide' | 'narrow', string>> = { wide: 'picture-wide', narrow: 'picture-narrow' }

export interface Shot {
  /** Name of the baseline without its extension: the same on every platform. */
  name: string
  story: IndexEntry
  width: Width
  theme: Theme
}

/** A matrix in an overlay has no height of its own, so its page has this height. */
const OVERLAY = { tag: 'picture-overlay', height: 640 } as const

/** The page that a shot is taken on. */
export const sizeOf = ({ width, story }: Shot): { width: number; height: number } => ({
  ...SIZES[width],
  ...(width === 'matrix' && story.tags?.includes(OVERLAY.tag) && { height: OVERLAY.height }),
})

/** Stories that show all variants of a component are identified by their export. */
export const isMatrix = ({ type, exportName = '' }: IndexEntry): boolean =>
  type === 'story' && exportName.startsWith('Matrix')

/** The widths at which a story is taken; empty for a story without pictures. */
export function widthsOf(entry: IndexEntry): readonly Width[] {
  if (entry.type !== 'story') return []
  if (isMatrix(entry)) return ['matrix']
  const has = (tag: string) => entry.tags?.includes(tag) ?? false
  return (['wide', 'narrow'] as const).filter((width) => has(TAG) || has(ONLY_TAGS[width]))
}

/** Name of one picture, only letters and dashes, since Playwright replaces other characters. The story's id makes it unique. */
export const nameOf = (id: string, width: Width, theme: Theme): string =>
  width === 'matrix' ? `${id}-${theme}` : `${id}-${width}-${theme}`

/** Every shot of a Storybook, in the order of its index. */
export const shotsOf = (entries: readonly IndexEntry[]): Shot[] =>
  entries.flatMap((story) =>
    widthsOf(story).flatMap((width) =>
      THEMES.map((theme) => ({ name: nameOf(story.id, width, theme), story, width, theme })),
    ),
  )

/** Address of a single story in a theme. axe has a separate run (npm run test:stories). */
export const addressOf = ({ story, theme }: Shot): string =>
  `/iframe.html?id=${story.id}&viewMode=story&globals=theme:${theme};a11y.manual:!true`
