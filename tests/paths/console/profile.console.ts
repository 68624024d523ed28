/**
 * The profile at the console depth: that of a manager whose role an administrator changes, as the avatar menu shows it.
 */
import { expect } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import { avatarButton, loginForm, menu, signIn, signOut } from '@tests/kit/console-page'
import { describeConsole, type Executor } from './describe-console'
import { grace, isGivenOther, startAsManager, type Role } from './manager'
import { comesBack } from './signed-in'
import { PEOPLE, type Tab } from './stage'

/** Grace's roles, as the menu shows them. */
const ROLES = { MANAGER: 'Manager', SUPPORT_LEAD: 'Support lead' } as const satisfies Record<Role, string>

/** The role of the last response, by tab; none before the first. */
const known = new WeakMap<Tab, Role>()
const account = ({ page }: Tab) => page.getByRole('dialog', { name: 'Account' })
const retryButton = (tab: Tab) => account(tab).getByRole('button', { name: 'Try again' })
/** Opens the avatar menu, checks it, and closes it. */
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

const answers: Executor = async ({ tab }) => {
  known.set(tab, (await grace(tab)).role)
  await (await tab.take('profile')).continue()
}

export const description = describeConsole({
  start: ({ tab }) => startAsManager(tab, 'profile', '**/api/v1/admin/profile'),
  executors: {
    'token.changed': ({ tab }) => signIn(tab.page, PEOPLE.grace, DEMO_PASSWORD),
    'profile.changed': ({ tab }) => isGivenOther(tab),
    async 'session.ended'({ tab }) {
      if (await avatarButton(tab.page).isVisible()) return signOut(tab.page)
      // Without an avatar menu the session is ended in another way.
      await tab.context.clearCookies()
      await comesBack(tab)
    },
    async retry({ tab }) {
      await avatarButton(tab.page).click()
      await retryButton(tab).click()
      await tab.page.keyboard.press('Escape')
    },
    'fetchProfile answers: the profile of Ada': answers,
    'fetchProfile answers: the server is not reached': isLost,
    'refetchProfile answers: the profile of Ada': answers,
    'refetchProfile answers: the server is not reached': isLost,
    'recoverProfile answers: the profile of Ada': answers,
    'recoverProfile answers: the server is not reached': isLost,
    'retryProfile answers: the profile of Ada': answers,
    'retryProfile answers: the server is not reached': isLost,
  },
  impossible: {},
  impossibleIn({ name, states }) {
    if (name === 'session.ended' && states.includes('idle')) return 'Nobody is signed in.'
    if (name === 'token.changed' && states.includes('failed'))
      return 'A new session is reported if a token was found on this device and the profile was requested with it: before the console is shown.'
    return null
  },
  screens: {
    idle: async ({ tab }) => {
      await expect(loginForm(tab.page)).toBeVisible()
      await expect(avatarButton(tab.page)).toHaveCount(0)
    },
    loading: async ({ tab }) => {
      await expect(menu(tab.page)).toBeVisible()
      expect(await tab.isHeld('profile')).toBe(true)
      await expect(tab.page.getByRole('status').filter({ hasText: 'Loading your profile' })).toBeAttached()
      await expect(avatarButton(tab.page)).toHaveCount(0)
    },
    refreshing: async ({ tab }) => {
      expect(await tab.isHeld('profile')).toBe(true)
      await inMenu(tab, () => saysRole(tab))
    },
    recovering: async ({ tab }) => {
      expect(await tab.isHeld('profile')).toBe(true)
      await inMenu(tab, () => expect(retryButton(tab)).toBeVisible())
    },
    retrying: async ({ tab }) => {
      expect(await tab.isHeld('profile')).toBe(true)
      await inMenu(tab, () => saysRole(tab))
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
