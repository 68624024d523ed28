/** A failing story reports its own file and line, so that the reader of the output opens the right place. */
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from '@playwright/test'
import { ROOT } from '../pictures/storybook'

const FILE = 'src/features/failing-on-purpose.stories.tsx'
const SOURCE = `import type { Meta, StoryObj } from '@storybook/react-vite'

const meta = { title: 'Failing on purpose', component: () => <p>Nothing</p> } satisfies Meta
export default meta

export const Failing: StoryObj = {
  play: () => {
    throw new Error('It fails on purpose')
  },
}
`

test('a failing story reports its own file and line', async () => {
  test.setTimeout(180_000)
  const line = SOURCE.split('\n').findIndex((each) => each.includes('throw')) + 1
  writeFileSync(join(ROOT, FILE), SOURCE)
  try {
    const outcome = await promisify(execFile)(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '-c', 'tests/stories.config.ts', FILE],
      { cwd: ROOT, env: { ...process.env, STORIES_PORT: '63316' } },
    ).catch((failure: { stdout: string; stderr: string }) => failure)
    const said = stripVTControlCharacters(outcome.stdout + outcome.stderr)
    expect(said).toContain('It fails on purpose')
    expect(said).toContain(`${FILE}:${line}:`)
  } finally {
    rmSync(join(ROOT, FILE), { force: true })
  }
})
