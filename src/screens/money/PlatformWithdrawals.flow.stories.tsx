/** Redeems: support takes the credits from the account on the desk, or the rail of a platform does; the user has the money once. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { failing, override } from '@mocks/overrides'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'
import { openedDialog, pressReady, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { decides, newestApproval } from '../approval/approval.story-kit'
import { atDesk, DeskOfAddress } from '../desk/desk.story-kit'
import { listPage, ListPage } from '../list/list.story-kit'

interface Redeem {
  id: string
  reference: string
  username: string
  asked: string
  everything: boolean
  credits: string | null
  moved_credits: string | null
  net_amount: string | null
  difference: string | null
  status: string
  rail: string | null
  awaits_approval: boolean
  reason_code: string | null
  external_ref: string | null
  attempts: readonly { outcome: string }[]
  platform_account: { id: string; name: string }
  payout_method: { id: string; name: string } | null
  withdrawal: { id: string; name: string } | null
  not_withdrawn: string | null
}
let all: readonly Redeem[] = []
/** The newest in a state that fits. */
const one = (status: string, fits: (each: Redeem) => boolean = () => true) =>
  all.find((each) => each.status === status && fits(each))!
/** Staff carry it out: a number of credits, or all that there are. */
const byHand = () => one('REQUESTED', ({ everything }) => !everything)
const ofEverything = () => one('REQUESTED', ({ everything }) => everything)
const unknown = () => one('UNKNOWN', ({ everything }) => !everything)
const less = () => one('COMPLETED', ({ difference }) => difference !== null)
const failed = () => one('FAILED', ({ rail }) => rail !== null)
/** Their users want to be paid, and are; or are not, though they wanted it. */
const toPay = () => one('REQUESTED', ({ payout_method }) => payout_method !== null)
const withdrawn = () => one('COMPLETED', ({ withdrawal }) => withdrawal !== null)
const notWithdrawn = () => one('COMPLETED', ({ not_withdrawn }) => not_withdrawn !== null)
const now = ({ id }: Redeem) => recordOf<Redeem>('platformWithdrawal', id)

const meta = {
  title: 'Screens/Money/Platform withdrawals',
  component: DeskOfAddress,
  args: { slug: 'platform-withdrawal' },
  parameters: { layout: 'fullscreen', signedInAs: 'SUPPORT_AGENT', opens: byHand },
  decorators: [atDesk],
  beforeEach: consoleStory(async () => {
    all = await rowsOf<Redeem>('platformWithdrawal')
  }),
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const SLOW = { timeout: 15_000 }
const becomes = (redeem: () => Redeem, values: Partial<Redeem>) =>
  waitFor(async () => expect(await now(redeem())).toMatchObject(values), SLOW)
const text = (said: string | RegExp) => seen(screen.findByText(said, {}, SLOW))

/** Claims the redeem, and waits until it can be decided. @returns the form of the decision */
async function claim(userEvent: User) {
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Claim/ }, SLOW)).toHaveFocus(), SLOW)
  await userEvent.keyboard('{Enter}')
  await text(/renewed while you work/)
  return within(screen.getByRole('form', { name: 'Decision' }))
}
/** Chooses an action of the record's page. @returns its question */
async function asks(userEvent: User, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: action }, SLOW))
  return within(await openedDialog(/R-\d+/))
}

const onList = {
  parameters: { part: '', opens: undefined },
  render: () => <ListPage page={listPage('platform-withdrawal')} parts={[]} />,
} satisfies Story

/** What was asked for is said in words. */
export const List: Story = {
  ...onList,
  play: async ({ userEvent }) => {
    await expect(await rowWith(byHand().reference)).toHaveTextContent(byHand().asked)
    await expect(await rowWith(ofEverything().reference)).toHaveTextContent('Everything')
    await userEvent.click(await screen.findByRole('link', { name: /^Outcome unknown/ }, SLOW))
    await expect(await rowWith(unknown().reference)).toHaveTextContent('Outcome unknown')
    await waitFor(() => expect(screen.queryByText(byHand().reference)).toBeNull(), SLOW)
  },
}
export const ListDark: Story = {
  ...onList,
  globals: { theme: 'dark' },
  play: async () => void (await rowWith(all[0]!.reference)),
}
export const ListOnAPhone: Story = { ...ListDark, globals: { viewport: { value: 'narrowest' } } }
export const Empty: Story = {
  ...onList,
  beforeEach: consoleStory(() => sql('delete from platform_withdrawals')),
  play: async () => text('No redeems yet'),
}
export const NotLoaded: Story = {
  ...onList,
  beforeEach: consoleStory(override('platformWithdrawal.list', failing(503))),
  play: async () => seen(screen.findByRole('button', { name: /again/i }, SLOW)),
}

