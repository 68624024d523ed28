/** Loads: support carries them out on the desk, or the rail of a platform does; what fails is returned and tried again. */
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

interface Load {
  id: string
  reference: string
  user: { name: string }
  username: string
  instructions: string | null
  amount: string
  credits: string
  fee: string
  moved_credits: string | null
  returned: string | null
  difference: string | null
  status: string
  rail: string | null
  awaits_approval: boolean
  reason_code: string | null
  user_text: string | null
  external_ref: string | null
  attempts: readonly { reference: string; outcome: string; message: string | null }[]
}
let all: readonly Load[] = []
/** The newest in a state that fits. */
const one = (status: string, fits: (each: Load) => boolean = () => true) =>
  all.find((each) => each.status === status && fits(each))!
/** Staff carry it out, and the store says how. */
const byHand = () => one('REQUESTED', ({ instructions, fee }) => instructions !== null && Number(fee) > 0)
const queued = () => one('QUEUED')
const processing = () => one('PROCESSING')
const unknown = () => one('UNKNOWN')
const completed = () => one('COMPLETED', ({ rail }) => rail === null)
const failed = () => one('FAILED', ({ rail }) => rail !== null)
const now = ({ id }: Load) => recordOf<Load>('platformDeposit', id)

const meta = {
  title: 'Screens/Money/Platform deposits',
  component: DeskOfAddress,
  args: { slug: 'platform-deposit' },
  parameters: { layout: 'fullscreen', signedInAs: 'SUPPORT_AGENT', opens: byHand },
  decorators: [atDesk],
  beforeEach: consoleStory(async () => {
    all = await rowsOf<Load>('platformDeposit')
  }),
} satisfies Meta<typeof DeskOfAddress>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const SLOW = { timeout: 15_000 }
const becomes = (load: () => Load, values: Partial<Load>) =>
  waitFor(async () => expect(await now(load())).toMatchObject(values), SLOW)
const text = (said: string | RegExp) => seen(screen.findByText(said, {}, SLOW))

/** Claims the load, and waits until it can be decided. @returns the form of the decision */
async function claim(userEvent: User) {
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Claim/ }, SLOW)).toHaveFocus(), SLOW)
  await userEvent.keyboard('{Enter}')
  await text(/renewed while you work/)
  return within(screen.getByRole('form', { name: 'Decision' }))
}
/** Chooses an action of the record's page. @returns its question */
async function asks(userEvent: User, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: action }, SLOW))
  return within(await openedDialog(/L-\d+/))
}

const onList = {
  parameters: { part: '', opens: undefined },
  render: () => <ListPage page={listPage('platform-deposit')} parts={[]} />,
} satisfies Story

/** Each state has a tab, and says who must do what. */
export const List: Story = {
  ...onList,
  play: async ({ userEvent }) => {
    await expect(await rowWith(byHand().reference)).toHaveTextContent('Requested')
    for (const [tab, load, said] of [
      [/^Waits to be sent/, queued(), 'Waits to be sent'],
      [/^Processing/, processing(), 'Processing'],
      [/^Outcome unknown/, unknown(), 'Outcome unknown'],
      [/^Done/, completed(), 'Done'],
      [/^Failed/, failed(), 'Failed'],
    ] as const) {
      await userEvent.click(await screen.findByRole('link', { name: tab }, SLOW))
      await expect(await rowWith(load.reference)).toHaveTextContent(said)
    }
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
  beforeEach: consoleStory(() => sql('delete from platform_deposits')),
  play: async () => text('No loads yet'),
}
export const NotLoaded: Story = {
  ...onList,
  beforeEach: consoleStory(override('platformDeposit.list', failing(503))),
  play: async () => seen(screen.findByRole('button', { name: /again/i }, SLOW)),
}

/** Whoever loads the account reads its username and what the store says about its platform, and the money moves once. */
export const Completed: Story = {
  play: async ({ userEvent }) => {
    await text(byHand().username)
    await text(byHand().instructions!)
    const form = await claim(userEvent)
    await userEvent.type(form.getByRole('textbox', { name: /^External reference/ }), 'ΑΠ-77')
    await pressReady(userEvent, form, new RegExp(`^Complete ${byHand().amount} USD`))
    await becomes(byHand, {
      status: 'COMPLETED',
      external_ref: 'ΑΠ-77',
      moved_credits: byHand().credits,
      returned: null,
    })
  },
}
export const CompletedDark: Story = { ...Completed, globals: { theme: 'dark' } }
export const CompletedOnAPhone: Story = { ...Completed, globals: { viewport: { value: 'narrowest' } } }

/** With fewer credits the reason is asked for, and what the user has again is said before. */
export const WithFewerCredits: Story = {
  play: async ({ userEvent }) => {
    const form = await claim(userEvent)
    await userEvent.type(form.getByRole('textbox', { name: /^External reference/ }), 'P-78')
    await userEvent.type(form.getByRole('textbox', { name: /^Credits loaded/ }), '50.00')
    const why = form.getByRole('textbox', { name: /^Why it differs/ })
    await waitFor(() => expect(why).toHaveAccessibleDescription(/Say why it is not [\d.]+ credits/), SLOW)
    await userEvent.type(why, 'Tối đa 50 mỗi ngày')
    await seen(form.findByText('Returned to the user', {}, SLOW))
    await pressReady(userEvent, form, new RegExp(`^Complete ${byHand().amount} USD`))
    await becomes(byHand, { status: 'COMPLETED', moved_credits: '50', difference: 'Tối đa 50 mỗi ngày' })
    await expect(Number((await now(byHand())).returned)).toBeGreaterThan(0)
  },
}

export const ReportedAsFailed: Story = {
  play: async ({ userEvent }) => {
    await claim(userEvent)
    await userEvent.keyboard('f')
    await userEvent.click(await screen.findByRole('radio', { name: /Platform does not respond/ }, SLOW))
    await userEvent.type(screen.getByRole('textbox', { name: /^Message to the user/ }), 'Try again tonight')
    await pressReady(userEvent, screen, /^Return [\d.]+ USD/)
    await becomes(byHand, { status: 'FAILED', reason_code: 'PLATFORM_DOWN', user_text: 'Try again tonight' })
  },
}

/** What waits for a rail can be rejected as long as it is not sent. */
export const Rejected: Story = {
  parameters: { opens: queued, part: '' },
  play: async ({ userEvent }) => {
    const question = await asks(userEvent, 'Reject…')
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^Reason/ }), 'SUSPECTED_FRAUD')
    await pressReady(userEvent, question, /^Reject [\d.]+ USD/)
    await becomes(queued, { status: 'REJECTED', reason_code: 'SUSPECTED_FRAUD' })
    await expect((await now(queued())).attempts).toEqual([])
  },
}

