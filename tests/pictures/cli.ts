/** `npm run pictures`: compares stories with their committed baselines, and draws the contact sheets and the pictures of the README. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, findChromium, HOW_TO_GET_CHROMIUM } from '../kit/find-chromium'
import { shotsOf } from './plan'
import { drawSheets, faultsOfSheets } from './sheets'
import { buildStorybook, readIndex, ROOT, run, serve, STORYBOOK } from './storybook'

const USAGE = `Compares pictures of stories with their baselines in tests/pictures/baselines.

  npm run pictures                   builds Storybook, takes every picture, compares
  npm run pictures -- --accept       what differs becomes the new baseline; what has no story any more goes
  npm run pictures -- login          only pictures whose name holds a word (a regular expression)
  npm run pictures -- --built        with the Storybook of the last run
  npm run pictures -- --sheets       contact sheets in docs/pictures, of the baselines
  npm run pictures -- --readme       the README's pictures, of the built console (after npm run build)

A matrix story (an export that begins with Matrix) is in by itself; a screen by the tag 'picture' (or 'picture-wide',
'picture-narrow') of its story. The report with before, after and difference lies in test-results/pictures/report.
Exit: 0 nothing differs, 1 something does, 2 wrong usage.`

const BASELINES = join(ROOT, 'tests/pictures/baselines')
const REPORT = 'test-results/pictures/report/index.html'
/** The browser that drew the baselines: another one draws text slightly differently. */
const MADE_WITH = join(BASELINES, 'made-with.txt')
const LIMIT_BYTES = 12_000_000
/** Size limit of a sheet, which people open in a browser over the network. */
const SHEET_LIMIT_BYTES = 400_000

class WrongUsage extends Error {}

function readArguments() {
  try {
    const options = {
      accept: { type: 'boolean' },
      built: { type: 'boolean' },
      sheets: { type: 'boolean' },
      readme: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    if (positionals.length > 1) throw new WrongUsage('One word chooses the pictures.')
    if ((values.sheets || values.readme) && (values.accept || positionals.length > 0))
      throw new WrongUsage('Sheets and the pictures of the README stand alone.')
    return { ...values, only: positionals[0] }
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage((error as Error).message)
  }
}

async function browserVersion(): Promise<string> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(HOW_TO_GET_CHROMIUM)
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const version = `Chromium ${browser.version()} on ${process.platform}`
  await browser.close()
  return version
}

const baselines = () => (existsSync(BASELINES) ? readdirSync(BASELINES).filter((name) => name.endsWith('.png')) : [])

/** Baselines without a story in the index. */
function orphans(): string[] {
  const known = new Set(shotsOf(readIndex()).map(({ name }) => `${name}.png`))
  return baselines().filter((name) => !known.has(name))
}

/** @returns whether all pictures match; with `accept` whether all could be taken */
async function compare({ accept = false, only }: { accept?: boolean; only?: string }): Promise<boolean> {
  const version = await browserVersion()
  const before = existsSync(MADE_WITH) ? readFileSync(MADE_WITH, 'utf8').trim() : null
  if (!accept && before !== null && before !== version)
    console.info(`The baselines are of ${before}, this is ${version}: text may be drawn a little differently.`)
  if (accept) {
    for (const name of orphans()) rmSync(join(BASELINES, name))
    mkdirSync(BASELINES, { recursive: true })
  }
  const { origin, close } = await serve(STORYBOOK)
  const code = await run(
    '@playwright/test/cli.js',
    [
      'test',
      '-c',
      'tests/pictures/playwright.config.ts',
      ...(accept ? ['--update-snapshots=changed'] : []),
      ...(only ? ['--grep', only] : []),
    ],
    { PICTURES_ORIGIN: origin },
  )
  close()
  if (accept) writeFileSync(MADE_WITH, `${version}\n`)
  const left = orphans()
  for (const name of left) console.error(`No story has ${name} any more: accept removes it.`)
  const bytes = baselines().reduce((sum, name) => sum + statSync(join(BASELINES, name)).size, 0)
  console.info(
    `${baselines().length} baselines, ${(bytes / 1e6).toFixed(1)} of ${LIMIT_BYTES / 1e6} MB. Report: ${REPORT}`,
  )
  if (bytes > LIMIT_BYTES) console.error('The baselines are too large: fewer stories with the tag, or smaller ones.')
  return code === 0 && left.length === 0 && bytes <= LIMIT_BYTES
}

/** @returns whether every pictured story is on a sheet, and no sheet exceeds the limit */
async function sheets(): Promise<boolean> {
  const faults = faultsOfSheets(readIndex())
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) return false
  const written = await drawSheets(BASELINES, readIndex())
  for (const { file, bytes } of written)
    console.info(
      `${file} ${Math.round(bytes / 1000)} kB${bytes > SHEET_LIMIT_BYTES ? `, more than ${SHEET_LIMIT_BYTES / 1000}` : ''}`,
    )
  return written.every(({ bytes }) => bytes <= SHEET_LIMIT_BYTES)
}

async function main(): Promise<number> {
  const given = readArguments()
  if (given.help) {
    console.info(USAGE)
    return 0
  }
  if (given.readme) {
    const { drawReadme } = await import('./readme')
    console.info((await drawReadme()).join('\n'))
    return 0
  }
  if (!given.built) await buildStorybook()
  return (await (given.sheets ? sheets() : compare(given))) ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof WrongUsage ? `${error.message}\n\n${USAGE}` : error)
    process.exit(2)
  },
)
