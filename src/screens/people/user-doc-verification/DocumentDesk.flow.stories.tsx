/** The reviewer's desk: each state of a decision and of the queue, reached with the keyboard only. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { ERROR_CODE } from '@contract/errors'
import { PDF_TYPE } from '@contract/file-types'
import { CLAIM_MINUTES, LEAVE_GRACE_SECONDS } from '@contract/records/claims'
import { RENEW_EVERY_MS } from '@machines/claim/claim.implementations'
import { decisionMachine } from '@machines/decision/decision.machine'
import { stepUpMachine } from '@machines/step-up/step-up.machine'
import { RECALL_PATIENCE_MS } from '@machines/kit/recall'
import { queueMachine } from '@machines/queue/queue.machine'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { failing, onceInstead, override, pending, unreachable } from '@mocks/overrides'
import { colleague, connectionCount, grantOnly, sql, staffOf } from '@mocks/scene'
import { holdTimers, neverResponds } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { writtenPdf } from '@tests/kit/sample-pdf'
import { openedDialog, seen } from '@tests/kit/seen'
import { consoleStory, tabStorage } from '@tests/kit/story-console'
import { atDesk, DeskOfAddress } from '../../desk/desk.story-kit'
import {
  claimDocument,
  documentsOf,
  releaseDocument,
  rewriteFile,
  storedDocument,
  type StoredDocument,
} from './documents.story-kit'
import { readWaiting, waitingDocuments, waitingOf } from './waiting.story-kit'

const realNow = Date.now
const begin = consoleStory(readWaiting)
const meta = {
  title: 'Screens/People/Document desk',
  component: DeskOfAddress,
  args: { slug: 'user-doc-verification' },
  parameters: { layout: 'fullscreen' },
  decorators: [atDesk],
  beforeEach: async (context) => {
    await begin(context)
    return () => {
      Date.now = realNow
    }
  },
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** Advances the clock, as when a device wakes from sleep. */
const runAhead = (ms: number) => {
  Date.now = () => realNow() + ms
}
const first = () => waitingDocuments()[0]!
const card = () => waitingOf('ID_CARD')
const letter = () => waitingOf('PROOF_OF_ADDRESS')
/** The document that waits longest beside this one. */
const waitingBeside = ({ id }: StoredDocument) => waitingDocuments().find((each) => each.id !== id)!
/** Who is at the desk, and who works on documents in another console. */
const [ME, COLLEAGUE] = ['RISK', 'ADMIN']
/** A colleague claims the document, whoever has the claim. */
const claimedByColleague = (row: StoredDocument) => claimDocument(COLLEAGUE, row, 'It is urgent')
/** A colleague verifies the document, whoever has the claim. */
async function decidedByColleague(row: StoredDocument) {
  const { id, version } = await claimedByColleague(row)
  const expires_at = new Date(realNow() + 400 * 24 * 3600 * 1000).toISOString()
  await colleague(COLLEAGUE).call('userDocVerification.verify', {
    params: { id },
    version,
    body: { number: 'X1', expires_at },
  })
}
const stateOf = async (row: StoredDocument) => (await storedDocument(row)).status

const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** Waits until the document is open and claimed, and Enter sends the decision. */
async function reviewing(row = first()) {
  await seen(screen.findByRole('link', { name: row.reference }))
  await waitFor(() => expect(screen.getByText(/renewed while you work/)).toBeVisible())
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Ask again/))
}
/** Claims a document that was opened by a link, which is not claimed automatically. */
async function claimed(userEvent: User, row: StoredDocument) {
  await waitFor(async () => expect(await button(/^Claim/)).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await reviewing(row)
}
const field = (name: string | RegExp) => screen.findByRole('textbox', { name })
const isOpen = (row: StoredDocument) =>
  waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent(`${row.id}/review`))

export const AskingAgain: Story = {
  parameters: { statechart: [inState(decisionMachine, 'askingAgain'), inState(queueMachine, 'open')] },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('14')
    await expect(screen.getByRole('checkbox', { name: /Blurred/ })).toBeChecked()
    await expect(screen.getByRole('checkbox', { name: /Cropped/ })).toBeChecked()
    await expect(screen.getByText(/documents wait/)).toBeVisible()
  },
}
export const AskingAgainDark: Story = { ...AskingAgain, globals: { theme: 'dark' } }

