import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { TextLink } from '../../primitives/TextLink/TextLink'
import { MessageLog, type LoggedMessage } from './MessageLog'

const at = (id: number, kind: LoggedMessage['kind'], message: string, time: string): LoggedMessage => ({
  id,
  kind,
  message,
  time,
  iso: `2026-11-20T${time}.000Z`,
})

const meta = {
  title: 'Design System/Components/MessageLog',
  component: MessageLog,
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'The messages of earlier toasts, the newest first.',
      ['Keep every toast here as it was shown.', 'Delete them with the session: they may name people.'],
      ['Show an error only here: it also stays where it happened.'],
      480,
    ),
  },
  args: {
    kept: 'They are kept until you sign out.',
    onClose: fn(),
    messages: [
      at(3, 'error', 'You are not permitted to change this user.', '14:32:40'),
      at(2, 'warning', 'The list stopped early. 24,912 rows are shown.', '14:31:02'),
      { ...at(1, 'success', 'Successfully Updated', '14:30:08'), link: <TextLink href="#1">Ada Lovelace</TextLink> },
    ],
  },
} satisfies Meta<typeof MessageLog>
export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  play: async ({ args, userEvent }) => {
    const drawer = within(await screen.findByRole('dialog', { name: 'Messages' }))
    await waitFor(() => expect(drawer.getByText('Successfully Updated')).toBeVisible())
    await expect(drawer.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Error: You are not permitted to change this user.14:32:40',
      'Warning: The list stopped early. 24,912 rows are shown.14:31:02',
      'Done: Successfully UpdatedAda Lovelace14:30:08',
    ])
    await expect(drawer.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalled()
  },
}
export const Matrix: Story = {
  tags: ['picture-overlay'],
  play: async () => waitFor(() => expect(screen.getByText('Successfully Updated')).toBeVisible()),
}
export const Empty: Story = {
  args: { messages: [] },
  play: async () => waitFor(() => expect(screen.getByText('No messages yet')).toBeVisible()),
}
export const Dark: Story = { ...Open, globals: { theme: 'dark' } }
/** A message of 255 letters without a space wraps; nothing is cut off. */
export const HardMessages: Story = {
  globals: { viewport: { value: 'narrowest' } },
  args: {
    messages: [at(2, 'error', 'x'.repeat(255), '14:32:40'), at(1, 'success', 'تم التحديث بنجاح 🎉', '14:30:08')],
  },
  play: async () => {
    const list = await screen.findByRole('list')
    await expect(list.scrollWidth).toBe(list.clientWidth)
  },
}
