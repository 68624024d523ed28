/** The rights at the console's depth: those of a manager whose role an administrator changes meanwhile. */
import { expect } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import { avatarButton, loginForm, menu, signIn, signOut } from '@tests/kit/console-page'
import { describeConsole, type Executor } from './describe-console'
import { becomesOther, grace, isGivenOther, startAsManager, type Role } from './manager'
import { comesBack } from './signed-in'
import { PEOPLE, type Tab } from './stage'

/** Grace's roles, and whether their menu has the page that tells them apart. */
const ROLES = { MANAGER: true, SUPPORT_LEAD: false } as const satisfies Record<Role, boolean>
const ofBothRoles = ({ page }: Tab) => menu(page).getByRole('link', { name: 'Users', exact: true })
const ofOneRole = ({ page }: Tab) => menu(page).getByRole('link', { name: 'Telegram users', exact: true })
const spinner = ({ page }: Tab) => page.getByRole('status').filter({ hasText: 'Loading your permissions' })
const retryButton = ({ page }: Tab) => page.getByRole('button', { name: 'Try again' })

/** The role that the console was told of last, of each tab. */
const known = new WeakMap<Tab, Role>()

const answers: Executor = async ({ tab }) => {
  known.set(tab, (await grace(tab)).role)
  await (await tab.take('rights')).continue()
}
/** They are others than before, so that the menu tells whether they were taken over. */
const answersAnew: Executor = async (step) => {
  await becomesOther(step.tab)
  await answers(step)
}
const isLost: Executor = async ({ tab }) => (await tab.take('rights')).abort('connectionrefused')
/** Asked anew, whatever was asked before. */
const asksAnew = async (tab: Tab, work: () => Promise<unknown>) => {
  tab.forget('rights')
  await work()
  expect(await tab.isHeld('rights')).toBe(true)
}
const begins = ({ page }: Tab) => signIn(page, PEOPLE.grace, DEMO_PASSWORD)
const NOBODY = 'Nobody is signed in.'

/** The menu with exactly what is allowed, and no sign of what is on its way. */
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

export const description = describeConsole({
  start: ({ tab }) => startAsManager(tab, 'rights', '**/api/v1/user-permissions'),
  executors: {
    async 'token.changed'({ tab }) {
      const isOut = await loginForm(tab.page).isVisible()
      await asksAnew(tab, () => (isOut ? begins(tab) : comesBack(tab)))
    },
    'route.changed': ({ tab }) => ofBothRoles(tab).click(),
    'access.changed': ({ tab }) => asksAnew(tab, () => isGivenOther(tab)),
    'session.ended': ({ tab }) => signOut(tab.page),
    retry: ({ tab }) => retryButton(tab).click(),
    'fetchAccess answers: rights on users': answers,
    'fetchAccess answers: the server is not reached': isLost,
    'refetchAccess answers: rights on users': answersAnew,
    'refetchAccess answers: the server is not reached': isLost,
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
    failed: async ({ tab }) => {
      await expect(tab.page.getByRole('heading', { name: 'Your permissions could not be loaded' })).toBeVisible()
      await expect(retryButton(tab)).toBeVisible()
      await expect(avatarButton(tab.page)).toBeVisible()
      await showsNoMenu(tab)
    },
  },
  unseen: {},
})
