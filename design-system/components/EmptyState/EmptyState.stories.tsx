import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { FileQuestion, SearchX, TriangleAlert, Users } from 'lucide-react'
import { Button } from '../../primitives/Button/Button'
import { EmptyState } from './EmptyState'

const meta = {
  title: 'Design System/Components/EmptyState',
  component: EmptyState,
  args: { icon: Users, title: 'No admins yet', text: 'People you add here can sign in to this console.', actions: <Button variant="primary">Add admin</Button> },
} satisfies Meta<typeof EmptyState>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = { play: async ({ canvas }) => { await expect(canvas.getByRole('heading', { level: 2, name: 'No admins yet' })).toBeVisible() } }
export const NoMatch: Story = { args: { icon: SearchX, title: 'No user matches “zzz”', text: '5,388 users are hidden by the filter.', actions: <Button>Clear the filter</Button> } }
export const Failed: Story = {
  args: { icon: TriangleAlert, tone: 'danger', title: 'Users could not be loaded', text: 'The server did not answer. Nothing was changed.', requestId: '7f3a-91c2', actions: <Button variant="primary">Try again</Button> },
  play: async ({ canvas }) => { await expect(canvas.getByRole('button', { name: 'Copy request id' })).toBeVisible() },
}
export const NotFound: Story = { args: { icon: FileQuestion, level: 1, title: 'page not found', text: 'There is nothing at this address.', actions: <Button variant="primary">Go to Home</Button> } }
export const Phone: Story = { ...Failed, globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = { ...Failed, globals: { theme: 'dark' } }
