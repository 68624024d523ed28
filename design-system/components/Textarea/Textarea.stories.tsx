import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Textarea } from './Textarea'

const meta = {
  title: 'Design System/Components/Textarea',
  component: Textarea,
  args: { label: 'Reason', required: true, max: 20, hint: 'Other staff see this' },
  decorators: [(Story) => <div style={{ maxWidth: 360 }}><Story /></div>],
} satisfies Meta<typeof Textarea>
export default meta
type Story = StoryObj<typeof meta>

export const WhenItFillsUp: Story = {
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole('textbox', { name: 'Reason' })
    await userEvent.type(field, 'twelve chars')
    await expect(canvas.getByText('12 / 20')).not.toHaveAttribute('data-tone')
    await userEvent.type(field, ' and 18')
    await expect(canvas.getByText('19 / 20')).toHaveAttribute('data-tone', 'warning')
    await expect(canvas.getByRole('status')).toHaveTextContent('1 character left')
    await userEvent.type(field, ' more')
    // Nothing that was typed is cut off.
    await expect(field).toHaveValue('twelve chars and 18 more')
    await expect(field).toHaveAccessibleDescription('4 too many. Shorten it to 20 characters.')
    await expect(canvas.getByText('24 / 20')).toHaveAttribute('data-tone', 'danger')
  },
}

export const Filled: Story = {
  args: { max: 255, defaultValue: 'Duplicate of W-58103, the player asked twice from two devices and wants only the first one to be paid out.' },
  play: async ({ canvas }) => { await expect(canvas.getByText('106 / 255')).toBeVisible() },
}
export const Dark: Story = { ...Filled, globals: { theme: 'dark' } }
