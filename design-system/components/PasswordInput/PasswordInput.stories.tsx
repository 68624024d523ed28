import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent } from '@storybook/test'
import { useState } from 'react'
import { guide } from '../../foundations/guide.story-kit'
import { PasswordInput } from './PasswordInput'

const meta = {
  title: 'Design System/Components/PasswordInput',
  component: PasswordInput,
  parameters: guide(
    'A password with a button that shows it, a message while Caps Lock is on, and a checklist of rules for a new one.',
    ['Set `autoComplete`: current-password or new-password.', 'Show the rules from the start, not as errors.'],
    ['Block pasting: password managers paste.', 'Clear it after an error.'],
  ),
  args: { label: 'Password', required: true },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360 }}>
        <Story />
      </div>
    ),
  ],
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
      rules={[
        { label: '8 to 20 characters', met: value.length >= 8 },
        { label: 'Uppercase', met: /[A-Z]/.test(value) },
      ]}
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
export const WithError: Story = {
  args: { error: 'Password must be 8 characters', hint: 'Not shown beside an error.', defaultValue: 'short' },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText(/^Password/)).toHaveAccessibleDescription('Password must be 8 characters')
    await expect(canvas.queryByText(/Not shown/)).not.toBeInTheDocument()
  },
}
export const ByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('secret')
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Show password' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(canvas.getByLabelText(/^Password/)).toHaveAttribute('type', 'text')
    await expect(canvas.getByRole('button', { name: 'Hide password' })).toHaveFocus()
  },
}
export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <PasswordInput label="Current password" required />
      <PasswordInput label="Password" required defaultValue="pitboss2" hint="8 to 20 characters" />
      <PasswordInput label="Confirm password" required defaultValue="pitboss" error="Passwords must match" />
      <NewPassword />
      <PasswordInput label="Password of the account" disabled defaultValue="pitboss2" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
