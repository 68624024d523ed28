/** Manual withdrawals: checked and decided on the desk, paid by staff or by a rail, and what becomes of payments that fail. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'
import { openedDialog, pressReady, rowWith, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { acts, newestApproval } from '../approval/approval.story-kit'
import { atDesk, DeskOfAddress } from '../desk/desk.story-kit'
import { listPage, ListPage } from '../list/list.story-kit'
import {
  SLOW,
  text,
  says,
  withoutRequirements,
  claim,
  approval,
  asks,
  becomesIn,
  returns,
  looksUp,
  resolves,
  confirms,
} from './withdrawal.story-kit'

interface Withdrawal {
  id: string
  reference: string
  user: { id: string; name: string }
  payment_method: { name: string }
  amount: string
  fee: string
  net_amount: string
  payee: string
  destination: string
  status: string
  awaits_approval: boolean
  warnings: readonly string[]
  reason_code: string | null
  user_text: string | null
  hold_reason: string | null
  wakes_at: string | null
  external_ref: string | null
  attempts: readonly { reference: string; outcome: string }[]
}
let all: readonly Withdrawal[] = []
/** The oldest that fits. */
const one = (status: string, fits: (each: Withdrawal) => boolean = () => true) =>
  all.toReversed().find((each) => each.status === status && fits(each))!
const isSmall = ({ amount }: Withdrawal) => Number(amount) <= 200
const byRail = ({ payment_method }: Withdrawal) => payment_method.name === 'Bank transfer'
const plain = (each: Withdrawal) => each.warnings.length === 0 && isSmall(each)
/** Nothing warns, and staff pay it. */
const small = () => one('PENDING', (each) => plain(each) && !byRail(each))
const ofBank = () => one('PENDING', (each) => plain(each) && byRail(each))
/** It is paid to somebody else. */
const warned = () => one('PENDING', (each) => isSmall(each) && each.warnings.join() === 'NAME')
const held = () => one('ON_HOLD')
const approved = () => one('APPROVED', (each) => !byRail(each))
const failed = () => one('FAILED')
const unknown = () => one('UNKNOWN')
const now = ({ id }: Withdrawal) => recordOf<Withdrawal>('manualWithdrawal', id)

const meta = {
  title: 'Screens/Money/Manual withdrawals',
  component: DeskOfAddress,
  args: { slug: 'manual-withdrawal' },
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE', opens: small },
  decorators: [atDesk],
  beforeEach: consoleStory(async () => {
    await withoutRequirements()
    all = await rowsOf<Withdrawal>('manualWithdrawal')
  }),
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
const becomes = becomesIn('manualWithdrawal')

/** What is in no state of its own is found by its tab. */
const onList = {
  parameters: { part: '', opens: undefined },
  render: () => <ListPage page={listPage('manual-withdrawal')} parts={[]} />,
} satisfies Story

export const List: Story = {
  ...onList,
  play: async ({ userEvent }) => {
    const row = await rowWith(warned().reference)
    await expect(row).toHaveTextContent('Account name')
    await userEvent.click(await screen.findByRole('link', { name: /^Failed/ }, SLOW))
    await expect(await rowWith(failed().reference)).toHaveTextContent('Payout failed')
    await waitFor(() => expect(screen.queryByText(warned().reference)).toBeNull(), SLOW)
    await userEvent.click(await screen.findByRole('link', { name: /^Unknown/ }, SLOW))
    await expect(await rowWith(unknown().reference)).toHaveTextContent('Outcome unknown')
  },
}
export const ListDark: Story = {
  ...onList,
  globals: { theme: 'dark' },
  play: async () => void (await rowWith(warned().reference)),
}
export const ListOnAPhone: Story = {
  ...onList,
  globals: { viewport: { value: 'narrowest' } },
  play: async () => void (await rowWith(all[0]!.reference)),
}

/** What is paid to whom is shown before: fee, net, payee and account. */
export const UpToTheOwnLimit: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    const button = await approval(small())
    const effect = within(screen.getByRole('form', { name: 'Decision' }))
    for (const label of ['Fee', 'Net', 'Payee', 'Pays to']) await expect(effect.getByText(label)).toBeVisible()
    await expect(effect.getByText(small().payee)).toBeVisible()
    await expect(effect.getByText(small().destination)).toBeVisible()
    await expect(effect.getAllByText(/nobody else must approve it/)[0]).toBeVisible()
    await userEvent.click(button)
    await becomes(small, { status: 'APPROVED' })
  },
}
export const UpToTheOwnLimitDark: Story = { ...UpToTheOwnLimit, globals: { theme: 'dark' } }
export const UpToTheOwnLimitOnAPhone: Story = { ...UpToTheOwnLimit, globals: { viewport: { value: 'narrowest' } } }

