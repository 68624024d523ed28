import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import type { OperationId } from '@contract/http/catalogue'
import { notificationEntryMachine } from '@machines/notification-entry/notification-entry.machine'
import { notificationSyncMachine } from '@machines/notification-sync/notification-sync.machine'
import { notificationsMachine } from '@machines/notifications/notifications.machine'
import { failing, onceInstead, override, pending, unreachable, type Responder } from '@mocks/overrides'
import { colleague, connectionCount, dropConnections, notifyOf, push, sql } from '@mocks/scene'
import { NOTIFICATION_PAGE_SIZE } from '@contract/constants'
import type { Notification } from '@contract/entities/notification'
import type { NotificationsStand } from '@contract/socket'
import { KEPT } from '@machines/notifications/notification-store'
import { inState } from '@tests/kit/in-state'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { LiveBar, MY_ID, ROLE } from '../shared/live-bar.story-kit'

type PlayContext = Parameters<NonNullable<StoryObj['play']>>[0]

/** Another response for some calls of one operation. */
const where = (id: OperationId, isMeant: (query: URLSearchParams) => boolean, responder: Responder) =>
  override(id, (usual, request) => (isMeant(new URL(request.url).searchParams) ? responder(usual, request) : usual()))
const isGap = (query: URLSearchParams) => query.has('since')
const isLaterPage = (query: URLSearchParams) => Number(query.get('page')) > 1
/** A ticket was assigned just now, and the person has five unread notifications: among them a handover with two items. */
async function fiveUnread() {
  await notifyOf(ROLE, { description: 'T-10044: Withdrawal is still pending' })
  await sql(
    `update notifications set is_read = id not in (select id from notifications where staff_id = $1::uuid
       order by keyword = 'SHIFT_HANDOVER' desc, created_revision desc limit 5) where staff_id = $1::uuid`,
    [MY_ID],
  )
  await sql('update notification_stands set unread = 5 where staff_id = $1::uuid', [MY_ID])
}
async function noneAtAll() {
  await sql('delete from notifications where staff_id = $1::uuid', [MY_ID])
  await sql('delete from notification_stands where staff_id = $1::uuid', [MY_ID])
}
/** The counts and the revision of the person's notifications. */
const stand = async () =>
  (
    await sql<NotificationsStand>(
      'select unread as unread_count, revision::float8 as revision from notification_stands where staff_id = $1::uuid',
      [MY_ID],
    )
  )[0]!
/** A colleague to whom the handover was offered too accepts it. */
async function acceptedByTheLead() {
  const [offered] = await sql<{ id: string }>(
    `select keyword_id::text as id from notifications where staff_id = $1::uuid and keyword = 'SHIFT_HANDOVER'`,
    [MY_ID],
  )
  await colleague('SUPPORT_LEAD').call('shift.accept', { params: { keyword_id: offered!.id } })
}

const meta = {
  title: 'Flows/Notifications',
  component: LiveBar,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: consoleStory(fiveUnread),
} satisfies Meta<typeof LiveBar>
export default meta
type Story = StoryObj<typeof meta>

const bell = () => screen.findByRole('button', { name: 'Notifications', hidden: true })
const unread = async (words: string) => waitFor(async () => expect(await bell()).toHaveAccessibleDescription(words))
async function openPanel({ userEvent }: Pick<PlayContext, 'userEvent'>) {
  await userEvent.click(await bell())
  const panel = await screen.findByRole('dialog', { name: /^Notification/ })
  await waitFor(() => expect(panel).toBeVisible())
  return within(panel)
}
type Panel = Awaited<ReturnType<typeof openPanel>>
const entries = (panel: Panel) => panel.findAllByRole('listitem')
const titled = (panel: Panel, words: RegExp) =>
  waitFor(() => {
    const found = panel.queryAllByRole('listitem').find(({ textContent }) => words.test(textContent))
    if (!found) throw new Error(`no entry says ${words}`)
    return found
  })
/** Resolves once the socket is connected and missed changes were fetched. */
const connected = () => waitFor(() => expect(connectionCount()).toBe(1))

