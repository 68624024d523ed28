import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Kbd } from './Kbd'

const meta = {
  title: 'Design System/Primitives/Kbd',
  component: Kbd,
  args: { children: 'Ctrl K' },
  parameters: guide(
    'A keyboard key. Hidden on touch screens, which have no keys.',
    ['Put it after the name of its action.', 'Hide it from screen readers where the control has `aria-keyshortcuts`.'],
    [
      'Use it for code or ids: use the mono font.',
      'Make it the only mention of a shortcut: the sheet of shortcuts lists all.',
    ],
  ),
} satisfies Meta<typeof Kbd>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Ctrl K').tagName).toBe('KBD')
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['one sign', 'a word', 'together']}
      rows={[{ name: 'Kbd', cells: [<Kbd key="a">/</Kbd>, <Kbd key="b">Esc</Kbd>, <Kbd key="c">Ctrl Enter</Kbd>] }]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
