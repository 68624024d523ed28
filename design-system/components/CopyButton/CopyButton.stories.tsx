import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, waitFor } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { CopyButton } from './CopyButton'

const meta = {
  title: 'Design System/Components/CopyButton',
  component: CopyButton,
  parameters: guide(
    'Copies a text and shows "Copied !" for a second, announced to screen readers too.',
    ['Put it beside ids, hashes and secrets.', 'Name what is copied: "Copy secret key".'],
    ['Copy anything other than the displayed text.', 'Confirm it in a toast as well.'],
  ),
  args: { text: 'JBSW Y3DP', label: 'Copy secret key' },
} satisfies Meta<typeof CopyButton>
export default meta
type Story = StoryObj<typeof meta>

export const Copied: Story = {
  play: async ({ canvas, userEvent }) => {
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    // The live region exists before its text; otherwise it would not be announced.
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(write).toHaveBeenCalledWith('JBSW Y3DP')
    await seen(canvas.findByText('Copied !'))
    await waitFor(() => expect(canvas.queryByText('Copied !')).not.toBeInTheDocument())
    await expect(canvas.getByRole('button', { name: 'Copy secret key' })).toHaveFocus()
  },
}

export const WhenRefused: Story = {
  args: { kind: 'button' },
  play: async ({ canvas, userEvent }) => {
    spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await userEvent.click(canvas.getByRole('button'))
    await seen(canvas.findByText('Not copied'))
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['icon', 'button']}
      rows={[
        {
          name: 'CopyButton',
          cells: [
            <CopyButton key="a" text="7f3a" label="Copy request id" />,
            <CopyButton key="b" text="7f3a" label="Copy" kind="button" />,
          ],
        },
      ]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
