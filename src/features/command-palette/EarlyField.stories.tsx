import { useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { EarlyField, FIND_LABEL } from './EarlyField'

const meta = {
  title: 'Features/Command palette/EarlyField',
  component: EarlyField,
  parameters: { layout: 'fullscreen' },
  args: { value: '', onChange: fn(), onClose: fn() },
  render: function Typed(args) {
    const [value, setValue] = useState(args.value)
    return (
      <EarlyField
        {...args}
        value={value}
        onChange={(text) => {
          args.onChange(text)
          setValue(text)
        }}
      />
    )
  },
} satisfies Meta<typeof EarlyField>
export default meta
type Story = StoryObj<typeof meta>

/** It has the focus and takes text; Tab and Enter do nothing; Escape closes it. */
export const Loading: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const field = canvas.getByRole('textbox', { name: FIND_LABEL })
    await expect(field).toHaveFocus()
    await userEvent.keyboard('Zoë กก{Tab}{Enter}')
    await expect(field).toHaveValue('Zoë กก')
    await expect(field).toHaveFocus()
    await expect(args.onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}
export const LoadingDark: Story = { ...Loading, globals: { theme: 'dark' } }
export const LoadingNarrowest: Story = { ...Loading, globals: { viewport: { value: 'narrowest' } } }
