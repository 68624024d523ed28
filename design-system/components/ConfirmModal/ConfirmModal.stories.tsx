import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from '@storybook/test'
import { ConfirmModal } from './ConfirmModal'

const meta = {
  title: 'Design System/Components/ConfirmModal',
  component: ConfirmModal,
  args: {
    title: 'Turn off two-factor?', confirm: 'Disable', cancel: 'Keep it on', onConfirm: fn(), onCancel: fn(),
    children: 'After this, your password alone opens this account.',
  },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof ConfirmModal>
export default meta
type Story = StoryObj<typeof meta>

export const Danger: Story = {
  play: async ({ args, userEvent }) => {
    await expect(screen.getByRole('alertdialog', { name: 'Turn off two-factor?' })).toHaveAccessibleDescription(/password alone/)
    await expect(screen.getByRole('button', { name: 'Keep it on' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(args.onCancel).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Disable' }))
    await expect(args.onConfirm).toHaveBeenCalledOnce()
  },
}

export const Busy: Story = {
  args: { busy: true },
  play: async ({ args, userEvent }) => {
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Loading...' }))
    await expect(args.onCancel).not.toHaveBeenCalled()
    await expect(args.onConfirm).not.toHaveBeenCalled()
  },
}

export const Dark: Story = { globals: { theme: 'dark' } }
export const Phone: Story = { globals: { viewport: { value: 'narrowest' } } }
