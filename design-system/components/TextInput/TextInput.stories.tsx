import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { Mail } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import { TextInput } from './TextInput'

const meta = {
  title: 'Design System/Components/TextInput',
  component: TextInput,
  parameters: guide(
    'A single-line text field: label above, one message below, a red asterisk where it is required.',
    [
      'Write the label as a noun, in sentence case, without a colon.',
      'Show an error on blur or submit, as a sentence, and remove it as soon as the input is valid.',
    ],
    ['Use the placeholder as the label.', 'Show hint and error together: the error replaces the hint.'],
  ),
  args: { label: 'First name' },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof TextInput>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  args: { required: true, placeholder: 'Elena', hint: 'As in the passport.' },
  play: async ({ canvas }) => {
    const input = canvas.getByRole('textbox', { name: 'First name' })
    await expect(input).toBeRequired()
    await expect(input).toHaveAccessibleDescription('As in the passport.')
  },
}

export const WithError: Story = {
  args: {
    required: true,
    defaultValue: 'elena@mailbox',
    label: 'Email',
    error: 'Enter valid email',
    hint: 'Not shown beside an error.',
  },
  play: async ({ canvas }) => {
    const input = canvas.getByRole('textbox', { name: 'Email' })
    await expect(input).toBeInvalid()
    await expect(input).toHaveAccessibleDescription('Enter valid email')
    await expect(canvas.queryByText(/Not shown/)).not.toBeInTheDocument()
  },
}

/** The focus adds its halo; the border stays red until the value is right. */
export const WithErrorAndFocus: Story = {
  ...WithError,
  play: async ({ canvas }) => {
    const input = canvas.getByRole('textbox')
    const border = () => getComputedStyle(input.parentElement!).borderColor
    const red = border()
    input.focus()
    await waitFor(() => expect(getComputedStyle(input.parentElement!).boxShadow).toContain('4px'))
    await expect(border()).toBe(red)
  },
}

export const WithIconAndUnit: Story = {
  args: { icon: Mail, slot: 'USD', label: 'Amount', aside: 'Only if asked' },
  play: async ({ canvas, userEvent }) => {
    // The unit belongs to the field: a press on it focuses the field.
    await userEvent.click(canvas.getByText('USD'))
    await expect(canvas.getByRole('textbox')).toHaveFocus()
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('Only if asked')
  },
}

export const Disabled: Story = {
  args: { disabled: true, value: 'NOVA01', label: 'Store code', hint: 'Set when the account was made' },
}
export const ReadOnly: Story = { args: { readOnly: true, value: 'NOVA01', label: 'Store code' } }

/** Names are typed and shown in their own direction. */
export const WhenWrittenFromRightToLeft: Story = {
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox')
    await expect(getComputedStyle(input).direction).toBe('ltr')
    await userEvent.type(input, 'שרה כהן')
    await expect(getComputedStyle(input).direction).toBe('rtl')
  },
}

/** The red asterisk is visual; screen readers get `aria-required`. */
export const Required: Story = {
  args: { required: true },
  play: async ({ canvas }) => {
    const asterisk = canvas.getByText('*')
    await expect(asterisk).toHaveAttribute('aria-hidden', 'true')
    await expect(getComputedStyle(asterisk).color).not.toBe(getComputedStyle(asterisk.parentElement!).color)
    await expect(canvas.getByRole('textbox', { name: 'First name' })).toBeRequired()
  },
}

function Form() {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm<{ name: string }>({ defaultValues: { name: '' } })
  return (
    <form noValidate onSubmit={handleSubmit(() => undefined)}>
      <TextInput label="Name" required error={errors.name?.message} {...register('name', { required: 'Required' })} />
      <Button type="submit">Save</Button>
    </form>
  )
}
export const RegisteredInAForm: Story = {
  render: () => <Form />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    const input = canvas.getByRole('textbox')
    await seen(canvas.findByText('Required'))
    await expect(input).toHaveFocus()
    await userEvent.type(input, 'Elena')
    await expect(canvas.queryByText('Required')).not.toBeInTheDocument()
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <TextInput label="First name" required placeholder="Elena" />
      <TextInput label="Email" required defaultValue="elena@mailbox" error="Enter valid email" />
      <TextInput label="Amount" required defaultValue="12.345" error="Invalid input" slot="USD" />
      <TextInput label="Store code" disabled value="NOVA01" hint="Set when the account was made" />
      <TextInput label="Large" controlSize="large" aside="Only if two-factor is on" />
      <TextInput label="Page" controlSize="page" icon={Mail} />
      <TextInput label="Bar" controlSize="bar" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
