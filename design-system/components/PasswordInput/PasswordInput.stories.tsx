import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent } from '@storybook/test'
import { useState } from 'react'
import { PasswordInput } from './PasswordInput'

const meta = {
  title: 'Design System/Components/PasswordInput',
  component: PasswordInput,
  args: { label: 'Password', required: true },
  decorators: [(Story) => <div style={{ maxWidth: 360 }}><Story /></div>],
} satisfies Meta<typeof PasswordInput>
export default meta
type Story = StoryObj<typeof meta>

export const ShownAndHidden: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText(/^Password/)
    await userEvent.type(input, 'secret')
    await expect(input).toHaveAttribute('type', 'password')
    await userEvent.click(canvas.getByRole('button', { name: 'Show password' }))
    await expect(input).toHaveAttribute('type', 'text')
    await expect(input).toHaveValue('secret')
    await userEvent.click(canvas.getByRole('button', { name: 'Hide password' }))
    await expect(input).toHaveAttribute('type', 'password')
  },
}

function NewPassword() {
  const [value, setValue] = useState('pitboss2026')
  return (
    <PasswordInput
      label="New password"
      value={value}
      onChange={(event) => setValue(event.target.value)}
      rules={[{ label: '8 to 20 characters', met: value.length >= 8 }, { label: 'Uppercase', met: /[A-Z]/.test(value) }]}
    />
  )
}
export const WithRules: Story = {
  render: () => <NewPassword />,
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('Uppercase').closest('li')).toHaveTextContent('Uppercase, not met')
    await userEvent.type(canvas.getByLabelText('New password'), 'P')
    await expect(canvas.getByText('Uppercase').closest('li')).toHaveTextContent('Uppercase, met')
  },
}

export const WhenCapsLockIsOn: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText(/^Password/)
    await fireEvent.keyUp(input, { key: 'A', modifierCapsLock: true })
    await expect(canvas.getByRole('status')).toHaveTextContent('Caps Lock is on')
    input.focus()
    await userEvent.tab()
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement()
  },
}
export const Dark: Story = { ...WithRules, globals: { theme: 'dark' } }
