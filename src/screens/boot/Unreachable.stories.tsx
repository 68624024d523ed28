import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import Unreachable from './Unreachable'

const meta = {
  title: 'Screens/Unreachable',
  component: Unreachable,
  parameters: { layout: 'fullscreen' },
  args: { onRetry: fn() },
} satisfies Meta<typeof Unreachable>
export default meta
type Story = StoryObj<typeof meta>

/** A session was stored on this device, but the server could not be reached to check it. */
export const UnreachableAtStart: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'The server cannot be reached' })).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const WhenNarrowest: Story = { globals: { viewport: { value: 'narrowest' } } }
