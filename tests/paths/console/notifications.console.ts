/** The notifications at the console depth: their pages are held, and the panel is used as a person would use it. */
import { expect } from '@playwright/test'
import { describeConsole, type Executor, type Occasion } from './describe-console'
import { ADA, foot, lineBreaks, lineStands, LIVE, sql, startSignedIn } from './signed-in'
import { PEOPLE, type Tab } from './stage'

const PUSHED = 'notification:admin_notification_response'
const bell = ({ page }: Tab) => page.getByRole('button', { name: 'Notifications', exact: true })
const panel = ({ page }: Tab) => page.getByRole('dialog', { name: /^Notification/ })
const entries = (tab: Tab) => panel(tab).getByRole('listitem')
const isOpen = (states: readonly string[]) => !states.includes('panel.closed')
const isPanelOpen = (step: { expected: { matches(value: object): boolean } }) =>
  !step.expected.matches({ panel: 'closed' })

/** Lets the server respond to the held page with the data that the path expects. */
const answers: Executor = async ({ tab, expected }) => {
  const isEmpty = expected.matches({ list: 'empty' })
  await sql(tab, `update notifications set is_removed = ${isEmpty} where staff_id = ${ADA}`)
  await sql(tab, `update notification_stands set unread = ${isEmpty ? 0 : 2} where staff_id = ${ADA}`)
  await (await tab.take('page')).continue()
}
const isLost: Executor = async ({ tab }) => (await tab.take('page')).abort('connectionrefused')
/** The entries of a page are counted at the same time as the page arrives. */
const together: Executor = async () => undefined
const hasEntries = ({ context }: Occasion) => (context.ids as string[]).length > 0

export const description = describeConsole({
  async start({ tab }) {
    // So low that five entries are longer than the panel, and a next page is requested only after scrolling.
    await tab.page.setViewportSize({ width: 1280, height: 440 })
    await tab.holdCalls('page', { url: '**/api/v1/admin-notification?*' })
    await startSignedIn({ tab })
  },
  executors: {
    async 'notification.pushed'({ tab }) {
      if (!(await foot(tab, LIVE).isVisible())) await lineStands(tab)
      const before = tab.line.cameOf(PUSHED)
      const [{ id: ada }] = (await tab.stage.db.query(
        `select id::text as id from staff where email = '${PEOPLE.ada}'`,
      )) as [{ id: string }]
      const [{ id, version }] = (await tab.stage.db.query(
        `update support_tickets set assignee_id = null where id = (select id from support_tickets where status <> 'CLOSED' order by id limit 1) returning id::text as id, version`,
      )) as [{ id: string; version: number }]
      await (
        await tab.stage.theColleague()
      ).expect('PATCH', `/api/v1/support-ticket/assignee/${id}`, { body: { assignee: ada }, ifMatch: version })
      await expect.poll(() => tab.line.cameOf(PUSHED)).toBeGreaterThan(before)
    },
    'notifications.counted: a page of more': together,
    'notifications.counted: none at all': together,
    'readFirst answers: a page': answers,
    'readMore answers: a page': answers,
    'readFirst answers: the server is not reached': isLost,
    'readMore answers: the server is not reached': isLost,
    'panel.open': ({ tab }) => bell(tab).click(),
    'panel.close': ({ tab }) => tab.page.keyboard.press('Escape'),
    'list.entered': ({ tab }) => entries(tab).first().hover(),
    'list.left': ({ tab }) => tab.page.mouse.move(300, 300),
    'list.scrolledToEnd': ({ tab }) => tab.page.mouse.wheel(0, 5_000),
    'list.markAll': ({ tab }) => panel(tab).getByRole('button', { name: 'Mark all as read' }).click(),
    retry: ({ tab }) => panel(tab).getByRole('button', { name: 'Try again' }).click(),
    async 'socket.resumed'({ tab }) {
      if (await foot(tab, LIVE).isVisible()) await lineBreaks(tab)
      await lineStands(tab)
    },
  },
  impossible: {
    'list.showNew': 'No notification waits in this example; stories show one that does.',
    'notifications.counted: the last page': 'The demo has more notifications than a path scrolls through.',
  },
  goesWithNext: (name) => name.startsWith('notifications.counted'),
  impossibleIn(occasion) {
    const { name, states, context } = occasion
    const isLoading = states.includes('list.loading')
    const isTold = hasEntries(occasion) || context.hasMore === false
    if (name.startsWith('notifications.counted') && (!isLoading || isTold))
      return 'It happens with the response of a page; other changes of the count are pushes, which are a separate event.'
    if (name === 'readFirst answers: a page' && !isTold)
      return 'The entries of the page are counted before the response counts.'
    if (isLoading && isTold && name !== 'readFirst answers: a page')
      return 'The entries of a page are counted when it arrives: nothing happens in between.'
    if (name === 'notification.pushed' && (states.includes('list.unreachable') || isLoading))
      return 'A push needs a connection, which is a separate event here.'
    if (name === 'notification.pushed' && !hasEntries(occasion))
      return 'The pushed notification would be the only one, which does not fit the example.'
    if (['retry', 'list.markAll', 'panel.close'].includes(name) && !isOpen(states))
      return 'Its button is in the panel, which is closed.'
    if (name === 'panel.open' && isOpen(states)) return 'It is open.'
    if (name === 'list.markAll' && states.includes('panel.reading'))
      return 'To reach its button, the pointer leaves the list.'
    if (name === 'list.scrolledToEnd' && !states.includes('panel.reading'))
      return 'A person who scrolls is in the list.'
    if (name === 'list.left' && !states.includes('list.ready')) return 'A person who has scrolled stays in the list.'
    return null
  },
  screens: {
    'list.loading': async (step) => {
      expect(await step.tab.isHeld('page')).toBe(true)
      if (isPanelOpen(step)) await expect(panel(step.tab).getByRole('status')).toHaveText(/Loading notifications/)
    },
    'list.ready': async (step) => {
      if (isPanelOpen(step)) await expect(entries(step.tab).first()).toBeVisible()
      else await expect(bell(step.tab)).not.toHaveAccessibleDescription('')
    },
    'list.loadingMore': async (step) => {
      if (isPanelOpen(step)) await expect(entries(step.tab).first()).toBeAttached()
      expect(await step.tab.isHeld('page')).toBe(true)
    },
    'list.unreachable': async (step) => {
      if (isPanelOpen(step)) await expect(panel(step.tab).getByRole('button', { name: 'Try again' })).toBeAttached()
    },
    'list.empty': async (step) => {
      await expect(bell(step.tab)).toHaveAccessibleDescription('')
      if (isPanelOpen(step))
        await expect(panel(step.tab).getByRole('heading', { name: 'No Notification' })).toBeVisible()
    },
    'panel.closed': async ({ tab }) => {
      await expect(bell(tab)).toBeVisible()
      await expect(panel(tab)).toHaveCount(0)
    },
    'panel.open': async ({ tab }) => {
      await expect(panel(tab)).toBeVisible()
      await expect(panel(tab).getByRole('button', { name: 'Mark all as read' })).toBeVisible()
    },
    'panel.reading': ({ tab }) => expect(panel(tab)).toBeVisible(),
  },
  unseen: {},
})
