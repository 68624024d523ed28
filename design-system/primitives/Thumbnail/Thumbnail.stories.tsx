import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Thumbnail } from './Thumbnail'

const picture = (width: number, height: number) =>
  'data:image/svg+xml,' +
  encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="teal"/><circle cx="${width / 2}" cy="${height / 2}" r="3" fill="gold"/></svg>`,
  )
const BROKEN = 'data:image/png;base64,AAAA'

const meta = {
  title: 'Design System/Primitives/Thumbnail',
  component: Thumbnail,
  parameters: guide(
    'A small image of a thing: the icon of a coin, a banner. The box has its size before the image has loaded; a missing or broken image shows an icon.',
    ['Pass the small version of the image.', 'Leave `alt` empty where the name is beside it.'],
    ['Use it for people: use an `Avatar`.', 'Use it where the whole image must be read.'],
  ),
  args: { src: picture(8, 8), alt: 'Bitcoin' },
} satisfies Meta<typeof Thumbnail>
export default meta
type Story = StoryObj<typeof meta>

export const WithImage: Story = {
  play: async ({ canvas }) => {
    const image = canvas.getByRole('img', { name: 'Bitcoin' })
    await expect(image).toHaveAttribute('loading', 'lazy')
    await expect(image).toHaveAttribute('decoding', 'async')
    const { width, height } = image.parentElement!.getBoundingClientRect()
    await expect([width, height]).toEqual([28, 28])
  },
}
export const Missing: Story = {
  args: { src: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img', { name: 'Bitcoin' })).toBeVisible()
  },
}
export const WhenTheImageIsBroken: Story = {
  args: { src: BROKEN },
  play: async ({ canvas }) => {
    await seen(canvas.findByRole('img', { name: 'Bitcoin (the image cannot be shown)' }))
  },
}
/** An image that failed because the connection was lost is requested again. */
export const WhenTheDeviceIsOnlineAgain: Story = {
  args: { src: BROKEN, onBrokenChange: fn() },
  play: async ({ args, canvas }) => {
    await seen(canvas.findByRole('img', { name: 'Bitcoin (the image cannot be shown)' }))
    await expect(args.onBrokenChange).toHaveBeenCalledOnce()
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(args.onBrokenChange).toHaveBeenCalledTimes(2))
    await expect(args.onBrokenChange).toHaveBeenLastCalledWith(true)
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['image', 'missing', 'broken', 'wide']}
      rows={[28, 64].map((size) => ({
        name: `${size} px`,
        cells: [
          <Thumbnail key="a" src={picture(8, 8)} alt="Image" size={size} />,
          <Thumbnail key="b" alt="Missing" size={size} />,
          <Thumbnail key="c" src={BROKEN} alt="Broken" size={size} />,
          <Thumbnail key="d" src={picture(16, 9)} alt="Banner" size={size} shape="wide" />,
        ],
      }))}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
