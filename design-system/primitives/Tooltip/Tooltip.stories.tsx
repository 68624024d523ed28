import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../Button/Button'
import { Tooltip } from './Tooltip'

const meta = {
  title: 'Design System/Primitives/Tooltip',
  component: Tooltip,
  parameters: guide(
    'A short hint at one control, after 400 ms of hover or keyboard focus. The pointer may enter it, Esc closes it, nothing clips it.',
    ['Explain the icon, or why the control is disabled.', 'Keep it to one or two lines.'],
    ['Put essential information into it: touch screens show no tooltips.', 'Put controls into it: use a `Popover`.'],
  ),
  args: { text: 'Sends everyone of this store an email.', children: <Button>Notify</Button> },
} satisfies Meta<typeof Tooltip>
export default meta
type Story = StoryObj<typeof meta>

export const OnFocus: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.queryByRole('tooltip')).not.toBeInTheDocument()
    await seen(canvas.findByRole('tooltip'))
    await expect(canvas.getByRole('button')).toHaveAccessibleDescription(args.text)
    await userEvent.keyboard('{Escape}')
    await expect(canvas.queryByRole('tooltip')).not.toBeInTheDocument()
  },
}

export const OnHover: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByRole('button'))
    // The pointer may enter the bubble.
    await userEvent.hover(await canvas.findByRole('tooltip'))
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    await expect(canvas.getByRole('tooltip')).toBeVisible()
    await userEvent.unhover(canvas.getByRole('tooltip'))
    await waitFor(() => expect(canvas.queryByRole('tooltip')).not.toBeInTheDocument())
  },
}

export const AtTheEdgeItStaysInTheWindow: Story = {
  decorators: [
    (Story) => (
      <div style={{ position: 'fixed', right: 0, bottom: 0 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const box = (await canvas.findByRole('tooltip')).getBoundingClientRect()
    await expect(box.right).toBeLessThanOrEqual(window.innerWidth)
    await expect(box.bottom).toBeLessThanOrEqual(canvas.getByRole('button').getBoundingClientRect().top)
  },
}

export const WithoutText: Story = {
  args: { text: undefined },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
    await expect(canvas.queryByRole('tooltip')).not.toBeInTheDocument()
  },
}

/** A single line and a wrapped text, kept open by the pointer. */
export const Matrix: Story = {
  args: {
    text: 'You are offline. Nothing can be saved until the connection is back, and nothing that was typed is lost.',
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByRole('button'))
    await seen(canvas.findByRole('tooltip'))
  },
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
