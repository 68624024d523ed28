/** Manual deposits: on the desk one person credits, corrects, rejects and sends back; others approve. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { atDesk, DeskOfAddress } from '../desk/desk.story-kit'
import { listPage, ListPage } from '../list/list.story-kit'

interface Deposit {
  id: string
  reference: string
  user: { id: string }
  bonus: string | null
  amount: string
  status: string
  reason_code: string | null
  returned: string | null
  awaits_approval: boolean
  needs_two: boolean
  hints: readonly string[]
  proof: readonly unknown[]
}
let waiting: readonly Deposit[] = []
let expired: Deposit
/** The oldest that fits. */
const one = (fits: (deposit: Deposit) => boolean) => waiting.toReversed().find(fits)!
const isPlain = ({ hints, needs_two }: Deposit) => !needs_two && !hints.includes('ABOVE_LIMIT')
const small = () => one((each) => isPlain(each) && Number(each.amount) <= 200)
const large = () => one((each) => isPlain(each) && Number(each.amount) > 200 && Number(each.amount) < 1000)
const twin = () => one(({ hints }) => hints.includes('SAME_REFERENCE') || hints.includes('SAME_IMAGE'))
const now = ({ id }: Deposit) => recordOf<Deposit>('manualDeposit', id)

const meta = {
  title: 'Screens/Money/Manual deposits',
  component: DeskOfAddress,
  args: { slug: 'manual-deposit' },
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN', opens: small },
  decorators: [atDesk],
  beforeEach: consoleStory(async () => {
    waiting = await rowsOf<Deposit>('manualDeposit', { tab: 'pending' })
    ;[expired] = (await rowsOf<Deposit>('manualDeposit', { tab: 'expired' })) as [Deposit]
  }),
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const SLOW = { timeout: 15_000 }

/** Claims the deposit, and waits until it can be decided. */
async function claim(userEvent: User) {
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Claim/ }, SLOW)).toHaveFocus(), SLOW)
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Correct…' }, SLOW)
}
/** The button of the approval, once the platform has said what it does. */
const approval = async ({ amount }: Deposit) => {
  const button = await screen.findByRole(
    'button',
    { name: new RegExp(`^Approve ${amount.replace('.', '\\.')} `) },
    SLOW,
  )
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'), SLOW)
  return button
}

/** What happens is shown before: the fee, what is left, and the bonus with its reason. */
export const UpToTheOwnLimit: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.click(await approval(small()))
    await waitFor(async () => expect((await now(small())).status).toBe('COMPLETED'), SLOW)
  },
}

export const AboveTheOwnLimit: Story = {
  parameters: { opens: large },
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.click(await approval(large()))
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'DEPOSIT' }), SLOW)
    await expect(await now(large())).toMatchObject({ status: 'PENDING', awaits_approval: true })
  },
}

/** However much is known and shown before, the button is in sight. */
const isInSight = (button: HTMLElement) =>
  waitFor(() => {
    const { top, bottom } = button.getBoundingClientRect()
    return expect(top >= 0 && bottom <= window.innerHeight).toBe(true)
  }, SLOW)
export const TheButtonIsInSight: Story = {
  name: 'The button of the decision is in sight without scrolling',
  globals: { viewport: { value: 'wide' } },
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await isInSight(await approval(small()))
    await userEvent.keyboard('x')
    await isInSight((await screen.findAllByRole('button', { name: /^Reject/ })).at(-1)!)
    await expect(screen.getByRole('button', { name: /^Approve/ })).toBeVisible()
  },
}

