/** The session machine at the console depth: how each event is triggered, and what each state must show. */
import { expect } from '@playwright/test'
import { DEMO_PASSWORD } from '@server/db/demo'
import {
  avatarButton,
  codeField,
  emailField,
  logInButton,
  loginForm,
  menu,
  passwordField,
  signIn,
  signOut,
} from '@tests/kit/console-page'
import { describeConsole, type Executor } from './describe-console'
import { PEOPLE, type PersonName, type Tab } from './stage'

/** Responds to the held call: prepares the server's data for the response, then lets the call through. */
const reads =
  (who: PersonName): Executor =>
  async ({ tab }) => {
    await tab.signInByCookie(who)
    await (await tab.take('session')).continue()
  }
const unreachable =
  (name: string): Executor =>
  async ({ tab }) =>
    (await tab.take(name)).abort('connectionrefused')
const nobody: Executor = async ({ tab }) => {
  await tab.context.clearCookies()
  await (await tab.take('session')).continue()
}
const notRenewable: Executor = async ({ tab }) => {
  await tab.signInByCookie('ada')
  await tab.revokeSessions()
  await (await tab.take('session')).continue()
}
const answersOf = (id: 'readSession' | 'renewSession') => ({
  [`${id} answers: Ada is signed in`]: reads('ada'),
  [`${id} answers: Grace is signed in`]: reads('grace'),
  [`${id} answers: nobody is signed in`]: nobody,
  [`${id} answers: it can no longer be renewed`]: notRenewable,
  [`${id} answers: the server is not reached`]: unreachable('session'),
})

const answersOfSignOut = (id: 'endSession' | 'finishSignOut') => ({
  [`${id} answers: the server ended it`]: (async ({ tab }) => (await tab.take('signout')).continue()) as Executor,
  [`${id} answers: the server is not reached`]: unreachable('signout'),
})

/** Opens another page of the console, which requests the permissions again. */
const goOn = async ({ page }: Tab) => {
  const target = new URL(page.url()).pathname === '/users' ? '/' : '/users'
  await page.locator(`a[href="${target}"]`).first().click()
}
const later = ({ page }: Tab, ms: number) =>
  page.evaluate(() => Date.now()).then((now) => page.clock.setSystemTime(now + ms))
const A_TOKENS_LIFE_MS = 15 * 60_000

