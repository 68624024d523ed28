import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Starting } from './Starting'

const meta = {
  title: 'Screens/Starting',
  component: Starting,
  parameters: { layout: 'fullscreen' },
  args: { version: '1.0.0' },
} satisfies Meta<typeof Starting>

export default meta
type Story = StoryObj<typeof meta>

/** Tables are brought up to date: nobody knows how long that takes. */
export const Unknown: Story = {
  play: ({ canvas }) =>
    expect(canvas.getByRole('progressbar', { name: 'Preparing' })).not.toHaveAttribute('aria-valuenow'),
}
export const Writing: Story = {
  args: { progress: { step: 'Writing a year of rounds', percent: 68 } },
  async play({ canvas }) {
    await expect(canvas.getByRole('progressbar', { name: 'Preparing' })).toHaveAttribute('aria-valuenow', '68')
    await expect(canvas.getByRole('status')).toHaveTextContent('Writing a year of rounds')
  },
}
export const Lost: Story = {
  args: { progress: { step: 'Writing a year of rounds', percent: 68 }, lost: true },
  play: ({ canvas }) => expect(canvas.getByRole('alert')).toBeVisible(),
}
