import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { failing, override } from '@mocks/browser'
import { addTo } from '@mocks/approvals'
import { db } from '@mocks/db'
import { connectionCount } from '@mocks/socket'
import { rowWith, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Money/Transaction records',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE' },
  args: { page: listPage('transaction-record'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** The newest user: their transactions are at the top. */
const owner = () =>
  db.users.find(
    ({ id }) =>
      id === db.records.walletTransaction.toSorted((a, b) => String(b.at).localeCompare(String(a.at)))[0]!.user,
  )!

export const Ready: Story = {
  play: async () => {
    const { first_name } = owner()
    await expect(await rowWith(first_name)).toHaveTextContent('Completed')
    await expect(await screen.findByRole('columnheader', { name: /^Before/ })).toBeVisible()
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }

/** Money moves while the list is open: the new row is offered at once. */
export const WhenMoneyMoves: Story = {
  name: 'A new transaction is offered while the list is open',
  parameters: { isLive: true },
  play: async ({ userEvent }) => {
    const user = owner()
    await rowWith(user.first_name)
    await waitFor(() => expect(connectionCount()).toBe(1))
    addTo(user.id, 'cash_balance', 12_345, 'ADJUSTMENT')
    await userEvent.click(await screen.findByRole('button', { name: 'Show it' }))
    await waitFor(async () => expect(await rowWith('123.45')).toHaveTextContent('Adjustment'))
  },
}

export const NobodyMatches: Story = {
  parameters: { path: '/transaction-record?q=nobody%20at%20all' },
  play: async () => seen(screen.findByRole('heading', { name: 'No wallet transaction matches' })),
}

export const Failing: Story = {
  beforeEach: consoleStory(override('walletTransaction.list', failing(503))),
  play: async () => seen(screen.findByRole('button', { name: /again/i })),
}
