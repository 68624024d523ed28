import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { expectReadable } from '@tests/kit/layout-checks'
import { DraftBand } from './DraftBand'

const meta = {
  title: 'Features/Form/DraftBand',
  component: DraftBand,
  args: {
    savedAt: new Date(2026, 10, 20, 14, 2).getTime(),
    onRestore: fn<() => void>() as (() => void) | null,
    onDiscard: fn(),
  },
} satisfies Meta<typeof DraftBand>
export default meta
type Story = StoryObj<typeof meta>

export const DraftOffered: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('A draft of 20 Nov 2026, 14:02 is kept on this device.')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onRestore).toHaveBeenCalledOnce()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect(args.onDiscard).toHaveBeenCalledOnce()
  },
}

const shown = [
  { label: 'First name', value: 'عبد الرحمن' },
  { label: 'Last name', value: 'Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe' },
  { label: 'Partner store code', value: '' },
]

/** A draft of an earlier console version: its values are shown, but cannot be restored. */
export const DraftShown: Story = {
  args: { shown, onRestore: null },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button', { name: 'Restore' })).toBeNull()
    await expect(canvas.getByText('Empty')).toBeVisible()
  },
}

export const WhenTheFormIsOnItsWay: Story = {
  args: { busy: true },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: /Restore/ }))
    await expect(args.onRestore).not.toHaveBeenCalled()
  },
}

export const WhenDark: Story = { globals: { theme: 'dark' }, args: { shown, onRestore: null } }
export const WhenNarrowest: Story = { globals: { viewport: { value: 'narrowest' } }, play: () => expectReadable() }
export const WhenShownNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  args: { shown, onRestore: null },
  play: () => expectReadable(),
}
