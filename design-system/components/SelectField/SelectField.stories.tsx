import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { useForm } from 'react-hook-form'
import { Button } from '../../primitives/Button/Button'
import { SelectField } from './SelectField'

const ROLES = [
  { value: 'FINANCE', label: 'FINANCE' },
  { value: 'SUPPORT', label: 'SUPPORT' },
  { value: 'SUPER_ADMIN', label: 'SUPER_ADMIN', disabled: true },
]

const meta = {
  title: 'Design System/Components/SelectField',
  component: SelectField,
  args: { label: 'Role', options: ROLES },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360 }}>
        <Story />
      </div>
    ),
  ],
  parameters: {
    docs: {
      description: {
        component: `One of a few, as the browser's own list: it opens as people of that system know it, on phones as the wheel.

**Do** give a \`placeholder\` where nothing is chosen at first. **Don't** use it for two to four in sight (SegmentedControl), for more than a dozen or for what is asked for (Combobox), or for a switch (Toggle).`,
      },
    },
  },
} satisfies Meta<typeof SelectField>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  args: { required: true, placeholder: 'Choose a role', hint: 'What they may see and do.' },
  play: async ({ canvas, userEvent }) => {
    const select = canvas.getByRole('combobox', { name: 'Role' })
    await expect(select).toHaveValue('')
    await expect(select).toHaveDisplayValue('Choose a role')
    await expect(select).toBeRequired()
    await expect(select).toHaveAccessibleDescription('What they may see and do.')
    // Muted like every placeholder; a chosen value is not.
    const placeholder = getComputedStyle(select).color
    await userEvent.selectOptions(select, 'FINANCE')
    await waitFor(() => expect(getComputedStyle(select).color).not.toBe(placeholder))
    await userEvent.selectOptions(select, '')
    await waitFor(() => expect(getComputedStyle(select).color).toBe(placeholder))
  },
}
export const Chosen: Story = {
  args: { defaultValue: 'FINANCE' },
  play: async ({ canvas, userEvent }) => {
    const select = canvas.getByRole('combobox')
    await userEvent.tab()
    await expect(select).toHaveFocus()
    await userEvent.selectOptions(select, 'SUPPORT')
    await expect(select).toHaveValue('SUPPORT')
    await expect(canvas.getByRole('option', { name: 'SUPER_ADMIN' })).toBeDisabled()
  },
}
export const WithError: Story = {
  args: { required: true, placeholder: 'Choose a role', error: 'Choose a role', hint: 'Not shown beside an error.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox')).toBeInvalid()
    await expect(canvas.getByRole('combobox')).toHaveAccessibleDescription('Choose a role')
    await expect(canvas.queryByText(/Not shown/)).not.toBeInTheDocument()
  },
}
export const Disabled: Story = {
  args: { defaultValue: 'FINANCE', disabled: true, hint: 'Set when the account was made' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('combobox')).toBeDisabled()
  },
}

function Form() {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ defaultValues: { role: '' } })
  return (
    <form noValidate onSubmit={handleSubmit(() => undefined)} style={{ display: 'grid', gap: 12 }}>
      <SelectField
        label="Role"
        required
        options={ROLES}
        placeholder="Choose a role"
        error={errors.role?.message}
        {...register('role', { required: 'Choose a role to save' })}
      />
      <Button type="submit">Save</Button>
    </form>
  )
}
export const RegisteredInAForm: Story = {
  render: () => <Form />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await seen(canvas.findByText('Choose a role to save'))
    await expect(canvas.getByRole('combobox')).toHaveFocus()
    await userEvent.selectOptions(canvas.getByRole('combobox'), 'FINANCE')
    await expect(canvas.queryByText('Choose a role to save')).not.toBeInTheDocument()
  },
}

export const BadInput: Story = {
  args: {
    label: 'User',
    defaultValue: 'long',
    options: [
      { value: 'long', label: 'Bartholomew '.repeat(17).trim() },
      { value: 'rtl', label: 'محمد بن عبد الله' },
      { value: 'emoji', label: '👩‍👩‍👧‍👦🎉' },
    ],
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <SelectField label="Role" required options={ROLES} placeholder="Choose a role" hint="What they may see and do." />
      <SelectField label="Role" required options={ROLES} defaultValue="FINANCE" />
      <SelectField label="Role" required options={ROLES} placeholder="Choose a role" error="Choose a role" />
      <SelectField label="Role" disabled options={ROLES} defaultValue="FINANCE" hint="Set when the account was made" />
      <SelectField label="Large" controlSize="large" options={ROLES} />
      <SelectField label="Page" controlSize="page" options={ROLES} />
      <SelectField label="Bar" controlSize="bar" options={ROLES} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