/** Of everything the person enters what there was; the fee and what the user gets are said before. */
export const Everything: Story = {
  parameters: { opens: ofEverything },
  play: async ({ userEvent }) => {
    await text(ofEverything().username)
    const form = await claim(userEvent)
    await userEvent.type(form.getByRole('textbox', { name: /^Credits redeemed/ }), '40.00')
    await userEvent.type(form.getByRole('textbox', { name: /^External reference/ }), 'แลก-40')
    await pressReady(userEvent, form, /^Complete [\d.]+ USD/)
    await becomes(ofEverything, { status: 'COMPLETED', moved_credits: '40', external_ref: 'แลก-40', difference: null })
    await expect(Number((await now(ofEverything())).net_amount)).toBeGreaterThan(0)
  },
}
export const EverythingDark: Story = { ...Everything, globals: { theme: 'dark' } }
export const EverythingOnAPhone: Story = { ...Everything, globals: { viewport: { value: 'narrowest' } } }

/** More than was asked for is refused at the field; less needs the reason. */
export const WithFewerCredits: Story = {
  play: async ({ userEvent }) => {
    const form = await claim(userEvent)
    const moved = form.getByRole('textbox', { name: /^Credits redeemed/ })
    await userEvent.type(moved, '9999.00')
    await waitFor(() => expect(moved).toHaveAccessibleDescription(/At most [\d.]+ credits were asked for/), SLOW)
    await userEvent.clear(moved)
    await userEvent.type(moved, '10.00')
    const why = form.getByRole('textbox', { name: /^Why it differs/ })
    await waitFor(() => expect(why).toHaveAccessibleDescription(/Say why it is not [\d.]+ credits/), SLOW)
    await userEvent.type(why, 'Ο χρήστης έπαιζε ακόμη')
    await userEvent.type(form.getByRole('textbox', { name: /^External reference/ }), 'R-9')
    await pressReady(userEvent, form, /^Complete [\d.]+ USD/)
    await becomes(byHand, { status: 'COMPLETED', moved_credits: '10', difference: 'Ο χρήστης έπαιζε ακόμη' })
  },
}

/** No money moves. */
export const ReportedAsFailed: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.keyboard('f')
    await userEvent.click(await screen.findByRole('radio', { name: /Not enough credits/ }, SLOW))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await becomes(byHand, { status: 'FAILED', reason_code: 'NOT_ENOUGH', net_amount: null })
  },
}

export const TriedAgain: Story = {
  parameters: { opens: failed, part: '' },
  play: async ({ userEvent }) => {
    const question = await asks(userEvent, 'Retry…')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'It responds again')
    await userEvent.click(question.getByRole('button', { name: 'Retry' }))
    await becomes(failed, { status: 'QUEUED' })
    await expect((await now(failed())).attempts.map(({ outcome }) => outcome)).toEqual(['QUEUED', 'FAILED'])
  },
}

/** Whoever approves reads what the credits are worth; then the user has it. */
export const Resolved: Story = {
  parameters: { opens: unknown, part: '', isLive: true },
  play: async ({ userEvent }) => {
    await text('Nobody knows yet whether the credits were redeemed.')
    const question = await asks(userEvent, 'Resolve…')
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^What is certain/ }), 'REDEEMED')
    await userEvent.type(question.getByRole('textbox', { name: /^Evidence/ }), 'Their list has it')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Asked by phone')
    await pressReady(userEvent, question, /^Resolve [\d.]+ USD as redeemed/)
    await text(/^Waits for approval:/)
    const waiting = await newestApproval()
    await expect(waiting).toMatchObject({ policy: 'RESOLVE', status: 'PENDING' })
    await expect(waiting.details).toEqual(expect.arrayContaining([expect.objectContaining({ label: 'Worth' })]))
    await colleague('MANAGER').call('twoFactor.stepUp', { body: { password: DEMO_PASSWORD, twoFAToken: null } })
    await decides('MANAGER', 'approve', waiting)
    await becomes(unknown, { status: 'COMPLETED', moved_credits: unknown().credits })
  },
}