export const WithAWarning: Story = {
  parameters: { opens: warned },
  play: async ({ userEvent }) => {
    await text(`The payee is not ${warned().user.name}`)
    await claim(userEvent)
    const button = await approval(warned())
    await says(/one other person must approve it/i)
    await userEvent.click(button)
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'WITHDRAWAL_WITH_WARNING' }), SLOW)
    await becomes(warned, { status: 'AWAITING_SECOND_APPROVAL', awaits_approval: true })
  },
}

/** The second person reads on the page of the withdrawal what is asked, and approves it there. */
export const TheSecondPerson: Story = {
  parameters: { opens: warned, part: '', signedInAs: 'MANAGER' },
  beforeEach: consoleStory(async () => {
    await colleague('FINANCE').call('manualWithdrawal.claim', { params: { id: warned().id }, body: {} })
    await acts('FINANCE', 'manualWithdrawal', 'approve', warned().id)
  }),
  play: async ({ userEvent }) => {
    await text('Needs 2nd approval')
    const notice = (await screen.findByText(/^Waits for approval:/, {}, SLOW)).closest<HTMLElement>('[role=note]')!
    await userEvent.click(await within(notice).findByRole('button', { name: /^Approve/ }, SLOW))
    const dialog = within(await openedDialog(new RegExp(warned().reference)))
    await seen(dialog.findByText(warned().destination, {}, SLOW))
    await expect(dialog.getByText(`Account name: The payee is not ${warned().user.name}`)).toBeVisible()
    await userEvent.click(dialog.getAllByRole('button', { name: /^Approve/ }).at(-1)!)
    await becomes(warned, { status: 'APPROVED' })
  },
}

/** The reason is read at the checks and at the button, and nothing can be sent. */
export const Blocked: Story = {
  beforeEach: consoleStory(() => sql('update user_levels set daily_withdrawal_limit = 1')),
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await text(/^Limits of the level: Requested on this day: [\d.,]+ USD of 1\.00 USD$/)
    const button = screen.getAllByRole('button', { name: /^Approve/ }).at(-1)
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await becomes(small, { status: 'IN_REVIEW' })
  },
}

export const HeldUntilADay: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.keyboard('h')
    await userEvent.type(await screen.findByRole('textbox', { name: /^Reason/ }, SLOW), 'Chờ giấy tờ')
    await userEvent.type(screen.getByRole('textbox', { name: /^Until/ }), '1.2.2099')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await becomes(small, { status: 'ON_HOLD', hold_reason: 'Chờ giấy tờ', wakes_at: '2099-02-01T23:59:59.999Z' })
  },
}

export const Resumed: Story = {
  parameters: { opens: held, part: '' },
  play: async ({ userEvent }) => {
    await text(held().hold_reason!)
    const question = await asks(userEvent, 'Resume')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The user has answered')
    await userEvent.click(question.getByRole('button', { name: 'Resume' }))
    await becomes(held, { status: 'PENDING', hold_reason: null, wakes_at: null })
  },
}

export const Rejected: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.keyboard('x')
    await userEvent.click(await screen.findByRole('radio', { name: /Wrong payout details/ }, SLOW))
    await userEvent.type(screen.getByRole('textbox', { name: /^Message to the user/ }), 'Η διεύθυνση δεν υπάρχει')
    await pressReady(userEvent, screen, /^Reject [\d.]+ USD/)
    await becomes(small, {
      status: 'REJECTED',
      reason_code: 'PAYOUT_DETAILS',
      user_text: 'Η διεύθυνση δεν υπάρχει',
    })
  },
}

/** The approval relies on the checks that the person saw: it is refused, and the desk shows which check has changed. */
export const ChecksHaveChanged: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    const button = await approval(small())
    await sql(`update users set risk_level = 'HIGH' where id = $1::uuid`, [small().user.id])
    await userEvent.click(button)
    await text(
      'The state of the checks has changed since you opened this withdrawal. Nothing was saved: look at it again.',
    )
    const checks = within(screen.getByRole('list', { name: 'Checks' }))
    const first = await waitFor(() => {
      const item = checks.getAllByRole('listitem')[0]!
      void expect(item).toHaveTextContent(/^Risk.*The risk is high.*Changed; it was: Passed$/)
      return item
    }, SLOW)
    await expect(first).toBeVisible()
    await becomes(small, { status: 'IN_REVIEW', awaits_approval: false })
    // With a warning another person is needed: the desk asks again what the approval does.
    await says(/one other person must approve it/i)
    await userEvent.click(await approval(small()))
    await becomes(small, { awaits_approval: true })
  },
}
export const ChecksHaveChangedDark: Story = { ...ChecksHaveChanged, globals: { theme: 'dark' } }

