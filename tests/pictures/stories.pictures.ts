import { expect, type Page } from '@playwright/test'
import { shotsOf } from './plan'
import { show, test } from './stage'
import { readIndex } from './storybook'

const shots = shotsOf(readIndex())

for (const shot of shots) {
  test(`${shot.story.title} · ${shot.story.name} · ${shot.width} · ${shot.theme} (${shot.story.id})`, async ({
    stage,
  }) => {
    await show(stage, shot)
    await expect(stage).toHaveScreenshot(`${shot.name}.png`, { fullPage: shot.width === 'matrix' })
  })
}

/** Proves that the comparison can fail: it must detect each of these changes, and accept the picture without them. */
const CHANGES: readonly [string, (page: Page) => Promise<unknown>][] = [
  [
    'a background that is 3 steps of 255 darker',
    (page) => page.addStyleTag({ content: 'html { filter: brightness(0.985) }' }),
  ],
  [
    'text that is one pixel lower',
    (page) => page.addStyleTag({ content: '#storybook-root button > * { transform: translateY(1px) }' }),
  ],
  [
    'a token with its neighbour’s colour',
    (page) => page.addStyleTag({ content: ':root:root { --pb-accent-solid: var(--pb-accent-hover) }' }),
  ],
]
const button = shots.find(({ story, theme }) => story.title.endsWith('/Button') && theme === 'light')

test.describe('the comparison', () => {
  for (const [change, make] of CHANGES) {
    test(`detects ${change}`, async ({ stage }, info) => {
      test.skip(info.config.updateSnapshots !== 'none', 'Accepting compares nothing.')
      expect(button, 'the matrix of the button').toBeDefined()
      await show(stage, button!)
      await make(stage)
      const compared = expect(stage).toHaveScreenshot(`${button!.name}.png`, { fullPage: true, timeout: 5_000 })
      await expect(compared).rejects.toThrow(/pixels .* are different/)
    })
  }
})