export const Closed: Story = {
  parameters: {
    statechart: [
      inState(notificationsMachine, 'closed'),
      inState(notificationsMachine, 'ready'),
      inState(notificationSyncMachine, 'following'),
    ],
  },
  play: async () => {
    await unread('5 unread')
    await connected()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}

export const Open: Story = {
  tags: ['picture'],
  parameters: {
    statechart: [
      inState(notificationsMachine, 'open'),
      inState(notificationEntryMachine, 'unread'),
      inState(notificationEntryMachine, 'read'),
    ],
  },
  play: async (context) => {
    await unread('5 unread')
    const panel = await openPanel(context)
    // Pages of five load until the list can scroll.
    await waitFor(async () => expect((await entries(panel)).length).toBeGreaterThanOrEqual(10))
    const [first] = await entries(panel)
    await expect(first).toHaveTextContent(/^Ticket assigned to you, unread.+T-10044: Withdrawal is still pending$/)
    await expect(panel.getByRole('heading', { name: 'Notification 5 unread' })).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Mark all as read' })).toBeEnabled()
  },
}

export const Loading: Story = {
  parameters: { statechart: inState(notificationsMachine, 'loading') },
  beforeEach: consoleStory(override('notifications.list', pending)),
  play: async (context) => {
    const panel = await openPanel(context)
    await expect(panel.getByRole('status')).toHaveTextContent('Loading notifications')
    await expect(await bell()).not.toHaveAccessibleDescription()
  },
}

export const LoadingMore: Story = {
  parameters: { statechart: inState(notificationsMachine, 'loadingMore') },
  beforeEach: consoleStory(where('notifications.list', isLaterPage, pending)),
  play: async (context) => {
    await unread('5 unread')
    await expect(await entries(await openPanel(context))).toHaveLength(5)
  },
}

export const Unreachable: Story = {
  parameters: { statechart: inState(notificationsMachine, 'unreachable') },
  beforeEach: consoleStory(override('notifications.list', unreachable)),
  play: async (context) => {
    const panel = await openPanel(context)
    await seen(panel.findByRole('heading', { name: 'Notifications could not be loaded' }))
    await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(toasted).not.toHaveBeenCalled()
  },
}

export const WhenAPageFailsAndIsTriedAgain: Story = {
  beforeEach: consoleStory(where('notifications.list', isLaterPage, onceInstead(unreachable))),
  play: async (context) => {
    await unread('5 unread')
    const panel = await openPanel(context)
    await context.userEvent.click(await panel.findByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect((await entries(panel)).length).toBeGreaterThanOrEqual(10))
    await expect(panel.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}

export const Empty: Story = {
  parameters: { statechart: inState(notificationsMachine, 'empty') },
  beforeEach: consoleStory(noneAtAll),
  play: async (context) => {
    const panel = await openPanel(context)
    await seen(panel.findByRole('heading', { name: 'No Notification' }))
    await expect(panel.getByRole('button', { name: 'Mark all as read' })).toHaveAttribute('aria-disabled', 'true')
    await expect(await bell()).not.toHaveAccessibleDescription()
  },
}

/** The displayed entries stay in place while the pointer is over them; the line above inserts the new ones. */
export const Reading: Story = {
  parameters: { statechart: inState(notificationsMachine, 'reading') },
  play: async (context) => {
    await connected()
    const panel = await openPanel(context)
    const [first] = await entries(panel)
    await context.userEvent.hover(first!)
    const place = first!.getBoundingClientRect().top
    await notifyOf(ROLE, { title: 'Came while reading' })
    await seen(panel.findByRole('button', { name: '1 new notification' }))
    await expect((await entries(panel))[0]).toHaveTextContent('T-10044')
    await expect(first!.getBoundingClientRect().top).toBe(place)
    await unread('6 unread')
  },
}

export const WhenNewOnesAreShown: Story = {
  play: async (context) => {
    await Reading.play!(context)
    await context.userEvent.click(screen.getByRole('button', { name: '1 new notification' }))
    const panel = within(screen.getByRole('dialog'))
    await waitFor(async () => expect((await entries(panel))[0]).toHaveTextContent('Came while reading'))
    await expect(panel.queryByRole('button', { name: /new notification/ })).toBeNull()
  },
}

export const Marking: Story = {
  parameters: { statechart: inState(notificationEntryMachine, 'marking') },
  beforeEach: consoleStory(override('notifications.read', pending)),
  play: async (context) => {
    await unread('5 unread')
    const panel = await openPanel(context)
    await context.userEvent.click(within(await titled(panel, /T-10044/)).getByRole('link'))
    // The ticket page is open; the count is updated by the server's response.
    await seen(screen.findByRole('heading', { name: /^At \/support\?id=/ }))
    await unread('5 unread')
  },
}

/** The same page opened from the panel, with the notification read. */
export const Read: Story = {
  parameters: { statechart: inState(notificationEntryMachine, 'read') },
  play: async (context) => {
    await unread('5 unread')
    await context.userEvent.click(within(await titled(await openPanel(context), /T-10044/)).getByRole('link'))
    await unread('4 unread')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(await titled(await openPanel(context), /T-10044/)).not.toHaveAttribute('data-unread')
  },
}

export const WhenItCannotBeMarked: Story = {
  beforeEach: consoleStory(override('notifications.read', failing(500))),
  play: async (context) => {
    await unread('5 unread')
    await context.userEvent.click(within(await titled(await openPanel(context), /T-10044/)).getByRole('link'))
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith('error', expect.stringMatching(/^Something went wrong on the server\./)),
    )
    await unread('5 unread')
  },
}

const accept = async (context: PlayContext) => {
  await connected()
  const panel = await openPanel(context)
  const handover = await titled(panel, /hands over to you: 2 items/)
  await context.userEvent.click(within(handover).getByRole('button', { name: 'ACCEPT' }))
  return { panel, handover }
}

export const Accepting: Story = {
  parameters: { statechart: inState(notificationEntryMachine, 'accepting') },
  beforeEach: consoleStory(override('shift.accept', pending)),
  play: async (context) => {
    const { handover } = await accept(context)
    await expect(await within(handover).findByRole('button', { name: /Accepting/ })).toHaveAttribute(
      'aria-busy',
      'true',
    )
  },
}

/** The entry leaves the list, and the count is reduced. */
export const Accepted: Story = {
  parameters: { statechart: inState(notificationEntryMachine, 'accepted') },
  play: async (context) => {
    const { panel } = await accept(context)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Shift Accepted Successfully'))
    await waitFor(() => expect(panel.queryByText(/hands over to you: 2 items/)).toBeNull())
    await unread('4 unread')
    await expect(toasted).toHaveBeenCalledOnce()
    // The focus is on the entry that took its position.
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-entry'))
  },
}

/** A colleague accepted first: the message names them, and nothing is left to accept. */
export const Refused: Story = {
  parameters: { statechart: inState(notificationEntryMachine, 'refused') },
  beforeEach: consoleStory(
    override('shift.accept', async (usual) => {
      await acceptedByTheLead()
      return usual()
    }),
  ),
  play: async (context) => {
    const { handover } = await accept(context)
    await seen(within(handover).findByText(/^leo_lead was first/))
    await expect(toasted).toHaveBeenCalledWith('error', expect.stringMatching(/^leo_lead was first/))
    await waitFor(() => expect(within(handover).queryByRole('button')).toBeNull())
  },
}

/** Two recipients: the second one's console is notified before they press the button. */
export const WhenAColleagueTookItMeanwhile: Story = {
  play: async (context) => {
    await connected()
    const panel = await openPanel(context)
    const handover = await titled(panel, /hands over to you: 2 items/)
    await acceptedByTheLead()
    await waitFor(() => expect(handover).toHaveTextContent('leo_lead took over'))
    await expect(within(handover).queryByRole('button')).toBeNull()
  },
}

export const Behind: Story = {
  parameters: { statechart: inState(notificationSyncMachine, 'behind') },
  beforeEach: consoleStory(where('notifications.list', isGap, failing(500))),
  play: async () => unread('5 unread'),
}

export const CatchingUp: Story = {
  parameters: { statechart: inState(notificationSyncMachine, 'catchingUp') },
  beforeEach: consoleStory(where('notifications.list', isGap, pending)),
  play: async () => unread('5 unread'),
}

export const MarkingAll: Story = {
  parameters: { statechart: inState(notificationSyncMachine, 'markingAll') },
  beforeEach: consoleStory(override('notifications.readAll', pending)),
  play: async (context) => {
    await unread('5 unread')
    const panel = await openPanel(context)
    await entries(panel)
    await context.userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }))
    await expect(await panel.findByRole('button', { name: /Marking/ })).toHaveAttribute('aria-busy', 'true')
  },
}