/** Two keys ask for a document again; the next one opens automatically. */
export const WhenItIsAskedAgain: Story = {
  play: async ({ userEvent }) => {
    const [one, two] = waitingDocuments() as [StoredDocument, StoredDocument]
    await reviewing(one)
    await userEvent.keyboard('1{Enter}')
    await isOpen(two)
    await reviewing(two)
    await expect(await storedDocument(one)).toMatchObject({ status: 'RESUBMIT_REQUIRED', reason_codes: ['BLURRED'] })
    await expect((await storedDocument(two)).claimed_by).not.toBeNull()
  },
}

/** An identity document takes six keys: the stated number is filled in, and the person types the day it expires. */
export const Approving: Story = {
  parameters: { opens: card, statechart: inState(decisionMachine, 'approving') },
  play: async ({ userEvent }) => {
    await claimed(userEvent, card())
    await userEvent.keyboard('v')
    await expect(await field(/^Number/)).toHaveValue(card().stated_number)
    await waitFor(async () => expect(await field(/^Expires/)).toHaveFocus())
    await userEvent.keyboard('2431')
    await expect(await field(/^Expires/)).toHaveAccessibleDescription(/24 Mar 20\d1/)
  },
}
export const ApprovingDark: Story = { ...Approving, globals: { theme: 'dark' } }
export const ApprovingNarrow: Story = { ...Approving, globals: { viewport: { value: 'narrow' } } }

export const WhenItIsVerified: Story = {
  parameters: { opens: card },
  play: async ({ userEvent }) => {
    const row = card()
    await claimed(userEvent, row)
    await userEvent.keyboard('v')
    await waitFor(async () => expect(await field(/^Expires/)).toHaveFocus())
    await userEvent.keyboard('2431{Enter}')
    await waitFor(async () => expect(await stateOf(row)).toBe('VERIFIED'))
    const { number, expires_at } = await storedDocument(row)
    await expect(number).toBe(row.stated_number)
    await expect(expires_at).toMatch(/^20\d1-03-24T23:59/)
    await reviewing(waitingBeside(row))
  },
}

/** A PDF beside an image: C shows both, and the keys of the pages act on the one that the person has turned to. */
export const WhenAPdfIsBesideAnImage: Story = {
  parameters: { opens: card },
  beforeEach: consoleStory(() =>
    rewriteFile(card().files[1]!, PDF_TYPE, writtenPdf({ pages: ['The front', 'The back'] })),
  ),
  play: async ({ userEvent }) => {
    await claimed(userEvent, card())
    await userEvent.keyboard('c')
    await seen(screen.findByText('Page 1 of 2'))
    await waitFor(() => expect(screen.getAllByRole('img', { name: /\.png$/ })).toHaveLength(2))
    await userEvent.click(screen.getAllByRole('region', { name: /: image$/ })[1]!)
    await userEvent.keyboard('{PageDown}')
    await seen(screen.findByText('Page 2 of 2'))
    await waitFor(() => expect(screen.getAllByRole('img', { name: /\.png$/ })).toHaveLength(2))
  },
}
export const WhenAPdfIsBesideAnImageDark: Story = { ...WhenAPdfIsBesideAnImage, globals: { theme: 'dark' } }

/** A letter proves an address for 90 days, so its date is typed; the form refuses a date in the future. */
export const WhenALetterIsDatedTomorrow: Story = {
  parameters: { opens: letter },
  play: async ({ userEvent }) => {
    await claimed(userEvent, letter())
    await userEvent.keyboard('v')
    await waitFor(async () => expect(await field(/^Issued/)).toHaveFocus())
    await userEvent.keyboard('1.1.2099{Enter}')
    await expect(await field(/^Issued/)).toHaveAccessibleDescription(/not in the future/)
    await expect(await stateOf(letter())).toBe('IN_REVIEW')
  },
}

/** An identity document that has expired is refused before anything is sent. */
export const WhenItHasExpired: Story = {
  parameters: { opens: card },
  play: async ({ userEvent }) => {
    await claimed(userEvent, card())
    await userEvent.keyboard('v')
    await waitFor(async () => expect(await field(/^Expires/)).toHaveFocus())
    await userEvent.keyboard('24.3.2020{Enter}')
    await expect(await field(/^Expires/)).toHaveAccessibleDescription(/Choose a day in the future/)
    await expect(await stateOf(card())).toBe('IN_REVIEW')
  },
}

export const Rejecting: Story = {
  parameters: { statechart: inState(decisionMachine, 'rejecting') },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('x6')
    await expect(screen.getByRole('checkbox', { name: /Suspected forgery/ })).toBeChecked()
    await expect(screen.getAllByRole('button', { name: 'Reject' })[0]).toHaveAttribute('aria-pressed', 'true')
  },
}

