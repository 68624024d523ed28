import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Ban, Bell, CircleCheck, Clock, Search, UsersRound } from 'lucide-react'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Icon, ICON_SIZES, type IconSize } from './Icon'

const meta = {
  title: 'Design System/Primitives/Icon',
  component: Icon,
  args: { icon: Bell },
  argTypes: { icon: { control: false } },
  parameters: guide(
    'A Lucide icon in one of six sizes, hidden from screen readers: the text beside it, or the name of the control around it, has the meaning.',
    [
      'Import one icon by its name, so that the build contains no others.',
      'Use the size for its context: `pill` in pills, `header` in table heads, `topBar`, `tile`.',
    ],
    [
      'Use it without text: use an `IconButton`, which has a name and a tooltip.',
      'Colour it to decorate: it has the colour of its text.',
    ],
  ),
} satisfies Meta<typeof Icon>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvasElement }) => {
    const drawing = canvasElement.querySelector('svg')!
    await expect(drawing).toHaveAttribute('aria-hidden', 'true')
    await expect(drawing.getBoundingClientRect().width).toBe(16)
  },
}

const SIZES = Object.keys(ICON_SIZES) as IconSize[]
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={SIZES}
      rows={[
        { name: 'Bell', icon: Bell },
        { name: 'Search', icon: Search },
        { name: 'CircleCheck', icon: CircleCheck },
        { name: 'Clock', icon: Clock },
        { name: 'UsersRound', icon: UsersRound },
        { name: 'Ban', icon: Ban },
      ].map(({ name, icon }) => ({
        name,
        cells: SIZES.map((size) => <Icon key={size} icon={icon} size={size} />),
      }))}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
