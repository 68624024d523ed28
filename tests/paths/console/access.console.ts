/** The permissions at the console depth: those of a manager whose role an administrator changes meanwhile. */
import { expect } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import { avatarButton, loginForm, menu, signIn, signOut } from '@tests/kit/console-page'
import { describeConsole, type Executor } from './describe-console'
import { becomesOther, grace, isGivenOther, startAsManager, type Role } from './manager'
import { comesBack } from './signed-in'
import { PEOPLE, type Tab } from './stage'

/** Grace's roles, and whether their menu has the page that distinguishes them. */
const ROLES = { MANAGER: true, SUPPORT_LEAD: false } as const satisfies Record<Role, boolean>
const ofBothRoles = ({ page }: Tab) => menu(page).getByRole('link', { name: 'Users', exact: true })
const ofOneRole = ({ page }: Tab) => menu(page).getByRole('link', { name: 'Third-party admins', exact: true })
const spinner = ({ page }: Tab) => page.getByRole('status').filter({ hasText: 'Loading your permissions' })
const retryButton = ({ page }: Tab) => page.getByRole('button', { name: 'Try again' })

/** The role of the last response, by tab. */
const known = new WeakMap<Tab, Role>()

const answers: Executor = async ({ tab }) => {
  known.set(tab, (await grace(tab)).role)
  await (await tab.take('rights')).continue()
}
/** The permissions differ from the previous ones, so that the menu shows whether the response was applied. */
const answersAnew: Executor = async (step) => {
  await becomesOther(step.tab)
  await answers(step)
}
const isLost: Executor = async ({ tab }) => (await tab.take('rights')).abort('connectionrefused')
/** One more call is made, even if another is held already. */
const asksAnew = async (tab: Tab, work: () => Promise<unknown>) => {
  tab.forget('rights')
  await work()
  expect(await tab.isHeld('rights')).toBe(true)
}
/** Opens another page by its link, or through the browser's history if there is no menu. */
async function changesRoute({ page }: Tab) {
  const target = new URL(page.url()).pathname === '/users' ? '/' : '/users'
  const link = menu(page).locator(`a[href="${target}"]`).first()
  if (await link.isVisible()) return link.click()
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, target)
}
const begins = ({ page }: Tab) => signIn(page, PEOPLE.grace, DEMO_PASSWORD)
const NOBODY = 'Nobody is signed in.'

/** The menu shows exactly the allowed entries, and no sign of the call in flight. */
const showsMenu = async (tab: Tab) => {
  await expect(ofBothRoles(tab)).toBeVisible()
  await expect(ofOneRole(tab)).toHaveCount(ROLES[known.get(tab)!] ? 1 : 0)
  await expect(spinner(tab)).toHaveCount(0)
  await expect(retryButton(tab)).toHaveCount(0)
}
const showsNoMenu = async (tab: Tab) => {
  await expect(ofBothRoles(tab)).toHaveCount(0)
  await expect(ofOneRole(tab)).toHaveCount(0)
}

const showsFailure = async (tab: Tab) => {
  await expect(tab.page.getByRole('heading', { name: 'Your permissions could not be loaded' })).toBeVisible()
  await expect(retryButton(tab)).toBeVisible()
  await expect(avatarButton(tab.page)).toBeVisible()
  await showsNoMenu(tab)
}

export const description = describeConsole({
  start: ({ tab }) => startAsManager(tab, 'rights', '**/api/v1/user-permissions'),
  executors: {
    async 'token.changed'({ tab }) {
      const isOut = await loginForm(tab.page).isVisible()
      await asksAnew(tab, () => (isOut ? begins(tab) : comesBack(tab)))
    },
    async 'route.changed'(step) {
      const { tab, expected } = step
      if (expected.matches('loading')) return changesRoute(tab)
      await asksAnew(tab, () => changesRoute(tab))
    },
    'access.changed': ({ tab }) => asksAnew(tab, () => isGivenOther(tab)),
    'session.ended': ({ tab }) => signOut(tab.page),
    retry: ({ tab }) => retryButton(tab).click(),
    'fetchAccess answers: rights on users': answers,
    'fetchAccess answers: the server is not reached': isLost,
    'refetchAccess answers: rights on users': answersAnew,
    'refetchAccess answers: the server is not reached': isLost,
    'recoverAccess answers: rights on users': answersAnew,
    'recoverAccess answers: the server is not reached': isLost,
  },
  impossible: {},
  impossibleIn: ({ name, states }) => (name === 'session.ended' && states.includes('idle') ? NOBODY : null),
  screens: {
    idle: async ({ tab }) => {
      await expect(loginForm(tab.page)).toBeVisible()
      await expect(menu(tab.page)).toBeHidden()
    },
    loading: async ({ tab }) => {
      await expect(spinner(tab)).toBeVisible()
      await showsNoMenu(tab)
      expect(await tab.isHeld('rights')).toBe(true)
    },
    ready: ({ tab }) => showsMenu(tab),
    refreshing: async ({ tab }) => {
      expect(await tab.isHeld('rights')).toBe(true)
      await showsMenu(tab)
    },
    failed: ({ tab }) => showsFailure(tab),
    recovering: async ({ tab }) => {
      expect(await tab.isHeld('rights')).toBe(true)
      await showsFailure(tab)
    },
  },
  unseen: {},
})
