import type { Meta, StoryObj } from '@storybook/react-vite'
import { MemoryRouter } from 'react-router-dom'
import { expect, fn } from '@storybook/test'
import { UnreadIcon } from './UnreadIcon'

const meta = {
  title: 'Features/Unread/UnreadIcon',
  component: UnreadIcon,
  args: { of: 'chat', count: 3, onOpen: fn() },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta<typeof UnreadIcon>
export default meta
type Story = StoryObj<typeof meta>

export const QuickChat: Story = {
  play: async ({ canvas, args, userEvent }) => {
    const link = canvas.getByRole('link', { name: 'Quick chat' })
    await expect(link).toHaveAttribute('href', '/quick-chat')
    await expect(link).toHaveAccessibleDescription('3 unread messages')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onOpen).toHaveBeenCalledOnce()
  },
}
export const Support: Story = { args: { of: 'support', count: 4 } }
export const WithMoreThanNine: Story = {
  args: { count: 10 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('9+')).toBeVisible()
  },
}
export const WithNone: Story = {
  args: { count: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link')).not.toHaveAccessibleDescription()
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