/** The level of the user rises while somebody looks: nothing is posted before they have seen the other bonus. */
export const TheLevelRises: Story = {
  name: 'Where the level of the user rises meanwhile, the bonus is shown again',
  beforeEach: consoleStory(async () => {
    await sql('update deposit_bonus_types set is_deleted = true')
    await sql(`update user_levels set deposit_bonus_percent = case name when 'Diamond' then 20 else 5 end`)
  }),
  play: async ({ userEvent }) => {
    await claim(userEvent)
    const button = await approval(small())
    await sql(
      `update users set level_pinned = true, user_level_id = (select l.id from user_levels l where l.name = 'Diamond' and l.store_code is not distinct from
         (select x.store_code from user_levels x where x.id = user_level_id)) where id = $1::uuid`,
      [small().user.id],
    )
    await userEvent.click(button)
    await seen(screen.findByText(/^The state of the bonus has changed since you opened this deposit/, {}, SLOW))
    await seen(screen.findByText(/^Level Diamond:/, {}, SLOW))
    await expect((await now(small())).status).not.toBe('COMPLETED')
    await userEvent.click(await approval(small()))
    await waitFor(async () => expect((await now(small())).bonus).toMatch(/^Level Diamond:/), SLOW)
  },
}

/** Whoever corrects keeps the claim, and others decide. */
export const Corrected: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.click(screen.getByRole('button', { name: 'Correct…' }))
    const dialog = within(await screen.findByRole('alertdialog', {}, SLOW))
    const amount = await dialog.findByLabelText(/^Amount/)
    await expect(amount).toHaveValue(small().amount)
    await userEvent.clear(amount)
    await userEvent.type(amount, '33.00')
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'The proof says 33')
    await userEvent.click(dialog.getByRole('button', { name: 'Correct' }))
    await waitFor(async () => expect((await now(small())).amount).toBe('33.00'), SLOW)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), SLOW)
    await userEvent.click(await approval({ ...small(), amount: '33.00' }))
    await waitFor(async () => expect(await newestApproval()).toMatchObject({ policy: 'DEPOSIT_BY_STAFF' }), SLOW)
  },
}

export const RejectedAndToSendBack: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.keyboard('x')
    await userEvent.click(await screen.findByRole('radio', { name: 'Name does not match' }, SLOW))
    await userEvent.click(await screen.findByRole('checkbox', { name: /must be sent back/ }, SLOW))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(
      async () => expect(await now(small())).toMatchObject({ reason_code: 'NAME_MISMATCH', returned: 'DUE' }),
      SLOW,
    )
  },
}

/** On the first page of the list. */
const newest = () => waiting.find(isPlain)!
/** The users of these deposits may not deposit any more. */
const suspended = consoleStory(async () => {
  waiting = await rowsOf<Deposit>('manualDeposit', { tab: 'pending' })
  const users = [small(), newest()].map(({ user }) => user.id)
  await sql(`update users set account_status = 'SUSPENDED' where id = any($1::uuid[])`, [users])
})
/** What cannot be credited is sent back: the rejection begins with it, on the desk. */
export const OfASuspendedUser: Story = {
  beforeEach: suspended,
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.keyboard('x')
    await expect(await screen.findByRole('checkbox', { name: /must be sent back/ }, SLOW)).toBeChecked()
    await userEvent.click(await screen.findByRole('radio', { name: 'Other' }, SLOW))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(async () => expect(await now(small())).toMatchObject({ reason_code: 'OTHER', returned: 'DUE' }), SLOW)
  },
}
/** In the list, too; whoever knows that no money arrived takes it away. */
export const OfASuspendedUserInTheList: Story = {
  parameters: { part: '', opens: undefined },
  render: () => <ListPage page={listPage('manual-deposit')} parts={[]} />,
  beforeEach: suspended,
  play: async ({ userEvent }) => {
    const row = within(await rowWith(newest().reference))
    await userEvent.click(row.getByRole('button', { name: /^More for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reject…' }))
    // The list has no hints: the record is read first.
    const back = await screen.findByRole('checkbox', { name: /must be sent back/ }, SLOW)
    await expect(back).toBeChecked()
    const question = within(await openedDialog(/^Reject/))
    await userEvent.click(back)
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^Reason/ }), 'NOT_RECEIVED')
    await userEvent.click(question.getByRole('button', { name: /^Reject/ }))
    await waitFor(
      async () => expect(await now(newest())).toMatchObject({ reason_code: 'NOT_RECEIVED', returned: null }),
      SLOW,
    )
  },
}

