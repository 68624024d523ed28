import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { DayInput } from './DayInput'

const meta = {
  title: 'Design System/Components/DayInput',
  component: DayInput,
  parameters: guide(
    'A day that is typed with few keys: the input says below which day it has understood.',
    ['Use it where people copy days from documents all day long.', 'Say on which side of today the day is.'],
    ['Use it where a day is chosen by how far away it is: that is a calendar.'],
  ),
  args: { label: 'Expires', side: 'future', today: '2026-06-15', onChange: fn() },
} satisfies Meta<typeof DayInput>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Day, month, year: 2431 or 24.3.2031')).toBeVisible()
  },
}
/** Four digits are enough: the last one identifies one of the next ten years. */
export const WhenAFewDigitsAreTyped: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('textbox', { name: 'Expires' })
    await userEvent.type(input, '2431')
    await expect(canvas.getByText('24 Mar 2031, in 4 years')).toBeVisible()
    await userEvent.tab()
    await expect(input).toHaveValue('24 Mar 2031')
    await expect(args.onChange).toHaveBeenCalledTimes(5)
  },
}
/** A typed year may be in the past: the form reports that as an error. */
export const WhenItIsOver: Story = {
  args: { error: 'Choose a day in the future', defaultValue: '24.3.2020' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Choose a day in the future')).toBeVisible()
  },
}
export const Matrix: Story = {
  render: (args) => (
    <MatrixGrid
      columns={['empty', 'understood', 'not understood', 'read-only']}
      rows={(['future', 'past'] as const).map((side) => ({
        name: side,
        cells: [
          <DayInput key="a" {...args} side={side} />,
          <DayInput key="b" {...args} side={side} defaultValue={side === 'future' ? '240331' : '0506'} />,
          <DayInput key="c" {...args} side={side} defaultValue="32.1" error="This is no day" />,
          <DayInput key="d" {...args} side={side} defaultValue="24 Mar 2031" readOnly />,
        ],
      }))}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
