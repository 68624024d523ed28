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
    'A person as picture or letter. Where the picture is missing or broken, the first letter stands in; a green or red dot says who is signed in.',
    ['Set `alone` where the name is not written beside it.', 'Leave the dot out where nobody knows.'],
    ['Use it for things: those have icons.', 'Tell people apart by the colour: all have the same.'],
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
