import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { failing, override } from '@mocks/overrides'
import { rowsOf } from '@mocks/scene'
import { rowWith, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Play/Game records',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE' },
  args: { page: listPage('game-record'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** The row of the newest round, which is still open. */
async function newest() {
  const [round] = await rowsOf<{ round_id: string }>('gameRecord')
  return rowWith(round!.round_id)
}
const totals = () => screen.findByText(/^\d+ rounds?$/)

/** The newest round comes first. Below the list are the sums of the filter, to the cent. */
export const Ready: Story = {
  play: async () => {
    await expect(await newest()).toHaveTextContent('Open')
    await expect((await totals()).parentElement).toHaveTextContent(
      /^309 rounds\s*Stake [\d,]+\.\d\d\s*USD\s*Win [\d,]+\.\d\d\s*USD\s*Gross \u2212?[\d,]+\.\d\d\s*USD$/,
    )
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }

/** A filter counts anew. */
export const WithOneStatus: Story = {
  parameters: { path: '/game-record?f.status=CANCELLED' },
  play: async () => {
    await seen(screen.findAllByText('Cancelled').then(([first]) => first!))
    await waitFor(async () =>
      expect((await totals()).parentElement).toHaveTextContent(
        /^9 rounds\s*Stake 0\.00\s*USD\s*Win 0\.00\s*USD\s*Gross 0\.00\s*USD$/,
      ),
    )
  },
}

/** The rows stay where they cannot be counted. */
export const WhenTheTotalsFail: Story = {
  beforeEach: consoleStory(override('gameRecord.totals', failing(500))),
  play: async () => {
    await seen(screen.findByRole('button', { name: 'Count again' }))
    await expect(await newest()).toHaveTextContent('Open')
  },
}

/** Nobody adds or changes rounds here. */
export const ReadOnly: Story = {
  parameters: { signedInAs: 'ADMIN' },
  play: async () => {
    const row = within(await newest())
    await expect(row.queryByRole('button', { name: /^Edit/ })).toBeNull()
    await expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  },
}