/** A notification that arrived after the press was not seen, and stays unread. */
export const WhenAllAreMarkedWhileOneComes: Story = {
  beforeEach: consoleStory(
    override('notifications.readAll', async (usual) => {
      await notifyOf(ROLE, { title: 'Came meanwhile' })
      return usual()
    }),
  ),
  play: async (context) => {
    await connected()
    await unread('5 unread')
    const panel = await openPanel(context)
    await entries(panel)
    await context.userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }))
    await unread('1 unread')
    await waitFor(async () => {
      const unreadOnes = (await entries(panel)).filter((item) => item.hasAttribute('data-unread'))
      await expect(unreadOnes.map((item) => item.textContent)).toEqual([expect.stringMatching(/^Came meanwhile/)])
    })
  },
}

export const WhenAllAreMarkedInAnotherTab: Story = {
  play: async (context) => {
    await connected()
    await unread('5 unread')
    const panel = await openPanel(context)
    await entries(panel)
    await colleague(ROLE).call('notifications.readAll')
    await waitFor(async () => expect(await bell()).not.toHaveAccessibleDescription())
    await waitFor(async () =>
      expect((await entries(panel)).some((item) => item.hasAttribute('data-unread'))).toBe(false),
    )
  },
}

export const WhenOneIsPushedTwiceBesideItsPage: Story = {
  play: async (context) => {
    await connected()
    await unread('5 unread')
    await notifyOf(ROLE, { title: 'Pushed twice' })
    const [data] = await colleague(ROLE).call<Notification[]>('notifications.list')
    push('notification:admin_notification_response', { success: true, data: data!, ...(await stand()) })
    await unread('6 unread')
    const panel = await openPanel(context)
    await waitFor(async () => expect((await entries(panel)).length).toBeGreaterThanOrEqual(10))
    await expect(panel.getAllByText(/^Pushed twice/)).toHaveLength(1)
    await expect((await entries(panel))[0]).toHaveTextContent('Pushed twice')
    await waitFor(() => expect(screen.getByText('New notification: Pushed twice')).toBeInTheDocument())
  },
}