/** The reason Underage suspends the account, so the decision must be confirmed. */
export const Confirming: Story = {
  parameters: { statechart: inState(decisionMachine, 'confirming') },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('x7{Enter}')
    const question = await openedDialog('Reject, and suspend the account?')
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Back' })).toHaveFocus())
    await expect(await stateOf(first())).toBe('IN_REVIEW')
  },
}

export const Idle: Story = {
  parameters: { opens: card, statechart: inState(decisionMachine, 'idle') },
  play: async () => {
    await seen(screen.findByText('Nobody is working on this document.'))
    await expect((await storedDocument(card())).claimed_by).toBeNull()
  },
}

/** The person has claimed the card, and their page was reloaded a moment ago. */
async function isReloaded() {
  await claimDocument(ME, card())
  await releaseDocument(ME, card(), LEAVE_GRACE_SECONDS)
  const slot = `pitboss.pending.claim.user-doc-verification.${card().id}`
  tabStorage.setItem(slot, JSON.stringify({ owner: staffOf(ME).id, write: {} }))
}
/** A colleague decides the card during a reload. */
async function isOvertakenInAReload() {
  await isReloaded()
  await decidedByColleague(card())
}
const TYPED_BEFORE = { values: { reason_codes: 'CROPPED', user_text: 'Please send both sides.' }, version: 1 }

/** A reloaded page continues: the claim stays the person's, and is renewed; what was typed is back. */
export const WhenItIsReloaded: Story = {
  parameters: { opens: card, draft: TYPED_BEFORE },
  beforeEach: consoleStory(isReloaded),
  play: async () => {
    await reviewing(card())
    await expect(await field(/^Message/)).toHaveValue('Please send both sides.')
    await expect(screen.getByRole('checkbox', { name: /Cropped/ })).toBeChecked()
    await waitFor(async () =>
      expect(Date.parse((await storedDocument(card())).claim_until!)).toBeGreaterThan(
        realNow() + 2 * LEAVE_GRACE_SECONDS * 1000,
      ),
    )
    await expect((await storedDocument(card())).claimed_by).toMatchObject({ id: staffOf(ME).id })
  },
}

let deviceResponds = () => {}
/** The database of a slow device responds when the person has begun: their input stays, the rest of the earlier input is back. */
export const WhenASlowDeviceIsReloaded: Story = {
  parameters: {
    opens: card,
    draft: TYPED_BEFORE,
    draftsAfter: () => new Promise<void>((resolve) => void (deviceResponds = resolve)),
  },
  beforeEach: consoleStory(isReloaded),
  play: async ({ userEvent }) => {
    await reviewing(card())
    const message = await field(/^Message/)
    await expect(message).toHaveValue('')
    await userEvent.type(message, 'Please photograph')
    deviceResponds()
    await seen(screen.findByText('What you typed before is back.'))
    await expect(screen.getByRole('checkbox', { name: /Cropped/ })).toBeChecked()
    await expect(message).toHaveValue('Please photograph')
    await expect(message).toHaveFocus()
  },
}

/** The decision was in flight when the page was reloaded; its refusal arrives before the document is shown again. */
export const WhenItIsRefusedDuringAReload: Story = {
  parameters: { opens: card, draft: TYPED_BEFORE },
  beforeEach: consoleStory(
    override('userDocVerification.askAgain', failing(409, { message: 'The user has withdrawn it.' })),
    async () => {
      await isReloaded()
      const { id, version, reference } = card()
      const write = {
        list: 'user-doc-verification',
        rowId: id,
        version,
        action: 'askAgain',
        payload: { reason_codes: ['CROPPED'] },
        key: 'before.0',
        record: { name: reference, href: `/user-doc-verification/${id}` },
      }
      const kept = JSON.stringify({ owner: staffOf(ME).id, write })
      tabStorage.setItem(`pitboss.pending.row.user-doc-verification.${id}`, kept)
    },
  ),
  play: async () => {
    await seen(screen.findByText('The user has withdrawn it.'))
    await expect(await field(/^Message/)).toHaveValue('Please send both sides.')
    await expect((await storedDocument(card())).claimed_by).toMatchObject({ id: staffOf(ME).id })
  },
}

