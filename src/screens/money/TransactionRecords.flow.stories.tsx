import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import type { Reference } from '@contract/records/field'
import { failing, override } from '@mocks/overrides'
import { connectionCount, grantOnly, rowsOf, sql } from '@mocks/scene'
import { rowWith, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { acts, decides, requests } from '../approval/approval.story-kit'
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

/** The user of the newest transaction, which is at the top. */
async function owner() {
  const [{ user }] = (await rowsOf<{ user: Reference }>('walletTransaction')) as [{ user: Reference }]
  return user
}

export const Ready: Story = {
  play: async () => {
    const { name } = await owner()
    await expect(await rowWith(name)).toHaveTextContent('Completed')
    await expect(await screen.findByRole('columnheader', { name: /^Before/ })).toBeVisible()
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }

/** Money moves while the list is open: the new row is offered at once. */
export const WhenMoneyMoves: Story = {
  name: 'A new transaction is offered while the list is open',
  parameters: { isLive: true },
  play: async ({ userEvent }) => {
    const { id, name } = await owner()
    await rowWith(name)
    await waitFor(() => expect(connectionCount()).toBe(1))
    const adjustment = await requests('ADMIN', 'users', 'adjust', id, {
      direction: 'UP',
      account: 'CASH',
      amount: '123.45',
      reason_code: 'CORRECTION',
      note: 'Deposited by bank',
    })
    await decides('MANAGER', 'approve', adjustment)
    await userEvent.click(await screen.findByRole('button', { name: 'Show it' }))
    await waitFor(async () => expect(await rowWith('123.45')).toHaveTextContent('Adjustment'))
  },
}

/** How many discrepancies are open is said above the list, and follows what colleagues do. */
export const WithOpenDiscrepancies: Story = {
  name: 'Open discrepancies are counted, live, with a link to them',
  parameters: { isLive: true },
  play: async () => {
    const open = (await rowsOf<{ id: string; status: string }>('discrepancy')).filter(({ status }) => status === 'OPEN')
    const said = (count: number) => new RegExp(`^${count} discrepancies are open`)
    await seen(screen.findByText(said(open.length), {}, { timeout: 15_000 }))
    await expect(screen.getByRole('link', { name: `Show all ${open.length}` })).toHaveAttribute(
      'href',
      '/transaction-record/discrepancies?tab=open',
    )
    await waitFor(() => expect(connectionCount()).toBe(1))
    await acts('MANAGER', 'discrepancy', 'resolve', open[0]!.id, { reason: 'Cleared up' })
    await seen(screen.findByText(said(open.length - 1), {}, { timeout: 15_000 }))
  },
}
export const WithOpenDiscrepanciesOnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => seen(screen.findByText(/discrepancies are open/, {}, { timeout: 15_000 })),
}
export const WithoutOpenDiscrepancies: Story = {
  name: 'Nothing is said where none is open',
  beforeEach: consoleStory(() => sql(`update discrepancies set status = 'RESOLVED' where status = 'OPEN'`)),
  play: async () => {
    await rowWith((await owner()).name)
    await expect(screen.queryByText(/discrepanc/)).toBeNull()
  },
}

export const ForWhoeverMayNotReadThem: Story = {
  name: 'Nothing is said to whoever may not read discrepancies',
  beforeEach: consoleStory(grantOnly('FINANCE', { action: 'read', subject: 'TransactionRecords', fields: ['*'] })),
  play: async () => {
    await seen(screen.findByRole('columnheader', { name: /^Before/ }))
    await expect(screen.queryByText(/discrepanc/)).toBeNull()
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
