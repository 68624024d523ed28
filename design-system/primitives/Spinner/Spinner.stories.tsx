import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { withMedia } from '@tests/kit/emulate-media'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Spinner } from './Spinner'

const meta = {
  title: 'Design System/Primitives/Spinner',
  component: Spinner,
  args: { label: 'Loading' },
  parameters: guide(
    'A small indicator of work in progress. With reduced motion its text is shown instead.',
    ['Pass a `label` where there is no text beside it.', 'Set `alone` where there is no room for any text.'],
    ['Use it for a whole page or a list: use `LoadingIndicator` or skeletons.', 'Show two for the same work.'],
  ),
} satisfies Meta<typeof Spinner>
export default meta
type Story = StoryObj<typeof meta>

export const WithWord: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading')
  },
}
export const BesideAWord: Story = {
  args: { label: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('status')).not.toBeInTheDocument()
  },
}
export const WhenMotionIsUnwanted: Story = {
  beforeEach: withMedia({ reducedMotion: 'reduce' }),
  play: async ({ canvas, canvasElement }) => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    await expect(canvasElement.querySelector('svg')).not.toBeVisible()
    await expect(canvas.getByText('Loading').getBoundingClientRect().width).toBeGreaterThan(20)
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['13', '16', '24']}
      rows={[
        {
          name: 'with a hidden word',
          cells: [13, 16, 24].map((size) => <Spinner key={size} size={size} label="Loading" />),
        },
        { name: 'alone', cells: [13, 16, 24].map((size) => <Spinner key={size} size={size} alone />) },
      ]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
