import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { OfflineBand } from './OfflineBand'

const meta = {
  title: 'Design System/Components/OfflineBand',
  component: OfflineBand,
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'Shows above the page that there is no connection.',
      ['Keep the displayed content, with its age.'],
      ['Empty the page.', 'Use it for a failed call: show that where the call was made.'],
    ),
  },
  args: { children: 'You have been offline since 14:32. What you see may be out of date, and nothing can be saved.' },
} satisfies Meta<typeof OfflineBand>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('You have been offline since 14:32.')
  },
}
export const Matrix: Story = {}
export const Phone: Story = { globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = { globals: { theme: 'dark' } }
