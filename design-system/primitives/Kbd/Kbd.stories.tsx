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
    'A key, as on the keyboard. Gone where there is none to press: on touch screens.',
    [
      'Put it behind the verb that the key does.',
      'Hide it from screen readers where the control says the key itself (`aria-keyshortcuts`).',
    ],
    [
      'Use it for code or ids: those are set in the mono face.',
      'Make it the only place that tells of a key: the sheet of keys lists all.',
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
