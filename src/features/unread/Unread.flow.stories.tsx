import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { unreadMachine } from '@machines/unread/unread.machine'
import { colleague, dropConnections, holdHandshakes, push, receivedEvents, sql } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import LivePlaces from '@app/LivePlaces'
import { seen } from '@tests/kit/seen'
import { useLive } from '@console/console'
import { LiveBar, MY_ID, ROLE } from '../shared/live-bar.story-kit'
import { BottomBar } from '../shell/BottomBar'
import { SMALL_MENU } from '../shell/shell.story-kit'

type Table = 'chats' | 'support_tickets'
/** Id of the chat or ticket of the person in which users write. */
const ids: Record<Table, string> = { chats: '', support_tickets: '' }
/** Of all chats or tickets, only one of the person has messages that nobody has read. */
async function unreadAre(table: Table, count: number) {
  await sql(`update ${table} set unread_count = 0 where unread_count > 0`)
  const [row] = await sql<{ id: string }>(
    `update ${table} set assignee_id = $1::uuid, unread_count = $2::integer
     where id = (select id from ${table} where status not in ('RESOLVED', 'CLOSED') order by id limit 1) returning id::text as id`,
    [MY_ID, count],
  )
  ids[table] = row!.id
}
async function someAreUnread() {
  await unreadAre('chats', 3)
  await unreadAre('support_tickets', 4)
}

const meta = {
  title: 'Flows/Unread messages',
  component: LiveBar,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: consoleStory(someAreUnread),
} satisfies Meta<typeof LiveBar>
export default meta
type Story = StoryObj<typeof meta>

const link = (name: 'Quick chat' | 'Support tickets') => screen.findByRole('link', { name })
const says = async (name: 'Quick chat' | 'Support tickets', words: string) =>
  waitFor(async () => expect(await link(name)).toHaveAccessibleDescription(words))
/** What a user wrote elsewhere is put into the person's chat or ticket by a colleague. */
const writes = (table: Table) => {
  const message = { client_id: crypto.randomUUID(), body: 'Is there any news?', sender: 'USER' }
  const someone = colleague('SUPER_ADMIN')
  return table === 'chats'
    ? someone.call('chat.postMessage', { params: { chatId: ids.chats }, body: message })
    : someone.call('support.postMessage', { params: { ticketId: ids.support_tickets }, body: message })
}

export const Unknown: Story = {
  parameters: { statechart: inState(unreadMachine, 'unknown') },
  beforeEach: consoleStory(async () => holdHandshakes()),
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
    await writes('chats')
    await says('Quick chat', '4 unread messages')
  },
}

/** The badge counts up to nine, and a burst causes one or two requests. */
export const WhenManyCome: Story = {
  play: async (context) => {
    await Counted.play!(context)
    const asked = () => receivedEvents.filter(({ event }) => event === 'quick_chat:message_count').length
    const before = asked()
    // The forty messages are there at once, and are told one by one.
    await sql('update chats set unread_count = unread_count + 40 where id = $1::uuid', [ids.chats])
    for (let seq = 1; seq <= 40; seq += 1) {
      const createdAt = new Date().toISOString()
      push('quick_chat:new_message_admin', { chat_id: ids.chats, message_id: crypto.randomUUID(), seq, createdAt })
    }
    await says('Quick chat', '9+ unread messages')
    await expect(within(context.canvasElement).getByText('9+')).toBeVisible()
    await expect(asked() - before).toBeLessThanOrEqual(2)
  },
}

export const WhenNothingIsUnread: Story = {
  beforeEach: consoleStory(async () => {
    await unreadAre('chats', 0)
    await unreadAre('support_tickets', 0)
  }),
  play: async () => {
    await waitFor(() => expect(receivedEvents.map(({ event }) => event)).toContain('quick_chat:message_count'))
    await expect(await link('Quick chat')).not.toHaveAccessibleDescription()
  },
}

/** After a reconnect the counts are requested again. */
export const WhenTheLineWasBroken: Story = {
  play: async (context) => {
    await Counted.play!(context)
    dropConnections()
    for (let count = 0; count < 3; count += 1) await writes('chats')
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
    await writes('support_tickets')
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
