import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { MemoryRouter } from 'react-router-dom'
import type { Profile } from '@contract/entities/profile'
import type { CountedGroup } from './counted-records'
import type { CountsCardProps } from './Counts'
import { Home } from './Home'

const profile: Profile = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  avatar: null,
  status: 'ACTIVE',
  UserSessionTracker: { status: 'ONLINE' },
  email: 'vera@pitboss.test',
  first_name: 'Vera',
  last_name: 'Lindholm',
  username: 'vera_super',
  role: 'SUPER_ADMIN',
  third_party_store_code: null,
  store_code: 'HOUSE',
  preferences: {},
}

const admins: CountedGroup = {
  word: 'Admins',
  route: '/admin',
  total: 48,
  parts: [{ word: 'Disabled', count: 3, to: '/admin?f.is_deleted=true' }],
}
const users: CountedGroup = {
  word: 'Users',
  route: '/users',
  total: 48_216,
  parts: [
    { word: 'Disabled', count: 312, to: '/users?f.is_deleted=true' },
    { word: 'Verified', count: 20_904, to: '/users?f.kyc_status=VERIFIED' },
  ],
}
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
  args: { profile, rights: 'everything', counts },
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
    await expect(canvas.getByText('Vera Lindholm')).toBeVisible()
    await expect(canvas.getByText('Super admin')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Admins 48' })).toHaveAttribute('href', '/admin')
    await expect(canvas.getByRole('link', { name: 'Users: Disabled 312' })).toHaveAttribute(
      'href',
      '/users?f.is_deleted=true',
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Count again' }))
    await expect(args.counts.onRefresh).toHaveBeenCalledOnce()
  },
}

export const Loading: Story = {
  ...viewIn('loading', { counts: null }),
  args: { ...viewIn('loading', { counts: null }).args, profile: null },
}
export const Refreshing: Story = viewIn('refreshing')

export const Outdated: Story = {
  ...viewIn('outdated', { problem: 'The server cannot be reached.' }),
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText('These figures may be old. The server cannot be reached.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.counts.onRetry).toHaveBeenCalledOnce()
  },
}

/** One count fails: the other figures stay. */
export const PartlyCounted: Story = {
  ...viewIn('ready', {
    counts: { groups: [admins, { ...users, total: null, parts: [] }], counted_at },
  }),
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('link', { name: 'Admins 48' })).toBeVisible()
    await expect(canvas.getByText('Could not be counted.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Users: Try again' }))
    await expect(args.counts.onRetry).toHaveBeenCalledOnce()
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
    await expect(args.counts.onRetry).toHaveBeenCalledOnce()
  },
}

const fewRights: Story['args'] = {
  profile: {
    ...profile,
    first_name: 'Sofia',
    last_name: 'Reyes',
    username: 'sofia_support',
    email: 'support@pitboss.test',
    role: 'SUPPORT_AGENT',
  },
  rights: [
    {
      title: 'People',
      rights: [
        { subject: 'Users', title: 'Users', may: 'read 14 fields, change' },
        { subject: 'UserDocVerification', title: 'Document verification', may: 'read' },
      ],
    },
    { title: 'Money', rights: [{ subject: 'ManualDeposits', title: 'Manual deposit', may: 'read' }] },
    {
      title: 'Support',
      rights: [
        { subject: 'SupportTickets', title: 'Support tickets', may: 'read, add, change' },
        { subject: 'QuickChat', title: 'Quick chat', may: 'read, add' },
      ],
    },
  ],
  counts: {
    ...counts,
    counts: { groups: [users], counted_at },
  },
}

export const WithFewRights: Story = {
  args: fewRights,
  play: async ({ canvas }) => expect(canvas.queryByRole('link', { name: /Admins/ })).toBeNull(),
}
export const WithoutAnyRight: Story = {
  args: { rights: [], counts: { ...counts, counts: { groups: [], counted_at } } },
}
export const WhenNarrowest: Story = {
  args: fewRights,
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvasElement }) => {
    const { scrollWidth, clientWidth } = canvasElement.ownerDocument.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
}
