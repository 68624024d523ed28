import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from '@storybook/test'
import { drag, paste } from '@tests/kit/give-files'
import { guide } from '../../foundations/guide.story-kit'
import { BANNER, LOGO } from '../../primitives/Thumbnail/pictures.story-kit'
import { ImageInput } from './ImageInput'
import type { UploadState } from './UploadLine'

const logo = () => new File(['pixels'], 'logo.png', { type: 'image/png' })
const onItsWay = (over: Partial<UploadState> = {}): UploadState => ({
  name: 'logo.png',
  src: LOGO,
  share: 0.4,
  canRetry: false,
  onRetry: fn(),
  onCancel: fn(),
  ...over,
})

const meta = {
  title: 'Design System/Components/ImageInput',
  component: ImageInput,
  parameters: {
    ...guide(
      'A field for one picture: chosen in a dialog, dropped, or pasted. It shows the picture, and the progress of an upload.',
      ['State the smallest size in the hint.', 'Show a refusal as the error of the field: the earlier picture stays.'],
      ['Use it for several pictures: use an `ImagesInput`.', 'Save the form while a picture is being uploaded.'],
    ),
    layout: 'padded',
  },
  args: {
    label: 'Icon',
    src: null,
    accept: 'image/png,image/jpeg,image/webp,image/gif',
    hint: 'At least 600 × 315 pixels',
    onFile: fn(),
    onRemove: fn(),
  },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 420 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ImageInput>
export default meta
type Story = StoryObj<typeof meta>

export const Empty: Story = {
  args: { required: true },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const button = canvas.getByRole('button', { name: 'Icon Choose image' })
    await expect(button).toHaveFocus()
    await expect(button).toHaveAccessibleDescription('At least 600 × 315 pixels')
    await expect(canvas.getByRole('group', { name: 'Icon, required' })).toContainElement(button)
  },
}
export const WithAPicture: Story = {
  args: { src: BANNER },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove' }))
    await expect(args.onRemove).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('button', { name: 'Icon Replace' })).toHaveFocus()
  },
}
export const Uploading: Story = {
  args: { upload: onItsWay(), status: 'Uploading logo.png' },
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Uploading logo.png' })).toHaveAttribute('aria-valuenow', '40')
    await expect(canvas.getByRole('status')).toHaveTextContent('Uploading logo.png')
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(args.upload!.onCancel).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('button', { name: 'Icon Replace' })).toHaveFocus()
  },
}
/** All bytes are sent; the duration of the server's processing is unknown. */
export const Reading: Story = {
  args: { upload: onItsWay({ share: 1 }) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Reading logo.png' })).not.toHaveAttribute('aria-valuenow')
  },
}
/** The earlier picture stays. */
export const Refused: Story = {
  args: { src: LOGO, error: 'This is a PDF, not an image. Choose a PNG, JPEG, WebP or GIF file.' },
  play: async ({ canvas }) => {
    const button = canvas.getByRole('button', { name: 'Icon Replace' })
    await expect(button).toHaveAccessibleDescription(/This is a PDF, not an image/)
    // Once, in a region that announces it.
    await expect(canvas.getByText(/This is a PDF/).closest('[aria-live=polite]')).toBeVisible()
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement()
    await expect(canvas.getByRole('img', { name: 'Icon' })).toBeVisible()
  },
}
export const WhenItMayBeSentAgain: Story = {
  args: {
    upload: onItsWay({ share: null, canRetry: true }),
    error: 'The server did not answer. The image is sent again when the connection is back.',
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.upload!.onRetry).toHaveBeenCalledOnce()
  },
}
export const Disabled: Story = {
  args: { src: LOGO, disabled: true },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('button', { name: 'Icon Replace' })).toBeDisabled()
    await expect(canvas.queryByRole('button', { name: 'Remove' })).toBeNull()
    drag(canvas.getByRole('group'), 'drop', logo())
    await expect(args.onFile).not.toHaveBeenCalled()
  },
}

/** The field highlights while a file is held over it; dragged text is ignored. */
export const WhenAFileIsDropped: Story = {
  play: async ({ canvas, args }) => {
    const field = canvas.getByRole('group', { name: 'Icon' })
    drag(field, 'dragenter', 'words')
    await expect(field).not.toHaveAttribute('data-over')
    drag(field, 'dragenter', logo())
    // The pointer moves on to the button inside.
    drag(canvas.getByRole('button'), 'dragenter', logo())
    drag(field, 'dragleave', logo())
    await waitFor(() => expect(field).toHaveAttribute('data-over'))
    drag(field, 'drop', logo())
    await waitFor(() => expect(field).not.toHaveAttribute('data-over'))
    await expect(args.onFile).toHaveBeenCalledOnce()
    await expect((args.onFile as ReturnType<typeof fn>).mock.calls[0]![0]).toMatchObject({ name: 'logo.png' })
  },
}
export const WhenAFileIsPasted: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.tab()
    paste(canvas.getByRole('button'), logo())
    await expect(args.onFile).toHaveBeenCalledOnce()
    paste(canvas.getByRole('button'), 'words')
    await expect(args.onFile).toHaveBeenCalledOnce()
  },
}
/** Choosing the same file twice uploads it twice, because it may have changed. */
export const WhenAFileIsChosen: Story = {
  play: async ({ canvasElement, userEvent, args }) => {
    const input = canvasElement.querySelector<HTMLInputElement>('input[type=file]')!
    await userEvent.upload(input, logo())
    await userEvent.upload(input, logo())
    await expect(args.onFile).toHaveBeenCalledTimes(2)
  },
}

export const Matrix: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gap: 20 }}>
      <ImageInput {...args} label="Empty" required />
      <ImageInput {...args} label="With a picture" src={BANNER} />
      <ImageInput {...args} label="Uploading" upload={onItsWay()} />
      <ImageInput {...args} label="Refused" error="This is not an image." />
      <ImageInput
        {...args}
        label="Without an answer"
        upload={onItsWay({ share: null, canRetry: true })}
        error="The server did not answer. The image is sent again when the connection is back."
      />
      <ImageInput {...args} label="Disabled" src={LOGO} disabled />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const OnAPhone: Story = { ...Matrix, globals: { viewport: { value: 'phone' } } }
