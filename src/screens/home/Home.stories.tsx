import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, within } from '@storybook/test'
import { MemoryRouter } from 'react-router-dom'
import { menuFor } from '@resources/menu'
import type { CountedGroup } from './counted-records'
import type { CountsCardProps } from './Counts'
import { Home } from './Home'
import type { Queue } from './Queue'

const admins: CountedGroup = { word: 'Admins', to: '/admin?f.is_deleted=true', disabled: 3 }
const users: CountedGroup = { word: 'Users', to: '/users?f.is_deleted=true', disabled: 312 }
const documents: Queue = {
  key: 'documents',
  word: 'Documents to review',
  to: '/user-doc-verification?tab=pending',
  count: '1,204',
  lines: [
    { text: 'Łucja Żółć · Passport', note: '3 d 4 h', to: '/user-doc-verification/1' },
    { text: 'سارة محمد · Identity card', note: '2 d', to: '/user-doc-verification/2' },
    { text: 'Amara Silva · Proof of address', note: '40 min', to: '/user-doc-verification/3' },
  ],
  start: { label: 'Review the next one', to: '/user-doc-verification/review' },
}
const tickets: Queue = {
  key: 'tickets',
  word: 'My open tickets',
  to: '/support?f.assignee=1',
  count: '2',
  lines: [
    { text: 'T-10042 My withdrawal has been pending since Tuesday evening', note: 'Active', to: '/support/1' },
    { text: 'T-10051 Cannot sign in', note: 'Reopened', to: '/support/2' },
  ],
}
const chats: Queue = { key: 'chats', word: 'Unread chat messages', to: '/quick-chat', count: '9+', lines: [] }
const approvals: Queue = { key: 'approvals', word: 'Approvals to decide', to: null, count: '0', lines: [] }
const claims: Queue = {
  key: 'claims',
  word: 'Offer claims to decide',
  to: '/offer-claim-history',
  count: '0',
  lines: [],
}
const PAGES_OF_AN_EDITOR = menuFor(
  { accessible_pages: ['Games', 'GameTypes', 'SitePages', 'NewsletterSubscribers'], permissions: [] },
  'CONTENT_EDITOR',
)
const counted_at = '2026-11-20T14:32:00Z'
const counts: CountsCardProps = {
  state: 'ready',
  counts: { groups: [admins, users], counted_at },
  problem: null,
  requestId: null,
  onRetry: fn(),
  onRefresh: fn(),
}

const meta = {
  title: 'Screens/Home',
  component: Home,
  parameters: { layout: 'fullscreen' },
  args: { queues: [documents, tickets, chats], pages: PAGES_OF_AN_EDITOR, counts },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof Home>
export default meta
type Story = StoryObj<typeof meta>

const viewIn = (state: CountsCardProps['state'], more: Partial<CountsCardProps> = {}) => ({
  args: { counts: { ...counts, ...more, state } },
})

export const Ready: Story = {
  ...viewIn('ready'),
  play: async ({ args, canvas, userEvent }) => {
    const queue = within(canvas.getByRole('region', { name: 'My queue' }))
    await expect(queue.getByRole('link', { name: 'Documents to review 1,204' })).toBeVisible()
    await expect(queue.getByRole('link', { name: 'Review the next one' })).toHaveAttribute(
      'href',
      '/user-doc-verification/review',
    )
    await expect(queue.getByRole('link', { name: 'T-10051 Cannot sign in Reopened' })).toBeVisible()
    await expect(queue.getByRole('link', { name: /^See all ?: Unread chat messages$/ })).toBeVisible()
    await expect(canvas.queryByRole('region', { name: 'Your pages' })).toBeNull()
    await expect(canvas.getByRole('link', { name: 'Users 312' })).toHaveAttribute('href', '/users?f.is_deleted=true')
    await userEvent.click(canvas.getByRole('button', { name: 'Count again' }))
    await expect(args.counts!.onRefresh).toHaveBeenCalledOnce()
  },
}

export const Loading: Story = {
  args: {
    ...viewIn('loading', { counts: null }).args,
    queues: [documents, tickets, chats].map((queue) => ({ ...queue, count: null, lines: [], start: undefined })),
  },
  play: async ({ canvas }) => {
    // What stands for the lines stays in its card.
    for (const card of [...canvas.getAllByRole('heading', { level: 3 })].map((heading) => heading.closest('section')!))
      await expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth)
  },
}
export const Refreshing: Story = viewIn('refreshing')

