import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import { Checkbox } from '../../primitives/Checkbox/Checkbox'
import { Popover } from './Popover'

const meta = {
  title: 'Design System/Components/Popover',
  component: Popover,
  parameters: guide(
    'A popover with fields at a control. Esc and a press outside close it, the focus returns to the control.',
    ['Use it for a few fields that belong to one control.', 'Apply changes immediately, or with one button.'],
    ['Put actions into it: use a `Menu`.', 'Put a long form into it: a press outside closes it.'],
  ),
  args: {
    label: 'Columns',
    trigger: (props) => <Button {...props}>Columns</Button>,
    children: (close) => (
      <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
        <Checkbox label="Email" defaultChecked />
        <Checkbox label="Role" />
        <Button size="small" onClick={close}>
          Done
        </Button>
      </div>
    ),
  },
} satisfies Meta<typeof Popover>
export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Columns' })
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const panel = await screen.findByRole('dialog', { name: 'Columns' })
    await waitFor(() => expect(panel).toBeVisible())
    await expect(trigger).toHaveAttribute('aria-expanded', 'true')
  },
}

export const WhenEscapedFocusReturns: Story = {
  play: async ({ canvas, canvasElement, userEvent, step }) => {
    await Open.play!({ canvas, canvasElement, userEvent, step } as Parameters<NonNullable<typeof Open.play>>[0])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Columns' })).toHaveFocus())
  },
}

export const WhenDone: Story = {
  play: async (context) => {
    await Open.play!(context)
    await context.userEvent.tab()
    await context.userEvent.keyboard(' ')
    await expect(screen.getByRole('checkbox', { name: 'Email' })).not.toBeChecked()
    await context.userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'Columns' })).toHaveFocus())
  },
}

export const WhenPressedBesideItCloses: Story = {
  play: async (context) => {
    await Open.play!(context)
    await context.userEvent.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  },
}

export const Matrix: Story = { ...Open }
export const Dark: Story = { ...Open, globals: { theme: 'dark' } }
