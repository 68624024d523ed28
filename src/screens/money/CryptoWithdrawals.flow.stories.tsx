/** Crypto withdrawals: what leaves at which rate, the address that people compare, and what becomes of transactions. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, spyOn, waitFor, within } from '@storybook/test'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
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
  amount: string
  symbol: string
  network: string
  address: string
  status: string
  estimate: string | null
  coin_amount: string | null
  rate: string | null
  awaits_approval: boolean
  warnings: readonly string[]
  reason_code: string | null
  user_text: string | null
  hold_reason: string | null
  tx_hash: string | null
  attempts: readonly { outcome: string }[]
  refund_of: { id: string; name: string } | null
  refund_reason: string | null
}
let all: readonly Withdrawal[] = []
/** The oldest that fits. */
const one = (status: string, fits: (each: Withdrawal) => boolean = () => true) =>
  all.toReversed().find((each) => each.status === status && fits(each))!
const isSmall = ({ amount }: Withdrawal) => Number(amount) <= 200
/** Nothing warns: the address was paid before. */
const small = () => one('PENDING', (each) => each.warnings.length === 0 && isSmall(each))
/** Nothing was ever sent to its address. */
const first = () => one('PENDING', (each) => each.warnings.join() === 'ADDRESS' && isSmall(each))
/** Its coin follows the feed. */
const ofFeed = () => one('PENDING', ({ symbol }) => symbol === 'BTC')
/** It sends a deposit back. */
const refund = () => one('PENDING', ({ refund_of }) => refund_of !== null)
const held = () => one('ON_HOLD')
const sending = () => one('PROCESSING')
const failed = () => one('FAILED')
const unknown = () => one('UNKNOWN')
const paid = () => one('COMPLETED', ({ symbol }) => symbol === 'BTC')
const now = ({ id }: Withdrawal) => recordOf<Withdrawal>('cryptoWithdrawal', id)

const meta = {
  title: 'Screens/Money/Crypto withdrawals',
  component: DeskOfAddress,
  args: { slug: 'crypto-withdrawal' },
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE', opens: small },
  decorators: [atDesk],
  beforeEach: consoleStory(async () => {
    await withoutRequirements()
    // The feed has told the rates just now.
    await sql('update coin_quotes set rate_at = now()')
    all = await rowsOf<Withdrawal>('cryptoWithdrawal')
  }),
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
const becomes = becomesIn('cryptoWithdrawal')

/** The value of a fact. */
const fact = (where: HTMLElement, label: string) =>
  within(where).getByText(label, { selector: 'dt' }).nextElementSibling

const onList = {
  parameters: { part: '', opens: undefined },
  render: () => <ListPage page={listPage('crypto-withdrawal')} parts={[]} />,
} satisfies Story

export const List: Story = {
  ...onList,
  play: async ({ userEvent }) => {
    await expect(await rowWith(first().reference)).toHaveTextContent('Address')
    for (const [tab, { reference }, state] of [
      [/^Paying/, sending(), 'Paying'],
      [/^Failed/, failed(), 'Payout failed'],
      [/^Unknown/, unknown(), 'Outcome unknown'],
      [/^On hold/, held(), 'On hold'],
    ] as const) {
      await userEvent.click(await screen.findByRole('link', { name: tab }, SLOW))
      await expect(await rowWith(reference)).toHaveTextContent(state)
      await waitFor(() => expect(screen.queryByText(first().reference)).toBeNull(), SLOW)
    }
  },
}
export const ListDark: Story = {
  ...onList,
  globals: { theme: 'dark' },
  play: async () => void (await rowWith(first().reference)),
}
export const ListOnAPhone: Story = { ...ListDark, globals: { viewport: { value: 'narrowest' } } }

export const RejectedTogether: Story = {
  ...onList,
  play: async ({ userEvent }) => {
    const two = [small(), first()]
    for (const { reference } of two)
      await userEvent.click(within(await rowWith(reference)).getByRole('checkbox', { name: /^Select/ }))
    const bar = within(await screen.findByRole('region', { name: 'Selected withdrawals' }, SLOW))
    await userEvent.click(await bar.findByRole('button', { name: 'Reject…' }, SLOW))
    const question = within(await openedDialog(/^Reject/))
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^Reason/ }), 'VERIFICATION')
    await userEvent.click(question.getByRole('button', { name: 'Check 2 withdrawals' }))
    await userEvent.click(await question.findByRole('button', { name: 'Reject 2 withdrawals' }, SLOW))
    for (const each of two) await becomes(() => each, { status: 'REJECTED', reason_code: 'VERIFICATION' })
  },
}

