import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Avatar } from './Avatar'

const PICTURE =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>',
  )

const meta = {
  title: 'Design System/Primitives/Avatar',
  component: Avatar,
  parameters: guide(
    'A person’s picture or initial. The first letter replaces a missing or broken picture; a green or red dot shows whether the person is online.',
    ['Set `alone` where the name is not shown beside it.', 'Leave the dot out where the presence is unknown.'],
    ['Use it for things: use icons.', 'Distinguish people by colour: all avatars have the same.'],
  ),
  args: { name: 'marta_l' },
} satisfies Meta<typeof Avatar>
export default meta
type Story = StoryObj<typeof meta>

export const Letter: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('M')).toBeVisible()
  },
}
export const Online: Story = {
  args: { presence: 'online' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Online')).toBeInTheDocument()
  },
}
export const Alone: Story = {
  args: { alone: true, presence: 'offline' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('marta_l, Offline')).toBeInTheDocument()
  },
}
export const WithPicture: Story = { args: { src: PICTURE } }
export const WhenThePictureIsBroken: Story = {
  args: { src: 'data:image/png;base64,AAAA' },
  play: async ({ canvas }) => {
    await seen(canvas.findByText('M'))
  },
}
export const AFamilyOfEmojiIsOneLetter: Story = {
  args: { name: '👩‍👩‍👧 home' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('👩‍👩‍👧')).toBeVisible()
  },
}

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['letter', 'picture', 'online', 'offline']}
      rows={[24, 32, 44].map((size) => ({
        name: `${size} px`,
        cells: [
          <Avatar key="a" name="Élodie" size={size} />,
          <Avatar key="b" name="Marta" size={size} src={PICTURE} />,
          <Avatar key="c" name="Marta" size={size} presence="online" />,
          <Avatar key="d" name="Marta" size={size} presence="offline" />,
        ],
      }))}
    />
  ),
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
