/** Contact sheets: the accepted pictures of a screen and its states on one page, wide and narrow, light and dark. */
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, findChromium } from '../kit/find-chromium'
import { isMatrix, nameOf, shotsOf, THEMES, widthsOf, type IndexEntry, type Theme } from './plan'
import { ROOT, serve } from './storybook'

export interface Sheet {
  /** Name of the file in docs/pictures, without its extension. */
  file: string
  title: string
  /** The stories on it, in this order: the last parts of their ids. */
  stories: readonly string[]
}

/** Every screen. A pictured story that is on no sheet is an error, because nobody would look at it. */
export const SHEETS: readonly Sheet[] = [
  {
    file: 'sheet-login',
    title: 'Login',
    stories: ['console--login', 'console--login-rejected', 'console--sign-in-error'],
  },
  { file: 'sheet-home', title: 'Home', stories: ['console--home', 'console--home-of-support'] },
  {
    file: 'sheet-lists',
    title: 'Users and admins',
    stories: ['console--users', 'console--admins'],
  },
  {
    file: 'sheet-list-states',
    title: 'States of a list',
    stories: [
      'console--users-loading',
      'console--users-empty',
      'console--users-no-match',
      'console--users-unreachable',
      'console--users-cut-short',
    ],
  },
  {
    file: 'sheet-user',
    title: 'One user',
    stories: ['console--user', 'console--disable-user', 'console--user-unreachable'],
  },
  {
    file: 'sheet-live',
    title: 'Notifications and two-factor',
    stories: [
      'notifications--open',
      'two-factor--enrolling',
      'two-factor--showing-codes',
      'two-factor--confirming-disable',
      'two-factor--stepping-up',
    ],
  },
  {
    file: 'sheet-forms',
    title: 'Forms',
    stories: ['console--add-user', 'console--add-user-refused', 'console--edit-user', 'console--change-password'],
  },
  {
    file: 'sheet-shell',
    title: 'The frame',
    stories: [
      'console--account-menu',
      'console--loading-permissions',
      'console--permissions-failed',
      'console--not-available-yet',
      'console--not-permitted',
      'console--page-not-found',
    ],
  },
]

const QUALITY = 72
const require = createRequire(import.meta.url)
const font = () =>
  readFileSync(require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')).toString('base64')

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** Storybook capitalises every word of a name. */
const inWords = (name: string) => name.slice(0, 1) + name.slice(1).toLowerCase()
const lastOf = (title: string) => title.split('/').at(-1)!

const page = (title: string, body: string, theme: Theme = 'light') => `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Inter; src: url(data:font/woff2;base64,${font()}); font-weight: 100 900 }
body { margin: 0; padding: 24px; font: 13px/20px Inter; ${theme === 'dark' ? 'background: #000; color: #ddd' : 'background: #d9dde3; color: #141821'} }
h1 { margin: 0 0 16px; font: 620 20px/28px Inter }
h2 { margin: 20px 0 8px; font: 600 14px/20px Inter }
.row { display: flex; gap: 12px; align-items: flex-start }
.columns { columns: 2; column-gap: 16px }
figure { margin: 0 0 16px; break-inside: avoid }
figcaption { margin-bottom: 4px; font-weight: 600 }
img { display: block; max-width: 100% }
.wide { width: 720px } .narrow { width: 208px }
</style><title>${html(title)}</title><h1>${html(title)}</h1>${body}`

const WIDTH = 24 * 2 + 720 * 2 + 208 * 2 + 12 * 3

/** A sheet's page, with a row for each story. */
const sheetPage = (title: string, stories: readonly IndexEntry[], at: (name: string) => string) =>
  page(
    title,
    stories
      .map(
        (story) =>
          `<h2>${html(inWords(story.name))}</h2><div class="row">${widthsOf(story)
            .flatMap((width) =>
              THEMES.map((theme) => `<img class="${width}" src="${at(nameOf(story.id, width, theme))}" alt="">`),
            )
            .join('')}</div>`,
      )
      .join(''),
  )

/** All matrix stories in one theme. */
const componentsPage = (stories: readonly IndexEntry[], theme: Theme, at: (name: string) => string) =>
  page(
    `Components, ${theme}`,
    `<div class="columns">${stories.map((story) => `<figure><figcaption>${html(lastOf(story.title))}${story.name === 'Matrix' ? '' : ` · ${html(inWords(story.name))}`}</figcaption><img src="${at(nameOf(story.id, 'matrix', theme))}" alt=""></figure>`).join('')}</div>`,
    theme,
  )

/** @returns errors in the list of sheets: stories on no sheet, and names without a story */
export function faultsOfSheets(index: readonly IndexEntry[], sheets: readonly Sheet[] = SHEETS): string[] {
  const named = sheets.flatMap(({ stories }) => stories)
  const screens = index.filter((entry) => !isMatrix(entry) && widthsOf(entry).length > 0)
  return [
    ...screens
      .filter(({ id }) => !named.some((end) => id.endsWith(end)))
      .map(({ id }) => `${id} has a picture and is on no sheet (tests/pictures/sheets.ts)`),
    ...named
      .filter((end) => !screens.some(({ id }) => id.endsWith(end)))
      .map((end) => `No pictured story ends in ${end}`),
  ]
}

/**
 * Draws every sheet from the current baselines.
 * @param baselines their folder
 * @param index the entries of the built Storybook
 * @returns the written files, with their sizes in bytes
 * @throws where a story has no baseline yet
 */
export async function drawSheets(
  baselines: string,
  index: readonly IndexEntry[],
): Promise<{ file: string; bytes: number }[]> {
  const missing = shotsOf(index).filter(({ name }) => !existsSync(join(baselines, `${name}.png`)))
  if (missing.length > 0)
    throw new Error(`There is no baseline ${missing.map(({ name }) => name).join(', ')}: accept first.`)
  const { origin, close } = await serve(baselines)
  const at = (name: string) => `${origin}/${name}.png`
  const matrices = index.filter(isMatrix)
  const pages = [
    ...SHEETS.map(({ file, title, stories }) => ({
      file,
      content: sheetPage(
        title,
        stories.flatMap((end) => index.filter(({ id }) => id.endsWith(end))),
        at,
      ),
    })),
    ...THEMES.map((theme) => ({ file: `sheet-components-${theme}`, content: componentsPage(matrices, theme, at) })),
  ]
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })
  try {
    const view = await browser.newPage({ viewport: { width: WIDTH, height: 400 } })
    const screen = await view.context().newCDPSession(view)
    const written: { file: string; bytes: number }[] = []
    for (const { file, content } of pages) {
      await view.setContent(content, { waitUntil: 'networkidle' })
      await view.evaluate(() => document.fonts.ready.then(() => undefined))
      const height = await view.evaluate(() => document.documentElement.scrollHeight)
      const { data } = await screen.send('Page.captureScreenshot', {
        format: 'webp',
        quality: QUALITY,
        captureBeyondViewport: true,
        clip: { x: 0, y: 0, width: WIDTH, height, scale: 1 },
      })
      const bytes = Buffer.from(data, 'base64')
      await writeFile(join(ROOT, 'docs/pictures', `${file}.webp`), bytes)
      written.push({ file: `docs/pictures/${file}.webp`, bytes: bytes.length })
    }
    return written
  } finally {
    await browser.close()
    close()
  }
}
