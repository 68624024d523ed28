import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { withMedia } from '@tests/kit/emulate-media'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { SegmentedControl } from './SegmentedControl'

const meta = {
  title: 'Design System/Components/SegmentedControl',
  component: SegmentedControl<string>,
  parameters: guide(
    'A choice of one among two to four, all visible. Arrow keys change the choice, as in any radio group.',
    ['Keep the labels short: "Week", "Month".', 'Apply the choice immediately.'],
    ['Use it for more than four: use a select.', 'Use it for pages: use `Tabs`.'],
  ),
  args: {
    label: 'Period',
    value: 'week',
    options: [
      { value: 'week', label: 'Week' },
      { value: 'month', label: 'Month' },
    ],
    onChange: fn(),
  },
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
export const WhenPressed: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Month'))
    await expect(args.onChange).toHaveBeenCalledOnce()
    await expect(args.onChange).toHaveBeenCalledWith('month')
    // Only the caller changes the value.
    await expect(canvas.getByRole('radio', { name: 'Week' })).toBeChecked()
  },
}
/** Windows high contrast: the selected segment is distinguishable. */
export const WhenColoursAreForced: Story = {
  beforeEach: withMedia({ forcedColors: 'active' }),
  // The person's own colours have enough contrast; axe computes those of the page, which are not painted.
  parameters: { a11y: { config: { rules: [{ id: 'color-contrast', enabled: false }] } } },
  play: async ({ canvas }) => {
    if (!window.matchMedia('(forced-colors: active)').matches) return
    const groundOf = (word: string) => getComputedStyle(canvas.getByText(word)).backgroundColor
    await expect(groundOf('Week')).not.toBe(groundOf('Month'))
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['two', 'three', 'four']}
      rows={['day', 'month'].map((value) => ({
        name: value,
        cells: [
          ['Day', 'Month'],
          ['Day', 'Week', 'Month'],
          ['Day', 'Week', 'Month', 'Year'],
        ].map((words) => (
          <SegmentedControl
            key={words.length}
            label={`Period, ${words.length}`}
            value={value}
            options={words.map((label) => ({ value: label.toLowerCase(), label }))}
            onChange={() => undefined}
          />
        )),
      }))}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
