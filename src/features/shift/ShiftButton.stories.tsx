import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { MatrixGrid } from '@design-system/foundations/Matrix/Matrix'
import { withMedia } from '@tests/kit/emulate-media'
import { ShiftButton, type ShiftButtonProps } from './ShiftButton'

const morning = { name: 'Morning', starts_at: '2026-11-21T06:00:00', ends_at: '2026-11-21T14:00:00', started_at: null }

const meta = {
  title: 'Features/Shift/ShiftButton',
  component: ShiftButton,
  args: { action: 'start', busy: false, resting: false, shift: morning, onToggle: fn() },
} satisfies Meta<typeof ShiftButton>
export default meta
type Story = StoryObj<typeof meta>

export const Startable: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Start shift' })
    await expect(button).toHaveAccessibleDescription('Morning, 06:00 to 14:00')
    await userEvent.tab()
    await expect(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onToggle).toHaveBeenCalledOnce()
  },
}
export const Endable: Story = {
  args: { action: 'end' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'End shift' })).toBeVisible()
  },
}

export const Starting: Story = {
  args: { busy: true },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'Starting' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(button)
    await expect(args.onToggle).not.toHaveBeenCalled()
    await expect(canvas.getByRole('status')).toHaveTextContent('Starting')
  },
}
export const Ending: Story = { args: { action: 'end', busy: true } }

/** The result is shown immediately; a second press so soon would count as the same one. */
export const Resting: Story = {
  args: { action: 'end', resting: true },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: 'End shift' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription('Pressed a moment ago. Wait two seconds.')
    await userEvent.click(button)
    await expect(args.onToggle).not.toHaveBeenCalled()
    await expect(canvas.getByRole('status')).toHaveTextContent('On shift')
  },
}
export const Unavailable: Story = {
  args: { action: null },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}

/** A back end that does not return the shift itself. */
export const WithoutTheShift: Story = {
  args: { shift: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button')).toHaveAccessibleDescription('Your shift')
  },
}

/** The short label; screen readers get the full one. */
export const OnAPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('button', { name: 'Start shift' })
    await expect(button.getBoundingClientRect().height).toBe(44)
    await expect(button.getBoundingClientRect().width).toBeLessThan(110)
  },
}

const row = (name: string, of: Partial<ShiftButtonProps>) => ({
  name,
  cells: (['start', 'end'] as const).map((action) => (
    <ShiftButton
      key={action}
      action={action}
      busy={false}
      resting={false}
      shift={null}
      onToggle={() => undefined}
      {...of}
    />
  )),
})
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['Start', 'End']}
      rows={[row('rest', {}), row('in flight', { busy: true }), row('a moment after', { resting: true })]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const WithReducedMotion: Story = { ...Matrix, beforeEach: withMedia({ reducedMotion: 'reduce' }) }
