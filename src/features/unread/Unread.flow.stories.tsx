import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { unreadMachine } from '@machines/unread/unread.machine'
import { holdHandshakes } from '@mocks/browser'
import { tell } from '@mocks/db'
import { dropConnections, receivedEvents } from '@mocks/socket'
import { chatRows, ticketRows } from '@mocks/support'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import LivePlaces from '@app/LivePlaces'
import { seen } from '@tests/kit/seen'
import { useLive } from '@console/console'
import { LiveBar, ROLE } from '../shared/live-bar.story-kit'
import { BottomBar } from '../shell/BottomBar'
import { SMALL_MENU } from '../shell/shell.story-kit'

const meta = {
  title: 'Flows/Unread messages',
  component: LiveBar,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: consoleStory(),
} satisfies Meta<typeof LiveBar>
export default meta
type Story = StoryObj<typeof meta>

const link = (name: 'Quick chat' | 'Support tickets') => screen.findByRole('link', { name })
const says = async (name: 'Quick chat' | 'Support tickets', words: string) =>
  waitFor(async () => expect(await link(name)).toHaveAccessibleDescription(words))
/** A user writes in the first chat. */
function writeInChat(times = 1) {
  const chat = chatRows()[0]!
  for (let seq = 1; seq <= times; seq += 1) {
    chat.unread_count += 1
    tell({
      type: 'chat:message',
      assigneeId: null,
      payload: { chat_id: chat.id, message_id: `message-${seq}`, seq, createdAt: new Date().toISOString() },
    })
  }
}

export const Unknown: Story = {
  parameters: { statechart: inState(unreadMachine, 'unknown') },
  beforeEach: (context) => {
    consoleStory()(context)
    holdHandshakes()
  },
  play: async () => {
    await expect(await link('Quick chat')).not.toHaveAccessibleDescription()
    await expect(await link('Support tickets')).not.toHaveAccessibleDescription()
  },
}

export const Counted: Story = {
  parameters: { statechart: inState(unreadMachine, 'counted') },
  play: async () => {
    await says('Quick chat', '3 unread messages')
    await says('Support tickets', '4 unread messages')
  },
}

/** Clicking the icon clears its own count. */
export const Cleared: Story = {
  parameters: { statechart: inState(unreadMachine, 'cleared') },
  play: async (context) => {
    await Counted.play!(context)
    await context.userEvent.click(await link('Support tickets'))
    await seen(screen.findByRole('heading', { name: 'At /support' }))
    await expect(await link('Support tickets')).not.toHaveAccessibleDescription()
    await says('Quick chat', '3 unread messages')
  },
}

/** The page of chats shows nothing yet: nobody has seen the messages. */
export const WhenItsPageShowsNothing: Story = {
  play: async (context) => {
    await Counted.play!(context)
    await context.userEvent.click(await link('Quick chat'))
    await seen(screen.findByRole('heading', { name: 'At /quick-chat' }))
    await says('Quick chat', '3 unread messages')
  },
}

export const WhenAMessageComesAfterwards: Story = {
  play: async (context) => {
    await Cleared.play!(context)
    writeInChat()
    await says('Quick chat', '4 unread messages')
  },
}

/** The badge counts up to nine, and a burst causes one or two requests. */
export const WhenManyCome: Story = {
  play: async (context) => {
    await Counted.play!(context)
    const asked = () => receivedEvents().filter(({ event }) => event === 'quick_chat:message_count').length
    const before = asked()
    writeInChat(40)
    await says('Quick chat', '9+ unread messages')
    await expect(within(context.canvasElement).getByText('9+')).toBeVisible()
    await expect(asked() - before).toBeLessThanOrEqual(2)
  },
}

export const WhenNothingIsUnread: Story = {
  beforeEach: (context) => {
    consoleStory()(context)
    for (const record of [...chatRows(), ...ticketRows()]) record.unread_count = 0
  },
  play: async () => {
    await waitFor(() => expect(receivedEvents().map(({ event }) => event)).toContain('quick_chat:message_count'))
    await expect(await link('Quick chat')).not.toHaveAccessibleDescription()
  },
}

/** After a reconnect the counts are requested again. */
export const WhenTheLineWasBroken: Story = {
  play: async (context) => {
    await Counted.play!(context)
    dropConnections()
    chatRows()[0]!.unread_count += 3
    await says('Quick chat', '6 unread messages')
  },
}

/** Opening the page by address or menu counts too. */
export const WhenItsPageIsOpen: Story = {
  args: { path: '/support' },
  play: async () => {
    await says('Quick chat', '3 unread messages')
    await expect(await link('Support tickets')).not.toHaveAccessibleDescription()
  },
}

/** A message arrives while the page is open; a click on the page's menu item clears the badge again (spec 2, Sidebar). */
export const WhenTheMenuIsClickedOnItsPage: Story = {
  args: { path: '/support' },
  play: async ({ userEvent }) => {
    await says('Quick chat', '3 unread messages')
    const ticket = ticketRows().find(({ unread_count }) => unread_count > 0)!
    ticket.unread_count += 1
    dropConnections()
    await says('Support tickets', '5 unread messages')
    await userEvent.click(screen.getByRole('link', { name: 'Menu item of support tickets' }))
    await waitFor(async () => expect(await link('Support tickets')).not.toHaveAccessibleDescription())
    await says('Quick chat', '3 unread messages')
  },
}

/** Without either right, neither is shown. */
export const WithFewRights: Story = {
  args: { signedInAs: 'CONTENT_EDITOR' },
  play: async () => {
    await screen.findByRole('button', { name: 'Notifications' })
    await expect(screen.queryByRole('link', { name: 'Quick chat' })).toBeNull()
    await expect(screen.queryByRole('link', { name: 'Support tickets' })).toBeNull()
  },
}

function PhoneBar() {
  const live = useLive()
  return (
    <div style={{ '--bottom-height': '64px' } as object}>
      <BottomBar menu={SMALL_MENU} path="/" places={live && <LivePlaces live={live} />} onMenu={() => undefined} />
    </div>
  )
}

/** In the bar at the bottom, instead of the section that contains them. */
export const Phone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  render: () => (
    <StoryConsole isLive signedInAs={ROLE} path="/">
      <PhoneBar />
    </StoryConsole>
  ),
  play: async ({ canvas, userEvent }) => {
    const chat = await canvas.findByRole('link', { name: 'Chat 3 unread messages' })
    await expect(chat).toHaveAttribute('href', '/quick-chat')
    await seen(canvas.findByRole('link', { name: 'Support 4 unread messages' }))
    await expect(canvas.queryByRole('button', { name: 'Support' })).toBeNull()
    await userEvent.click(canvas.getByRole('link', { name: 'Support 4 unread messages' }))
    await seen(canvas.findByRole('link', { name: 'Support' }))
  },
}
