import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { FileQuestion, Lock, SearchX, TriangleAlert, Users, WifiOff } from 'lucide-react'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import { EmptyState } from './EmptyState'

const meta = {
  title: 'Design System/Components/EmptyState',
  component: EmptyState,
  parameters: guide(
    'Shown instead of missing content: empty, no match, failed, not found, not allowed.',
    [
      'Use one title, one sentence, one action.',
      'Name the filter that hides the rows, with a button that clears it.',
      'After a failure state what happened, that nothing changed, and the request id.',
    ],
    ['Write "Oops", or blame anybody.', 'Use it while content loads: use skeletons.'],
  ),
  args: {
    icon: Users,
    title: 'No admins yet',
    text: 'People you add here can sign in to this console.',
    actions: <Button variant="primary">Add admin</Button>,
  },
} satisfies Meta<typeof EmptyState>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 2, name: 'No admins yet' })).toBeVisible()
  },
}
export const NoMatch: Story = {
  args: {
    icon: SearchX,
    title: 'No user matches “zzz”',
    text: '5,388 users are hidden by the filter.',
    actions: <Button>Clear the filter</Button>,
  },
}
export const Failed: Story = {
  args: {
    icon: TriangleAlert,
    tone: 'danger',
    title: 'Users could not be loaded',
    text: 'The server did not answer. Nothing was changed.',
    requestId: '7f3a-91c2',
    actions: <Button variant="primary">Try again</Button>,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Copy request id' })).toBeVisible()
  },
}
export const NotFound: Story = {
  args: {
    icon: FileQuestion,
    level: 1,
    title: 'page not found',
    text: 'There is nothing at this address.',
    actions: <Button variant="primary">Go to Home</Button>,
  },
}
export const NoPermission: Story = {
  args: {
    icon: Lock,
    tone: 'neutral',
    title: 'You may not see withdrawals',
    text: 'Your role does not include it. An admin can change that under Permission.',
    actions: undefined,
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).not.toBeInTheDocument()
  },
}
export const Offline: Story = {
  args: {
    icon: WifiOff,
    tone: 'warning',
    title: 'You are offline',
    text: 'Users were last loaded at 14:32. They come back by themselves.',
    actions: undefined,
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(300px, 1fr))', gap: 16 }}>
      {[Empty, NoMatch, Failed, NotFound, NoPermission, Offline].map((story, at) => (
        <EmptyState key={at} {...meta.args} {...story.args} />
      ))}
    </div>
  ),
}

export const Phone: Story = { ...Failed, globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
