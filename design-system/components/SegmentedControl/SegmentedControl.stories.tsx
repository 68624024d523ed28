import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { SegmentedControl } from './SegmentedControl'

const meta = {
  title: 'Design System/Components/SegmentedControl',
  component: SegmentedControl<string>,
  args: { label: 'Period', value: 'week', options: [{ value: 'week', label: 'Week' }, { value: 'month', label: 'Month' }], onChange: fn() },
} satisfies Meta<typeof SegmentedControl<string>>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('group', { name: 'Period' })).toBeVisible()
    await userEvent.tab()
    await expect(canvas.getByRole('radio', { name: 'Week' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.onChange).toHaveBeenCalledWith('month')
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