const signsIn: Executor = async ({ tab, upcoming }) => {
  const isWrong = upcoming.includes('signIn answers: the password is wrong')
  await signIn(tab.page, PEOPLE.ada, isWrong ? 'not the password' : DEMO_PASSWORD)
  tab.forget('session')
}
const wakes: Executor = async ({ tab }) => {
  const show = (state: 'hidden' | 'visible') =>
    tab.page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  await later(tab, 61_000)
  await show('visible')
}
const focuses: Executor = async ({ tab }) => {
  // Focus within a second of the last one counts as the same return.
  await later(tab, 1_100)
  await tab.page.evaluate(() => void window.dispatchEvent(new Event('focus')))
}
/** As the browser does when it takes the page from its cache. */
const recovers =
  (signOutPending: boolean): Executor =>
  ({ tab }) =>
    tab.page.evaluate((isPending) => {
      if (isPending) localStorage.setItem('signed_out', '1')
      else localStorage.removeItem('signed_out')
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, signOutPending)
const elsewhere =
  (person: PersonName | null): Executor =>
  async ({ tab }) => {
    const session = person ? await tab.signInByCookie(person) : null
    if (!session) await tab.context.clearCookies()
    await tab.inAnotherTab((other) =>
      other.evaluate(
        ({ token, userId }) => {
          if (token === null) localStorage.removeItem('token')
          else localStorage.setItem('token', token)
          // A sign-out of that tab without a response yet; a sign-in ends it.
          if (token === null) localStorage.setItem('signed_out', '1')
          else localStorage.removeItem('signed_out')
          new BroadcastChannel('pitboss.session').postMessage({
            from: 'another tab',
            event: userId === null ? { type: 'signedOut' } : { type: 'signedIn', userId },
          })
        },
        { token: session?.access_token ?? null, userId: session?.user.id ?? null },
      ),
    )
  }

const signedInStates = async (tab: Tab) => {
  await expect(menu(tab.page)).toBeVisible()
  await expect(avatarButton(tab.page)).toBeVisible()
  await expect(loginForm(tab.page)).toBeHidden()
}
const NOBODY_SENDS = 'Nothing in the console sends it: the response to a renewal has the same effect.'
const NEVER_THROWS = 'The call that ends the session reports failures as data; it never throws.'

export const description = describeConsole({
  async start({ tab, path }) {
    if (path.start === 'with a token') {
      const { access_token } = await tab.signInByCookie('ada')
      await tab.inAnotherTab((other) => other.evaluate((token) => localStorage.setItem('token', token), access_token))
    }
    if (path.start === 'with an unfinished sign-out')
      await tab.inAnotherTab((other) => other.evaluate(() => localStorage.setItem('signed_out', '1')))
    await tab.page.goto(path.start === 'without a token, at a link' ? '/users' : '/')
  },
  executors: {
    'signIn.submit': signsIn,
    ...answersOf('readSession'),
    ...answersOf('renewSession'),
    'signIn answers: Ada is signed in': async ({ tab }) => {
      tab.passNextSession()
      await (await tab.take('callback')).continue()
    },
    'signIn answers: the password is wrong': async ({ tab }) => (await tab.take('callback')).continue(),
    'signIn answers: the server is not reached': unreachable('callback'),
    ...answersOfSignOut('endSession'),
    ...answersOfSignOut('finishSignOut'),
    'signOutPatience is over': ({ tab }) => tab.page.clock.runFor(8_000),
    'session.focused': focuses,
    woke: wakes,
    'page.recovered': recovers(false),
    'page.recovered: after a sign-out that did not reach the server': recovers(true),
    'token.nearEnd': async ({ tab }) => {
      await later(tab, A_TOKENS_LIFE_MS)
      await goOn(tab)
      // The clock that ran ahead is detected now, while this has no effect.
      await tab.isHeld('session')
      await tab.page.clock.runFor(5_000)
    },
    'untilTokenNearEnd is over': ({ tab }) => tab.page.clock.runFor(A_TOKENS_LIFE_MS - 60_000),
    'renewPause is over': ({ tab }) => tab.page.clock.runFor(5_000),
    'api.unauthorized: a token that holds': async ({ tab }) => {
      await tab.revokeSessions()
      await goOn(tab)
    },
    'api.unauthorized: a token that ran out': async ({ tab }) => {
      await tab.holdCalls('rights', { url: '**/api/v1/user-permissions' })
      await goOn(tab)
      const call = await tab.take('rights')
      await tab.letThrough('rights')
      await later(tab, A_TOKENS_LIFE_MS)
      await call.continue({ headers: { ...call.request().headers(), authorization: 'Bearer a.token.that-ran-out' } })
      await tab.isHeld('session')
      await tab.page.clock.runFor(5_000)
    },
    'session.changedElsewhere: signed out': elsewhere(null),
    'session.changedElsewhere: Ada signed in': elsewhere('ada'),
    'session.changedElsewhere: Grace signed in': elsewhere('grace'),
    'signOut.request': ({ tab }) => signOut(tab.page),
    'place.changed': ({ tab }) => goOn(tab),
    retry: ({ tab }) => tab.page.getByRole('button', { name: 'Try again' }).click(),
  },
  impossible: {
    'session.poll': 'Polling is off in this build; VITE_SESSION_POLL_MS switches it on.',
    'session.tokenExpired': NOBODY_SENDS,
    'session.emptied': NOBODY_SENDS,
    'signIn answers: an unexpected refusal': 'The reference server never gives this response.',
    'endSession fails': NEVER_THROWS,
    'finishSignOut fails': NEVER_THROWS,
    'api.unauthorized: a token of before': 'It must change nothing, so there is nothing to see.',
  },
  /** Depends on the state. */
  impossibleIn({ name, states, context }) {
    if (name === 'place.changed' && !states[0]!.startsWith('authenticated'))
      return 'Outside the console no link changes the address; the router reports the first one at the start.'
    if (name === 'retry' && context.hadToken === false)
      return 'Without a token the login is shown, and signing in is the retry.'
    return null
  },
  screens: {
    loading: async ({ tab, expected }) => {
      await (expected.context.hadToken
        ? expect(loginForm(tab.page)).toBeHidden()
        : expect(loginForm(tab.page)).toBeVisible())
      await expect(menu(tab.page)).toBeHidden()
      expect(await tab.isHeld('session')).toBe(true)
    },
    unreachable: async ({ tab, expected }) => {
      await expect(tab.page.getByText(/cannot be reached/)).toBeVisible()
      if (expected.context.hadToken) await expect(tab.page.getByRole('button', { name: 'Try again' })).toBeVisible()
      else await expect(loginForm(tab.page)).toBeVisible()
    },
    'unauthenticated.signedOut': async ({ tab }) => {
      await expect(tab.page.getByRole('heading', { name: 'LOG IN' })).toBeVisible()
      for (const field of [emailField, passwordField, codeField]) await expect(field(tab.page)).toBeVisible()
      await expect(logInButton(tab.page)).toHaveAccessibleName('Log In')
      await expect(logInButton(tab.page)).toBeEnabled()
    },
    'unauthenticated.endingPrevious': async ({ tab }) => {
      await expect(logInButton(tab.page)).toHaveAccessibleName('Loading...')
      expect(await tab.isHeld('signout')).toBe(true)
    },
    'unauthenticated.submitting': async ({ tab }) => {
      await expect(logInButton(tab.page)).toHaveAccessibleName('Loading...')
      expect(await tab.isHeld('callback')).toBe(true)
    },
    'unauthenticated.rejected': async ({ tab }) => {
      await expect(tab.page.getByText(/Wrong email or password|cannot be reached|connection broke/)).toBeVisible()
      await expect(logInButton(tab.page)).toHaveAccessibleName('Log In')
      await expect(emailField(tab.page)).toHaveValue(PEOPLE.ada)
    },
    'authenticated.current': ({ tab }) => signedInStates(tab),
    'authenticated.renewing': async ({ tab }) => {
      await signedInStates(tab)
      expect(await tab.isHeld('session')).toBe(true)
    },
    'authenticated.unrenewed': ({ tab }) => signedInStates(tab),
    signingOut: async ({ tab }) => {
      await expect(logInButton(tab.page)).toHaveAccessibleName('Loading...')
      await expect(menu(tab.page)).toBeHidden()
      expect(await tab.isHeld('signout')).toBe(true)
      expect(await tab.page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    },
  },
  unseen: { starting: 'It lasts less than a frame.' },
})
