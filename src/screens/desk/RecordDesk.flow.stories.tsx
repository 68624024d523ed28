/** Desks without slots of their own: jackpots, referrals and offer claims. Those of documents have a file of their own. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { demoId } from '@demo/rows'
import { failing, override, pending } from '@mocks/overrides'
import { colleague, recordOf, rowsOf, sql, staffOf } from '@mocks/scene'
import { seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { balanceOf, nameUser } from '../rewards/rewards.story-kit'
import { atDesk, DeskOfAddress } from './desk.story-kit'

interface Jackpot {
  id: string
  version: number
  hit_id: string
  amount: string
  status: string
  claimed_by: { username: string } | null
}
interface Claim {
  id: string
  user: { id: string }
  status: string
  reason_code: string | null
  claimed_by: { username: string } | null
  decided_by: { id: string } | null
}

/** The jackpots that waited when the story began, the one that had waited longest first. */
let waiting: readonly Jackpot[] = []
const readWaiting = async () => {
  waiting = await rowsOf<Jackpot>('jackpotRecord', { tab: 'pending_review', sort_by: 'hit_at', sort_order: 'asc' })
}
/** A jackpot that nobody else must approve, and one that others must. */
const small = () => waiting.find(({ amount }) => Number(amount) <= 100)!
const large = () => waiting.find(({ amount }) => Number(amount) > 100)!

const meta = {
  title: 'Screens/Desk',
  component: DeskOfAddress,
  args: { slug: 'jackpot-record' },
  parameters: { layout: 'fullscreen' },
  decorators: [atDesk],
  beforeEach: consoleStory(readWaiting),
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const jackpot = ({ id }: { id: string }) => recordOf<Jackpot>('jackpotRecord', id)
/** Claims the record that was opened by a link, and waits until the decision can be made with Enter. */
async function claimed(userEvent: User) {
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Claim/ })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByText(/renewed while you work/)).toBeVisible())
}
const decide = (name: string | RegExp) => screen.findByRole('button', { name })
/** Waits until the button that decides can be pressed: it follows the buttons that prepare a decision. */
const isReady = async (name: string | RegExp) =>
  waitFor(async () => {
    const buttons = await screen.findAllByRole('button', { name })
    await expect(buttons.at(-1)).not.toHaveAttribute('aria-disabled', 'true')
  })

/** The first one that waits is claimed at once; its facts are looked at, and what the decision does to money is beside it. */
export const FirstJackpot: Story = {
  name: 'A jackpot: the facts, and what the decision does to money',
  play: async () => {
    await seen(screen.findByRole('link', { name: waiting[0]!.hit_id }))
    await waitFor(() => expect(screen.getByText(/renewed while you work/)).toBeVisible())
    await isReady(/^Confirm [\d,]+\.\d\d/)
    await expect(screen.getByText(waiting[0]!.amount, { selector: 'dd *' })).toBeVisible()
  },
}
export const FirstJackpotDark: Story = { ...FirstJackpot, globals: { theme: 'dark' } }
export const FirstJackpotOnAPhone: Story = { ...FirstJackpot, globals: { viewport: { value: 'narrowest' } } }

export const ConfirmingWithKeys: Story = {
  name: 'Enter confirms a jackpot up to the own limit, and the next one opens',
  parameters: { opens: small },
  play: async ({ userEvent }) => {
    await claimed(userEvent)
    await isReady(`Confirm ${small().amount} USD`)
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect((await jackpot(small())).status).toBe('CONFIRMED'))
    await waitFor(() => expect(screen.getByTestId('address')).not.toHaveTextContent(small().id))
  },
}

export const AboveTheLimit: Story = {
  name: 'Above the limit it waits for others, and the desk leads on',
  parameters: { opens: large },
  play: async ({ userEvent }) => {
    await claimed(userEvent)
    await isReady(/^Confirm [\d,]+\.\d\d/)
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'JACKPOT', status: 'PENDING' }))
    await waitFor(() => expect(screen.getByTestId('address')).not.toHaveTextContent(large().id))
    await expect((await jackpot(large())).status).toBe('PENDING_REVIEW')
  },
}

export const Holding: Story = {
  name: 'A jackpot is held with a reason',
  parameters: { opens: small },
  play: async ({ userEvent }) => {
    await claimed(userEvent)
    await userEvent.keyboard('h')
    await waitFor(async () => expect(await screen.findByRole('textbox', { name: /^Reason/ })).toHaveFocus())
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await seen(screen.findByText('Required'))
    await userEvent.keyboard('Two accounts on one device{Control>}{Enter}{/Control}')
    await waitFor(async () => expect((await jackpot(small())).status).toBe('HELD'))
  },
}

export const DecidedByAColleague: Story = {
  name: 'A colleague holds the jackpot first',
  parameters: { opens: small, isLive: true },
  play: async ({ userEvent }) => {
    await claimed(userEvent)
    const { id, version } = small()
    await colleague('ADMIN').call('jackpotRecord.claim', { params: { id }, body: { note: 'It is urgent' } })
    await colleague('ADMIN').call('jackpotRecord.hold', { params: { id }, version, body: { reason: 'One device' } })
    await seen(screen.findByText(new RegExp(`${staffOf('ADMIN').first_name}.* decided: Held`)))
    await expect(screen.getByRole('button', { name: /^Next jackpot/ })).toBeVisible()
  },
}

