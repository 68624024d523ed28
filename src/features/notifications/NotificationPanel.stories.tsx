import type { Meta, StoryObj } from '@storybook/react-vite'
import { MemoryRouter } from 'react-router-dom'
import { expect, fn, waitFor } from '@storybook/test'
import { token } from '@design-system/tokens/tokens'
import { expectReadable } from '@tests/kit/layout-checks'
import { NOTIFICATION_SCROLL_MAX_HEIGHT } from '@contract/constants'
import { NotificationEntry, type NotificationEntryProps } from './NotificationEntry'
import { NotificationPanel } from './NotificationPanel'

const NOW = new Date(2026, 10, 20, 14, 32).getTime()
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

const entry = (
  over: Partial<NotificationEntryProps> & {
    title?: string
    description?: string
    keyword?: NotificationEntryProps['notification']['keyword']
    minutes?: number
  } = {},
) => {
  const {
    title = 'Ticket assigned',
    description = 'T-10481, Card deposit charged twice, is yours.',
    keyword = 'TICKET_ASSIGNED',
    minutes = 20,
    ...rest
  } = over
  return (
    <NotificationEntry
      key={`${title} ${minutes}`}
      notification={{ title, description, keyword, createdAt: ago(minutes) }}
      isUnread={false}
      canAccept={false}
      isAccepting={false}
      problem={null}
      to="/support"
      now={NOW}
      onOpen={fn()}
      onAccept={fn()}
      {...rest}
    />
  )
}
const HANDOVER = {
  title: 'Shift handover',
  description: 'tomasz_z hands you the Early shift: 7 open tickets, 2 late.',
  keyword: 'SHIFT_HANDOVER',
  isUnread: true,
  canAccept: true,
} as const
const ENTRIES = [
  entry({ ...HANDOVER, minutes: 0.67 }),
  entry({
    title: 'Ticket escalated',
    keyword: 'TICKET_ESCALATED',
    description: 'T-10482, Withdrawal pending for 26 hours, went to Risk.',
    minutes: 11,
    isUnread: true,
  }),
  entry({ isUnread: true }),
  entry({ description: 'T-10476, Bonus not credited after offer, is yours.', minutes: 125, isUnread: true }),
  entry({
    title: 'Ticket escalated',
    keyword: 'TICKET_ESCALATED',
    description: 'T-10440, Self-exclusion not applied, went to Risk.',
    minutes: 60 * 20,
  }),
  entry({ description: 'T-10431, Statement for October, is yours.', minutes: 60 * 24 * 17 }),
]

