import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import type { ReactNode } from 'react'
import { Bell, MessageCircle, Trash2 } from 'lucide-react'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { IconButton } from './IconButton'

const meta = {
  title: 'Design System/Primitives/IconButton',
  component: IconButton,
  parameters: guide(
    'An icon-only control with a name and a tooltip, optionally with a count at its corner.',
    [
      'Name the action: "Close", "More actions".',
      'Use 28 px in bars, 32 px on pages, 40 px in the top bar; the latter is 44 px on phones.',
    ],
    ['Use an unclear icon: use a text button.', 'Put the count into the name: it is read after it.'],
  ),
  args: { label: 'Notifications', icon: Bell, onClick: fn() },
} satisfies Meta<typeof IconButton>
export default meta
type Story = StoryObj<typeof meta>

export const Rest: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onClick).toHaveBeenCalledOnce()
    await expect(await canvas.findByRole('tooltip')).toHaveTextContent('Notifications')
    await userEvent.keyboard('{Escape}')
    await expect(canvas.queryByRole('tooltip')).not.toBeInTheDocument()
  },
}

export const WithBadge: Story = {
  args: { badge: 12, iconSize: 'topBar', size: 'large' },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('button', { name: 'Notifications' })
    await expect(button).toHaveAccessibleDescription('9+ unread')
  },
}

export const WhenItLeadsSomewhere: Story = {
  args: {
    label: 'Support tickets',
    badge: 3,
    link: {
      as: ({ to, children, ...rest }: { to: string; children?: ReactNode }) => (
        <a {...rest} href={to}>
          {children}
        </a>
      ),
      to: '#support',
    },
  },
  play: async ({ canvas }) => {
    const link = canvas.getByRole('link', { name: 'Support tickets' })
    await expect(link).toHaveAttribute('href', '#support')
    await expect(link).toHaveAccessibleDescription('3 unread')
  },
}

export const Busy: Story = {
  args: { busy: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await expect(args.onClick).not.toHaveBeenCalled()
  },
}

export const DisabledWithReason: Story = {
  args: { disabledReason: 'You are offline.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button')).toHaveAccessibleDescription('You are offline.')
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['rest', 'badge', 'open', 'busy', 'off']}
      rows={(['small', 'default', 'large'] as const).map((size) => ({
        name: size,
        cells: [
          <IconButton key="a" size={size} label="Delete" icon={Trash2} tone="danger" />,
          <IconButton key="b" size={size} label="Quick chat" icon={MessageCircle} badge={3} />,
          <IconButton key="c" size={size} label="Notifications" icon={Bell} aria-expanded badge={12} />,
          <IconButton key="d" size={size} label="Delete" icon={Trash2} busy />,
          <IconButton key="e" size={size} label="Delete" icon={Trash2} disabledReason="You are offline." />,
        ],
      }))}
    />
  ),
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
