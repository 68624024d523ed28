import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fireEvent, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { ColorInput } from './ColorInput'

const meta = {
  title: 'Design System/Components/ColorInput',
  component: ColorInput,
  parameters: guide(
    'A color, typed as its code or chosen with the browser’s picker.',
    ['Explain in the label or hint what the color marks.'],
    ['Use it where a few colors are sufficient: use a select.'],
  ),
  args: { label: 'Color', value: '', onChange: fn() },
  render: function Kept(args) {
    const [value, setValue] = useState(args.value)
    return (
      <div style={{ maxWidth: 360 }}>
        <ColorInput
          {...args}
          value={value}
          onChange={(next) => {
            setValue(next)
            args.onChange(next)
          }}
        />
      </div>
    )
  },
} satisfies Meta<typeof ColorInput>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  args: { required: true },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.type(canvas.getByRole('textbox', { name: 'Color' }), '#0a7d4b')
    await expect(args.onChange).toHaveBeenLastCalledWith('#0a7d4b')
    await expect(canvas.getByLabelText('Choose color')).toHaveValue('#0a7d4b')
  },
}
export const Chosen: Story = {
  args: { value: '#D4A017' },
  play: async ({ canvas, args }) => {
    const picker = canvas.getByLabelText('Choose color')
    await expect(picker).toHaveValue('#d4a017')
    await fireEvent.change(picker, { target: { value: '#2f6fde' } })
    await expect(args.onChange).toHaveBeenLastCalledWith('#2f6fde')
    await expect(canvas.getByRole('textbox', { name: 'Color' })).toHaveValue('#2f6fde')
  },
}
export const WithError: Story = {
  args: { value: '#12', error: 'A color such as #2F6FDE' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Color' })).toBeInvalid()
  },
}
export const ReadOnly: Story = {
  args: { value: '#8A94A3', readOnly: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Choose color')).toBeDisabled()
  },
}
export const Dark: Story = { args: { value: '#3AA6A0' }, globals: { theme: 'dark' } }
