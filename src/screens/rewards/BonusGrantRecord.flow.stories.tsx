import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { demoId } from '@demo/rows'
import { failing, override } from '@mocks/overrides'
import { recordOf, sql } from '@mocks/scene'
import { rowWith, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from '../record/record.story-kit'

/** A grant with five pairs of rounds, and one that nobody has played for. */
const [PLAYED, UNTOUCHED] = [demoId('bonusGrant', 5), demoId('bonusGrant', 0)]
const meta = {
  title: 'Screens/Rewards/Bonus grant',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE', path: `/bonus-history/${PLAYED}/rounds` },
  args: { page: recordPage('bonus-history'), parts: [PLAYED, 'rounds'] },
  decorators: [inRecordPage('Bonus grant')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

/** The newest round that counts for the grant. */
async function newestRound(): Promise<string> {
  const [round] = await sql<{ round_id: string }>(
    'select round_id from game_records where grant_id = $1::uuid order by started_at desc limit 1',
    [PLAYED],
  )
  return round!.round_id
}

/** The tab has the rounds that count for the grant, and no others; together they are what is wagered. */
export const CountedRounds: Story = {
  play: async () => {
    await expect(await rowWith(await newestRound())).toBeVisible()
    await waitFor(async () => expect((await screen.findByText('10 rounds')).parentElement).toHaveTextContent('250.00'))
    // Of this tab, not of the list of all rounds: how much counts, and not whose rounds they are.
    await expect(screen.getByRole('columnheader', { name: /^Counted/ })).toBeVisible()
    await expect(screen.queryByRole('columnheader', { name: /^User/ })).toBeNull()
    await expect((await recordOf<{ wagered: string }>('bonusGrant', PLAYED)).wagered).toBe('250.00')
  },
}
export const CountedRoundsDark: Story = { ...CountedRounds, globals: { theme: 'dark' } }
export const CountedRoundsNarrow: Story = {
  globals: { viewport: { value: 'narrow' } },
  play: async () => {
    await seen(screen.findByText(await newestRound()))
  },
}

export const WithoutRounds: Story = {
  name: 'Nobody has played for the grant yet',
  parameters: { path: `/bonus-history/${UNTOUCHED}/rounds` },
  args: { parts: [UNTOUCHED, 'rounds'] },
  play: async () => {
    await seen(screen.findByText('No round has counted yet'))
  },
}

export const WhenTheyCannotBeRead: Story = {
  name: 'The rounds cannot be read; the grant stays in sight',
  beforeEach: consoleStory(override('gameRecord.list', failing(500))),
  play: async () => {
    await seen(screen.findByRole('button', { name: /Try again|Retry/ }))
    await expect(await screen.findByRole('link', { name: 'Overview' })).toBeVisible()
  },
}

/** Whoever may read grants and no rounds. */
export const WithoutTheRight: Story = {
  parameters: { signedInAs: 'SUPPORT_AGENT', path: `/bonus-history/${PLAYED}` },
  args: { parts: [PLAYED] },
  play: async () => {
    await seen(screen.findByText('To wager'))
    await expect(screen.queryByText('Counted rounds')).toBeNull()
  },
}