/** Without a rail that is connected it stays approved, and says what it waits for. */
export const ByTheRail: Story = {
  parameters: { opens: ofBank },
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.click(await approval(ofBank()))
    await becomes(ofBank, { status: 'APPROVED' })
    await expect((await now(ofBank())).attempts).toMatchObject([{ outcome: 'QUEUED' }])
  },
}
export const WaitsForTheRail: Story = {
  parameters: { opens: ofBank, part: '' },
  beforeEach: consoleStory(async () => {
    await colleague('FINANCE').call('manualWithdrawal.claim', { params: { id: ofBank().id }, body: {} })
    await acts('FINANCE', 'manualWithdrawal', 'approve', ofBank().id)
  }),
  play: async () => {
    await text('Waits to be sent')
    await text('The rail BANK')
    // Staff do not pay what a rail pays.
    await expect(screen.queryByRole('button', { name: 'Mark as paid…' })).toBeNull()
    await expect(screen.getByRole('button', { name: 'Hold…' })).toBeVisible()
  },
}

export const PaidByStaff: Story = {
  parameters: { opens: approved, part: '' },
  play: async ({ userEvent }) => {
    const question = await asks(userEvent, 'Mark as paid…')
    await seen(question.findByText(approved().destination, {}, SLOW))
    await userEvent.type(question.getByRole('textbox', { name: /^External reference/ }), 'E2E-77')
    const receipt = new File(['%PDF-1.7\n%%EOF\n'], 'Απόδειξη.pdf', { type: 'application/pdf' })
    // It is hidden behind its button.
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, receipt)
    await seen(question.findByText('Απόδειξη.pdf', { selector: 'span' }, SLOW))
    await pressReady(userEvent, question, /^Mark [\d.]+ USD as paid/)
    await becomes(approved, { status: 'COMPLETED', external_ref: 'E2E-77' })
    // The page shows it, to those who read the field.
    const proof = await screen.findByRole('list', { name: 'Proof of payment' }, SLOW)
    await waitFor(() => expect(proof).toHaveTextContent('Απόδειξη.pdf'), SLOW)
  },
}

export const PaidAgain: Story = {
  parameters: { opens: failed, part: '' },
  play: async ({ userEvent }) => {
    await text('The bank does not know this account')
    const question = await asks(userEvent, 'Pay again…')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The account is open again')
    await userEvent.click(question.getByRole('button', { name: 'Pay again' }))
    await becomes(failed, { status: 'APPROVED' })
    await expect((await now(failed())).attempts.map(({ outcome }) => outcome)).toEqual(['QUEUED', 'FAILED'])
  },
}

export const Returned: Story = {
  parameters: { opens: failed, part: '' },
  play: async ({ userEvent }) => {
    await returns(userEvent, 'Hesap kapalı')
    await becomes(failed, { status: 'REJECTED', reason_code: 'PAYOUT_FAILED', user_text: 'Hesap kapalı' })
  },
}

export const LookedUp: Story = {
  parameters: { opens: unknown, part: '' },
  play: async ({ userEvent }) => {
    await looksUp(userEvent)
    await becomes(unknown, { status: 'UNKNOWN' })
  },
}

/** What two people are certain of: the first one asks, the second one confirms. */
export const Resolved: Story = {
  parameters: { opens: unknown, part: '', isLive: true },
  play: async ({ userEvent }) => {
    const waiting = await resolves(userEvent, { evidence: 'The statement of today lacks it', reason: 'Asked by phone' })
    await becomes(unknown, { status: 'UNKNOWN' })
    await confirms(waiting)
    await becomes(unknown, { status: 'FAILED' })
  },
}

/** Whoever may only read withdrawals has no desk, and no actions. */
export const ForReaders: Story = {
  parameters: { signedInAs: 'SUPPORT_LEAD' },
  play: async () => text(/^It needs the right to change “Manual withdrawal”/),
}

/** The payee and the account are not for support. */
export const ForSupport: Story = {
  parameters: { opens: failed, part: '', signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    await text('Payout failed')
    await text('Bank transfer')
    for (const label of ['Payee', 'Pays to']) await expect(screen.queryByText(label)).toBeNull()
    await expect(screen.queryByText(failed().destination)).toBeNull()
    for (const name of [/^Claim/, 'Pay again…', 'Review'])
      await expect(screen.queryByRole('button', { name })).toBeNull()
  },
}