/** What leaves, at which rate, and what the fees are is in sight before anybody approves it. */
export const UpToTheOwnLimit: Story = {
  play: async ({ userEvent }) => {
    const { estimate, symbol, address } = small()
    await claim(userEvent)
    const button = await approval(small())
    await expect(fact(screen.getByLabelText('Key figures'), 'Sends about')).toHaveTextContent(`${estimate}${symbol}`)
    const effect = screen.getByRole('form', { name: 'Decision' })
    for (const label of ['Fee', 'Net', 'Locked rate', 'Network fee', 'Sends'])
      await expect(within(effect).getByText(label)).toBeVisible()
    await expect(fact(effect, 'Sends')).toHaveTextContent(`${estimate}${symbol}`)
    await expect(fact(effect, 'Address')).toHaveTextContent(address)
    await expect(within(effect).getAllByText(/nobody else must approve it/)[0]).toBeVisible()
    await userEvent.click(button)
    await becomes(small, { status: 'APPROVED', coin_amount: estimate })
    await expect((await now(small())).attempts).toMatchObject([{ outcome: 'QUEUED' }])
  },
}
export const UpToTheOwnLimitDark: Story = { ...UpToTheOwnLimit, globals: { theme: 'dark' } }
export const UpToTheOwnLimitOnAPhone: Story = { ...UpToTheOwnLimit, globals: { viewport: { value: 'narrowest' } } }

export const TheFirstPaymentToAnAddress: Story = {
  parameters: { opens: first },
  play: async ({ userEvent }) => {
    await text('The first payment to this address')
    await claim(userEvent)
    const button = await approval(first())
    await says(/one other person must approve it/i)
    await userEvent.click(button)
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'WITHDRAWAL_WITH_WARNING' }), SLOW)
    await becomes(first, { status: 'AWAITING_SECOND_APPROVAL', awaits_approval: true, rate: null })
  },
}

/** The second person compares the whole address where it is approved; only then the rate is locked. */
export const TheSecondPerson: Story = {
  parameters: { opens: first, part: '', signedInAs: 'MANAGER' },
  beforeEach: consoleStory(async () => {
    await colleague('FINANCE').call('cryptoWithdrawal.claim', { params: { id: first().id }, body: {} })
    await acts('FINANCE', 'cryptoWithdrawal', 'approve', first().id)
  }),
  play: async ({ userEvent }) => {
    await text('Needs 2nd approval')
    const notice = (await screen.findByText(/^Waits for approval:/, {}, SLOW)).closest<HTMLElement>('[role=note]')!
    await userEvent.click(await within(notice).findByRole('button', { name: /^Approve/ }, SLOW))
    const dialog = await openedDialog(new RegExp(first().reference))
    await seen(within(dialog).findByRole('button', { name: 'Copy address' }, SLOW))
    await expect(fact(dialog, 'Address')).toHaveTextContent(first().address)
    await expect(fact(dialog, 'Sends about')).toHaveTextContent(`${first().estimate} ${first().symbol}`)
    await expect(within(dialog).getByText('Address: The first payment to this address')).toBeVisible()
    await userEvent.click(
      within(dialog)
        .getAllByRole('button', { name: /^Approve/ })
        .at(-1)!,
    )
    await becomes(first, { status: 'APPROVED', coin_amount: first().estimate })
  },
}

/** Without a rate nobody knows how much would leave: the reason is read at the button. */
export const WithoutARate: Story = {
  parameters: { opens: ofFeed },
  beforeEach: consoleStory(() => sql(`update coin_quotes set rate_at = now() - interval '1 hour'`)),
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await text('This coin has no current rate. Try again in a few minutes.')
    await expect(screen.getAllByRole('button', { name: /^Approve/ }).at(-1)).toHaveAttribute('aria-disabled', 'true')
    await becomes(ofFeed, { status: 'IN_REVIEW' })
  },
}

export const OnHold: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.keyboard('h')
    await userEvent.type(await screen.findByRole('textbox', { name: /^Reason/ }, SLOW), 'Đợi câu trả lời của sàn')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await becomes(small, { status: 'ON_HOLD', hold_reason: 'Đợi câu trả lời của sàn' })
  },
}
export const Resumed: Story = {
  parameters: { opens: held, part: '' },
  play: async ({ userEvent }) => {
    await text(held().hold_reason!)
    const question = await asks(userEvent, 'Resume')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The exchange has answered')
    await userEvent.click(question.getByRole('button', { name: 'Resume' }))
    await becomes(held, { status: 'PENDING', hold_reason: null })
  },
}