/** Another deposit has the same reference or the same proof. */
export const SentTwice: Story = {
  parameters: { opens: twin },
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await expect(screen.getAllByText(/^Another deposit has the same/).length).toBeGreaterThan(0)
  },
}

/** Its proof never came: nobody decides it before another person has reopened it. */
export const Expired: Story = {
  parameters: { opens: () => expired },
  play: async () => {
    await expect(expired).toMatchObject({ status: 'EXPIRED', needs_two: true, proof: [] })
    await screen.findByText('No files', {}, SLOW)
    await expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull()
  },
}

/** Of several at once: a dry run says which are claimed or rejected, and why others are left out. */
const onList = {
  parameters: { part: '', opens: undefined, path: '/deposit/manual-deposit?tab=pending', signedInAs: 'FINANCE' },
  render: () => <ListPage page={listPage('manual-deposit')} parts={[]} />,
} satisfies Story
async function choose(userEvent: User, deposits: readonly Deposit[], action: string) {
  for (const { reference } of deposits) {
    const row = await rowWith(reference)
    await userEvent.click(within(row).getByRole('checkbox'))
  }
  const bar = within(await screen.findByRole('region', { name: 'Selected deposits' }, SLOW))
  await expect(bar.queryByRole('button', { name: /^Approve/ })).toBeNull()
  await userEvent.click(bar.getByRole('button', { name: action }))
}
/** The first rows of the list; a colleague works on the last of them. */
const three = () => waiting.filter((each) => !each.awaits_approval).slice(0, 3)
const taken = consoleStory(async () => {
  waiting = await rowsOf<Deposit>('manualDeposit', { tab: 'pending' })
  await colleague('MANAGER').call('manualDeposit.claim', { params: { id: three()[2]!.id }, body: {} })
})
export const ClaimedTogether: Story = {
  ...onList,
  name: 'Several are claimed at once; what a colleague has claimed is left out, with the reason',
  beforeEach: taken,
  play: async ({ userEvent }) => {
    await choose(userEvent, three(), 'Claim')
    const question = within(await openedDialog('Claim 2 deposits?'))
    await expect(question.getByRole('status')).toHaveTextContent('2 deposits change, 1 is refused and left alone.')
    await seen(question.findByText(/has claimed this deposit/))
    await userEvent.click(question.getByRole('button', { name: 'Claim 2 deposits' }))
    await waitFor(async () => expect((await now(three()[0]!)).status).toBe('IN_REVIEW'), SLOW)
  },
}
export const RejectedTogether: Story = {
  ...onList,
  name: 'Several are rejected at once with one code, and never approved',
  beforeEach: taken,
  play: async ({ userEvent }) => {
    await choose(userEvent, three(), 'Reject…')
    const question = within(await openedDialog(/^Reject/))
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^Reason/ }), 'DUPLICATE')
    await userEvent.click(question.getByRole('button', { name: 'Check 3 deposits' }))
    await userEvent.click(await question.findByRole('button', { name: 'Reject 2 deposits' }, SLOW))
    await waitFor(
      async () => expect(await now(three()[1]!)).toMatchObject({ status: 'REJECTED', reason_code: 'DUPLICATE' }),
      SLOW,
    )
    await expect((await now(three()[2]!)).status).toBe('IN_REVIEW')
  },
}
export const ClaimedTogetherDark: Story = {
  ...ClaimedTogether,
  globals: { theme: 'dark' },
  play: async ({ userEvent }) => {
    await choose(userEvent, three(), 'Claim')
    await openedDialog('Claim 2 deposits?')
  },
}
