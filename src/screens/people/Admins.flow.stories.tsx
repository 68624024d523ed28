import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import type { HistoryEntry } from '@contract/entities/history'
import type { ShiftDetails } from '@contract/entities/shift'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { failing, override, pending } from '@mocks/overrides'
import { colleague, connectionCount, recordOf, sql, staffOf } from '@mocks/scene'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/People/Admins',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('admin'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

type UserEvent = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const SOFIA = staffOf('SUPPORT_AGENT')
interface Account {
  version: number
  is_deleted: boolean
  /** The name of the own permission set. */
  permission_set: string | null
}
const accountOf = ({ id }: { id: string }) => recordOf<Account>('admin', id)
const sofia = () => accountOf(SOFIA)
/** She had a live socket this long ago. @param ago interval of SQL */
const sofiaWasHere = (ago: string) =>
  sql(
    `insert into staff_presence (staff_id, seen_at) values ($1::uuid, now() - $2::text::interval)
     on conflict (staff_id) do update set seen_at = excluded.seen_at`,
    [SOFIA.id, ago],
  )

/** Who is there, who is on which shift, and when each signed in last. A shift that starts appears at once. */
export const Ready: Story = {
  parameters: { isLive: true },
  beforeEach: consoleStory(() => sofiaWasHere('0 seconds')),
  play: async () => {
    await expect(await rowWith('sofia_support')).toHaveTextContent('Online')
    await waitFor(() => expect(connectionCount()).toBe(1))
    await sofiaWasHere('5 minutes')
    const own = colleague('SUPPORT_AGENT')
    const { shiftId } = await own.call<ShiftDetails>('shift.details')
    await own.call('shift.toggle', { params: { shiftId: shiftId! } })
    await waitFor(async () => expect(await rowWith('sofia_support')).toHaveTextContent('Away'))
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyOnAPhone: Story = { ...Ready, globals: { viewport: { value: 'narrowest' } } }

/** The newest entry of Sofia's history. */
const lastEntry = async () =>
  (await colleague('SUPER_ADMIN').call<HistoryEntry[]>('admin.history', { params: { id: SOFIA.id } }))[0]!

/** A reason is required; afterwards every session of the person has ended. */
export const WhenSessionsAreEnded: Story = {
  play: async ({ userEvent }) => {
    const { id } = SOFIA
    const sessions = () => sql('select id from sessions where staff_id = $1::uuid and revoked_at is null', [id])
    await expect(await sessions()).not.toEqual([])
    await rowWith('sofia_support')
    await userEvent.click(screen.getByRole('button', { name: 'More for Sofia Reyes' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End sessions' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'End the sessions of Sofia Reyes?' }))
    await userEvent.click(question.getByRole('button', { name: 'End sessions' }))
    await expect(await question.findByText('Required')).toBeInTheDocument()
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Her phone was stolen')
    await userEvent.click(question.getByRole('button', { name: 'End sessions' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sessions ended successfully'))
    await expect(await sessions()).toEqual([])
    await expect((await lastEntry()).asked).toEqual([{ field: 'reason', value: 'Her phone was stolen' }])
  },
}

interface Work {
  id: string
  /** Of a ticket. */
  number?: string
}
/** What Sofia has open, the oldest first. */
const openTickets = () =>
  sql<Work>(
    `select id::text as id, number from support_tickets
     where assignee_id = $1::uuid and status not in ('RESOLVED', 'CLOSED') order by id`,
    [SOFIA.id],
  )
const openChats = () =>
  sql<Work>(`select id::text as id from chats where assignee_id = $1::uuid and status <> 'CLOSED'`, [SOFIA.id])
const open = async () => [...(await openTickets()), ...(await openChats())]
/** Who has these tickets and chats now. */
const holdersOf = async (work: readonly Work[]) => {
  const rows = await sql<{ holder: string | null }>(
    `select assignee_id::text as holder from support_tickets where id = any($1::uuid[])
     union all select assignee_id::text from chats where id = any($1::uuid[])`,
    [work.map(({ id }) => id)],
  )
  return rows.map(({ holder }) => holder)
}
const disable = async (userEvent: UserEvent) => {
  await rowWith('sofia_support')
  await userEvent.click(screen.getByRole('switch', { name: 'Account of Sofia Reyes' }))
  return within(await openedDialog('Disable Sofia Reyes?'))
}

/** What is open is shown, and a colleague gets it in the same step. Who may not work on it is refused at the field. */
export const WhenSomebodyWithOpenWorkIsDisabled: Story = {
  play: async ({ userEvent }) => {
    const [tickets, chats] = [await openTickets(), await openChats()]
    const all = [...tickets, ...chats]
    const question = await disable(userEvent)
    await seen(question.findByText('Still open'))
    await waitFor(() =>
      expect(question.getByText('Tickets').nextElementSibling).toHaveTextContent(String(tickets.length)),
    )
    await expect(question.getByText('Chats').nextElementSibling).toHaveTextContent(String(chats.length))
    await expect(question.queryByText('Running shift')).toBeNull()
    const choose = async (typed: string, name: RegExp) => {
      const field = question.getByRole('combobox', { name: /^Move tickets and chats to/ })
      await userEvent.clear(field)
      await userEvent.type(field, typed)
      await userEvent.click(await screen.findByRole('option', { name }))
    }
    await choose('Chen', /Chen Wei/)
    await userEvent.click(await question.findByRole('button', { name: 'Disable' }))
    await seen(question.findByText(`They may not work on ticket ${tickets[0]!.number}`))
    await expect(await open()).toEqual(all)
    await choose('Leo', /Leo Okafor/)
    await userEvent.click(await question.findByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await expect(await holdersOf(all)).toEqual(all.map(() => staffOf('SUPPORT_LEAD').id))
    await expect((await sofia()).is_deleted).toBe(true)
  },
}
/** Without a colleague, the work goes back to the queue. */
export const WhenTheWorkGoesBackToTheQueue: Story = {
  play: async ({ userEvent }) => {
    const all = await open()
    const question = await disable(userEvent)
    await seen(question.findByText('Still open'))
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await expect(await holdersOf(all)).toEqual(all.map(() => null))
  },
}
/** Selects Sofia, who has open work, and Chen, who has none, and starts to disable them. */
async function disableTwo(userEvent: UserEvent) {
  for (const name of ['sofia_support', 'chen_content']) {
    const box = within(await rowWith(name)).getByRole('checkbox')
    await userEvent.click(box)
  }
  const bar = within(await screen.findByRole('region', { name: 'Selected admins' }))
  await userEvent.click(bar.getByRole('button', { name: 'Disable' }))
  return within(await openedDialog('Disable 2 admins?'))
}
/** What all of them have open is added up, and one answer applies to all: who may not work on it is refused before anything changes. */
export const WhenSeveralWithOpenWorkAreDisabled: Story = {
  play: async ({ userEvent }) => {
    const [tickets, all] = [await openTickets(), await open()]
    const question = await disableTwo(userEvent)
    await waitFor(() =>
      expect(question.getByText('Tickets').nextElementSibling).toHaveTextContent(String(tickets.length)),
    )
    await userEvent.type(question.getByRole('combobox', { name: /^Move tickets and chats to/ }), 'Leo')
    await userEvent.click(await screen.findByRole('option', { name: /Leo Okafor/ }))
    await userEvent.click(question.getByRole('button', { name: 'Check 2 admins' }))
    await seen(question.findByText('2 admins change.'))
    await expect(await open()).toEqual(all)
    await userEvent.click(question.getByRole('button', { name: 'Disable 2 admins' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '2 admins disabled'))
    await expect(await holdersOf(all)).toEqual(all.map(() => staffOf('SUPPORT_LEAD').id))
    await expect((await sofia()).is_deleted).toBe(true)
  },
}
/** Nobody is chosen: the work goes back to the queue, and the switch itself can be undone. */
export const WhenSeveralAreAsked: Story = {
  play: async ({ userEvent }) => {
    const chats = await openChats()
    const question = await disableTwo(userEvent)
    await waitFor(() => expect(question.getByText('Chats').nextElementSibling).toHaveTextContent(String(chats.length)))
    await seen(question.findByRole('button', { name: 'Check 2 admins' }))
  },
}
export const WhenSeveralAreAskedDark: Story = { ...WhenSeveralAreAsked, globals: { theme: 'dark' } }
export const WhenSeveralAreAskedNarrowest: Story = {
  ...WhenSeveralAreAsked,
  globals: { viewport: { value: 'narrowest' } },
}
export const WhenNothingIsOpen: Story = {
  beforeEach: consoleStory(async () => {
    for (const table of ['support_tickets', 'chats'])
      await sql(`update ${table} set assignee_id = null where assignee_id = $1::uuid`, [SOFIA.id])
  }),
  play: async ({ userEvent }) => {
    const question = await disable(userEvent)
    await seen(question.findByText('Nothing of theirs is open.'))
    await expect(question.queryByRole('combobox')).toBeNull()
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(async () => expect((await sofia()).is_deleted).toBe(true))
  },
}
/** The account can be disabled all the same: whoever must be kept out is kept out at once. */
export const WhenWhatIsOpenCannotBeRead: Story = {
  beforeEach: consoleStory(override('admin.previewOf', failing(500))),
  play: async ({ userEvent }) => {
    const question = await disable(userEvent)
    await seen(question.findByRole('button', { name: 'Try again' }))
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(async () => expect((await sofia()).is_deleted).toBe(true))
  },
}

const REASON = 'Covers for a colleague'
/** Opens the question about Sofia's permission set. */
async function assignTo(userEvent: UserEvent) {
  await rowWith('sofia_support')
  await userEvent.click(screen.getByRole('button', { name: 'More for Sofia Reyes' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Assign permission set' }))
  return within(await screen.findByRole('alertdialog', { name: 'Assign a permission set to Sofia Reyes?' }))
}
type Question = Awaited<ReturnType<typeof assignTo>>
const chooseSet = async (question: Question, userEvent: UserEvent, typed: string) => {
  const field = question.getByRole('combobox', { name: /^Permission set/ })
  await userEvent.clear(field)
  await userEvent.type(field, typed)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(typed) }))
}
const changeFor = (question: Question) => within(question.getByRole('region', { name: 'What changes for them' }))
const typeReason = (question: Question, userEvent: UserEvent) =>
  userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), REASON)
async function confirmIdentity(userEvent: UserEvent) {
  const proof = within(await openedDialog('Confirm that it is you'))
  await userEvent.type(await proof.findByLabelText(/^Password/), `${DEMO_PASSWORD}{Enter}`)
}
const setOfSofia = async () => (await sofia()).permission_set

/** What changes for the person is shown before it is confirmed; without a set nothing does. */
export const WhenAPermissionSetIsChosen: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await seen(question.findByText('Nothing changes for them.'))
    await chooseSet(question, userEvent, 'Payout reader')
    const change = changeFor(question)
    await seen(change.findByRole('region', { name: 'They gain' }))
    await expect(change.getByRole('region', { name: 'They gain' })).toHaveTextContent('Transaction records: read.')
    const menu = change.getByRole('region', { name: 'Appears in their menu' })
    await expect(menu).toHaveTextContent('Transaction records')
    await expect(change.queryByRole('region', { name: 'They lose' })).toBeNull()
    await expect(await setOfSofia()).toBeNull()
  },
}
export const WhenAPermissionSetIsChosenDark: Story = { ...WhenAPermissionSetIsChosen, globals: { theme: 'dark' } }
export const WhenAPermissionSetIsChosenNarrowest: Story = {
  ...WhenAPermissionSetIsChosen,
  globals: { viewport: { value: 'narrowest' } },
}
export const WhenTheChangeOfRightsIsLoading: Story = {
  beforeEach: consoleStory(override('admin.previewAssignPermissionSet', pending)),
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await waitFor(() =>
      expect(question.getByRole('region', { name: 'What changes for them' })).toHaveAttribute('aria-busy', 'true'),
    )
  },
}
/** The person proves who they are, once; a wrong password is refused at its field and loses nothing. */
export const WhenAPermissionSetIsAssigned: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await chooseSet(question, userEvent, 'Payout reader')
    await typeReason(question, userEvent)
    await userEvent.click(question.getByRole('button', { name: 'Assign permission set' }))
    const proof = within(await openedDialog('Confirm that it is you'))
    await userEvent.type(await proof.findByLabelText(/^Password/), 'Wrong#2026{Enter}')
    await waitFor(() => expect(proof.getByLabelText(/^Password/)).toBeInvalid())
    await expect(await setOfSofia()).toBeNull()
    await userEvent.clear(proof.getByLabelText(/^Password/))
    await userEvent.type(proof.getByLabelText(/^Password/), `${DEMO_PASSWORD}{Enter}`)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Permission set assigned successfully'))
    await expect(await setOfSofia()).toBe('Payout reader')
    await expect((await lastEntry()).asked.at(-1)).toEqual({ field: 'reason', value: REASON })
    // Taking it away shows what they lose; the proof is still valid.
    const again = await assignTo(userEvent)
    await seen(again.findByRole('region', { name: 'They lose' }))
    await expect(changeFor(again).getByRole('region', { name: 'Leaves their menu' })).toHaveTextContent(
      'Transaction records',
    )
    await typeReason(again, userEvent)
    await userEvent.click(again.getByRole('button', { name: 'Assign permission set' }))
    await waitFor(async () => expect(await setOfSofia()).toBeNull())
  },
}
/** Nobody gives rights that they do not have: the preview says which. */
export const WhenTheSetHasMoreRights: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await chooseSet(question, userEvent, 'Super admin')
    await seen(changeFor(question).findByText(/You cannot give rights that you do not have: every right/))
    await typeReason(question, userEvent)
    await userEvent.click(question.getByRole('button', { name: 'Assign permission set' }))
    await confirmIdentity(userEvent)
    await waitFor(() => expect(question.getByRole('combobox', { name: /^Permission set/ })).toBeInvalid())
    await expect(await setOfSofia()).toBeNull()
  },
}
/** A colleague has changed the person meanwhile: it is said, the input stays, and the next attempt succeeds. */
export const WhenAColleagueChangesThePerson: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await chooseSet(question, userEvent, 'Payout reader')
    await typeReason(question, userEvent)
    const { version } = await sofia()
    await colleague('SUPER_ADMIN').call('admin.update', {
      params: { id: SOFIA.id },
      version,
      body: { email: 'sofia.reyes@pitboss.test' },
    })
    await userEvent.click(question.getByRole('button', { name: 'Assign permission set' }))
    await confirmIdentity(userEvent)
    const why = 'Somebody else changed this record meanwhile.'
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', why))
    await seen(question.findByText(why))
    await expect(await setOfSofia()).toBeNull()
    await waitFor(() => expect(question.getByRole('button', { name: 'Assign permission set' })).toBeEnabled())
    await userEvent.click(question.getByRole('button', { name: 'Assign permission set' }))
    await waitFor(async () => expect(await setOfSofia()).toBe('Payout reader'))
  },
}
/** Several at once: a dry run shows who changes, and one call assigns it. */
export const WhenSeveralGetAPermissionSet: Story = {
  play: async ({ userEvent }) => {
    for (const name of ['sofia_support', 'chen_content'])
      await userEvent.click(within(await rowWith(name)).getByRole('checkbox'))
    const bar = within(await screen.findByRole('region', { name: 'Selected admins' }))
    await userEvent.click(bar.getByRole('button', { name: 'Assign permission set' }))
    const dialog = within(await openedDialog('Assign a permission set to 2 admins?'))
    await chooseSet(dialog, userEvent, 'Payout reader')
    await typeReason(dialog, userEvent)
    await userEvent.click(dialog.getByRole('button', { name: 'Check 2 admins' }))
    await seen(dialog.findByText('2 admins change.'))
    const gains = dialog.getByRole('region', { name: 'They gain' })
    await expect(gains).toHaveTextContent('Transaction records: read.')
    await expect(gains).toHaveTextContent('all 2')
    await expect(dialog.queryByRole('region', { name: 'They lose' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Assign a permission set to 2 admins' }))
    await confirmIdentity(userEvent)
    await waitFor(async () => expect(await setOfSofia()).toBe('Payout reader'))
    const chen = await accountOf(staffOf('CONTENT_EDITOR'))
    await expect(chen.permission_set).toBe('Payout reader')
  },
}