export const ClaimedByAColleague: Story = {
  name: 'A colleague has claimed it: it can be taken over',
  parameters: { opens: small },
  beforeEach: consoleStory(async () => {
    await colleague('ADMIN').call('jackpotRecord.claim', { params: { id: small().id }, body: {} })
  }),
  play: async ({ userEvent }) => {
    await userEvent.click(await decide(/^Claim/))
    await seen(screen.findByText(new RegExp(staffOf('ADMIN').username)))
    await expect(screen.getByRole('button', { name: 'Take over…' })).toBeVisible()
  },
}

export const WithoutAnEffect: Story = {
  name: 'The effect on money is unknown: the decision can be made all the same',
  parameters: { opens: small },
  beforeEach: consoleStory(override('jackpotRecord.previewConfirm', failing(503))),
  play: async ({ userEvent }) => {
    await claimed(userEvent)
    await seen(screen.findByText(/What it would do is unknown/))
    await isReady('Confirm, effect unknown')
  },
}

export const WhileTheEffectIsWorkedOut: Story = {
  name: 'While the effect on money is worked out, Enter decides nothing',
  parameters: { opens: small },
  beforeEach: consoleStory(override('jackpotRecord.previewConfirm', pending)),
  play: async ({ userEvent }) => {
    await claimed(userEvent)
    await waitFor(async () => {
      const buttons = await screen.findAllByRole('button', { name: 'Confirm' })
      await expect(buttons.at(-1)).toHaveAttribute('aria-disabled', 'true')
    })
    await userEvent.keyboard('{Enter}')
    await expect((await jackpot(small())).status).toBe('PENDING_REVIEW')
  },
}

/** Whoever may only read jackpots has no desk. */
export const ForReaders: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    await seen(screen.findByText(/^It needs the right to change “Jackpot records”/))
    await expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
  },
}

const OF_CREDIT = demoId('offerClaim', 4)
export const OfferClaim: Story = {
  name: 'An offer claim: a digit chooses the reason of a rejection',
  args: { slug: 'offer-claim-history' },
  parameters: { signedInAs: 'SUPPORT_LEAD', opens: () => ({ id: OF_CREDIT }) },
  beforeEach: consoleStory(async () => {
    const { user } = await recordOf<Claim>('offerClaim', OF_CREDIT)
    await nameUser(user.id, 'Ժաննա', 'Հակոբյան')
  }),
  play: async ({ userEvent }) => {
    await seen(screen.findByRole('link', { name: 'Ten for a friend Ժաննա Հակոբյան' }))
    await claimed(userEvent)
    await isReady('Approve 10.00 USD')
    await userEvent.keyboard('3')
    await expect(await screen.findByRole('radio', { name: /Suspected fraud/ })).toBeChecked()
    await isReady('Reject')
    await userEvent.keyboard('{Enter}')
    await waitFor(async () =>
      expect(await recordOf<Claim>('offerClaim', OF_CREDIT)).toMatchObject({
        status: 'REJECTED',
        reason_code: 'SUSPECTED_FRAUD',
        claimed_by: null,
        decided_by: { id: staffOf('SUPPORT_LEAD').id },
      }),
    )
  },
}
export const OfferClaimOnAPhone: Story = { ...OfferClaim, globals: { viewport: { value: 'narrowest' } } }

/** The reason is required, and no money moves. */
export const WithoutAReason: Story = {
  name: 'A rejection without a reason is refused before it is sent',
  args: { slug: 'offer-claim-history' },
  parameters: { signedInAs: 'SUPPORT_LEAD', opens: () => ({ id: OF_CREDIT }) },
  play: async ({ userEvent }) => {
    const { user } = await recordOf<Claim>('offerClaim', OF_CREDIT)
    const before = await balanceOf(user.id, 'cash_balance')
    await claimed(userEvent)
    await userEvent.keyboard('x{Enter}')
    await seen(screen.findByText('Required'))
    await expect(await balanceOf(user.id, 'cash_balance')).toBe(before)
    await expect((await recordOf<Claim>('offerClaim', OF_CREDIT)).status).toBe('PENDING')
  },
}

let referral: { id: string; version: number }
export const Referral: Story = {
  name: 'A referral of high risk: the warning, the evidence, and a second person',
  args: { slug: 'referral-bonus-history' },
  parameters: { opens: () => referral },
  beforeEach: consoleStory(async () => {
    referral = (await rowsOf<typeof referral>('referral', { tab: 'qualified' }))[0]!
    await sql(`update referrals set risk_level = 'HIGH' where id = $1::uuid`, [referral.id])
  }),
  play: async ({ userEvent }) => {
    await seen(screen.findByText(/Both users share a device or a payment detail/))
    await claimed(userEvent)
    await isReady(/^Pay /)
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'REFERRAL', status: 'PENDING' }))
  },
}

export const NoneWaits: Story = {
  name: 'No jackpot waits',
  beforeEach: consoleStory(async () => {
    await sql(`update jackpot_records set status = 'HELD' where status = 'PENDING_REVIEW'`)
  }),
  play: async () => {
    await seen(screen.findByText('No jackpot waits'))
    await expect(screen.getAllByRole('link', { name: 'All jackpots' })[0]).toBeVisible()
  },
}