/** A colleague decided during the reload, and the browser database has not responded yet. */
export const Recalling: Story = {
  parameters: { opens: card, draftsAfter: neverResponds, statechart: inState(decisionMachine, 'recalling') },
  beforeEach: consoleStory(async () => {
    await isOvertakenInAReload()
    holdTimers(RECALL_PATIENCE_MS)
  }),
  play: async () => {
    await seen(screen.findByText('Claiming...'))
  },
}

export const WhenAColleagueDecidesDuringAReload: Story = {
  parameters: { opens: card, draft: TYPED_BEFORE },
  beforeEach: consoleStory(isOvertakenInAReload),
  play: async () => {
    const said = await screen.findByText(/Your decision was not sent/)
    await waitFor(() => expect(said).toBeVisible())
    await expect(said).toHaveTextContent(/decided: Verified/)
    await seen(screen.findByText('Please send both sides.'))
  },
}

/** A colleague claimed it during a reload that took long. */
export const WhenAColleagueClaimsDuringAReload: Story = {
  parameters: { opens: card, draft: TYPED_BEFORE },
  beforeEach: consoleStory(isReloaded, () => claimedByColleague(card())),
  play: async () => {
    await seen(screen.findByText(new RegExp(`^${staffOf(COLLEAGUE).username} has claimed this document until`)))
    await seen(screen.findByText('Please send both sides.'))
  },
}

export const Claiming: Story = {
  beforeEach: consoleStory(override('userDocVerification.claim', pending)),
  parameters: { statechart: inState(decisionMachine, 'claiming') },
  play: async () => {
    await seen(screen.findByText('Claiming...'))
  },
}

export const Taken: Story = {
  beforeEach: consoleStory(() => claimedByColleague(card())),
  parameters: { opens: card, statechart: inState(decisionMachine, 'taken') },
  play: async ({ userEvent }) => {
    await userEvent.click(await button(/^Claim/))
    await seen(screen.findByText(new RegExp(`^${staffOf(COLLEAGUE).username} has claimed this document until`)))
    await seen(button('Take over…'))
    await seen(button(/^Next document/))
  },
}

export const Unclaimed: Story = {
  beforeEach: consoleStory(override('userDocVerification.claim', onceInstead(unreachable))),
  parameters: { statechart: inState(decisionMachine, 'unclaimed') },
  play: async () => {
    await seen(button('Try again'))
  },
}

/** A colleague takes over the claim while the person is typing: the typed values are kept. */
export const TakenOver: Story = {
  parameters: { opens: card, statechart: inState(decisionMachine, 'takenOver') },
  play: async ({ userEvent }) => {
    await claimed(userEvent, card())
    await userEvent.keyboard('v')
    await waitFor(async () => expect(await field(/^Expires/)).toHaveFocus())
    await userEvent.keyboard('2431')
    await claimedByColleague(card())
    runAhead(RENEW_EVERY_MS + 1000)
    await userEvent.keyboard('{Shift}')
    await seen(screen.findByText(/has taken this document over. What you typed is kept./))
    await expect(await field(/^Expires/)).toHaveValue('2431')
  },
}

export const Ended: Story = {
  parameters: { opens: card, statechart: inState(decisionMachine, 'ended') },
  play: async ({ userEvent }) => {
    await claimed(userEvent, card())
    await userEvent.keyboard('1')
    runAhead((CLAIM_MINUTES + 1) * 60_000)
    await seen(button('Claim again'))
    await expect(screen.getByRole('checkbox', { name: /Blurred/ })).toBeChecked()
  },
}

export const Submitting: Story = {
  beforeEach: consoleStory(override('userDocVerification.askAgain', pending)),
  parameters: { statechart: inState(decisionMachine, 'submitting') },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('1{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-busy'))
  },
}

/** Without a connection the decision is sent again with the same key until there is a response. */
export const Checking: Story = {
  beforeEach: consoleStory(override('userDocVerification.askAgain', unreachable)),
  parameters: { statechart: inState(decisionMachine, 'checking') },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('1{Enter}')
    await seen(screen.findByText(/^No answer yet/))
  },
}

export const Unresolved: Story = {
  beforeEach: consoleStory(override('userDocVerification.askAgain', unreachable)),
  parameters: { checkPatienceMs: 300, statechart: inState(decisionMachine, 'unresolved') },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('1{Enter}')
    await seen(button(/^Check again/))
  },
}

export const Refused: Story = {
  beforeEach: consoleStory(
    override(
      'userDocVerification.askAgain',
      failing(422, { errors: { reason_codes: ['Choose another reason'] }, message: 'Check the marked fields.' }),
    ),
  ),
  parameters: { statechart: inState(decisionMachine, 'refused') },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('1{Enter}')
    await seen(screen.findByText('Choose another reason'))
    await expect(screen.getByRole('checkbox', { name: /Blurred/ })).toBeChecked()
  },
}

