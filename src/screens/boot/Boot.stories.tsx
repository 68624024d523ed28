import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { Boot } from './Boot'

const meta = {
  title: 'Screens/Boot',
  component: Boot,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Boot>
export default meta
type Story = StoryObj<typeof meta>

export const Loading: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading')
    await waitFor(() => expect(getComputedStyle(canvas.getByRole('status').parentElement!).opacity).toBe('1'))
  },
}
