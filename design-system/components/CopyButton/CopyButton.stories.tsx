import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, waitFor } from '@storybook/test'
import { CopyButton } from './CopyButton'

const meta = {
  title: 'Design System/Components/CopyButton',
  component: CopyButton,
  args: { text: 'JBSW Y3DP', label: 'Copy secret key' },
} satisfies Meta<typeof CopyButton>
export default meta
type Story = StoryObj<typeof meta>

export const Copied: Story = {
  play: async ({ canvas, userEvent }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(canvas.getByRole('button', { name: 'Copy secret key' }))
    await expect(write).toHaveBeenCalledWith('JBSW Y3DP')
    await expect(await canvas.findByText('Copied !')).toBeVisible()
    await waitFor(() => expect(canvas.queryByText('Copied !')).not.toBeInTheDocument(), { timeout: 1500 })
    await expect(canvas.getByRole('button', { name: 'Copy secret key' })).toHaveFocus()
  },
}

export const WhenRefused: Story = {
  args: { kind: 'button' },
  play: async ({ canvas, userEvent }) => {
    spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await userEvent.click(canvas.getByRole('button'))
    await expect(await canvas.findByText('Not copied')).toBeVisible()
  },
}