export const Outdated: Story = {
  ...viewIn('outdated', { problem: 'The server cannot be reached.' }),
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText('These figures may be old. The server cannot be reached.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.counts!.onRetry).toHaveBeenCalledOnce()
  },
}

/** One count fails: the other figures stay. */
export const PartlyCounted: Story = {
  ...viewIn('ready', {
    counts: { groups: [admins, { ...users, disabled: null }], counted_at },
  }),
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('link', { name: 'Admins 3' })).toBeVisible()
    await expect(canvas.getByText('Could not be counted.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Users: Try again' }))
    await expect(args.counts!.onRetry).toHaveBeenCalledOnce()
  },
}

export const Unreachable: Story = {
  ...viewIn('unreachable', {
    counts: null,
    problem: 'The server answered something unexpected. Nothing was changed. Try again.',
    requestId: 'req-8f31',
  }),
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText('req-8f31')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.counts!.onRetry).toHaveBeenCalledOnce()
  },
}

export const WhenAQueueCannotBeCounted: Story = {
  args: { queues: [{ ...documents, count: null, lines: [], start: undefined, onRetry: fn() }, tickets] },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Documents to review: Try again' }))
    await expect(args.queues[0]!.onRetry).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('link', { name: 'My open tickets 2' })).toBeVisible()
  },
}
/** What is empty takes one line in all, said once; it leads to the lists. */
export const WhenSomeAreEmpty: Story = {
  args: { queues: [approvals, documents, claims] },
  play: async ({ canvas }) => {
    const queue = within(canvas.getByRole('region', { name: 'My queue' }))
    await expect(queue.getAllByText(/Approvals to decide/)).toHaveLength(1)
    await expect(queue.queryByRole('heading', { name: /Approvals to decide/ })).toBeNull()
    await expect(queue.queryByText('0')).toBeNull()
    await expect(queue.getByRole('link', { name: 'Offer claims to decide' })).toHaveAttribute(
      'href',
      '/offer-claim-history',
    )
    await expect(queue.getByRole('heading', { name: /^Documents to review/ })).toBeVisible()
  },
}
/** Somebody with nothing to do gets one friendly line and their pages. */
export const WhenNothingWaits: Story = {
  args: { queues: [approvals, claims], counts: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Nothing waits for you.', { exact: false })).toBeVisible()
    const pages = within(canvas.getByRole('region', { name: 'Your pages' }))
    await expect(pages.getAllByRole('link').length).toBeGreaterThan(2)
  },
}
/** Cards beside each other have one height. */
export const CardsOfOneHeight: Story = {
  args: { queues: [documents, tickets, chats] },
  play: async ({ canvas }) => {
    const heights = canvas
      .getAllByRole('heading', { level: 3 })
      .map((heading) => Math.round(heading.closest('section')!.getBoundingClientRect().height))
    await expect(new Set(heights).size).toBe(1)
  },
}
/** A role without the dashboard. */
export const WithoutDashboard: Story = {
  args: { counts: null, queues: [] },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('region', { name: 'Disabled accounts' })).toBeNull()
    const pages = within(canvas.getByRole('region', { name: 'Your pages' }))
    await expect(pages.getAllByRole('link').length).toBeGreaterThan(2)
  },
}
export const WithoutAnyRight: Story = { args: { counts: null, queues: [], pages: [] } }
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const WhenNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvasElement }) => {
    const { scrollWidth, clientWidth } = canvasElement.ownerDocument.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
}
