import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { FilterInput } from './FilterInput'

const meta = {
  title: 'Design System/Components/FilterInput',
  component: FilterInput,
  args: { label: 'Search users', placeholder: 'Search users', onValueChange: fn() },
  decorators: [(Story) => <div style={{ maxWidth: 260 }}><Story /></div>],
} satisfies Meta<typeof FilterInput>
export default meta
type Story = StoryObj<typeof meta>

export const WhenSlashIsPressed: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.keyboard('/')
    await expect(canvas.getByRole('searchbox', { name: 'Search users' })).toHaveFocus()
    await userEvent.keyboard('a/b')
    await expect(canvas.getByRole('searchbox')).toHaveValue('a/b')
  },
}

export const WhenCleared: Story = {
  args: { defaultValue: 'marta' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith('')
    await expect(canvas.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('x{Escape}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('')
    await expect(canvas.getByRole('searchbox')).toHaveValue('')
    await expect(canvas.queryByRole('button')).not.toBeInTheDocument()
  },
}

export const WithoutTheShortcut: Story = {
  args: { shortcut: false, controlSize: 'bar' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.keyboard('/')
    await expect(canvas.getByRole('searchbox')).not.toHaveFocus()
  },
}
