import { useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from '@storybook/test'
import { drag } from '@tests/kit/give-files'
import { guide } from '../../foundations/guide.story-kit'
import { BANNER, BROKEN, LOGO } from '../../primitives/Thumbnail/pictures.story-kit'
import { ImagesInput, type PendingPicture } from './ImagesInput'

const PICTURES = [
  { id: 'a', src: LOGO },
  { id: 'b', src: BANNER },
  { id: 'c', src: BROKEN },
]
const pending = (over: Partial<PendingPicture> = {}): PendingPicture => ({
  key: '1',
  name: 'screenshot.png',
  src: BANNER,
  share: 0.7,
  problem: null,
  canRetry: false,
  onRetry: fn(),
  onCancel: fn(),
  ...over,
})
const file = (name: string) => new File(['pixels'], name, { type: 'image/png' })

const meta = {
  title: 'Design System/Components/ImagesInput',
  component: ImagesInput,
  parameters: {
    ...guide(
      'A field for an ordered list of pictures: added by dialog, drop or paste, moved by dragging, keys or buttons.',
      ['Explain in the hint what the first picture is used for.'],
      ['Use it for one picture: use an `ImageInput`.'],
    ),
    layout: 'padded',
  },
  args: {
    label: 'Screenshots',
    pictures: PICTURES,
    max: 6,
    accept: 'image/png,image/jpeg,image/webp,image/gif',
    hint: 'The first one is shown in lists',
    onFiles: fn(),
    onChange: fn(),
  },
  render: function Kept({ pictures, onChange, ...rest }) {
    const [ids, setIds] = useState(pictures.map(({ id }) => id))
    return (
      <div style={{ maxWidth: 520 }}>
        <ImagesInput
          {...rest}
          pictures={ids.map((id) => pictures.find((picture) => picture.id === id)!)}
          onChange={(next) => {
            setIds(next)
            onChange(next)
          }}
        />
      </div>
    )
  },
} satisfies Meta<typeof ImagesInput>
export default meta
type Story = StoryObj<typeof meta>

export const Several: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
export const OnAPhone: Story = { globals: { viewport: { value: 'phone' } } }
export const Empty: Story = { args: { pictures: [], required: true } }
export const Disabled: Story = {
  args: { disabled: true },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button', { name: 'Remove image 1' })).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Screenshots Add images' })).toBeDisabled()
  },
}
export const WithPicturesOnTheirWay: Story = {
  args: {
    pending: [
      pending(),
      pending({
        key: '2',
        name: 'Ünï 图.png',
        src: LOGO,
        share: null,
        problem: 'The server did not answer.',
        canRetry: true,
      }),
    ],
  },
  play: async ({ canvas }) => {
    const list = within(canvas.getByRole('list', { name: 'Screenshots on their way' }))
    await expect(list.getByRole('progressbar', { name: 'Uploading screenshot.png' })).toBeVisible()
    await expect(list.getByText('The server did not answer.')).toBeVisible()
    await expect(list.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

/** With the buttons of a picture. */
export const WhenAPictureIsMovedAndRemoved: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await expect(canvas.getByRole('button', { name: 'Move image 1 earlier' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Move image 1 later' }))
    await expect(args.onChange).toHaveBeenLastCalledWith(['b', 'a', 'c'])
    await userEvent.click(canvas.getByRole('button', { name: 'Remove image 1' }))
    await expect(args.onChange).toHaveBeenLastCalledWith(['a', 'c'])
    await expect(canvas.getByRole('button', { name: 'Screenshots Add images' })).toHaveFocus()
  },
}
/** With the keyboard alone: the handle picks the picture up, arrow keys choose the position, Enter drops it. */
export const WhenAPictureIsMovedByKeys: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const handle = canvas.getByRole('button', { name: 'Move image 1' })
    handle.focus()
    await userEvent.keyboard('{Enter}')
    // One frame later the focus is on the possible positions: earlier keys would begin a second move.
    await waitFor(() => expect(handle).not.toHaveFocus())
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(args.onChange).toHaveBeenCalled())
    await expect((args.onChange as ReturnType<typeof fn>).mock.lastCall![0]).not.toEqual(['a', 'b', 'c'])
  },
}
/** More files than there is room for: only the first ones are accepted. */
export const WhenTooManyAreDropped: Story = {
  args: { max: 5 },
  play: async ({ canvas, args }) => {
    drag(canvas.getByRole('group', { name: 'Screenshots' }), 'drop', file('1.png'), file('2.png'), file('3.png'))
    const [files] = (args.onFiles as ReturnType<typeof fn>).mock.lastCall as [File[]]
    await expect(files.map(({ name }) => name)).toEqual(['1.png', '2.png'])
  },
}
export const Full: Story = {
  args: { max: 3 },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('button', { name: 'Screenshots Add images' })).toBeDisabled()
    drag(canvas.getByRole('group', { name: 'Screenshots' }), 'drop', file('1.png'))
    await expect(args.onFiles).not.toHaveBeenCalled()
  },
}