/** The server asks for a step-up before the decision. */
const asksWho = () =>
  override(
    'userDocVerification.askAgain',
    onceInstead(failing(403, { code: ERROR_CODE.stepUpRequired, message: 'Confirm that it is you.' })),
  )
const confirmsWho = 'Ask again?'

export const ReadingFactor: Story = {
  beforeEach: consoleStory(asksWho(), override('twoFactor.status', pending)),
  parameters: { statechart: [inState(decisionMachine, 'steppingUp'), inState(stepUpMachine, 'readingFactor')] },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('1{Enter}')
    await openedDialog(confirmsWho)
  },
}

export const ProofAsked: Story = {
  beforeEach: consoleStory(asksWho()),
  parameters: { statechart: [inState(decisionMachine, 'steppingUp'), inState(stepUpMachine, 'asked')] },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('1{Enter}')
    const dialog = within(await openedDialog(confirmsWho))
    await seen(dialog.findByLabelText(/^Password/))
  },
}

export const Proving: Story = {
  beforeEach: consoleStory(asksWho(), override('twoFactor.stepUp', pending)),
  parameters: { statechart: [inState(decisionMachine, 'steppingUp'), inState(stepUpMachine, 'proving')] },
  play: async ({ userEvent }) => {
    await reviewing()
    await userEvent.keyboard('1{Enter}')
    const dialog = within(await openedDialog(confirmsWho))
    await userEvent.type(await dialog.findByLabelText(/^Password/), `${DEMO_PASSWORD}{Enter}`)
  },
}

let decided: StoredDocument
export const Decided: Story = {
  parameters: { opens: () => decided, statechart: inState(decisionMachine, 'decided') },
  beforeEach: consoleStory(async () => {
    decided = (await documentsOf({ status: 'VERIFIED' }))[0]!
  }),
  play: async () => {
    await seen(screen.findByText(/decided: Verified/))
    await seen(button(/^Next document/))
  },
}

/** Two people decide at the same time: the second decision has no effect, and the first person is shown. */
export const Overtaken: Story = {
  parameters: { opens: card, statechart: inState(decisionMachine, 'overtaken') },
  play: async ({ userEvent }) => {
    const row = card()
    await claimed(userEvent, row)
    await userEvent.keyboard('1')
    await decidedByColleague(row)
    await userEvent.keyboard('{Enter}')
    const said = await screen.findByText(/Your decision was not sent/)
    await waitFor(() => expect(said).toBeVisible())
    await expect(said).toHaveTextContent(/decided: Verified/)
    await expect(screen.getByText('Blurred')).toBeVisible()
    await expect(await stateOf(row)).toBe('VERIFIED')
    // An Enter pressed too late must not hide who decided first.
    await userEvent.keyboard('{Enter}')
    await expect(said).toBeVisible()
  },
}
export const OvertakenDark: Story = { ...Overtaken, globals: { theme: 'dark' } }

/** A key opens the next document. */
export const WhenOneGoesOn: Story = {
  parameters: { opens: card },
  play: async (context) => {
    await Overtaken.play!(context)
    await context.userEvent.keyboard('n')
    await reviewing(waitingBeside(card()))
  },
}

/** Values typed before a reload or a sign-out are restored. */
export const WhenTypedBefore: Story = {
  parameters: { draft: { values: { reason_codes: 'CROPPED', user_text: 'Please send both sides.' }, version: 1 } },
  play: async ({ userEvent }) => {
    await seen(screen.findByText('What you typed before is back.'))
    await expect(await field(/^Message/)).toHaveValue('Please send both sides.')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(async () => expect(await field(/^Message/)).toHaveValue(''))
  },
}

/** Both sides of a card side by side; zoom and rotation apply to the current one. */
export const WithTwoImages: Story = {
  parameters: { opens: card },
  play: async ({ userEvent }) => {
    await claimed(userEvent, card())
    await userEvent.keyboard('c')
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(2))
    const sizes = () => screen.getAllByLabelText('Size').map((each) => each.textContent)
    await waitFor(() => expect(sizes().every(Boolean)).toBe(true))
    const [left, right] = sizes()
    await userEvent.keyboard('+')
    await waitFor(() => expect(sizes()[0]).not.toBe(left))
    await expect(sizes()[1]).toBe(right)
    await userEvent.keyboard('c')
    await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(1))
  },
}
export const WithTwoImagesDark: Story = { ...WithTwoImages, globals: { theme: 'dark' } }

