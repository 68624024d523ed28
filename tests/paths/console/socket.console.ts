/** The socket machine at the console depth: the connection is held, opened and cut; handshakes are the server's. */
import { expect } from '@playwright/test'
import { SOCKET } from '@contract/constants'
import { DEMO_PASSWORD } from '@server/db/demo'
import { loginForm, menu, signIn, signOut } from '@tests/kit/console-page'
import { describeConsole, type Executor } from './describe-console'
import { CONNECTING, foot, lineBreaks, lineStands, LIVE, passes, RECONNECTING, stopTime } from './signed-in'
import { PEOPLE } from './stage'

const reconnects: Executor = ({ tab }) => expect(foot(tab, RECONNECTING)).toBeVisible()
/** The session is checked, and has a fresh token. */
const renewed: Executor = async ({ tab }) => {
  await tab.signInByCookie('ada')
  await (await tab.take('session')).continue()
}

export const description = describeConsole({
  async start({ tab }) {
    await tab.passSignIn()
    await tab.page.goto('/')
  },
  executors: {
    'session.began': ({ tab }) => signIn(tab.page, PEOPLE.ada, DEMO_PASSWORD),
    'session.ended': ({ tab }) => signOut(tab.page),
    'transport.back': ({ tab }) => lineStands(tab),
    'transport.lost': ({ tab }) => lineBreaks(tab),
    'transport.waits': reconnects,
    'transport.tries': passes(SOCKET.reconnectionDelayMax),
    async 'handshake.refused'({ tab }) {
      await expect.poll(() => tab.line.isAwaited, { timeout: 20_000 }).toBe(true)
      await tab.revokeSessions()
      await tab.holdCalls('session')
      tab.line.open()
      expect(await tab.isHeld('session')).toBe(true)
      tab.line.hold()
      await stopTime(tab)
    },
    'refusalPause is over': passes(SOCKET.reconnectionDelayMax),
    async 'token.changed'(step) {
      const { tab } = step
      const before = tab.line.sentOf('access:token')
      const isConnected = await foot(tab, LIVE).isVisible()
      if (isConnected) {
        await tab.holdCalls('session')
        await tab.page.evaluate(() => window.dispatchEvent(new Event('focus')))
      }
      await renewed(step)
      if (isConnected) await expect.poll(() => tab.line.sentOf('access:token')).toBe(before + 1)
    },
  },
  impossible: {},
  impossibleIn({ name, states, context }) {
    const state = states[0]!.replace('signedIn.line.', '')
    if (state === 'offline') return null
    if (state === 'refused' && ['transport.back', 'transport.lost', 'handshake.refused'].includes(name))
      return 'After a refusal there is no attempt until a pause is over, so the connection has no effect.'
    if (state === 'reconnecting' && name === 'handshake.refused')
      return 'The same as at the first connection: the server is asked in the same way.'
    if (state === 'connected' && name === 'handshake.refused')
      return 'There is one handshake per connection, and it is over.'
    if (context.refusals !== 0 && name !== 'refusalPause is over' && name !== 'token.changed')
      return 'The session is being checked meanwhile, and first ends or provides a fresh token.'
    return null
  },
  screens: {
    async offline({ tab }) {
      await expect(loginForm(tab.page)).toBeVisible()
      await expect(menu(tab.page)).toBeHidden()
    },
    'signedIn.line.connecting': ({ tab }) => expect(foot(tab, CONNECTING)).toBeVisible(),
    'signedIn.line.connected': ({ tab }) => expect(foot(tab, LIVE)).toBeVisible(),
    'signedIn.line.reconnecting': reconnects,
    'signedIn.line.refused': reconnects,
    // Both show nothing of their own; what is missed between two connections is seen at the notifications.
    'signedIn.past.neverConnected': async ({ tab }) => expect(tab.line.handshakes()).toBe(0),
    'signedIn.past.wasConnected': async ({ tab }) => expect(tab.line.handshakes()).toBeGreaterThan(0),
  },
  unseen: {},
})
