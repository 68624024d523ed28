/** Crypto deposits: most are credited by themselves; on the desk one person credits what came, or puts it on hold. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { recordOf, rowsOf } from '@mocks/scene'
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
}
let waiting: readonly Deposit[] = []
let confirming: Deposit
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
