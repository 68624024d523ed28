/** The claim at the console depth: Ada and her colleagues claim a document, on its page. */
import { expect } from '@playwright/test'
import { RENEW_EVERY_MS } from '@machines/claim/claim.implementations'
import type { ClaimContext } from '@machines/claim/claim.machine'
import { beforeStep, describeConsole, type Executor } from './describe-console'
import {
  claimElsewhere,
  claimExpires,
  COLLEAGUE,
  holdDocumentCalls,
  readTogether,
  releaseByClaimant,
  SELF,
  setClockBy,
  waitingDocuments,
} from './documents'
import { lineBreaks, lineStands, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const OWN = 'the person has claimed it'
const OTHERS = 'somebody else has claimed it'

/** Id of the document, by tab. */
const opened = new WeakMap<Tab, string>()
const of = (tab: Tab) => opened.get(tab)!

const button = ({ page }: Tab, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const question = ({ page }: Tab) => page.getByRole('alertdialog', { name: 'Take this document over?' })
const says = ({ page }: Tab, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible()
const HELD = /^You have claimed this document/

/** The claim is read after a change at another device. */
const isReadAfter =
  (work: (tab: Tab, id: string) => Promise<unknown>): Executor =>
  ({ tab }) =>
    readTogether(tab, () => work(tab, of(tab)))
const presses =
  (name: string | RegExp): Executor =>
  ({ tab }) =>
    button(tab, name).click()
const passes =
  (call: 'claim' | 'release'): Executor =>
  async ({ tab }) =>
    (await tab.take(call)).continue()
const isLost =
  (call: 'claim' | 'release'): Executor =>
  async ({ tab }) =>
    (await tab.take(call)).abort('connectionrefused')
/** The colleague has the claim before the call reaches the server; the console reads that after the response. */
const isRefused =
  (call: 'claim' | 'release'): Executor =>
  async ({ tab }) => {
    await tab.holdCalls('record')
    await claimElsewhere(tab, COLLEAGUE, of(tab))
    await (await tab.take(call)).continue()
  }

const GRANTS_A_CLAIM = 'The server answers a claim with the claim, and a release with none.'

export const description = describeConsole({
  async start({ tab, path }) {
    const [id] = (await waitingDocuments(tab, 1)) as [string]
    opened.set(tab, id)
    if (path.start === OWN) await claimElsewhere(tab, SELF, id)
    if (path.start === OTHERS) await claimElsewhere(tab, COLLEAGUE, id)
    await holdDocumentCalls(tab, ['claim', 'release'])
    await startSignedIn({ tab })
    await tab.page.goto(`/user-doc-verification/${id}`)
    await lineStands(tab)
  },
  executors: {
    // The console may not have heard yet who has claimed it since.
    'claim.read, nobody': isReadAfter(releaseByClaimant),
    'claim.read, own': isReadAfter((tab, id) => claimElsewhere(tab, SELF, id)),
    'claim.read, of another': isReadAfter((tab, id) => claimElsewhere(tab, COLLEAGUE, id)),
    'claim.take': presses(/^(?:Claim|Claim again|Try again)$/),
    'claim.takeOver': presses('Take over…'),
    async 'claim.takeOverBecause'({ tab }) {
      await question(tab).getByRole('textbox', { name: /^Note/ }).fill('Their shift has ended')
      await question(tab).getByRole('button', { name: 'Take over' }).click()
    },
    'claim.cancel': ({ tab }) => question(tab).getByRole('button', { name: 'Cancel' }).click(),
    'claim.release': presses('Release'),
    async 'claim.active'(step) {
      const { tab } = step
      // A clock that leaps is a sleep, after which the connection is checked: a claim at risk is then renewed anyway.
      if (beforeStep(step).matches('atRisk')) await setClockBy(tab, RENEW_EVERY_MS)
      else {
        await lineBreaks(tab)
        await tab.page.clock.runFor(RENEW_EVERY_MS)
        await lineStands(tab)
      }
      await tab.page.keyboard.press('Shift')
    },
    'claim.passed': ({ tab }) => claimExpires(tab),
    'line.back': ({ tab }) => tab.page.evaluate(() => void window.dispatchEvent(new Event('online'))),
    'claim answers: the claim is theirs': passes('claim'),
    'claim answers: somebody else has it': isRefused('claim'),
    'claim answers: the server is not reached': isLost('claim'),
    'resume answers: the claim is theirs': passes('claim'),
    async 'resume answers: somebody else has it'(step) {
      await isRefused('claim')(step)
      await says(step.tab, /has taken this document over|^You have claimed/)
    },
    'resume answers: the server is not reached': isLost('claim'),
    'renew answers: the claim is theirs': passes('claim'),
    async 'renew answers: somebody else has it'(step) {
      await isRefused('claim')(step)
      await says(step.tab, /has taken this document over|^You have claimed/)
    },
    'renew answers: the server is not reached': isLost('claim'),
    'release answers: it is released': passes('release'),
    'release answers: somebody else has it': isRefused('release'),
    'release answers: the server is not reached': isLost('release'),
  },
  impossible: {
    'claim answers: it is released': GRANTS_A_CLAIM,
    'resume answers: it is released': GRANTS_A_CLAIM,
    'renew answers: it is released': GRANTS_A_CLAIM,
    'release answers: the claim is theirs': GRANTS_A_CLAIM,
  },
  impossibleIn({ name, context }) {
    const { claim, change } = context as unknown as ClaimContext
    if (name === 'claim.read, nobody' && claim === null) return 'The page reads the claim again only after a change.'
    if (name === 'claim answers: somebody else has it' && change.kind === 'claim' && change.note !== undefined)
      return 'A take-over with a note is never refused.'
    return null
  },
  screens: {
    free: async ({ tab }) => {
      await says(tab, 'Nobody is working on this document.')
      await expect(button(tab, 'Claim')).toBeVisible()
    },
    taken: async ({ tab }) => {
      await says(tab, / has claimed this document until /)
      await expect(button(tab, 'Take over…')).toBeVisible()
      await expect(question(tab)).toHaveCount(0)
    },
    asking: ({ tab }) => expect(question(tab).getByRole('textbox', { name: /^Note/ })).toBeFocused(),
    resuming: async ({ tab }) => {
      await says(tab, 'Claiming...')
      expect(await tab.isHeld('claim')).toBe(true)
    },
    claiming: async ({ tab }) => {
      await says(tab, 'Claiming...')
      expect(await tab.isHeld('claim')).toBe(true)
    },
    held: async ({ tab }) => {
      await says(tab, HELD)
      await expect(button(tab, 'Release')).not.toHaveAttribute('aria-disabled', 'true')
    },
    renewing: async ({ tab }) => {
      await says(tab, HELD)
      await expect(button(tab, 'Release')).toHaveAttribute('aria-disabled', 'true')
      expect(await tab.isHeld('claim')).toBe(true)
    },
    atRisk: ({ tab }) => says(tab, /^Your claim could not be renewed\. It holds until/),
    releasing: async ({ tab }) => {
      await says(tab, 'Releasing...')
      expect(await tab.isHeld('release')).toBe(true)
    },
    ended: async ({ tab }) => {
      await says(tab, /^Your claim has ended\./)
      await expect(button(tab, 'Claim again')).toBeVisible()
    },
    lost: async ({ tab }) => {
      await says(tab, / has taken this document over\./)
      await expect(button(tab, 'Take over…')).toBeVisible()
      await expect(question(tab)).toHaveCount(0)
    },
    failed: async ({ tab }) => {
      await expect(button(tab, 'Try again')).toBeVisible()
      await says(tab, /connection broke before the server answered|has claimed|somebody else/i)
    },
  },
  unseen: { opening: 'The machine leaves it at once.' },
})
