/**
 * One notification at the console depth: a ticket assigned to Ada, or a shift that a lead hands over to her and a
 * colleague.
 */
import { expect } from '@playwright/test'
import type { EntryContext } from '@machines/notification-entry/notification-entry.machine'
import { DEMO_PASSWORD } from '@server/db/demo'
import { signInAt } from '@server/simulate/caller'
import { describeConsole, type Occasion, type StepContext } from './describe-console'
import { ADA, lineStands, sql, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const LEAD = 'lead@pitboss.test'
const idOf = (email: string) => `(select id from staff where email = '${email}')`
const LOST = 'The connection broke before the server answered. Check whether the change was made, then try again.'

const bell = ({ page }: Tab) => page.getByRole('button', { name: 'Notifications', exact: true })
const panel = ({ page }: Tab) => page.getByRole('dialog', { name: /^Notification/ })
const entry = (tab: Tab) => panel(tab).getByRole('listitem')
const title = (tab: Tab) => entry(tab).getByRole('link')
const acceptButton = (tab: Tab) => entry(tab).getByRole('button', { name: /^(ACCEPT|Try again)$/ })
const says = ({ page }: Tab, words: string) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
const contextOf = ({ expected }: Pick<StepContext, 'expected'>) => expected.context as EntryContext

/** Whether the path is about a shift handover. */
const isAboutHandover = ({ path }: Pick<StepContext, 'path'>) =>
  path.steps.some(({ name }) => name.endsWith('handover'))
/** After a colleague accepted, ACCEPT is no longer offered: the record changes together with the refusal. */
const isTaken = ({ error }: EntryContext) => error?.kind === 'conflict'
const isOffered = (context: EntryContext) => context.handoverId !== null && !isTaken(context)

/** The first value of the first row. */
async function one(tab: Tab, query: string): Promise<string> {
  const [row] = (await tab.stage.db.query(`select (${query})::text as value`)) as [{ value: string }]
  return row.value
}
const newest = (tab: Tab, what: string) =>
  one(tab, `select ${what} from notifications where staff_id = ${ADA} order by created_revision desc limit 1`)

/** The lead hands a running shift over to Ada and to the colleague. */
async function handsOver(tab: Tab) {
  await sql(tab, `update shifts set status = 'ENDED' where staff_id = ${idOf(LEAD)}`)
  await sql(
    tab,
    `update shifts set status = 'STARTED', started_at = now() - interval '1 hour' where id = (select id from shifts where staff_id = ${idOf(LEAD)} order by id limit 1)`,
  )
  const lead = await signInAt(new URL(tab.page.url()).origin, LEAD, DEMO_PASSWORD)
  await lead.expect('POST', '/api/v1/shift-handover', {
    body: { to_staff_ids: [await one(tab, `select ${ADA}`), (await tab.stage.theColleague()).id] },
  })
}
/** Assigns a ticket to Ada. */
async function assigns(tab: Tab) {
  const id = await one(tab, `select id from support_tickets where status <> 'CLOSED' order by id limit 1`)
  await sql(tab, `update support_tickets set assignee_id = null where id = '${id}'`)
  const version = Number(await one(tab, `select version from support_tickets where id = '${id}'`))
  await (
    await tab.stage.theColleague()
  ).expect('PATCH', `/api/v1/support-ticket/assignee/${id}`, {
    body: { assignee: await one(tab, `select ${ADA}`) },
    ifMatch: version,
  })
}
/** Ada reads it in another browser. */
async function readsElsewhere(tab: Tab) {
  const token = await tab.page.evaluate(() => localStorage.getItem('token'))
  const answer = await tab.context.request.patch(`/api/v1/admin-notification/${await newest(tab, 'id')}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
}
/** The colleague accepts the handover, unless that has happened already. */
async function colleagueAccepts(tab: Tab) {
  const handover = await newest(tab, 'keyword_id')
  if (handover !== null)
    await (await tab.stage.theColleague()).expect('PATCH', `/api/v1/shift-handover/accept/${handover}`)
}
const looks = async (tab: Tab) => {
  await bell(tab).click()
  await expect(entry(tab)).toHaveCount(1)
}
/** Tinted and bold, or neither; with ACCEPT if there is something to accept. */
async function stands(step: StepContext) {
  const { tab } = step
  const context = contextOf(step)
  await (context.isRead
    ? expect(entry(tab)).not.toHaveAttribute('data-unread')
    : expect(entry(tab)).toHaveAttribute('data-unread', 'true'))
  await expect(title(tab)).toHaveAccessibleName(context.isRead ? /^(?!.*, unread)/ : /, unread$/)
}
async function offers(step: StepContext) {
  const context = contextOf(step)
  if (isOffered(context)) await expect(acceptButton(step.tab)).toHaveText('ACCEPT')
  // It is a handover from the start, but the machine receives that in the next step.
  else if (context.isRead || isTaken(context) || !isAboutHandover(step))
    await expect(acceptButton(step.tab)).toHaveCount(0)
}

const IS_WHAT_IT_IS = 'It has these values from the start.'
function whyUnchanged(name: string, states: readonly string[], context: EntryContext): string | null {
  const { isRead, handoverId } = context
  const isNew = states.includes('unread') && !isRead && handoverId === null
  if (name === 'entry.changed: an unread handover')
    return isRead ? 'A read notification never becomes unread again.' : isNew ? null : IS_WHAT_IT_IS
  if (name === 'entry.changed: a read handover') {
    if (isTaken(context)) return 'A colleague has taken it.'
    return isNew || (!isRead && handoverId !== null) ? null : isRead ? 'It has been read.' : IS_WHAT_IT_IS
  }
  return isRead && handoverId === null ? 'Nothing in it can change any more.' : null
}

export const description = describeConsole({
  async start(step) {
    const { tab } = step
    await sql(tab, `update notifications set is_removed = true where staff_id = ${ADA}`)
    await sql(tab, `update notification_stands set unread = 0 where staff_id = ${ADA}`)
    await startSignedIn(step)
    await (isAboutHandover(step) ? handsOver(tab) : assigns(tab))
    await lineStands(tab)
    await tab.holdCalls('read', { url: '**/api/v1/admin-notification/*', method: 'PATCH' })
    await tab.holdCalls('accept', { url: '**/api/v1/shift-handover/accept/*', method: 'PATCH' })
    await looks(tab)
  },
  executors: {
    async 'entry.click'({ tab }) {
      // It leads to another page, on which the panel is opened again.
      await title(tab).click()
      await expect(panel(tab)).toHaveCount(0)
      await looks(tab)
    },
    async 'entry.accept'({ tab }) {
      await acceptButton(tab).click()
      tab.forget('read')
    },
    'entry.changed: an unread handover': async () => undefined,
    'entry.changed: a read handover': ({ tab }) => readsElsewhere(tab),
    async 'entry.changed: read elsewhere, nothing to accept'(step) {
      if (isAboutHandover(step)) await colleagueAccepts(step.tab)
      await readsElsewhere(step.tab)
    },
    'markRead answers: it is read': async ({ tab }) => (await tab.take('read')).continue(),
    async 'markRead answers: the server is not reached'({ tab }) {
      await (await tab.take('read')).abort('connectionrefused')
      await says(tab, LOST)
    },
    async 'acceptHandover answers: the shift is taken over'({ tab }) {
      await (await tab.take('accept')).continue()
      await says(tab, 'Shift Accepted Successfully')
    },
    async 'acceptHandover answers: a colleague was first'({ tab }) {
      await colleagueAccepts(tab)
      await (await tab.take('accept')).continue()
    },
    async 'acceptHandover answers: the server is not reached'({ tab }) {
      await (await tab.take('accept')).abort('connectionrefused')
      await says(tab, LOST)
    },
  },
  impossible: {},
  impossibleIn({ name, states, context: known }: Occasion) {
    const context = known as unknown as EntryContext
    if (name.startsWith('entry.changed')) return whyUnchanged(name, states, context)
    if (name === 'entry.accept' && isTaken(context)) return 'After a colleague accepted, ACCEPT is no longer offered.'
    if (name === 'acceptHandover answers: the shift is taken over' && context.handoverId === null)
      return 'A colleague has taken it.'
    return null
  },
  screens: {
    unread: async (step) => {
      await stands(step)
      await offers(step)
    },
    marking: async (step) => {
      await stands(step)
      await offers(step)
      expect(await step.tab.isHeld('read')).toBe(true)
    },
    read: async (step) => {
      await stands(step)
      await offers(step)
    },
    accepting: async (step) => {
      await stands(step)
      await expect(entry(step.tab).getByRole('button', { name: 'Accepting' })).toHaveAttribute('aria-busy', 'true')
      expect(await step.tab.isHeld('accept')).toBe(true)
    },
    refused: async (step) => {
      const { tab } = step
      await stands(step)
      if (isTaken(contextOf(step))) {
        const first = await one(tab, `select username from staff where id = '${(await tab.stage.theColleague()).id}'`)
        await expect(entry(tab).getByText(`${first} was first and accepted this handover on `)).toBeVisible()
        return expect(acceptButton(tab)).toHaveCount(0)
      }
      await expect(entry(tab).getByText(LOST)).toBeVisible()
      await (isOffered(contextOf(step))
        ? expect(acceptButton(tab)).toHaveText('Try again')
        : expect(acceptButton(tab)).toHaveCount(0))
    },
    accepted: async ({ tab }) => {
      await expect(entry(tab)).toHaveCount(0)
      await expect(panel(tab).getByRole('heading', { name: 'No Notification' })).toBeVisible()
    },
  },
  unseen: {},
})
