import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { DraftBand } from './DraftBand'

const meta = {
  title: 'Features/Form/DraftBand',
  component: DraftBand,
  args: { savedAt: new Date(2026, 10, 20, 14, 2).getTime(), onRestore: fn(), onDiscard: fn() },
} satisfies Meta<typeof DraftBand>
export default meta
type Story = StoryObj<typeof meta>

export const DraftOffered: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('A draft of 20 Nov 2026, 14:02 is kept on this device.')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRestore).toHaveBeenCalledOnce()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(args.onDiscard).toHaveBeenCalledOnce()
  },
}

export const WhenNarrowest: Story = { globals: { viewport: { value: 'narrowest' } } }
