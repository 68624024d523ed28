/** The decision at the console depth: Ada decides a document at the reviewer's desk, while colleagues may be faster. */
import { expect } from '@playwright/test'
import { CHECK_PATIENCE_MS } from '@machines/write/write.machine'
import { LOOK_UP_PATIENCE_MS, type DecisionContext } from '@machines/decision/decision.machine'
import { RECALL_PATIENCE_MS } from '@machines/kit/recall'
import { DEMO_PASSWORD } from '@server/db/demo'
import { earlier } from '../decision.paths'
import { leafNamesOf } from '../kit/anatomy'
import { beforeStep, describeConsole, type Executor, type StepContext } from './describe-console'
import {
  changeInDatabase,
  claimElsewhere,
  claimExpires,
  COLLEAGUE,
  decideElsewhere,
  decideInDatabase,
  DOCUMENT_CALLS,
  holdDocumentCalls,
  makeWait,
  readTogether,
  releaseElsewhere,
  SELF,
  THIRD,
  waitingDocuments,
} from './documents'
import { HeldDrafts } from './held-drafts'
import { lineBreaks, lineStands, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'

/** Of what a tab remembers: what it was working on before a reload. */
const CLAIMED_HERE = 'pitboss.pending.claim.'
const DECIDED = 'a decided item is opened'
const TYPED_BEFORE = 'earlier.typed'
const SENT_BEFORE = 'earlier.sent'
/** The response of an action that needs a step-up. No action on a document needs one; the proof is the server's own. */
const STEP_UP = {
  status: 403,
  json: { success: false, code: 'STEP_UP_REQUIRED', message: 'Confirm that it is you.' },
}
interface Opened {
  id: string
  drafts: HeldDrafts
}
const opened = new WeakMap<Tab, Opened>()
const of = (tab: Tab) => opened.get(tab)!

const panel = ({ page }: Tab) => page.getByRole('form', { name: 'Decision' })
const button = (tab: Tab, name: string | RegExp) => panel(tab).getByRole('button', { name })
const decide = (tab: Tab) => panel(tab).locator('button[type=submit]')
const choice = (tab: Tab, verb: string) =>
  panel(tab).getByRole('group', { name: 'Decision' }).getByRole('button', { name: verb })
const reason = (tab: Tab, name: string) => panel(tab).getByRole('checkbox', { name: new RegExp(`^${name}`) })
const question = ({ page }: Tab) => page.getByRole('alertdialog', { name: 'Reject, and suspend the account?' })
const takeOverQuestion = ({ page }: Tab) => page.getByRole('alertdialog', { name: 'Take this document over?' })
const proof = ({ page }: Tab) => page.getByRole('dialog', { name: /^(?:Ask again|Verify|Reject)\?$/ })
const password = (tab: Tab) => proof(tab).locator('input[name="password"]')
const says = (tab: Tab, words: RegExp) => expect(panel(tab).getByText(words).first()).toBeVisible()

const preparedIn = ({ expected }: Pick<StepContext, 'expected'>) => (expected.context as DecisionContext).prepared
/** Name of the leaf state before the step. */
const stateBefore = (step: StepContext) => leafNamesOf(beforeStep(step))[0]!

/** The page of the document at the desk; its draft is not read yet. */
async function openDesk(tab: Tab, id: string): Promise<void> {
  await tab.page.goto(`/user-doc-verification/${id}/review`)
  await lineStands(tab)
  await expect(panel(tab)).toBeVisible()
  opened.set(tab, { id, drafts: await HeldDrafts.of(tab) })
}
/** What an earlier page of this browser left: values, or a rejection whose call has no response. */
async function beginsEarlier(tab: Tab, found: string): Promise<void> {
  await button(tab, 'Claim').click()
  await says(tab, /renewed while you work/)
  if (found === TYPED_BEFORE) return choose(tab, 'Blurred', 'Cropped')
  await choice(tab, 'Reject').click()
  await choose(tab, 'Blurred')
  await decide(tab).click()
  await tab.take('decide')
}
/** Chooses these reasons, and no others. */
async function choose(tab: Tab, ...names: string[]): Promise<void> {
  for (const name of ['Blurred', 'Cropped', 'Underage'])
    await reason(tab, name).setChecked(names.includes(name), { force: true })
}
/** Takes the document over with a note. */
async function takesOver(tab: Tab): Promise<void> {
  await button(tab, 'Take over…').click()
  await takeOverQuestion(tab).getByRole('textbox', { name: /^Note/ }).fill('Her shift has ended')
  await takeOverQuestion(tab).getByRole('button', { name: 'Take over' }).click()
}
/** The claim is requested next, and waits for the path. */
const claims =
  (act: Executor): Executor =>
  async (step) => {
    await step.tab.holdCalls('claim')
    await act(step)
  }
/** @returns once the console has read the document with its claim */
const claimIsGranted = async (tab: Tab) => {
  const claim = await tab.take('claim')
  const read = tab.page.waitForResponse((answer) => DOCUMENT_CALLS.record.url.test(answer.url()))
  await claim.continue()
  await read
  await tab.letThrough('claim')
}
const claimFails = async (tab: Tab) => {
  await (await tab.take('claim')).abort('connectionrefused')
  await tab.letThrough('claim')
}
/** The look-up of earlier values ends, and time passes by itself again. */
const looksUp =
  (end: (tab: Tab) => Promise<unknown>): Executor =>
  async ({ tab, upcoming }) => {
    // A colleague who had claimed the document before is reported at once: both steps happen together.
    if (upcoming[0] === 'claim.taken') return
    await tab.holdCalls('claim')
    await end(tab)
    await tab.page.clock.resume()
  }
const draftIsRead = (tab: Tab) => of(tab).drafts.release('load')

/** Who can claim the document without changing the state: their claim makes the console read the document. */
const READERS: Readonly<Record<string, string>> = {
  'deciding.working.waiting.taken': COLLEAGUE,
  'deciding.working.claimLost.takenOver': COLLEAGUE,
}
const isReadOpen: Executor = async (step) => {
  const { tab } = step
  const { id } = of(tab)
  const state = stateBefore(step)
  await changeInDatabase(tab, id)
  if (state === 'deciding.working.waiting.unclaimed' || state === 'deciding.working.claimLost.ended')
    return readTogether(tab, async () => {
      await lineBreaks(tab)
      await lineStands(tab)
    })
  await readTogether(tab, () => claimElsewhere(tab, READERS[state] ?? SELF, id))
}
const isReadDecided =
  (by: string): Executor =>
  ({ tab }) =>
    readTogether(tab, () => decideElsewhere(tab, by, of(tab).id))

const prepares =
  (verb: string): Executor =>
  ({ tab }) =>
    choice(tab, verb).click()
/** Takes the decision's call, which may be a repetition after a pause. */
const takesDecision = async (tab: Tab) => {
  await tab.page.clock.resume()
  return tab.take('decide')
}
const refusedAfter =
  (work: (tab: Tab) => Promise<unknown>): Executor =>
  async ({ tab }) => {
    const route = await takesDecision(tab)
    await work(tab)
    await route.continue()
  }

const NEEDS_TWO = 'No list of the console has decisions that need two people or can be put on hold.'
const BEFORE_THE_CLOCK =
  'The search of the device begins with the page, before its database can be held; stories of the desk and a journey reload it.'
const ONLY_AFTER_REPEATING = 'The console first reports that it repeats the call, which is action.unanswered.'

/** The item's form with this decision prepared, under the person's claim. */
const isPreparing =
  (verb: string): Executor =>
  async ({ tab }) => {
    await says(tab, /renewed while you work/)
    await expect(choice(tab, verb)).toHaveAttribute('aria-pressed', 'true')
    await expect(decide(tab)).toHaveText(new RegExp(verb))
    await expect(decide(tab)).not.toHaveAttribute('aria-disabled', 'true')
    await expect(proof(tab)).toHaveCount(0)
    await expect(question(tab)).toHaveCount(0)
  }

/** What the server does not answer about a document that somebody has decided meanwhile. */
const REFUSED_IF_DECIDED: ReadonlySet<string> = new Set([
  'action.done',
  'action.refused: somebody else has claimed it',
  'action.refused: a field is invalid',
])

export const description = describeConsole({
  async start({ tab, path }) {
    const [id] = (await waitingDocuments(tab, 1)) as [string]
    if (path.start === DECIDED) await decideInDatabase(tab, id)
    await holdDocumentCalls(tab, ['decide', 'next'])
    await startSignedIn({ tab })
    await openDesk(tab, id)
    const found = [SENT_BEFORE, TYPED_BEFORE].find((event) => path.steps.some(({ name }) => name === event))
    if (found === undefined) return
    await beginsEarlier(tab, found)
    // Opened again by a link, not reloaded: the path opens the document itself.
    await tab.page.addInitScript((prefix) => {
      for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name)
    }, CLAIMED_HERE)
    if (found === TYPED_BEFORE) {
      // A page that is left keeps its claim for a few seconds; here it has ended, so that the path claims the document anew.
      await tab.page.goto('about:blank')
      await makeWait(tab, id)
      return openDesk(tab, id)
    }
    await openDesk(tab, id)
    // The claim of the page that was closed ends soon; Ada has it again, at another device.
    await claimElsewhere(tab, SELF, id)
    await says(tab, /^You have claimed this document/)
  },
  executors: {
    async 'decision.open'(step) {
      const { tab } = step
      if (!step.expected.matches({ deciding: 'opening' }))
        return claims(() => button(tab, /^(?:Try again|Claim again)$/).click())(step)
      await of(tab).drafts.hold('load')
      // The path decides how long the look-up takes.
      await stopTime(tab)
      await button(tab, 'Claim').click()
    },
    'earlier.none': looksUp(draftIsRead),
    [TYPED_BEFORE]: async (step) => {
      if (stateBefore(step) === 'deciding.opening') return looksUp(draftIsRead)(step)
      await draftIsRead(step.tab)
      await step.tab.page.clock.resume()
    },
    // The machine of the desk reports it by itself when the document is opened.
    [SENT_BEFORE]: async () => undefined,
    'lookUpPatience is over': looksUp(({ page }) => page.clock.runFor(LOOK_UP_PATIENCE_MS)),
    async 'recallPatience is over'({ tab }) {
      await tab.page.clock.runFor(RECALL_PATIENCE_MS)
      await tab.page.clock.resume()
    },
    async 'decision.typed'(step) {
      const { tab } = step
      if (preparedIn(step) === 'approve')
        await panel(tab)
          .getByRole('textbox', { name: /^Number/ })
          .fill('X4K2210')
      else await reason(tab, 'Cropped').click({ force: true })
    },
    'decision.askAgain': prepares('Ask again'),
    'decision.approve': prepares('Verify'),
    'decision.reject': prepares('Reject'),
    async 'decision.submit'(step) {
      if (preparedIn(step) !== 'approve') await choose(step.tab, 'Blurred')
      await decide(step.tab).click()
    },
    async 'decision.submit, needs confirmation'({ tab }) {
      await choose(tab, 'Underage')
      await decide(tab).click()
    },
    'decision.confirm': ({ tab }) => question(tab).getByRole('button', { name: 'Reject and suspend' }).click(),
    'decision.cancel': ({ tab }) => question(tab).getByRole('button', { name: 'Back' }).click(),
    'item.read, still open': isReadOpen,
    'item.read, decided by another': isReadDecided(COLLEAGUE),
    'item.read, decided by the person elsewhere': isReadDecided(SELF),
    async 'claim.held'(step) {
      const { tab } = step
      switch (stateBefore(step)) {
        case 'deciding.working.waiting.claiming':
          return claimIsGranted(tab)
        case 'deciding.working.waiting.taken':
        case 'deciding.working.claimLost.takenOver':
          return takesOver(tab)
        default:
          return claimElsewhere(tab, SELF, of(tab).id)
      }
    },
    async 'claim.free'(step) {
      const { tab } = step
      const state = stateBefore(step)
      const isOthers = state === 'deciding.working.waiting.taken' || state === 'deciding.working.claimLost.takenOver'
      if (state === 'deciding.working.waiting.taken') await tab.holdCalls('claim')
      await releaseElsewhere(tab, isOthers ? COLLEAGUE : SELF, of(tab).id)
    },
    async 'claim.taken'(step) {
      const { tab } = step
      const { id } = of(tab)
      const state = stateBefore(step)
      if (state === 'deciding.working.claimLost.takenOver') {
        // The person asks to take it over, and leaves it to the colleague after all.
        await button(tab, 'Take over…').click()
        return takeOverQuestion(tab).getByRole('button', { name: 'Cancel' }).click()
      }
      if (state !== 'deciding.working.waiting.claiming')
        return claimElsewhere(tab, state === 'deciding.working.waiting.taken' ? THIRD : COLLEAGUE, id)
      await readTogether(tab, () => claimElsewhere(tab, COLLEAGUE, id))
      await draftIsRead(tab)
      await tab.page.clock.resume()
    },
    'claim.lost, taken over': (step) =>
      claimElsewhere(
        step.tab,
        stateBefore(step) === 'deciding.working.claimLost.takenOver' ? THIRD : COLLEAGUE,
        of(step.tab).id,
      ),
    'claim.lost, expired': ({ tab }) => claimExpires(tab),
    async 'claim.failed'(step) {
      const { tab } = step
      if (stateBefore(step) !== 'deciding.working.waiting.claiming') {
        await tab.holdCalls('claim')
        await takesOver(tab)
      }
      await claimFails(tab)
    },
    async 'action.unanswered'(step) {
      const { tab } = step
      if (stateBefore(step) === 'deciding.sending.submitting')
        return (await tab.take('decide')).abort('connectionrefused')
      tab.forget('decide')
      await button(tab, 'Check again').click()
    },
    async 'action.unresolved'({ tab }) {
      // Without a connection: if it came back, the console would repeat the call at once.
      await tab.line.cut()
      await stopTime(tab)
      await tab.page.clock.runFor(CHECK_PATIENCE_MS)
      await tab.page.clock.resume()
    },
    'action.refused: somebody else has claimed it': refusedAfter((tab) => claimElsewhere(tab, COLLEAGUE, of(tab).id)),
    'action.refused: it was changed meanwhile': refusedAfter((tab) => changeInDatabase(tab, of(tab).id)),
    async 'action.refused: a field is invalid'(step) {
      // The console sends no such decision: the server receives one without its required field.
      const postData = preparedIn(step) === 'approve' ? { number: '' } : { reason_codes: [] }
      await (await takesDecision(step.tab)).continue({ postData: JSON.stringify(postData) })
    },
    'action.refused: step-up required': async ({ tab }) => (await takesDecision(tab)).fulfill(STEP_UP),
    async 'stepUp answers: it is proven'({ tab }) {
      await password(tab).fill(DEMO_PASSWORD)
      await proof(tab).locator('button[type=submit]').last().click()
      await expect(proof(tab)).toHaveCount(0)
    },
    'stepUp answers: it is cancelled': ({ tab }) => proof(tab).getByRole('button', { name: 'Back' }).click(),
    'action.done': async ({ tab }) => (await takesDecision(tab)).continue(),
  },
  impossibleStarts: {
    'a payout is opened': NEEDS_TWO,
    'an item that can only be put on hold is opened': NEEDS_TWO,
    'an item that can only be rejected is opened': NEEDS_TWO,
    'an item that the person approved first is opened': NEEDS_TWO,
    'an item on hold is opened': NEEDS_TWO,
    'a document is reloaded': BEFORE_THE_CLOCK,
    'a document is reloaded, and somebody else has decided it': BEFORE_THE_CLOCK,
  },
  impossible: {
    'decision.hold': NEEDS_TWO,
    'item.read, approved first by the person elsewhere': NEEDS_TWO,
    'item.read, put on hold by the person elsewhere': NEEDS_TWO,
    'decision.check':
      'The console reports at once that it repeats the call: the step action.unanswered presses the button.',
  },
  impossibleIn({ name, states, context }) {
    const [state] = states as [string]
    const leaf = state.split('.').at(-1)!
    const { prepared, item } = context as unknown as DecisionContext
    if (name.startsWith('earlier.') && leaf !== 'opening' && (leaf !== 'recalling' || name === SENT_BEFORE))
      return 'The device reports each once, here when the document opens; a story and a journey show a late report.'
    if (name === 'earlier.none' && leaf === 'recalling')
      return 'A rejection is sent with reasons, which are stored until its outcome is known.'
    if (name === 'decision.submit, needs confirmation' && prepared !== 'reject')
      return 'Only the rejection of an under-age user is confirmed.'
    if (name === 'decision.typed' && ['unclaimed', 'confirming', 'takenOver', 'ended'].includes(leaf))
      return 'Without a claim, and behind a question, the fields are read-only.'
    if (name === 'decision.typed' && leaf === 'taken')
      return 'While somebody else has the document there are no fields.'
    if (name.startsWith('claim.lost') && leaf === 'ended')
      return 'After a release a colleague’s claim is reported as claim.taken; the walks replay it after an expiry.'
    if (name === 'claim.lost, expired' && leaf === 'takenOver')
      return 'When the claim of a colleague expires, the document is free, which is a separate event.'
    if (name === 'claim.failed' && leaf === 'unclaimed') return 'The claim is requested again by decision.open only.'
    if (item.standing.is !== 'open' && REFUSED_IF_DECIDED.has(name)) return 'The server refuses it as overtaken.'
    if (name === 'action.unresolved' && leaf === 'submitting') return ONLY_AFTER_REPEATING
    if (leaf === 'unresolved' && name.startsWith('action.') && name !== 'action.unanswered') return ONLY_AFTER_REPEATING
    if (leaf === 'unresolved' && name.startsWith('item.read'))
      return 'Once the connection is back the console repeats the call, which is action.unanswered.'
    return null
  },
  screens: {
    idle: async ({ tab }) => {
      await says(tab, /^(?:Nobody is working on|.* has claimed|You have claimed) this document/)
      await expect(button(tab, 'Claim')).toBeVisible()
      await expect(decide(tab)).toHaveCount(0)
    },
    'deciding.opening': async ({ tab, path, expected }) => {
      await says(tab, /^Claiming\.\.\.$/)
      const next = path.steps.findIndex((step) => step.expected === expected) + 1
      // A decision that was sent before the reload is reported at once: both steps happen together.
      if (path.steps[next]?.name !== SENT_BEFORE) await expect(decide(tab)).toBeVisible()
      expect(tab.isHeldNow('claim')).toBe(false)
    },
    'deciding.recalling': async ({ tab }) => {
      await says(tab, /^Claiming\.\.\.$/)
      await expect(decide(tab)).toHaveCount(0)
    },
    'deciding.working.waiting.claiming': ({ tab }) => says(tab, /^Claiming\.\.\.$/),
    'deciding.working.waiting.taken': async ({ tab }) => {
      await says(tab, /has claimed this document until/)
      await expect(button(tab, 'Take over…')).toBeVisible()
      await expect(decide(tab)).toHaveCount(0)
    },
    'deciding.working.waiting.unclaimed': async ({ tab }) => {
      await expect(button(tab, 'Try again')).toBeVisible()
      await expect(decide(tab)).toHaveAttribute('aria-disabled', 'true')
    },
    'deciding.working.claimed.reviewing.askingAgain': isPreparing('Ask again'),
    'deciding.working.claimed.reviewing.approving': isPreparing('Verify'),
    'deciding.working.claimed.reviewing.rejecting': isPreparing('Reject'),
    'deciding.working.claimed.confirming': async ({ tab }) => {
      await expect(question(tab)).toBeVisible()
      await expect(question(tab).getByRole('button', { name: 'Back' })).toBeFocused()
      expect(tab.isHeldNow('decide')).toBe(false)
    },
    'deciding.working.claimed.refused': async ({ tab, expected }) => {
      const { error } = expected.context as DecisionContext
      await says(tab, error?.kind === 'conflict' ? /somebody else|changed/i : /^(?:Choose at least one|Required)$/)
      await expect(decide(tab)).not.toHaveAttribute('aria-busy')
    },
    'deciding.working.claimLost.takenOver': async ({ tab }) => {
      await says(tab, /has taken this document over\. What you typed is kept\./)
      await expect(button(tab, 'Take over…')).toBeVisible()
      await expect(decide(tab)).toHaveAttribute('aria-disabled', 'true')
    },
    'deciding.working.claimLost.ended': async ({ tab }) => {
      await says(tab, /^Your claim has ended\./)
      await expect(button(tab, 'Claim again')).toBeVisible()
    },
    'deciding.sending.submitting': async ({ tab, expected }) => {
      await expect(decide(tab)).toHaveAttribute('aria-busy', 'true')
      // A decision of an earlier page is sent again, and shown as such at once.
      const isFollowed = (expected.context as DecisionContext).decision!.key === earlier.key
      await expect(panel(tab).getByText(/^No answer yet/)).toHaveCount(isFollowed ? 1 : 0)
      expect(await tab.isHeld('decide')).toBe(true)
    },
    'deciding.sending.uncertain.checking': ({ tab }) => says(tab, /^No answer yet\. Checking whether it was done/),
    'deciding.sending.uncertain.unresolved': async ({ tab }) => {
      await says(tab, /^It is not known whether /)
      await expect(decide(tab)).toHaveText(/Check again/)
    },
    'deciding.steppingUp': ({ tab }) => expect(password(tab)).toBeEditable(),
    decided: async ({ tab }) => {
      await says(tab, /decided: (?:Asked again|Verified|Rejected)/)
      await expect(decide(tab)).toHaveCount(0)
    },
    overtaken: async ({ tab }) => {
      await says(tab, /decided: Asked again/)
      await says(tab, /Your decision was not sent\./)
      await expect(decide(tab)).toHaveCount(0)
    },
  },
  unseen: {
    'deciding.working.claimed.reviewing.choosing': 'The machine leaves it at once.',
    'deciding.working.claimed.reviewing.holding': NEEDS_TWO,
    awaitingSecond: NEEDS_TWO,
    onHold: NEEDS_TWO,
  },
})
