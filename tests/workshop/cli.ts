/** `npm run test:workshop`: the statechart panel and the pages of all states, in a built Storybook, without any network. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run, serve } from '../pictures/storybook'

const USAGE = `Tries the statechart panel of a built Storybook: a story of each machine, an event sent from it.

  npm run test:workshop              builds Storybook, then tries it
  npm run test:workshop -- --built   with the Storybook of the last run`

const FOLDER = join(ROOT, '.tmp/workshop/storybook')

async function main(): Promise<number> {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined && argument !== '--built') {
    console.log(USAGE)
    return argument === '--help' ? 0 : 2
  }
  if (argument === undefined || !existsSync(FOLDER)) {
    rmSync(FOLDER, { recursive: true, force: true })
    if ((await run('storybook/dist/bin/dispatcher.js', ['build', '-o', FOLDER, '--quiet'])) !== 0) return 1
  }
  const { origin, close } = await serve(FOLDER)
  const code = await run('@playwright/test/cli.js', ['test', '-c', 'tests/workshop/playwright.config.ts'], { WORKSHOP_ORIGIN: origin })
  close()
  return code
}

process.exit(await main())
