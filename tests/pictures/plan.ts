/** Which pictures there are: the built Storybook's index.json in, one shot a story, width and theme out. */

/** An entry of index.json, as far as it matters here. */
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

/** A page for each width, in CSS pixels. A matrix is taken at its full height. Wide is where the drawer docks (look, section 4). */
const SIZES: Readonly<Record<Width, { width: number; height: number }>> = {
  matrix: { width: 1000, height: 400 },
  wide: { width: 1280, height: 800 },
  narrow: { width: 390, height: 844 },
}
export const THEMES: readonly Theme[] = ['light', 'dark']

/** A story with this tag is a screen: it is taken wide and narrow. With one of the others it is taken at that width alone. */
export const TAG = 'picture'
export const ONLY_TAGS: Readonly<Record<'wide' | 'narrow', string>> = { wide: 'picture-wide', narrow: 'picture-narrow' }

export interface Shot {
  /** Name of the baseline without its ending: the same on every platform. */
  name: string
  story: IndexEntry
  width: Width
  theme: Theme
}

/** A matrix that lies over the page has no height of its own: its page is this high. */
const OVERLAY = { tag: 'picture-overlay', height: 640 } as const

/** The page that a shot is taken on. */
export const sizeOf = ({ width, story }: Shot): { width: number; height: number } => ({
  ...SIZES[width],
  ...(width === 'matrix' && story.tags?.includes(OVERLAY.tag) && { height: OVERLAY.height }),
})

/** The stories that show all variants of a component are known by their export. */
export const isMatrix = ({ type, exportName = '' }: IndexEntry): boolean =>
  type === 'story' && exportName.startsWith('Matrix')

/** At which widths a story is taken; none for a story that is in no picture. */
export function widthsOf(entry: IndexEntry): readonly Width[] {
  if (entry.type !== 'story') return []
  if (isMatrix(entry)) return ['matrix']
  const has = (tag: string) => entry.tags?.includes(tag) ?? false
  return (['wide', 'narrow'] as const).filter((width) => has(TAG) || has(ONLY_TAGS[width]))
}

/** Name of one picture: of letters and dashes, since Playwright changes others. The story's id keeps it unique. */
export const nameOf = (id: string, width: Width, theme: Theme): string =>
  width === 'matrix' ? `${id}-${theme}` : `${id}-${width}-${theme}`

/** Every shot of a Storybook, in the order of its index. */
export const shotsOf = (entries: readonly IndexEntry[]): Shot[] =>
  entries.flatMap((story) =>
    widthsOf(story).flatMap((width) =>
      THEMES.map((theme) => ({ name: nameOf(story.id, width, theme), story, width, theme })),
    ),
  )

/** Address of a story alone, in a theme. axe has its own run (npm run test:stories). */
export const addressOf = ({ story, theme }: Shot): string =>
  `/iframe.html?id=${story.id}&viewMode=story&globals=theme:${theme};a11y.manual:!true`