/** Notifications that were missed while the connection was lost are fetched, and counted once. */
export const WhenTheLineWasBroken: Story = {
  play: async () => {
    await connected()
    await unread('5 unread')
    dropConnections()
    for (let count = 0; count < 5; count += 1) await notifyOf(ROLE)
    await unread('9+ unread')
    await expect((await stand()).unread_count).toBe(10)
  },
}

/** A thousand notifications at once, with the titles Number 1 to Number 1000. */
const thousandMore = () =>
  sql(
    `with added as (
       insert into notifications (id, staff_id, keyword, keyword_id, title, description, event_key, created_at, created_revision, revision)
       select gen_random_uuid(), staff_id, 'TICKET_ASSIGNED', gen_random_uuid(), 'Number ' || each, 'T-10044: Withdrawal is still pending',
         'story ' || each, now(), revision + each, revision + each
       from notification_stands, generate_series(1, 1000) as each where staff_id = $1::uuid)
     update notification_stands set unread = unread + 1000, revision = revision + 1000 where staff_id = $1::uuid`,
    [MY_ID],
  )

/** A burst: the final count is correct, and the list stays small. */
export const WhenAThousandArePushed: Story = {
  play: async (context) => {
    await connected()
    const panel = await openPanel(context)
    await entries(panel)
    await thousandMore()
    await waitFor(async () => expect((await entries(panel))[0]).toHaveTextContent('Number 1000'))
    await expect(panel.getByRole('heading', { name: 'Notification 9+ unread' })).toBeVisible()
    // The entries that are kept, and a page that may just have arrived.
    await expect((await entries(panel)).length).toBeLessThanOrEqual(KEPT + NOTIFICATION_PAGE_SIZE.panel)
    await unread('9+ unread')
  },
}

/** With the keyboard alone: the focus stays in the panel, and returns to the bell. */
export const WhenUsedByKeyboard: Story = {
  play: async (context) => {
    const { userEvent } = context
    await unread('5 unread')
    ;(await bell()).focus()
    await userEvent.keyboard('{Enter}')
    const panel = within(await screen.findByRole('dialog', { name: /^Notification/ }))
    const [first, second] = await entries(panel)
    await userEvent.tab()
    await expect(panel.getByRole('button', { name: 'Mark all as read' })).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect(within(first!).getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(within(second!).getByRole('link')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(await bell()).toHaveFocus())
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async (context) => {
    const panel = await openPanel(context)
    await entries(panel)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    await context.userEvent.click(panel.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openPanel(context)
  },
}

export const Dark: Story = { ...Open, parameters: {}, globals: { viewport: { value: 'wide' }, theme: 'dark' } }
