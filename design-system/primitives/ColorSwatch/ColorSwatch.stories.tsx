import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { ColorSwatch } from './ColorSwatch'

const meta = {
  title: 'Design System/Primitives/ColorSwatch',
  component: ColorSwatch,
  args: { color: '#2f6fde' },
  parameters: guide(
    'A color that people chose, with its code.',
    ['Keep the code beside it: not everybody can distinguish colors.'],
    ['Paint text or a background in it: its contrast is unknown.'],
  ),
} satisfies Meta<typeof ColorSwatch>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('#2F6FDE')).toBeVisible()
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['dark', 'light', 'bright']}
      rows={[
        {
          name: 'ColorSwatch',
          cells: ['#101418', '#fdfdfd', '#d4a017'].map((color) => <ColorSwatch key={color} color={color} />),
        },
      ]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
