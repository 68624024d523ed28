import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { ConflictChoice } from './ConflictChoice'

const meta = {
  title: 'Features/Form/ConflictChoice',
  component: ConflictChoice,
  args: {
    message: 'dan_w saved Elena Vasquez at 14:30.',
    rows: [
      { name: 'last_name', label: 'Last name', yours: 'Vásquez', saved: 'Vasquez', preferred: 'yours' },
      { name: 'role', label: 'Role', yours: 'PLAYER', saved: 'VIP_PLAYER', preferred: 'saved' },
      { name: 'third_party_store_code', label: 'Partner store code', yours: '', saved: 'NORTH1', preferred: 'saved' },
    ],
    onSave: fn(),
    onBack: fn(),
  },
} satisfies Meta<typeof ConflictChoice>
export default meta
type Story = StoryObj<typeof meta>

export const Stale: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('radio', { name: 'Last name Yours Vásquez' })).toBeChecked()
    await expect(canvas.getByRole('radio', { name: 'Partner store code Yours Empty' })).not.toBeChecked()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('radio', { name: 'Last name Saved Vasquez' })).toBeChecked()
    await userEvent.click(canvas.getByRole('radio', { name: 'Role Yours PLAYER' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save this mix' }))
    await expect(args.onSave).toHaveBeenCalledWith({
      last_name: 'saved',
      role: 'yours',
      third_party_store_code: 'saved',
    })
  },
}

export const WhenGoingBack: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Back to the form' }))
    await expect(args.onBack).toHaveBeenCalledOnce()
    await expect(args.onSave).not.toHaveBeenCalled()
  },
}

export const WhenNothingDiffers: Story = { args: { rows: [] } }

/** A password cannot be compared with the saved one: it is saved, or the form is gone back to. */
export const OfSecrets: Story = {
  args: { rows: [], isSecret: true },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/What you typed is not saved yet\.$/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Save yours' }))
    await expect(args.onSave).toHaveBeenCalledWith({})
  },
}

export const WhenNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  // As the sheet that it stands in.
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <div style={{ padding: 24 }}>
        <Story />
      </div>
    ),
  ],
  args: {
    rows: [
      {
        name: 'last_name',
        label: 'Last name',
        yours: 'Wolfeschlegelsteinhausenbergerdorff',
        saved: 'Vasquez',
        preferred: 'yours',
      },
    ],
  },
  play: async ({ canvasElement }) => {
    const { scrollWidth, clientWidth } = canvasElement.ownerDocument.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
}
