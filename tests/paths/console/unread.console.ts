/** The unread counts at the console depth, with the count of quick chats as the example. */
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { describeConsole, type Executor } from './describe-console'
import { lineBreaks, lineStands, sql, startSignedIn, foot, LIVE } from './signed-in'
import type { Tab } from './stage'

const icon = ({ page }: Tab) => page.getByRole('banner').getByRole('link', { name: 'Quick chat' })
const CHAT = `(select id from chats order by id limit 1)`
const NEW_MESSAGE = 'quick_chat:new_message_admin'

/** The count is requested whenever the socket connects again. */
const counted =
  (count: number): Executor =>
  async ({ tab }) => {
    await sql(tab, 'update chats set unread_count = 0')
    await sql(
      tab,
      `update chats set unread_count = ${count}, assignee_id = null, status = 'WAITING' where id = ${CHAT}`,
    )
    if (await foot(tab, LIVE).isVisible()) await lineBreaks(tab)
    const answered = tab.line.answer('chats')
    await lineStands(tab)
    await answered
  }
const hasNoBadge = async ({ tab }: { tab: Tab }) => {
  await expect(icon(tab)).toBeVisible()
  await expect(icon(tab)).toHaveAccessibleDescription('')
}

const NO_PAGE_YET = 'The page of quick chats shows no messages yet, so opening it leaves the count.'

export const description = describeConsole({
  async start({ tab }) {
    tab.line.silence('chats', 'quick_chat:message_count_response')
    await startSignedIn({ tab })
  },
  executors: {
    'count.received: 3': counted(3),
    'count.received: 12': counted(12),
    'count.received: none': counted(0),
    async 'message.pushed'({ tab }) {
      if (!(await foot(tab, LIVE).isVisible())) await lineStands(tab)
      const before = tab.line.cameOf(NEW_MESSAGE)
      const [{ id }] = (await tab.stage.db.query(`select id::text as id from chats where id = ${CHAT}`)) as [
        { id: string },
      ]
      await sql(tab, `update chats set assignee_id = null, status = 'WAITING' where id = ${CHAT}`)
      await (
        await tab.stage.theColleague()
      ).expect('POST', `/api/v1/quick-chat/${id}/message`, {
        body: { client_id: randomUUID(), body: 'Is there any news?', sender: 'USER' },
        idempotencyKey: randomUUID(),
      })
      await expect.poll(() => tab.line.cameOf(NEW_MESSAGE)).toBeGreaterThan(before)
    },
  },
  impossible: { 'icon.click': NO_PAGE_YET },
  impossibleIn: () => null,
  screens: {
    unknown: hasNoBadge,
    async counted({ tab, expected }) {
      const { count } = expected.context as { count: number }
      await expect(icon(tab)).toHaveAccessibleDescription(
        count === 0 ? '' : `${count > 9 ? '9+' : count} unread messages`,
      )
    },
  },
  unseen: { cleared: NO_PAGE_YET },
})
