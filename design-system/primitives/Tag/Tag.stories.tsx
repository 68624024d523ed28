import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Tag } from './Tag'

const meta = {
  title: 'Design System/Primitives/Tag',
  component: Tag,
  args: { children: 'FINANCE' },
  parameters: guide(
    'A fact that is not a state: a role, a level. A hairline and no colour.',
    ['Write the fact exactly as it is stored.'],
    [
      'Use it for a state: use a `StatusPill`, with icon, text and hue.',
      'Make it a button: use the filter chips of the table’s bar.',
    ],
  ),
} satisfies Meta<typeof Tag>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('FINANCE').offsetHeight).toBe(20)
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['role', 'level', 'code']}
      rows={[
        { name: 'Tag', cells: [<Tag key="a">SUPER_ADMIN</Tag>, <Tag key="b">Level 3</Tag>, <Tag key="c">NOVA01</Tag>] },
      ]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
