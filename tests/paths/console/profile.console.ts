/** The profile at the console's depth: that of a manager whose role an administrator changes, as the avatar menu says it. */
import { expect } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import { avatarButton, loginForm, menu, signIn, signOut } from '@tests/kit/console-page'
import { describeConsole, type Executor } from './describe-console'
import { foot, lineStands, LIVE, sql } from './signed-in'
import { PEOPLE, type Tab } from './stage'

const CHANGED = 'access:changed'
const STAFF = '/api/v1/admin'
/** Grace's roles, in the menu's words. */
const ROLES = { MANAGER: 'Manager', SUPPORT_LEAD: 'Support lead' } as const
type Role = keyof typeof ROLES

/** The role that the console was told last, of each tab; none before it was told. */
const known = new WeakMap<Tab, Role>()
const grace = async ({ stage }: Tab) => ((await stage.db.query(`select id::text as id, role, version from staff where email = '${PEOPLE.grace}'`)) as [{ id: string; role: Role; version: number }])[0]
const account = ({ page }: Tab) => page.getByRole('dialog', { name: 'Account' })
const retryButton = (tab: Tab) => account(tab).getByRole('button', { name: 'Try again' })
/** Looks into the avatar menu, and closes it. */
async function inMenu(tab: Tab, look: () => Promise<unknown>) {
  await avatarButton(tab.page).click()
  await look()
  await tab.page.keyboard.press('Escape')
  await expect(account(tab)).toHaveCount(0)
}
const saysRole = async (tab: Tab) => {
  const role = known.get(tab)
  if (role) await expect(account(tab).getByText(new RegExp(`, ${ROLES[role]}$`))).toBeVisible()
}
const isLost: Executor = async ({ tab }) => (await tab.take('profile')).abort('connectionrefused')

export const description = describeConsole({
  async start({ tab }) {
    await tab.holdCalls('profile', { url: '**/api/v1/admin/profile' })
    await tab.passSignIn()
    await sql(tab, `update staff set role = 'MANAGER' where email = '${PEOPLE.grace}'`)
    await tab.page.goto('/')
  },
  executors: {
    'token.changed': ({ tab }) => signIn(tab.page, PEOPLE.grace, DEMO_PASSWORD),
    async 'profile.changed'({ tab }) {
      if (!(await foot(tab, LIVE).isVisible())) await lineStands(tab)
      const told = tab.line.cameOf(CHANGED)
      const { id, role, version } = await grace(tab)
      await (await tab.stage.theColleague()).expect('PATCH', `${STAFF}/${id}`, { body: { role: role === 'MANAGER' ? 'SUPPORT_LEAD' : 'MANAGER' }, ifMatch: version })
      await expect.poll(() => tab.line.cameOf(CHANGED)).toBeGreaterThan(told)
    },
    async 'session.ended'({ tab }) {
      if (await avatarButton(tab.page).isVisible()) return signOut(tab.page)
      // Without an avatar it ends elsewhere; focus within a second of the last one is the same coming back.
      await tab.context.clearCookies()
      await tab.page.clock.runFor(1_100)
      await tab.page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    },
    async retry({ tab }) {
      await avatarButton(tab.page).click()
      await retryButton(tab).click()
      await tab.page.keyboard.press('Escape')
    },
    async 'fetchProfile answers: the profile of Ada'({ tab }) {
      known.set(tab, (await grace(tab)).role)
      await (await tab.take('profile')).continue()
    },
    'fetchProfile answers: the server is not reached': isLost,
  },
  impossible: {},
  impossibleIn({ name, states }) {
    if (name === 'session.ended' && states.includes('idle')) return 'Nobody is signed in.'
    if (name === 'token.changed' && states.includes('failed')) return 'A session that begins tells it where a token was found on this device and the profile was asked for with it: before the console is shown.'
    return null
  },
  screens: {
    idle: async ({ tab }) => {
      await expect(loginForm(tab.page)).toBeVisible()
      await expect(avatarButton(tab.page)).toHaveCount(0)
    },
    loading: async ({ tab, expected }) => {
      await expect(menu(tab.page)).toBeVisible()
      expect(await tab.isHeld('profile')).toBe(true)
      const { profile, error } = expected.context as { profile: unknown; error: unknown }
      // What was shown before stays while it is asked again.
      if (profile ?? error) return inMenu(tab, () => saysRole(tab))
      await expect(tab.page.getByRole('status').filter({ hasText: 'Loading your profile' })).toBeAttached()
      await expect(avatarButton(tab.page)).toHaveCount(0)
    },
    ready: ({ tab }) =>
      inMenu(tab, async () => {
        await saysRole(tab)
        await expect(retryButton(tab)).toHaveCount(0)
      }),
    failed: ({ tab }) =>
      inMenu(tab, async () => {
        await expect(retryButton(tab)).toBeVisible()
        await expect(account(tab).getByText('Sign Out', { exact: true })).toBeVisible()
      }),
  },
  unseen: {},
})
