import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Checkbox } from './Checkbox'

const meta = {
  title: 'Design System/Primitives/Checkbox',
  component: Checkbox,
  parameters: guide(
    'For selecting some of many. The third state, a dash, means that some of several are selected.',
    ['Put the text into `label`: it is part of the target.', 'Hide the label only in rows that show their name.'],
    ['Switch a setting on or off with it: use a `Toggle`.', 'Set `mixed` for a single box.'],
  ),
  args: { label: 'Email', onCheckedChange: fn() },
} satisfies Meta<typeof Checkbox>
export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {
  args: { checked: false },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(args.onCheckedChange).toHaveBeenCalledWith(true)
    await expect(canvas.getByRole('checkbox')).not.toBeChecked()
  },
}

export const Mixed: Story = {
  args: { checked: 'mixed', label: 'All rows' },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('checkbox')).toBePartiallyChecked()
    await userEvent.click(canvas.getByText('All rows'))
    await expect(args.onCheckedChange).toHaveBeenCalledWith(true)
    await expect(canvas.getByRole('checkbox')).toBePartiallyChecked()
  },
}

export const KeptByTheForm: Story = {
  args: { defaultChecked: true, name: 'email' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('checkbox'))
    await expect(canvas.getByRole('checkbox')).not.toBeChecked()
    await expect(args.onCheckedChange).toHaveBeenCalledWith(false)
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['rest', 'disabled', 'label hidden']}
      rows={([false, true, 'mixed'] as const).map((checked) => ({
        name: String(checked),
        cells: [
          <Checkbox key="a" checked={checked} label="Some" onCheckedChange={() => undefined} />,
          <Checkbox key="b" checked={checked} label="Locked" disabled onCheckedChange={() => undefined} />,
          <Checkbox key="c" checked={checked} label="Row of Marta" labelHidden onCheckedChange={() => undefined} />,
        ],
      }))}
    />
  ),
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