/** The page of one of which the user had played a part away. */
export const DoneWithLess: Story = {
  parameters: { opens: less, part: '' },
  play: async () => {
    await text(less().difference!)
    await expect(screen.queryByRole('button', { name: /…$/ })).toBeNull()
  },
}

/** Whoever may only read redeems has neither a desk nor actions. */
export const ForReaders: Story = {
  parameters: { part: '', signedInAs: 'RISK' },
  play: async () => {
    await text(byHand().username)
    for (const name of [/^Claim/, 'Complete…', 'Failed…', 'Reject…', 'Review'])
      await expect(screen.queryByRole('button', { name })).toBeNull()
  },
}

/** What the user gets is locked at once: the page links to the withdrawal, which is decided on its own desk. */
export const ThenWithdrawn: Story = {
  parameters: { opens: toPay },
  play: async ({ userEvent }) => {
    const { payout_method, credits, everything } = toPay()
    await text(payout_method!.name)
    const form = await claim(userEvent)
    await userEvent.type(form.getByRole('textbox', { name: /^Credits redeemed/ }), everything ? '90.00' : credits!)
    await userEvent.type(form.getByRole('textbox', { name: /^External reference/ }), 'R-10')
    await pressReady(userEvent, form, /^Complete [\d.]+ USD/)
    await becomes(toPay, { status: 'COMPLETED', not_withdrawn: null })
    const { withdrawal, net_amount } = await now(toPay())
    await expect(withdrawal).not.toBeNull()
    await expect(await recordOf('manualWithdrawal', withdrawal!.id)).toMatchObject({
      amount: net_amount,
      status: 'PENDING',
      redeem: { id: toPay().id, name: toPay().reference },
    })
  },
}
export const ThenWithdrawnOnAPhone: Story = { ...ThenWithdrawn, globals: { viewport: { value: 'narrowest' } } }

/** Both pages link to each other. */
export const WithItsWithdrawal: Story = {
  parameters: { opens: withdrawn, part: '', signedInAs: 'MANAGER' },
  play: async () => {
    const { withdrawal } = withdrawn()
    const link = await screen.findByRole('link', { name: withdrawal!.name }, SLOW)
    await expect(link).toHaveAttribute(
      'href',
      expect.stringContaining(`/withdrawal/manual-withdrawal/${withdrawal!.id}`),
    )
  },
}

/** The user has the money here, and everybody reads why. */
export const NotWithdrawn: Story = {
  parameters: { opens: notWithdrawn, part: '' },
  play: async () => text(notWithdrawn().not_withdrawn!),
}
export const NotWithdrawnDark: Story = { ...NotWithdrawn, globals: { theme: 'dark' } }

/** Without stored details for the method, the form says so at the field. */
export const AddedToBePaid: Story = {
  ...onList,
  play: async ({ userEvent }) => {
    const { platform_account, payout_method } = toPay()
    await userEvent.click(await screen.findByRole('button', { name: 'Add redeem' }, SLOW))
    const form = within(await openedDialog('Add redeem'))
    await userEvent.type(await form.findByRole('combobox', { name: /^Platform account/ }, SLOW), platform_account.name)
    await userEvent.click((await screen.findAllByRole('option', {}, SLOW))[0]!)
    // A number of credits, unless it is everything.
    await seen(form.findByRole('textbox', { name: /^Credits/ }))
    await userEvent.click(form.getByRole('checkbox', { name: /^Everything/ }))
    await expect(form.queryByRole('textbox', { name: /^Credits/ })).toBeNull()
    const method = form.getByRole('combobox', { name: /^Then withdraw by/ })
    await userEvent.type(method, 'Debit card')
    await userEvent.click(await screen.findByRole('option', { name: /Debit card/ }, SLOW))
    await userEvent.click(form.getByRole('button', { name: 'Add redeem' }))
    await waitFor(() => expect(method).toHaveAccessibleDescription(/Choose a method for withdrawals/), SLOW)
    await userEvent.clear(method)
    await userEvent.type(method, payout_method!.name)
    await userEvent.click(await screen.findByRole('option', { name: payout_method!.name }, SLOW))
    await userEvent.click(form.getByRole('button', { name: 'Add redeem' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'), SLOW)
    const [newest] = await rowsOf<Redeem>('platformWithdrawal')
    await expect(newest).toMatchObject({ payout_method, status: 'REQUESTED' })
  },
}
