/** `npm run test:workshop`: tests the statechart panel and the pages of all states in a built Storybook, without network access. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, run, serve } from '../pictures/storybook'

const USAGE = `Tries the statechart panel of a built Storybook: a story of each machine, an event sent from it.

  npm run test:workshop              builds Storybook, then tries it
  npm run test:workshop -- --built   with the Storybook of the last run
  npm run test:workshop -- --built shift   only what is called so`

const FOLDER = join(ROOT, '.tmp/workshop/storybook')

async function main(): Promise<number> {
  const options = { built: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  if (!values.built || !existsSync(FOLDER)) {
    rmSync(FOLDER, { recursive: true, force: true })
    if ((await run('storybook/dist/bin/dispatcher.js', ['build', '-o', FOLDER, '--quiet'])) !== 0) return 1
  }
  const { origin, close } = await serve(FOLDER)
  const code = await run(
    '@playwright/test/cli.js',
    ['test', '-c', 'tests/workshop/playwright.config.ts', ...positionals.flatMap((word) => ['--grep', word])],
    { WORKSHOP_ORIGIN: origin },
  )
  close()
  return code
}

process.exit(await main())
