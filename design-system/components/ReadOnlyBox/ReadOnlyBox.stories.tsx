import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, spyOn, waitFor } from '@storybook/test'
import { ReadOnlyBox } from './ReadOnlyBox'

const meta = {
  title: 'Design System/Components/ReadOnlyBox',
  component: ReadOnlyBox,
  args: { label: 'Store code', value: 'NOVA01' },
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
        component: `A value that is only read, in the place and with the label of a field.

**Do** set \`code\` for ids, hashes and secrets, and give \`copyText\` where people copy it. **Don't** use a disabled input instead: it cannot be reached or marked. For several facts use KeyValueList.`,
      },
    },
  },
} satisfies Meta<typeof ReadOnlyBox>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Store code' })).toHaveTextContent('NOVA01')
  },
}
export const Nothing: Story = {
  args: { value: '' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group')).toHaveTextContent('–')
  },
}
export const Code: Story = {
  args: { label: 'Secret key', value: 'JBSW Y3DP', code: true },
  play: async ({ canvas }) => {
    await expect(getComputedStyle(canvas.getByText('JBSW Y3DP')).fontFamily).toContain('Mono')
  },
}
export const WhenCopied: Story = {
  args: { label: 'Secret key', value: 'JBSW Y3DP', code: true, copyText: 'JBSWY3DP' },
  play: async ({ canvas, userEvent }) => {
    const write = fn(async () => undefined)
    spyOn(navigator.clipboard, 'writeText').mockImplementation(write)
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Copy Secret key' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    // Without the spaces that are shown for readability.
    await expect(write).toHaveBeenCalledWith('JBSWY3DP')
    await waitFor(() => expect(canvas.getByText('Copied !')).toBeVisible())
  },
}
export const BadInput: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <ReadOnlyBox label="Name" value={'Bartholomew '.repeat(17).trim()} />
      <ReadOnlyBox label="Hash" code value={'0123456789abcdef'.repeat(12)} copyText="0" />
      <ReadOnlyBox label="الاسم" value="محمد بن عبد الله 🎉" />
    </div>
  ),
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <ReadOnlyBox label="Store code" value="NOVA01" />
      <ReadOnlyBox label="Referred by" value={null} />
      <ReadOnlyBox label="Request id" code value="4f6c1b1e-77aa" />
      <ReadOnlyBox label="Secret key" code value="JBSW Y3DP" copyText="JBSWY3DP" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
