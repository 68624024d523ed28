/** Grace, whose role an administrator changes: shared by the paths of her permissions and of her profile. */
import { expect } from '@playwright/test'
import { foot, lineStands, LIVE, sql } from './signed-in'
import { PEOPLE, type Tab } from './stage'

const CHANGED = 'access:changed'
export type Role = 'MANAGER' | 'SUPPORT_LEAD'
const other = (role: Role): Role => (role === 'MANAGER' ? 'SUPPORT_LEAD' : 'MANAGER')

/** Her row in the database. */
export const grace = async ({ stage }: Tab) =>
  (
    (await stage.db.query(`select id::text as id, role, version from staff where email = '${PEOPLE.grace}'`)) as [
      { id: string; role: Role; version: number },
    ]
  )[0]

/** Opens the console with nobody signed in; her calls with this name are held. */
export async function startAsManager(tab: Tab, name: string, url: string): Promise<void> {
  await tab.holdCalls(name, { url })
  await tab.passSignIn()
  await sql(tab, `update staff set role = 'MANAGER' where email = '${PEOPLE.grace}'`)
  await tab.page.goto('/')
}
/** Directly in the database; the server may use the old role for a moment. */
export async function becomesOther(tab: Tab): Promise<void> {
  const { role } = await grace(tab)
  await sql(tab, `update staff set role = '${other(role)}' where email = '${PEOPLE.grace}'`)
  await tab.stage.forgetsWhatItRemembers()
}
/** An administrator gives her the other role, and her console is notified. */
export async function isGivenOther(tab: Tab): Promise<void> {
  if (!(await foot(tab, LIVE).isVisible())) await lineStands(tab)
  const told = tab.line.cameOf(CHANGED)
  const { id, role, version } = await grace(tab)
  await (
    await tab.stage.theColleague()
  ).expect('PATCH', `/api/v1/admin/${id}`, { body: { role: other(role) }, ifMatch: version })
  await expect.poll(() => tab.line.cameOf(CHANGED)).toBeGreaterThan(told)
}
