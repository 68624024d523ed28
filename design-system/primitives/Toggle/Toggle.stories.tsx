import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Toggle } from './Toggle'

const words = { on: 'Enabled', off: 'Disabled' }
const meta = {
  title: 'Design System/Primitives/Toggle',
  component: Toggle,
  parameters: guide(
    'On or off, 51 by 23: green with ✓, red with ✕, with a text beside it. It never shows a state before the server has confirmed it: only `checked` changes it.',
    [
      'Set `busy` until the response: the knob shows a spinner.',
      'Ask first where switching off affects another person.',
    ],
    ['Use it for selecting: use a `Checkbox`.', 'Switch it immediately and revert it later.'],
  ),
  args: { checked: false, label: '2FA', onChange: fn() },
} satisfies Meta<typeof Toggle>
export default meta
type Story = StoryObj<typeof meta>

export const Off: Story = {
  play: async ({ args, canvas, userEvent }) => {
    const toggle = canvas.getByRole('switch', { name: '2FA', checked: false })
    const track = toggle.querySelector('[data-track]') as HTMLElement
    await expect([track.offsetWidth, track.offsetHeight]).toEqual([51, 23])
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(args.onChange).toHaveBeenCalledWith(true)
    // It changes only after the response.
    await expect(toggle).not.toBeChecked()
  },
}

export const On: Story = {
  args: { checked: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('2FA'))
    await expect(args.onChange).toHaveBeenCalledWith(false)
  },
}

export const Busy: Story = {
  args: { checked: true, busy: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('switch'))
    await expect(args.onChange).not.toHaveBeenCalled()
  },
}

export const Locked: Story = {
  args: { checked: true, disabledReason: 'You may not disable yourself.' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('switch'))
    await expect(args.onChange).not.toHaveBeenCalled()
    await expect(canvas.getByRole('switch')).toHaveAccessibleDescription('You may not disable yourself.')
  },
}

export const WithWordsOfTheState: Story = {
  args: { checked: true, label: 'Account of marta_l', words },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('switch', { name: 'Account of marta_l' })).toBeChecked()
    await expect(canvas.getByText('Enabled')).toBeVisible()
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['rest', 'busy', 'locked', 'words', 'alone']}
      rows={[true, false].map((checked) => ({
        name: checked ? 'on' : 'off',
        cells: [
          <Toggle key="a" checked={checked} label="Sound" onChange={() => undefined} />,
          <Toggle key="b" checked={checked} label="Saving" busy onChange={() => undefined} />,
          <Toggle key="c" checked={checked} label="Locked" disabledReason="You may not." onChange={() => undefined} />,
          <Toggle key="d" checked={checked} label="Account" words={words} onChange={() => undefined} />,
          <Toggle key="e" checked={checked} label="Account" labelHidden onChange={() => undefined} />,
        ],
      }))}
    />
  ),
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
