import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Mark } from './Mark'

const meta = {
  title: 'Design System/Primitives/Mark',
  component: Mark,
  args: { label: 'Pitboss' },
  parameters: guide(
    'The mark: a table seen from above, with its observers.',
    ['Name it (`label`) where it is alone.', 'Leave the name out beside the written name.'],
    ['Recolour, outline or rotate it.', 'Repeat it inside a page.'],
  ),
} satisfies Meta<typeof Mark>
export default meta
type Story = StoryObj<typeof meta>

export const Alone: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'Pitboss' })).toBeVisible()
  },
}
export const BesideTheName: Story = {
  args: { label: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('img')).not.toBeInTheDocument()
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['20', '26', '40']}
      rows={[{ name: 'Mark', cells: [20, 26, 40].map((size) => <Mark key={size} size={size} />) }]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
