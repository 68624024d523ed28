import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { KeyValueList } from '../KeyValueList/KeyValueList'
import { LoadingIndicator } from '../LoadingIndicator/LoadingIndicator'
import { NumberInput } from '../NumberInput/NumberInput'
import { PageHeader } from '../PageHeader/PageHeader'
import { PasswordInput } from '../PasswordInput/PasswordInput'
import { ReadOnlyBox } from '../ReadOnlyBox/ReadOnlyBox'
import { SelectField } from '../SelectField/SelectField'
import { Textarea } from '../Textarea/Textarea'
import { TextInput } from '../TextInput/TextInput'
import { Button } from '../../primitives/Button/Button'

/** Every kind of field in one form, as the pictures of the components show them. */
const meta = { title: 'Design System/Components/Form', parameters: { layout: 'padded' } } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

export const Matrix: Story = {
  render: () => (
    <div
      style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))', gap: 16, maxWidth: 440 }}
    >
      <TextInput label="First name" required placeholder="Elena" />
      <TextInput label="Last name" required defaultValue="Vasquez" />
      <TextInput label="Email" required defaultValue="elena@mailbox" error="Enter valid email" />
      <NumberInput label="Amount" required defaultValue="12.345" slot="USD" />
      <PasswordInput label="Password" required defaultValue="pitboss2" hint="8 to 20 characters" />
      <TextInput label="Store code" disabled value="NOVA01" hint="Set when the account was made" />
      <div style={{ gridColumn: '1 / -1' }}>
        <Textarea
          label="Reason"
          required
          max={255}
          hint="Other staff see this"
          defaultValue="Duplicate of W-58103, the player asked twice."
        />
      </div>
      <ReadOnlyBox label="Secret key" code value="JBSW Y3DP" copyText="JBSWY3DP" />
      <SelectField
        label="Role"
        required
        defaultValue="FINANCE"
        options={[
          { value: 'FINANCE', label: 'FINANCE' },
          { value: 'SUPPORT', label: 'SUPPORT' },
        ]}
      />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('group', { name: 'Secret key' })).toHaveTextContent('JBSW Y3DP')
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Role' }), 'SUPPORT')
    await expect(canvas.getByRole('combobox')).toHaveValue('SUPPORT')
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Narrow: Story = {
  ...Matrix,
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const PageParts: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 24 }}>
      <PageHeader
        title="Marta Lindqvist"
        parents={['Users']}
        note="as of 14:32"
        actions={<Button variant="primary">Edit</Button>}
      />
      <KeyValueList
        items={[
          { label: 'Username', value: 'marta_l' },
          { label: 'Store code', value: '' },
        ]}
      />
      <LoadingIndicator label="Loading users" />
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1 })).toHaveTextContent('Users / Marta Lindqvist')
    await expect(canvas.getByText('Store code').nextElementSibling).toHaveTextContent('–')
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading users')
  },
}
