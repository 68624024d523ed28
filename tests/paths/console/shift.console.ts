/** The shift machine at the console depth. The data for the server's responses is set in its database first. */
import { expect } from '@playwright/test'
import { SHIFT_POLL_MS, SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import { canStart, CONFIRM_TIMEOUT_MS, TOGGLE_TIMEOUT_MS, type ShiftContext } from '@machines/shift/shift.machine'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { QUESTIONS } from './line'
import {
  ADA,
  CONNECTING,
  foot,
  lineBreaks,
  lineStands,
  LIVE,
  look,
  passes,
  RECONNECTING,
  sql,
  startSignedIn,
  stopTime,
} from './signed-in'
import type { Tab } from './stage'

const NOW = `status = 'SCHEDULED', starts_at = now() - interval '1 hour', ends_at = now() + interval '3 hours', started_at = null, toggled_at = null`
const nth = (number: number) =>
  `id = (select id from shifts where staff_id = ${ADA} order by id offset ${number} limit 1)`
const running = (number: number) => `update shifts set ${NOW.replace('SCHEDULED', 'STARTED')} where ${nth(number)}`
const TRUTHS = { start: `update shifts set ${NOW} where ${nth(0)}`, end: running(0), none: 'select 1' }
/** Sets the database so that a shift can be started, or ended, or neither. */
const makeTrue = async (tab: Tab, what: keyof typeof TRUTHS) => {
  await sql(tab, `update shifts set status = 'ENDED' where staff_id = ${ADA}`)
  await sql(tab, TRUTHS[what])
  await tab.stage.forgetsWhatItRemembers()
}
const button = ({ page }: Tab, name: RegExp = /^(Start shift|End shift|Starting|Ending)$/) =>
  page.getByRole('button', { name })
const isSettled = (states: readonly string[]) => states.some((name) => name.startsWith('button.settled'))
const isToggling = (states: readonly string[]) => states.some((name) => name.startsWith('button.toggling'))

/** Passes on the response to the next request. */
const told =
  (what: keyof typeof TRUTHS): Executor =>
  async ({ tab }) => {
    await makeTrue(tab, what)
    const answered = tab.line.answer('shift')
    await tab.page.clock.runFor(SHIFT_POLL_MS)
    await answered
  }
/** Whether an end was offered when it was pressed: the details stay until the result is known. */
const wasEnded = ({ context }: StepContext['expected']) => !canStart((context as ShiftContext).details)
const takesToggle = async (tab: Tab) => (await tab.take('toggle')).continue()
const OLD = 'A response to an earlier request is ignored, so there is nothing to see.'

export const description = describeConsole({
  async start({ tab }) {
    await tab.holdCalls('toggle', { url: '**/api/v1/admin-shift/status/*' })
    tab.line.silence('shift')
    await makeTrue(tab, 'none')
    await startSignedIn({ tab })
  },
  executors: {
    'shiftDetails.received: can start': told('start'),
    'shiftDetails.received: can end': told('end'),
    'shiftDetails.received: neither': told('none'),
    'shiftDetails.received: can end, asked after the toggle': told('end'),
    async 'shift.toggle'({ tab }) {
      await stopTime(tab)
      await button(tab).click()
      // Further presses have no effect; forced, because the button is disabled.
      for (let press = 0; press < 3; press += 1) await button(tab).click({ force: true })
    },
    async 'toggleShift answers: it runs'({ tab, expected }) {
      // After one is ended, another can be ended.
      if (wasEnded(expected)) await sql(tab, running(1))
      await takesToggle(tab)
    },
    'toggleShift answers: none is left': ({ tab }) => takesToggle(tab),
    async 'toggleShift answers: another one runs'({ tab, expected }) {
      await sql(tab, !wasEnded(expected) ? running(1) : `update shifts set status = 'ENDED' where staff_id = ${ADA}`)
      const answered = tab.page.waitForResponse(/admin-shift\/status/)
      await takesToggle(tab)
      expect((await answered).status()).toBe(!wasEnded(expected) ? 409 : 422)
      // The toasts' code is loaded when first needed, and takes a moment.
      await expect
        .poll(
          async () => {
            await tab.page.clock.runFor(50)
            return tab.page
              .getByText(/End it first|has been ended already/)
              .first()
              .isVisible()
          },
          { intervals: [200] },
        )
        .toBe(true)
    },
    'toggleShift answers: the server is not reached': async ({ tab }) =>
      (await tab.take('toggle')).abort('connectionrefused'),
    async 'connection.back'({ tab }) {
      await look(tab, 'hidden')
      await lineStands(tab)
    },
    'connection.lost': ({ tab }) => lineBreaks(tab),
    'tab.shown': ({ tab }) => look(tab, 'visible'),
    'tab.hidden': ({ tab }) => look(tab, 'hidden'),
    'toggleTimeout is over': passes(TOGGLE_TIMEOUT_MS),
    'confirmTimeout is over': passes(CONFIRM_TIMEOUT_MS),
    'pressWindow is over': passes(SHIFT_TOGGLE_WINDOW_MS),
    'pollPause is over': passes(SHIFT_POLL_MS),
  },
  impossible: { 'shiftDetails.received: can start, asked before the toggle': OLD },
  impossibleIn({ name, states }) {
    const isPolling = states.includes('questions.connected.polling')
    if (name.startsWith('shiftDetails.received')) {
      if (!isPolling) return 'Nothing is requested here, so there is no response.'
      if (isToggling(states)) return OLD
      if (isSettled(states) === name.endsWith('asked after the toggle'))
        return 'The reference server repeats the number of each request, so that a response is never ambiguous.'
    }
    if (name === 'connection.back' && !isSettled(states))
      return 'The pause before the next attempt is as long as this state, which would be over.'
    if (name === 'pollPause is over' && !isSettled(states)) return 'Time is stopped while this is checked.'
    if (name === 'toggleShift answers: none is left' && states.includes('button.toggling.starting'))
      return 'A server that started a shift reports that it can be ended.'
    return null
  },
  screens: {
    'button.settled.unknown': ({ tab }) => expect(button(tab)).toHaveCount(0),
    'button.settled.startable': ({ tab }) => expect(button(tab, /^Start shift$/)).toBeEnabled(),
    'button.settled.endable': ({ tab }) => expect(button(tab, /^End shift$/)).toBeEnabled(),
    'button.settled.unavailable': ({ tab }) => expect(button(tab)).toHaveCount(0),
    'button.toggling.starting': async ({ tab }) => {
      await expect(button(tab, /^Starting$/)).toBeVisible()
      expect(await tab.isHeld('toggle')).toBe(true)
    },
    'button.toggling.ending': async ({ tab }) => {
      await expect(button(tab, /^Ending$/)).toBeVisible()
      expect(await tab.isHeld('toggle')).toBe(true)
    },
    'button.confirming': ({ tab, expected }) =>
      expect(button(tab, !wasEnded(expected) ? /^Starting$/ : /^Ending$/)).toBeVisible(),
    'button.resting': async ({ tab }) => {
      await expect(button(tab, /^(Starting|Ending)$/)).toHaveCount(0)
      if ((await button(tab).count()) > 0) await expect(button(tab)).toHaveAttribute('aria-disabled', 'true')
    },
    'questions.disconnected': ({ tab }) => expect(foot(tab, CONNECTING).or(foot(tab, RECONNECTING))).toBeVisible(),
    'questions.connected.hidden': async ({ tab, expected }) => {
      await expect(foot(tab, LIVE)).toBeVisible()
      if (!isSettled(expected._nodes.map(({ path }: { path: string[] }) => path.join('.')))) return
      const asked = tab.line.sentOf(QUESTIONS.shift.ask)
      await tab.page.clock.runFor(2 * SHIFT_POLL_MS)
      expect(tab.line.sentOf(QUESTIONS.shift.ask)).toBe(asked)
    },
    'questions.connected.polling': async ({ tab }) => {
      await expect(foot(tab, LIVE)).toBeVisible()
      await expect.poll(() => tab.line.sentOf(QUESTIONS.shift.ask)).toBeGreaterThan(0)
    },
  },
  unseen: {},
})