/** The page says why the platform refused, and the next attempt has a reference of its own. */
export const TriedAgain: Story = {
  parameters: { opens: failed, part: '' },
  play: async ({ userEvent }) => {
    await text(failed().attempts[0]!.message!)
    const question = await asks(userEvent, 'Retry…')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The user has left the game')
    await pressReady(userEvent, question, /^Load [\d.]+ USD again/)
    await becomes(failed, { status: 'QUEUED' })
    await expect((await now(failed())).attempts.map(({ outcome }) => outcome)).toEqual(['QUEUED', 'FAILED'])
  },
}

/** Nothing can be done with what is under way but asking the platform. */
export const LookedUp: Story = {
  parameters: { opens: processing, part: '' },
  play: async ({ userEvent }) => {
    await text('Accepted')
    for (const name of ['Complete…', 'Failed…', 'Reject…', 'Retry…', 'Resolve…'])
      await expect(screen.queryByRole('button', { name })).toBeNull()
    const question = await asks(userEvent, 'Look up')
    await userEvent.click(question.getByRole('button', { name: 'Look up' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'The platform is asked now'), SLOW)
  },
}

/** What two people are certain of: the first one asks, the second one confirms. */
export const Resolved: Story = {
  parameters: { opens: unknown, part: '', isLive: true },
  play: async ({ userEvent }) => {
    await text('Nobody knows yet whether the account was loaded: the money stays locked.')
    const question = await asks(userEvent, 'Resolve…')
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^What is certain/ }), 'NOT_LOADED')
    await userEvent.type(question.getByRole('textbox', { name: /^Evidence/ }), 'Their list lacks it')
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Asked by phone')
    await pressReady(userEvent, question, /^Resolve [\d.]+ USD as not loaded/)
    await text(/^Waits for approval:/)
    const waiting = await newestApproval()
    await expect(waiting).toMatchObject({ policy: 'RESOLVE', status: 'PENDING' })
    await becomes(unknown, { status: 'UNKNOWN', awaits_approval: true })
    await colleague('MANAGER').call('twoFactor.stepUp', { body: { password: DEMO_PASSWORD, twoFAToken: null } })
    await decides('MANAGER', 'approve', waiting)
    await becomes(unknown, { status: 'FAILED' })
  },
}

export const Done: Story = {
  parameters: { opens: completed, part: '' },
  play: async () => {
    await text(completed().external_ref!)
    await expect(screen.queryByRole('button', { name: /…$/ })).toBeNull()
  },
}

/** Whoever may only read loads has neither a desk nor actions. */
export const ForReaders: Story = {
  parameters: { part: '', signedInAs: 'FINANCE' },
  play: async () => {
    await text(byHand().username)
    for (const name of [/^Claim/, 'Complete…', 'Failed…', 'Reject…', 'Review'])
      await expect(screen.queryByRole('button', { name })).toBeNull()
  },
}

/** Staff enter a load for a user whom they find by name. */
export const Entered: Story = {
  ...onList,
  play: async ({ userEvent }) => {
    // Of an account that nobody has asked to load, of a user who has the money.
    const [account] = await sql<{ reference: string; id: string }>(
      `select a.reference, a.id::text as id from platform_accounts a join users u on u.id = a.user_id join store_platforms s on s.id = a.store_platform_id
       where a.status = 'ACTIVE' and u.account_status = 'ACTIVE' and u.cash_balance >= 20 and s.mode = 'MANUAL' and s.min_load <= 20 and not s.is_deleted
         and a.store_code = 'NORTHGATE' order by a.id limit 1`,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add load' }, SLOW))
    const form = within(await openedDialog('Add load'))
    await userEvent.type(await form.findByRole('combobox', { name: /^Platform account/ }, SLOW), account!.reference)
    await userEvent.click((await screen.findAllByRole('option', {}, SLOW))[0]!)
    await userEvent.type(form.getByRole('textbox', { name: /^Amount/ }), '20.00')
    await userEvent.click(form.getByRole('button', { name: 'Add load' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'), SLOW)
    const [newest] = await rowsOf<Load & { platform_account: { id: string } }>('platformDeposit')
    await expect(newest).toMatchObject({ status: 'REQUESTED', amount: '20.00', platform_account: { id: account!.id } })
  },
}