export const Seeking: Story = {
  beforeEach: consoleStory(override('userDocVerification.list', pending)),
  parameters: { statechart: inState(queueMachine, 'seeking') },
  play: async () => {
    await seen(screen.findByText(/Looking for the next document/))
  },
}

/** No other documents than these wait. */
const onlyTheseWait = (rows: readonly StoredDocument[]) =>
  sql(`update user_documents set status = 'VERIFIED' where status = 'PENDING' and id <> all($1::uuid[])`, [
    rows.map(({ id }) => id),
  ])
const nothingWaits = () => onlyTheseWait([])
export const Empty: Story = {
  beforeEach: consoleStory(nothingWaits),
  parameters: { statechart: inState(queueMachine, 'empty') },
  play: async () => {
    await seen(screen.findByText('No document waits'))
  },
}
export const EmptyDark: Story = { ...Empty, globals: { theme: 'dark' } }

/** A new document opens automatically. */
export const WhenOneArrives: Story = {
  beforeEach: consoleStory(nothingWaits),
  parameters: { isLive: true },
  play: async () => {
    await seen(screen.findByText('No document waits'))
    await waitFor(() => expect(connectionCount()).toBe(1))
    const { id, version } = await claimDocument(COLLEAGUE, first())
    await colleague(COLLEAGUE).call('userDocVerification.reopen', {
      params: { id },
      version,
      body: { reason: 'It was the wrong document' },
    })
    await reviewing()
  },
}

export const Looking: Story = {
  beforeEach: consoleStory(
    override(
      'userDocVerification.list',
      onceInstead((usual) => usual(), pending),
    ),
    nothingWaits,
  ),
  parameters: { isLive: true, statechart: inState(queueMachine, 'looking') },
  play: async () => {
    await seen(screen.findByText('No document waits'))
    await waitFor(() => expect(connectionCount()).toBe(1))
    await claimDocument(COLLEAGUE, first())
  },
}

export const Unreachable: Story = {
  beforeEach: consoleStory(override('userDocVerification.list', failing(500))),
  parameters: { statechart: inState(queueMachine, 'unreachable') },
  play: async () => {
    await seen(screen.findByText('The documents that wait could not be read'))
    await seen(button('Try again'))
  },
}

/** Skipped documents are released for others, and are shown again on request. */
export const WhenAllAreSkipped: Story = {
  beforeEach: consoleStory(() => onlyTheseWait(waitingDocuments().slice(0, 2))),
  play: async ({ userEvent }) => {
    const [one, two] = waitingDocuments() as [StoredDocument, StoredDocument]
    await reviewing(one)
    await userEvent.keyboard('s')
    await reviewing(two)
    await waitFor(async () => expect((await storedDocument(one)).claimed_by).toBeNull())
    await userEvent.keyboard('s')
    await seen(screen.findByText('No other document waits'))
    await userEvent.click(await button('Show skipped'))
    await reviewing(one)
  },
}

export const WhenItIsNotThere: Story = {
  parameters: { opens: () => ({ id: '00000000-0000-4000-8000-000000000000' }) },
  play: async () => {
    await seen(screen.findByText('No such document'))
    await seen(button('Next document'))
  },
}

export const WhenItCannotBeLoaded: Story = {
  parameters: { opens: card },
  beforeEach: consoleStory(override('userDocVerification.get', failing(500))),
  play: async () => {
    await seen(screen.findByText('The document could not be loaded'))
  },
}

/** A person who may not read users sees the user's statements, but not the account data. */
export const WithoutUsers: Story = {
  parameters: { opens: card },
  beforeEach: consoleStory(
    grantOnly(
      ME,
      { action: 'read', subject: 'UserDocVerification', fields: ['*'] },
      { action: 'update', subject: 'UserDocVerification', fields: ['*'] },
    ),
  ),
  play: async () => {
    await seen(screen.findByRole('columnheader', { name: 'Stated' }))
    await expect(screen.queryByRole('columnheader', { name: 'Account' })).toBeNull()
  },
}

export const WhenOneMayOnlyRead: Story = {
  parameters: { opens: card },
  beforeEach: consoleStory(grantOnly(ME, { action: 'read', subject: 'UserDocVerification', fields: ['*'] })),
  play: async () => {
    await expect(await screen.findByRole('heading', { name: /right|permission|may not/i })).toBeVisible()
  },
}
