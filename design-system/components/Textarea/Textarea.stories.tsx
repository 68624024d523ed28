import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { Textarea } from './Textarea'

const meta = {
  title: 'Design System/Components/Textarea',
  component: Textarea,
  parameters: guide(
    'A multi-line text field with a counter: amber from 90 %, red with an error beyond. Input is never cut off.',
    ['Set `max` to the server’s limit.', 'State in the hint who will read it.'],
    ['Use it for one line.', 'Cut pasted text.'],
  ),
  args: { label: 'Reason', required: true, max: 20, hint: 'Other staff see this' },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360 }}>
        <Story />
      </div>
    ),
  ],
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
    // No input is cut off.
    await expect(field).toHaveValue('twelve chars and 18 more')
    await expect(field).toHaveAccessibleDescription('4 too many. Shorten it to 20 characters.')
    await expect(canvas.getByText('24 / 20')).toHaveAttribute('data-tone', 'danger')
  },
}

export const Filled: Story = {
  args: {
    max: 255,
    defaultValue:
      'Duplicate of W-58103, the player asked twice from two devices and wants only the first one to be paid out.',
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('106 / 255')).toBeVisible()
  },
}
/** Amber begins at 90 %, red one character beyond the maximum. */
export const TheEdges: Story = {
  play: async ({ canvas, userEvent }) => {
    const field = canvas.getByRole('textbox')
    for (const [length, tone] of [
      [17, null],
      [18, 'warning'],
      [20, 'warning'],
      [21, 'danger'],
    ] as const) {
      await userEvent.clear(field)
      await userEvent.paste('x'.repeat(length))
      const counter = canvas.getByText(`${length} / 20`)
      if (tone === null) await expect(counter).not.toHaveAttribute('data-tone')
      else await expect(counter).toHaveAttribute('data-tone', tone)
      await expect(field).toHaveValue('x'.repeat(length))
    }
  },
}
export const WithoutLimit: Story = {
  args: { max: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/\//)).not.toBeInTheDocument()
  },
}
export const WithError: Story = {
  args: { error: 'Required' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox')).toHaveAccessibleDescription('Required')
  },
}
export const Disabled: Story = { args: { disabled: true, value: 'Decided already.' } }

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <Textarea label="Reason" required max={255} hint="Other staff see this" placeholder="Why" />
      <Textarea label="Half full" max={255} defaultValue={Filled.args!.defaultValue} />
      <Textarea label="Nearly full" max={115} defaultValue={Filled.args!.defaultValue} hint="The player reads it" />
      <Textarea label="Too long" max={80} defaultValue={Filled.args!.defaultValue} />
      <Textarea label="Not now" disabled max={80} value="Decided already." />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
