import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Badge } from './Badge'

const meta = {
  title: 'Design System/Primitives/Badge',
  component: Badge,
  parameters: guide(
    'A small round count. 9+ above nine, nothing at zero.',
    [
      'Use danger for unread messages, warning for open work, neutral for a number of items.',
      'Pass `word`, so that screen readers announce what is counted.',
    ],
    ['Show a zero.', 'Cap a count that people work through: `cap={Infinity}` shows it in full.'],
  ),
  args: { count: 3, word: 'unread' },
} satisfies Meta<typeof Badge>
export default meta
type Story = StoryObj<typeof meta>

export const Few: Story = {
  play: async ({ canvasElement }) => {
    await expect(canvasElement).toHaveTextContent('3 unread')
  },
}
export const AboveNine: Story = {
  args: { count: 10 },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('9+')).toBeVisible()
  },
}
export const Zero: Story = {
  args: { count: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/unread/)).not.toBeInTheDocument()
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['1', '9', '10', '1204, in full']}
      rows={(['danger', 'warning', 'neutral'] as const).map((tone) => ({
        name: tone,
        cells: [1, 9, 10]
          .map((count) => <Badge key={count} tone={tone} count={count} />)
          .concat(<Badge key="full" tone={tone} count={1204} cap={Infinity} />),
      }))}
    />
  ),
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
