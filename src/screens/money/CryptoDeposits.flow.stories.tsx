/** Crypto deposits: most are credited by themselves; on the desk one person credits what came, or puts it on hold. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { addressFor } from '@demo/money/coin-addresses'
import { recordOf, rowsOf, sql } from '@mocks/scene'
import { seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { atDesk, DeskOfAddress } from '../desk/desk.story-kit'

interface Deposit {
  id: string
  reference: string
  amount: string
  status: string
  stage: string
  finding: string | null
  hold_reason: string | null
  awaits_approval: boolean
  network: string
  refund_address: string | null
  refund: { id: string; name: string } | null
}
let waiting: readonly Deposit[] = []
let confirming: Deposit
let refunds: readonly Deposit[] = []
const one = (fits: (deposit: Deposit) => boolean) => waiting.find(fits)!
const small = () => one(({ status, amount }) => status === 'UNDERPAID' && Number(amount) <= 200)
const large = () => one(({ amount }) => Number(amount) > 200)
const now = ({ id }: Deposit) => recordOf<Deposit>('cryptoDeposit', id)

const meta = {
  title: 'Screens/Money/Crypto deposits',
  component: DeskOfAddress,
  args: { slug: 'crypto-deposit' },
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN', opens: small },
  decorators: [atDesk],
  beforeEach: consoleStory(async () => {
    waiting = await rowsOf<Deposit>('cryptoDeposit', { tab: 'to_resolve' })
    const open = await rowsOf<Deposit>('cryptoDeposit', { tab: 'open' })
    confirming = open.find(({ status }) => status === 'CONFIRMING')!
    refunds = await rowsOf<Deposit>('cryptoDeposit', { tab: 'refunds' })
  }),
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const SLOW = { timeout: 15_000 }

/** Claims the deposit, and waits until the platform has said what crediting it does. @returns the button */
async function claim(userEvent: User, { amount }: Deposit) {
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Claim/ }, SLOW)).toHaveFocus(), SLOW)
  await userEvent.keyboard('{Enter}')
  const button = await screen.findByRole('button', { name: new RegExp(`^Credit ${amount.replace('.', '\\.')} `) }, SLOW)
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'), SLOW)
  return button
}

/** Why it waits and what came is in sight; whoever credits it sees what the user will have. */
export const WhatCameIsCredited: Story = {
  play: async ({ userEvent }) => {
    const button = await claim(userEvent, small())
    await expect(screen.getAllByText(small().finding!).length).toBeGreaterThan(0)
    await expect(screen.getByRole('table', { name: 'Payments' })).toBeInTheDocument()
    await userEvent.click(button)
    await waitFor(
      async () => expect(await now(small())).toMatchObject({ status: 'COMPLETED', stage: 'CREDITED' }),
      SLOW,
    )
  },
}

export const AboveTheOwnLimit: Story = {
  parameters: { opens: large },
  play: async ({ userEvent }) => {
    await userEvent.click(await claim(userEvent, large()))
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'DEPOSIT' }), SLOW)
    await expect(await now(large())).toMatchObject({ stage: 'TO_RESOLVE', awaits_approval: true })
  },
}

export const OnHold: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent, small())
    await userEvent.keyboard('h')
    await userEvent.type(await screen.findByRole('textbox', { name: /^Reason/ }, SLOW), 'Where do they come from')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(
      async () =>
        expect(await now(small())).toMatchObject({ status: 'ON_HOLD', hold_reason: 'Where do they come from' }),
      SLOW,
    )
  },
}

/** Nobody decides it: it is credited by itself once it has its confirmations. */
export const Confirming: Story = {
  parameters: { opens: () => confirming },
  play: async () => {
    const payments = within(await screen.findByRole('table', { name: 'Payments' }, SLOW))
    await expect(payments.getAllByRole('link').length).toBeGreaterThan(0)
    await expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull()
  },
}

/** The user of the small one has confirmed an address. */
const withAddress = consoleStory(async () => {
  const { id, network } = small()
  await sql('update crypto_deposits set refund_address = $2::text, refund_address_at = now() where id = $1::uuid', [
    id,
    addressFor(network, 'a user')!,
  ])
})
/** Claims the deposit, and prepares its refund. */
async function preparesRefund(userEvent: User): Promise<void> {
  await claim(userEvent, small())
  await userEvent.keyboard('r')
  await seen(screen.findByRole('textbox', { name: /^Reason/ }, SLOW))
}
const REFUND = /^Refund \d/

/** Whoever starts it reads what is sent where, and what the network takes. */
export const Refunded: Story = {
  beforeEach: withAddress,
  play: async ({ userEvent }) => {
    await preparesRefund(userEvent)
    await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'The user asks for it back')
    const button = await screen.findByRole('button', { name: REFUND }, SLOW)
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'), SLOW)
    const effect = within(screen.getByRole('form', { name: 'Decision' }))
    for (const label of ['Received', 'Network fee', 'Sent back', 'Address for a refund'])
      await expect(effect.getByText(label, { selector: 'dt' })).toBeVisible()
    await expect(effect.getAllByText(/Nothing is sent before somebody else has approved it/)[0]).toBeVisible()
    await userEvent.click(button)
    await waitFor(
      async () => expect(await now(small())).toMatchObject({ status: 'REFUNDING', stage: 'REFUNDS', refund: {} }),
      SLOW,
    )
  },
}
export const RefundedDark: Story = { ...Refunded, globals: { theme: 'dark' } }
export const RefundedOnAPhone: Story = { ...Refunded, globals: { viewport: { value: 'narrowest' } } }

export const RefundWithoutAnAddress: Story = {
  play: async ({ userEvent }) => {
    await preparesRefund(userEvent)
    await seen(screen.findByText('The user has not confirmed an address in the app yet.', {}, SLOW))
    await expect(await now(small())).toMatchObject({ stage: 'TO_RESOLVE', refund: null })
  },
}
export const RefundThatTheFeeUsesUp: Story = {
  beforeEach: [withAddress, consoleStory(() => sql('update crypto_coins set network_fee = 100000'))],
  play: async ({ userEvent }) => {
    await preparesRefund(userEvent)
    await seen(screen.findByText(/^The network fee of 100,000 \w+ leaves nothing of what came\.$/, {}, SLOW))
    await expect(await now(small())).toMatchObject({ stage: 'TO_RESOLVE', refund: null })
  },
}

const refunding = () => refunds.find(({ status }) => status === 'REFUNDING')!
/** Its withdrawal is one click away, and the address is whole. */
export const BeingRefunded: Story = {
  parameters: { opens: refunding, part: '' },
  play: async () => {
    await seen(screen.findByRole('link', { name: refunding().refund!.name }, SLOW))
    await seen(screen.findByRole('button', { name: 'Copy address for a refund' }, SLOW))
    await expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull()
  },
}
export const BeingRefundedDark: Story = { ...BeingRefunded, globals: { theme: 'dark' } }
export const BeingRefundedOnAPhone: Story = { ...BeingRefunded, globals: { viewport: { value: 'narrowest' } } }
