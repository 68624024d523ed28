import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { useState } from 'react'
import { Button } from '../../primitives/Button/Button'
import { PasswordInput } from '../PasswordInput/PasswordInput'
import { TextInput } from '../TextInput/TextInput'
import { Modal, type ModalProps } from './Modal'

const meta = {
  title: 'Design System/Components/Modal',
  component: Modal,
  args: { title: 'Change Password', onClose: fn(), children: null },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Modal>
export default meta
type Story = StoryObj<typeof meta>

function WithTrigger({ onClose, ...args }: ModalProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change Password</Button>
      {open && <Modal {...args} onClose={() => { setOpen(false); onClose() }} />}
    </>
  )
}

export const Form: Story = {
  args: {
    children: (
      <div style={{ display: 'grid', gap: 16 }}>
        <PasswordInput label="Current password" required />
        <PasswordInput label="New password" required error="Password must be 8 characters" />
      </div>
    ),
    footer: <><Button size="large">Cancel</Button><Button size="large" variant="primary">Submit</Button></>,
  },
  play: async () => {
    await expect(screen.getByLabelText(/Current password/)).toHaveFocus()
  },
}

export const WhenClosedFocusReturns: Story = {
  args: { children: <TextInput label="Authentication Code" /> },
  render: (args) => <WithTrigger {...args} />,
  play: async ({ args, canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Change Password' })
    trigger.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Change Password' })
    await expect(within(dialog).getByLabelText('Authentication Code')).toHaveFocus()
    for (let press = 0; press < 4; press += 1) {
      await userEvent.tab()
      await expect(dialog).toContainElement(document.activeElement as HTMLElement)
    }
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
    await waitFor(() => expect(trigger).toHaveFocus())
  },
}

export const WhenPressedBesideNothingIsLost: Story = {
  args: { children: 'What was typed stays.' },
  play: async ({ args, userEvent }) => {
    const dialog = screen.getByRole('dialog')
    await userEvent.click(dialog.closest('[data-rac]')!.parentElement!)
    await expect(args.onClose).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

export const Large: Story = { args: { ...Form.args, size: 'large', title: 'Add admin' } }
export const Phone: Story = { ...Form, globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = { ...Form, globals: { theme: 'dark' } }
