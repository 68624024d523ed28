import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import type { Tone } from '../../tokens/tokens'
import { Banner } from './Banner'

const loadRest = fn()

const meta = {
  title: 'Design System/Components/Banner',
  component: Banner,
  parameters: guide(
    'A message where it applies. danger is an alert, warning a status; other tones are not announced.',
    ['Say what happened, then what to do.', 'Put the next step at its end: "Try again", "Load the rest".'],
    ['Show an error only in a toast, which disappears: show it here too.', 'Stack more than two.'],
  ),
  args: { tone: 'danger', children: 'priya_r decided first: approved at 14:31. Nothing was sent.' },
} satisfies Meta<typeof Banner>
export default meta
type Story = StoryObj<typeof meta>

export const Danger: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Nothing was sent')
  },
}
export const Warning: Story = {
  args: { tone: 'warning', children: 'Your draft of 14:02 is kept.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('is kept')
  },
}
/** It was there from the start: screen readers do not announce it. */
export const Neutral: Story = {
  args: { tone: 'neutral', children: 'Only people of your store are listed.' },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('alert')).not.toBeInTheDocument()
    await expect(canvas.queryByRole('status')).not.toBeInTheDocument()
  },
}
export const WithAction: Story = {
  args: {
    tone: 'warning',
    children: 'The list was cut short.',
    action: (
      <Button size="small" onClick={loadRest}>
        Load the rest
      </Button>
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Load the rest' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(loadRest).toHaveBeenCalledOnce()
  },
}
const TONES: Tone[] = ['neutral', 'info', 'success', 'warning', 'danger', 'violet']
export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 10, maxWidth: 480 }}>
      {TONES.map((tone) => (
        <Banner key={tone} tone={tone}>
          Only people of your store are listed.
        </Banner>
      ))}
      {TONES.map((tone) => (
        <Banner key={tone} tone={tone} action={<Button size="small">Try again</Button>}>
          Amara changed this ticket while you wrote. Your draft is kept.
        </Banner>
      ))}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
