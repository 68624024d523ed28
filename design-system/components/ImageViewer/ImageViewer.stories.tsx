import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { BANNER, BROKEN, LOGO } from '../../primitives/Thumbnail/pictures.story-kit'
import { LoadingIndicator } from '../LoadingIndicator/LoadingIndicator'
import { ImageViewer, type ImageControls } from './ImageViewer'

const meta = {
  title: 'Design System/Components/ImageViewer',
  component: ImageViewer,
  parameters: {
    ...guide(
      'Shows one image enlarged: zoom and rotation with buttons and keys.',
      [
        'Put two beside each other to compare them.',
        'Show in `children` that the image is loading, or why there is none.',
      ],
      ['Use it where a small image is sufficient: use a `Thumbnail`.'],
    ),
    layout: 'padded',
  },
  args: { src: BANNER, alt: 'Banner of the autumn races', onBroken: fn(), onKeyDown: fn() },
} satisfies Meta<typeof ImageViewer>
export default meta
type Story = StoryObj<typeof meta>

const boxOf = (image: HTMLElement) => image.getBoundingClientRect()
const large = async (image: HTMLElement) => waitFor(() => expect(boxOf(image).width).toBeGreaterThan(8))

export const Whole: Story = {
  play: async ({ canvas }) => {
    await large(canvas.getByRole('img', { name: 'Banner of the autumn races' }))
    await expect(canvas.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
    await waitFor(() => expect(canvas.getByRole('status', { name: 'Size' })).toHaveTextContent(/^\d+ %$/))
  },
}

/** Everything with the keyboard. Arrow keys move the image once it is larger than its stage. */
export const WhenKeysAreUsed: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const image = canvas.getByRole('img', { name: 'Banner of the autumn races' })
    await large(image)
    const { width, height } = boxOf(image)
    canvas.getByRole('region').focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.onKeyDown).toHaveBeenCalledOnce()
    await userEvent.keyboard('++')
    await waitFor(() => expect(boxOf(image).width).toBeCloseTo(width * 2, 0))
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.onKeyDown).toHaveBeenCalledOnce()
    await userEvent.keyboard('0')
    await waitFor(() => expect(boxOf(image).width).toBeCloseTo(width, 0))
    await userEvent.keyboard('r')
    await waitFor(() => expect(boxOf(image).height / boxOf(image).width).toBeCloseTo(width / height, 1))
  },
}

/** An image that is larger than its stage can be scrolled to its edges, however it is rotated. */
export const WhenItIsLargerThanItsStage: Story = {
  play: async ({ canvas, userEvent }) => {
    const image = canvas.getByRole('img', { name: 'Banner of the autumn races' })
    await large(image)
    const stage = canvas.getByRole('region')
    for (let steps = 0; steps < 6; steps += 1) await userEvent.click(canvas.getByRole('button', { name: 'Zoom in' }))
    await expect(canvas.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
    stage.scrollTo(0, 0)
    await expect(boxOf(image).left).toBeGreaterThanOrEqual(boxOf(stage).left - 1)
    stage.scrollTo(100_000, 100_000)
    await expect(boxOf(image).right).toBeLessThanOrEqual(boxOf(stage).right + 1)
  },
}

/** The viewer fills the height of its parent; the parent passes on keys that are pressed elsewhere in the page. */
export const WhenItFillsItsPlace: Story = {
  render: (args) => {
    let viewer: ImageControls | null = null
    return (
      <div style={{ height: 320 }}>
        <ImageViewer {...args} fills controls={(controls) => void (viewer = controls)} />
        <button type="button" onKeyDown={({ key }) => viewer?.press(key)}>
          Elsewhere
        </button>
      </div>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const image = canvas.getByRole('img', { name: 'Banner of the autumn races' })
    await large(image)
    await expect(canvas.getByRole('group').getBoundingClientRect().height).toBe(320)
    const { width } = boxOf(image)
    canvas.getByRole('button', { name: 'Elsewhere' }).focus()
    await userEvent.keyboard('+a')
    await waitFor(() => expect(boxOf(image).width).toBeCloseTo(width * 1.5, 0))
  },
}

export const WithoutAnImage: Story = {
  args: { src: null, children: <LoadingIndicator label="Loading the image" /> },
  play: async ({ canvas }) => {
    for (const name of ['Zoom in', 'Zoom out', 'Whole image', 'Turn'])
      await expect(canvas.getByRole('button', { name })).toBeDisabled()
  },
}
export const WhenItIsNoImage: Story = {
  args: { src: BROKEN },
  play: async ({ args }) => {
    await waitFor(() => expect(args.onBroken).toHaveBeenCalledOnce())
  },
}

export const SideBySide: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 }}>
      <ImageViewer {...args} alt="The front" />
      <ImageViewer {...args} src={LOGO} alt="The back" />
    </div>
  ),
}
export const Dark: Story = { ...SideBySide, globals: { theme: 'dark' } }
export const OnAPhone: Story = { ...Whole, globals: { viewport: { value: 'phone' } } }
