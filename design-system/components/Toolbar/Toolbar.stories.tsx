import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { Bold, Italic, List, Redo2, Undo2 } from 'lucide-react'
import { Toolbar } from './Toolbar'

const onPress = fn()
const meta = {
  title: 'Components/Toolbar',
  component: Toolbar,
  args: {
    label: 'Format',
    groups: [
      [
        { key: 'bold', label: 'Bold', icon: Bold, pressed: true, onPress },
        { key: 'italic', label: 'Italic', icon: Italic, pressed: false, onPress },
        { key: 'list', label: 'List', icon: List, pressed: false, onPress },
      ],
      [
        { key: 'undo', label: 'Undo', icon: Undo2, onPress },
        { key: 'redo', label: 'Redo', icon: Redo2, disabledReason: 'There is nothing to redo', onPress },
      ],
    ],
  },
} satisfies Meta<typeof Toolbar>
export default meta
type Story = StoryObj<typeof meta>

/** One stop of the Tab key; a control that does nothing now keeps its place. */
export const Ready: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Bold' })).toHaveFocus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('button', { name: 'Redo' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(onPress).not.toHaveBeenCalled()
    await userEvent.keyboard('{Home}{ArrowRight}{Enter}')
    await expect(onPress).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('button', { name: 'Italic' })).toHaveAttribute('tabindex', '0')
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
