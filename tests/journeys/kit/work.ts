/** Concurrent work of colleagues over the API, as in `server/simulate`: assigning tickets, handing over shifts. */
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import type { Ticket } from '@server/simulate/staff'
import { signInAt, type Caller } from '@server/simulate/caller'
import { expect } from './platform'
import { BEGAN } from './run'

const HOUR = 3_600_000
/** An anchor near the current time: everybody of the demo is one hour into a shift of four, and may start the next one as well. */
export const onShiftNow = (): string => new Date(BEGAN - HOUR).toISOString()

export const callerAt = (origin: string, name: string): Promise<Caller> =>
  signInAt(origin, `${name}@pitboss.test`, DEMO_PASSWORD)

/** Adds a member of staff who has no notifications and no shift. @returns their id and email */
export async function takeOn(origin: string, username: string): Promise<{ id: string; email: string }> {
  const email = `${username}@pitboss.test`
  const boss = await callerAt(origin, 'super')
  const person = {
    first_name: 'Nora',
    last_name: 'Quist',
    username,
    email,
    role: 'SUPPORT_AGENT',
    password: DEMO_PASSWORD,
    confirm_password: DEMO_PASSWORD,
  }
  const { data } = await boss.expect<{ data: { id: string } }>('POST', '/api/v1/admin', { body: person })
  return { id: data.id, email }
}

/** Tickets that can be assigned to this person. */
export async function openTickets(by: Caller, to: string): Promise<Ticket[]> {
  const { data } = await by.expect<{ data: Ticket[] }>('GET', '/api/v1/admin-support-ticket/search?itemNo=200')
  return data.filter(
    ({ status, assignee, escalation_level }) =>
      status !== 'CLOSED' && status !== 'RESOLVED' && assignee?.id !== to && escalation_level === 0,
  )
}
export const assign = (by: Caller, { id, version }: Ticket, assignee: string): Promise<unknown> =>
  by.expect('PATCH', `/api/v1/support-ticket/assignee/${id}`, { body: { assignee }, ifMatch: version })
export const escalate = (by: Caller, { id, version }: Ticket, assignee: string): Promise<unknown> =>
  by.expect('PATCH', `/api/v1/support-ticket/escalate/${id}`, {
    body: { level: 1, assignee, reason: 'The user has waited since this morning' },
    ifMatch: version,
  })

/** Starts the person's shift where none is running, and offers its work to others. */
export async function handOver(by: Caller, to: readonly string[], summary: string): Promise<void> {
  const { data } = await by.expect<{ data: { canStart: boolean; shiftId: string } }>(
    'GET',
    '/api/v1/admin-shift/status',
  )
  if (data.canStart) await by.expect('PATCH', `/api/v1/admin-shift/status/${data.shiftId}`)
  await by.expect('POST', '/api/v1/shift-handover', { body: { to_staff_ids: to, summary } })
}

/** The state of the connection, in the footer of the sidebar. */
export const lineIs = (page: Page, words: RegExp): Promise<void> =>
  expect(page.locator('[aria-hidden]').getByText(words).first()).toBeVisible()
export const LIVE = /^Live$/
export const RECONNECTING = /^Reconnecting/

export const bell = (page: Page) => page.getByRole('button', { name: 'Notifications', exact: true })
/** The number next to the bell's name: '9+ unread', or nothing without unread ones. */
export const unreadIs = (page: Page, words: string): Promise<void> =>
  expect(bell(page)).toHaveAccessibleDescription(words)
export const panel = (page: Page) => page.getByRole('dialog', { name: /^Notification/ })
export const entries = (page: Page) => panel(page).getByRole('listitem')
export async function openPanel(page: Page): Promise<void> {
  await bell(page).click()
  await expect(panel(page)).toBeVisible()
}
