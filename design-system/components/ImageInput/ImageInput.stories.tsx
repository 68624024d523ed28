import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, waitFor } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { ImageInput } from './ImageInput'

/** A small image, drawn here: 16 × 16 pixels of one colour. */
function picture(): File {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="teal"/></svg>'
  return new File([svg], 'coin.svg', { type: 'image/svg+xml' })
}
const IMAGE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>')}`

const meta = {
  title: 'Design System/Components/ImageInput',
  component: ImageInput,
  parameters: guide(
    'One image of a form: chosen, dropped or pasted. It shows what the field has, or the file that is being sent.',
    ['Say in `hint` which images can be used.', 'Give the reason of a refused file as `error`.'],
    ['Use it for documents: they have no preview.', 'Start an upload before the person chose a file.'],
  ),
  args: {
    label: 'Icon',
    hint: 'PNG, JPEG, WebP or GIF, at most 10 MB',
    src: null,
    upload: { state: 'none' },
    accept: 'image/png,image/jpeg,image/webp,image/gif',
    onFile: fn(),
    onCancel: fn(),
    onRetry: fn(),
    onRemove: fn(),
  },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 440 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof ImageInput>
export default meta
type Story = StoryObj<typeof meta>

const transferOf = (file: File) => {
  const transfer = new DataTransfer()
  transfer.items.add(file)
  return transfer
}
const drag = (box: HTMLElement, type: 'dragover' | 'drop') =>
  box.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transferOf(picture()) }))
const paste = (box: HTMLElement) =>
  box.dispatchEvent(
    new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: transferOf(picture()) }),
  )

export const Empty: Story = {
  play: async ({ args, canvas, canvasElement, userEvent }) => {
    await userEvent.tab()
    const button = canvas.getByRole('button', { name: 'Choose an image Icon' })
    await expect(button).toHaveFocus()
    await expect(canvas.getByRole('group', { name: 'Icon' })).toHaveAccessibleDescription(/PNG, JPEG, WebP or GIF/)
    const input = canvasElement.querySelector<HTMLInputElement>('input[type=file]')!
    for (const times of [1, 2]) {
      Object.defineProperty(input, 'files', { value: [picture()], configurable: true })
      await fireEvent.change(input)
      await expect(args.onFile).toHaveBeenCalledTimes(times)
    }
  },
}
export const WhenAFileIsDropped: Story = {
  play: async ({ args, canvas }) => {
    const box = canvas.getByRole('group', { name: 'Icon' })
    drag(box, 'dragover')
    await waitFor(() => expect(canvas.getByText('Drop the image here')).toBeVisible())
    drag(box, 'drop')
    await expect(args.onFile).toHaveBeenCalledOnce()
    await waitFor(() => expect(canvas.getByText('Drop or paste an image here')).toBeVisible())
  },
}
export const WhenAFileIsPasted: Story = {
  play: async ({ args, canvas }) => {
    paste(canvas.getByRole('group', { name: 'Icon' }))
    await expect(args.onFile).toHaveBeenCalledOnce()
  },
}
export const WithImage: Story = {
  args: { src: IMAGE },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove' }))
    await expect(args.onRemove).toHaveBeenCalledOnce()
    await waitFor(() => expect(canvas.getAllByRole('button')[0]).toHaveFocus())
  },
}
export const Uploading: Story = {
  args: { upload: { state: 'uploading', file: picture(), share: 0.4 } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('progressbar', { name: 'Uploading' })).toHaveAttribute('aria-valuenow', '40')
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(args.onCancel).toHaveBeenCalledOnce()
  },
}
export const Failed: Story = {
  args: {
    upload: { state: 'failed', file: picture() },
    error: 'The server cannot be reached. Check the connection, then try again.',
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const Refused: Story = {
  args: { src: IMAGE, error: 'This is not an image. Choose a PNG, JPEG, WebP or GIF file.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('group', { name: 'Icon' })).toHaveAccessibleDescription(/This is not an image/)
  },
}
export const ReadOnly: Story = {
  args: { src: IMAGE, readOnly: true },
  play: async ({ args, canvas }) => {
    await expect(canvas.queryByRole('button')).not.toBeInTheDocument()
    drag(canvas.getByRole('group', { name: 'Icon' }), 'drop')
    await expect(args.onFile).not.toHaveBeenCalled()
  },
}

export const Matrix: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gap: 16 }}>
      <ImageInput {...args} label="Empty" />
      <ImageInput {...args} label="Image" src={IMAGE} />
      <ImageInput {...args} label="Uploading" upload={{ state: 'uploading', file: picture(), share: 0.4 }} />
      <ImageInput {...args} label="Failed" upload={{ state: 'failed', file: picture() }} error="The line is down." />
      <ImageInput {...args} label="Refused" error="This is not an image." />
      <ImageInput {...args} label="Read only" src={IMAGE} readOnly />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Narrow: Story = {
  ...Matrix,
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
