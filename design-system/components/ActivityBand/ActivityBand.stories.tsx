import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { ActivityBand, ActivityRow } from './ActivityBand'

const onSelect = fn()
const onDismiss = fn()
const verbs = (...labels: string[]) => labels.map((label) => ({ label, onSelect }))

const meta = {
  title: 'Design System/Components/ActivityBand',
  component: ActivityBand,
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'Actions in progress from other pages, one row each, above the open page.',
      [
        'Show here what the person started on a page that they left.',
        'Keep a row until the person has seen the outcome.',
      ],
      [
        'Show the same action twice: where its own page is open, only that page shows it.',
        'Use it for messages: use toasts.',
      ],
    ),
  },
  args: { label: 'Changes in progress' },
} satisfies Meta<typeof ActivityBand>
export default meta
type Story = StoryObj<typeof meta>

export const Running: Story = {
  render: (args) => (
    <ActivityBand {...args}>
      <ActivityRow tone="busy" text="Disabling 120 of 391 users" share={120 / 391} verbs={verbs('Stop')} />
    </ActivityBand>
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('region', { name: 'Changes in progress' })).toBeVisible()
    await expect(canvas.getByRole('progressbar')).toHaveAccessibleName('Disabling 120 of 391 users')
    await userEvent.click(canvas.getByRole('button', { name: 'Stop' }))
    await expect(onSelect).toHaveBeenCalled()
    await expect(canvas.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  },
}
export const Stopping: Story = {
  render: (args) => (
    <ActivityBand {...args}>
      <ActivityRow tone="busy" text="Stopping. 124 of 391 users disabled" share={124 / 391} verbs={[]} />
    </ActivityBand>
  ),
}
export const Partly: Story = {
  render: (args) => (
    <ActivityBand {...args}>
      <ActivityRow
        tone="danger"
        text="312 of 391 users disabled, 79 refused"
        verbs={verbs('Show these 79', 'Try again', 'Undo')}
        onDismiss={onDismiss}
      />
    </ActivityBand>
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('312 of 391 users disabled, 79 refused')
    await userEvent.click(canvas.getByRole('button', { name: 'Dismiss' }))
    await expect(onDismiss).toHaveBeenCalled()
  },
}
export const Done: Story = {
  render: (args) => (
    <ActivityBand {...args}>
      <ActivityRow
        tone="success"
        text="391 users disabled"
        verbs={verbs('Show these 391', 'Undo')}
        onDismiss={onDismiss}
      />
    </ActivityBand>
  ),
}
/** Several at once, including a long name in another alphabet. */
export const Several: Story = {
  render: (args) => (
    <ActivityBand {...args}>
      <ActivityRow tone="busy" text="Disabling 120 of 391 users" share={120 / 391} verbs={verbs('Stop')} />
      <ActivityRow
        tone="success"
        text="12 admins enabled"
        verbs={verbs('Show these 12', 'Undo')}
        onDismiss={onDismiss}
      />
      <ActivityRow
        tone="danger"
        text={`${'Александра Достоевская-Преображенская'} could not be disabled. Somebody else changed this user a moment ago.`}
        verbs={verbs('Show this user', 'Try again')}
        onDismiss={onDismiss}
      />
    </ActivityBand>
  ),
}
export const Dark: Story = { ...Several, globals: { theme: 'dark' } }
/** 320 px: nothing is cut off, and the page does not scroll sideways. */
export const Narrowest: Story = {
  ...Several,
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  },
}