/** The network has it: how many confirmations it has is counted, and the explorer shows it beside the console. */
export const OnItsWay: Story = {
  parameters: { opens: sending, part: '' },
  play: async () => {
    await text(/^1 of \d+$/)
    const explorer = await screen.findByRole('link', { name: /\(opens in a new tab\)$/ }, SLOW)
    await expect(explorer).toHaveAttribute('target', '_blank')
    await expect(explorer.getAttribute('href')).toContain(sending().tx_hash)
  },
}

/** Address and hash are whole, and are copied without the gaps. */
export const Paid: Story = {
  parameters: { opens: paid, part: '' },
  play: async ({ userEvent }) => {
    await text('Locked rate')
    await seen(screen.findByRole('link', { name: 'mempool.space (opens in a new tab)' }, SLOW))
    const { coin_amount, symbol, address, tx_hash } = paid()
    await expect(fact(screen.getByLabelText('Key figures'), 'Sends')).toHaveTextContent(`${coin_amount}${symbol}`)
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await userEvent.click(screen.getByRole('button', { name: 'Copy address' }))
    await expect(write).toHaveBeenLastCalledWith(address)
    await userEvent.click(screen.getByRole('button', { name: 'Copy transaction' }))
    await expect(write).toHaveBeenLastCalledWith(tx_hash)
  },
}
export const PaidDark: Story = { ...Paid, globals: { theme: 'dark' } }
export const PaidOnAPhone: Story = { ...Paid, globals: { viewport: { value: 'narrowest' } } }

/** The rate of the new attempt is that of the approval before. */
export const PaidAgain: Story = {
  parameters: { opens: failed, part: '' },
  play: async ({ userEvent }) => {
    await text('The network refuses the transaction')
    const question = await asks(userEvent, 'Pay again…')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The network is well again')
    await userEvent.click(question.getByRole('button', { name: 'Pay again' }))
    await becomes(failed, { status: 'APPROVED', coin_amount: failed().coin_amount })
    await expect((await now(failed())).attempts.map(({ outcome }) => outcome)).toEqual(['QUEUED', 'FAILED'])
  },
}

export const Returned: Story = {
  parameters: { opens: failed, part: '' },
  play: async ({ userEvent }) => {
    await returns(userEvent, 'Ağ şu anda çalışmıyor')
    await becomes(failed, { status: 'REJECTED', reason_code: 'PAYOUT_FAILED', user_text: 'Ağ şu anda çalışmıyor' })
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
    const waiting = await resolves(userEvent, {
      evidence: 'The chain does not have it',
      reason: 'Asked the operator of the wallet',
    })
    await expect(waiting.details.map(({ label }) => label)).toEqual(expect.arrayContaining(['Sends', 'Address']))
    await becomes(unknown, { status: 'UNKNOWN' })
    await confirms(waiting)
    await becomes(unknown, { status: 'FAILED' })
  },
}

/** Whoever may only read withdrawals has no desk, and no actions. */
export const ForReaders: Story = {
  parameters: { signedInAs: 'SUPPORT_LEAD' },
  play: async () => text(/^It needs the right to change “Crypto withdrawal”/),
}

/** Neither the address nor the transaction, which leads to it, are for support. */
export const ForSupport: Story = {
  parameters: { opens: paid, part: '', signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    await text('Locked rate')
    for (const label of ['Address', 'Transaction', 'On the chain'])
      await expect(screen.queryByText(label, { selector: 'dt' })).toBeNull()
    await expect(document.body).not.toHaveTextContent(paid().address)
    for (const name of [/^Claim/, /^Copy/, 'Review']) await expect(screen.queryByRole('button', { name })).toBeNull()
  },
}

/** Whoever reviews it sees at once that it is a refund, of which deposit and why, what came, and that nobody decides it alone. */
export const Refund: Story = {
  parameters: { opens: refund, signedInAs: 'MANAGER' },
  play: async ({ userEvent }) => {
    await seen(screen.findByRole('link', { name: refund().refund_of!.name }, SLOW))
    await text(refund().refund_reason!)
    await text(/^Sends a deposit back\. Staff have started it/)
    await claim(userEvent)
    const button = await approval(refund())
    await says(/must approve it/i)
    await userEvent.click(button)
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'WITHDRAWAL_WITH_WARNING' }), SLOW)
    await becomes(refund, { status: 'AWAITING_SECOND_APPROVAL', coin_amount: refund().coin_amount, rate: null })
  },
}
export const RefundDark: Story = { ...Refund, globals: { theme: 'dark' } }
export const RefundOnAPhone: Story = { ...Refund, globals: { viewport: { value: 'narrowest' } } }
