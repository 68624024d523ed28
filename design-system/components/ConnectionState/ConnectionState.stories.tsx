import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { ConnectionState } from './ConnectionState'

const meta = {
  title: 'Design System/Components/ConnectionState',
  component: ConnectionState,
  parameters: guide(
    'Shows whether the displayed data is live.',
    ['Pass the time of the next attempt, where it is known.'],
    ['Show an estimated time.', 'Announce each second.'],
  ),
  args: { state: 'live' },
} satisfies Meta<typeof ConnectionState>
export default meta
type Story = StoryObj<typeof meta>

export const Live: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Live')
  },
}
export const Connecting: Story = { args: { state: 'connecting' } }
export const Reconnecting: Story = {
  args: { state: 'reconnecting' },
  play: async ({ canvasElement }) => {
    await expect(canvasElement).not.toHaveTextContent('next try')
  },
}
export const Offline: Story = {
  args: { state: 'offline' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Offline')
  },
}

/** The seconds count down; screen readers get only the state. */
export const WhenTheNextTryIsKnown: Story = {
  args: { state: 'reconnecting' },
  render: (args) => <ConnectionState {...args} nextTryAt={Date.now() + 3900} />,
  play: async ({ canvas }) => {
    await seen(canvas.findByText(/^Reconnecting, next try in [34] s$/))
    await waitFor(() => expect(canvas.getByText('Reconnecting, next try in 2 s')).toBeVisible())
    await expect(canvas.getByRole('status').textContent).toBe('Reconnecting')
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['']}
      rows={(['connecting', 'live', 'reconnecting', 'offline'] as const).map((state) => ({
        name: state,
        cells: [<ConnectionState key={state} state={state} />],
      }))}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