const meta = {
  title: 'Features/Notifications/NotificationPanel',
  component: NotificationPanel,
  args: {
    titleId: 'title',
    list: 'ready',
    ids: ENTRIES.map((_, place) => String(place)),
    unreadCount: 4,
    held: 0,
    hasMore: false,
    problem: null,
    isMarkingAll: false,
    onMarkAll: fn(),
    onShowNew: fn(),
    onEnd: fn(),
    onReading: fn(),
    onRetry: fn(),
    children: ENTRIES,
  },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <div
          style={{
            width: 'fit-content',
            maxWidth: '100%',
            border: `1px solid ${token.border.base}`,
            background: token.surface.raised,
            borderRadius: 8,
            overflow: 'hidden',
          }}
        >
          <Story />
        </div>
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof NotificationPanel>
export default meta
type Story = StoryObj<typeof meta>

export const Ready: Story = {
  play: async ({ canvas, args, userEvent }) => {
    const [handover] = canvas.getAllByRole('listitem')
    await expect(handover).toHaveTextContent('40 seconds ago')
    // 20 hours ago was yesterday: the age counts hours below a day, and the tooltip has the exact time (spec 2).
    await expect(canvas.getByText('20 hours ago')).toBeVisible()
    await expect(canvas.getByTitle('Yesterday 18:32')).toBeVisible()
    await expect(canvas.getByTitle('Today 14:21')).toHaveTextContent('11 minutes ago')
    await expect(canvas.getByTitle('Nov 3, 14:32')).toBeVisible()
    // Nothing may move under the pointer; reading begins and ends once.
    await userEvent.hover(handover!)
    await expect(args.onReading).toHaveBeenLastCalledWith(true)
    await userEvent.unhover(handover!)
    await userEvent.hover(canvas.getByRole('heading'))
    await expect(args.onReading).toHaveBeenLastCalledWith(false)
    await expect(args.onReading).toHaveBeenCalledTimes(2)
  },
}

/** Above 500 px it scrolls, and reports when its end is visible. */
export const WhenScrolledToTheEnd: Story = {
  args: {
    hasMore: true,
    ids: Array.from({ length: 20 }, (_, place) => String(place)),
    children: Array.from({ length: 20 }, (_, place) => entry({ minutes: place + 1 })),
  },
  play: async ({ canvas, args }) => {
    const scroller = canvas.getByRole('list').parentElement!
    await expect(scroller.clientHeight).toBe(NOTIFICATION_SCROLL_MAX_HEIGHT)
    await expect(args.onEnd).not.toHaveBeenCalled()
    scroller.scrollTo({ top: scroller.scrollHeight })
    await waitFor(() => expect(args.onEnd).toHaveBeenCalled())
    await expect(args.onReading).toHaveBeenLastCalledWith(true)
  },
}

export const Loading: Story = { args: { list: 'loading', ids: [], children: [], unreadCount: 0, hasMore: true } }
export const LoadingMore: Story = { args: { list: 'loadingMore', hasMore: true } }
export const Empty: Story = { args: { list: 'empty', ids: [], children: [], unreadCount: 0 } }
export const Unreachable: Story = {
  args: {
    list: 'unreachable',
    ids: [],
    children: [],
    unreadCount: 0,
    problem: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
  },
}
export const UnreachableFurther: Story = {
  args: {
    list: 'unreachable',
    problem: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
  },
}
export const WithNewOnesAbove: Story = {
  args: { held: 3, unreadCount: 7 },
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: '3 new notifications' }))
    await expect(args.onShowNew).toHaveBeenCalledOnce()
  },
}
export const MarkingAll: Story = {
  args: { isMarkingAll: true },
  play: async ({ canvas, args, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Marking/ }))
    await expect(args.onMarkAll).not.toHaveBeenCalled()
  },
}

/** A handover: can be accepted, is being accepted, was accepted by a colleague, and could not be sent. */
export const Handovers: Story = {
  args: {
    ids: ['1', '2', '3', '4'],
    unreadCount: 4,
    children: [
      entry({ ...HANDOVER, minutes: 1 }),
      entry({ ...HANDOVER, minutes: 2, isAccepting: true }),
      entry({
        ...HANDOVER,
        minutes: 3,
        canAccept: false,
        problem: 'leo_lead was first and accepted this handover on 2026-11-20 14:32 UTC.',
      }),
      entry({
        ...HANDOVER,
        minutes: 4,
        problem: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
      }),
    ],
  },
}

/** No text overflows the panel. */
export const BadInput: Story = {
  args: {
    ids: ['1', '2', '3'],
    children: [
      entry({ title: 'T'.repeat(120), description: 'W'.repeat(600), minutes: 1, isUnread: true }),
      entry({ title: '<b>bold</b> & "quotes"', description: 'عميل جديد ينتظر 🃏 نص طويل', minutes: 2 }),
      entry({ title: '', description: '', minutes: 3, to: null, keyword: 'OF_A_NEWER_SERVER' as never }),
    ],
  },
  play: async ({ canvas }) => {
    const scroller = canvas.getByRole('list').parentElement!
    await expect(scroller.scrollWidth).toBeLessThanOrEqual(scroller.clientWidth)
  },
}

/** With ten thousand unread notifications all words of the head are readable. */
export const Narrow: Story = {
  args: { onClose: fn(), unreadCount: 10_000 },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas, canvasElement }) => {
    await document.fonts.ready
    // Unread counts are limited to 9+ here too (spec 9).
    await expect(canvas.getByRole('heading', { name: 'Notification 9+ unread' })).toBeVisible()
    expectReadable(canvasElement)
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
export const DarkHandovers: Story = { ...Handovers, globals: { theme: 'dark' } }
