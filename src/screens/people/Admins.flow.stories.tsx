import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { failing, override, pending } from '@mocks/browser'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { ownSetOf } from '@mocks/permission-sets'
import { db, tell } from '@mocks/db'
import { connectionCount } from '@mocks/socket'
import { chatRows, ticketRows } from '@mocks/support'
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

const sofia = () => db.staff.find(({ username }) => username === 'sofia_support')!

/** Who is there, who is on which shift, and when each signed in last. A shift that starts appears at once. */
export const Ready: Story = {
  parameters: { isLive: true },
  play: async () => {
    await expect(await rowWith('sofia_support')).toHaveTextContent('Online')
    await waitFor(() => expect(connectionCount()).toBe(1))
    const { id, version } = Object.assign(sofia(), { presence: 'AWAY' as const })
    tell({ type: 'record:changed', payload: { subject: 'Admins', id, version, derived: true } })
    await waitFor(async () => expect(await rowWith('sofia_support')).toHaveTextContent('Away'))
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyOnAPhone: Story = { ...Ready, globals: { viewport: { value: 'narrowest' } } }

/** A reason is required; afterwards every session of the person has ended. */
export const WhenSessionsAreEnded: Story = {
  play: async ({ userEvent }) => {
    const { id } = sofia()
    db.sessions.set('elsewhere', { id: 'elsewhere', staffId: id, startedAt: Date.now() })
    await rowWith('sofia_support')
    await userEvent.click(screen.getByRole('button', { name: 'More for Sofia Reyes' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End sessions' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'End the sessions of Sofia Reyes?' }))
    await userEvent.click(question.getByRole('button', { name: 'End sessions' }))
    await expect(await question.findByText('Required')).toBeInTheDocument()
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Her phone was stolen')
    await userEvent.click(question.getByRole('button', { name: 'End sessions' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sessions ended successfully'))
    await expect([...db.sessions.values()].filter(({ staffId }) => staffId === id)).toEqual([])
    await expect(db.history.get(id)?.[0]?.asked).toEqual([{ field: 'reason', value: 'Her phone was stolen' }])
  },
}

const openOf = (id: string) =>
  [...ticketRows(), ...chatRows()].filter(({ assignee, status }) => assignee === id && status !== 'RESOLVED')
const disable = async (userEvent: UserEvent) => {
  await rowWith('sofia_support')
  await userEvent.click(screen.getByRole('switch', { name: 'Account of Sofia Reyes' }))
  return within(await openedDialog('Disable Sofia Reyes?'))
}

/** What is open is shown, and a colleague gets it in the same step. Who may not work on it is refused at the field. */
export const WhenSomebodyWithOpenWorkIsDisabled: Story = {
  play: async ({ userEvent }) => {
    const { id } = sofia()
    const question = await disable(userEvent)
    await seen(question.findByText('Still open'))
    await waitFor(() => expect(question.getByText('Tickets').nextElementSibling).toHaveTextContent('2'))
    await expect(question.getByText('Chats').nextElementSibling).toHaveTextContent('1')
    await expect(question.queryByText('Running shift')).toBeNull()
    const choose = async (typed: string, name: RegExp) => {
      const field = question.getByRole('combobox', { name: /^Move tickets and chats to/ })
      await userEvent.clear(field)
      await userEvent.type(field, typed)
      await userEvent.click(await screen.findByRole('option', { name }))
    }
    await choose('Chen', /Chen Wei/)
    await userEvent.click(await question.findByRole('button', { name: 'Disable' }))
    await seen(question.findByText(/They may not work on ticket T-10004/))
    await expect(openOf(id)).toHaveLength(3)
    await choose('Leo', /Leo Okafor/)
    await userEvent.click(await question.findByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await expect(openOf(id)).toEqual([])
    await expect(sofia().is_deleted).toBe(true)
  },
}
/** Without a colleague, the work goes back to the queue. */
export const WhenTheWorkGoesBackToTheQueue: Story = {
  play: async ({ userEvent }) => {
    const open = openOf(sofia().id)
    const question = await disable(userEvent)
    await seen(question.findByText('Still open'))
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await expect(open.map(({ assignee }) => assignee)).toEqual([null, null, null])
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
    const { id } = sofia()
    const question = await disableTwo(userEvent)
    await waitFor(() => expect(question.getByText('Tickets').nextElementSibling).toHaveTextContent('2'))
    await userEvent.type(question.getByRole('combobox', { name: /^Move tickets and chats to/ }), 'Leo')
    await userEvent.click(await screen.findByRole('option', { name: /Leo Okafor/ }))
    await userEvent.click(question.getByRole('button', { name: 'Check 2 admins' }))
    await seen(question.findByText('2 admins change.'))
    await expect(openOf(id)).toHaveLength(3)
    await userEvent.click(question.getByRole('button', { name: 'Disable 2 admins' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '2 admins disabled'))
    await expect(openOf(id)).toEqual([])
    await expect(sofia().is_deleted).toBe(true)
  },
}
/** Nobody is chosen: the work goes back to the queue, and the switch itself can be undone. */
export const WhenSeveralAreAsked: Story = {
  play: async ({ userEvent }) => {
    const question = await disableTwo(userEvent)
    await waitFor(() => expect(question.getByText('Chats').nextElementSibling).toHaveTextContent('1'))
    await seen(question.findByRole('button', { name: 'Check 2 admins' }))
  },
}
export const WhenSeveralAreAskedDark: Story = { ...WhenSeveralAreAsked, globals: { theme: 'dark' } }
export const WhenSeveralAreAskedNarrowest: Story = {
  ...WhenSeveralAreAsked,
  globals: { viewport: { value: 'narrowest' } },
}
export const WhenNothingIsOpen: Story = {
  play: async ({ userEvent }) => {
    for (const row of openOf(sofia().id)) row.assignee = null
    const question = await disable(userEvent)
    await seen(question.findByText('Nothing of theirs is open.'))
    await expect(question.queryByRole('combobox')).toBeNull()
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(sofia().is_deleted).toBe(true))
  },
}
/** The account can be disabled all the same: whoever must be kept out is kept out at once. */
export const WhenWhatIsOpenCannotBeRead: Story = {
  beforeEach: consoleStory(override('admin.previewOf', failing(500))),
  play: async ({ userEvent }) => {
    const question = await disable(userEvent)
    await seen(question.findByRole('button', { name: 'Try again' }))
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(sofia().is_deleted).toBe(true))
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
const setOfSofia = () => ownSetOf(db.records.permissionSet, sofia().id)?.name

/** What changes for the person is shown before it is confirmed; without a set nothing does. */
export const WhenAPermissionSetIsChosen: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await seen(question.findByText('Nothing changes for them.'))
    await chooseSet(question, userEvent, 'Payout reader')
    const change = changeFor(question)
    await seen(change.findByRole('region', { name: 'They gain' }))
    await expect(change.getByRole('region', { name: 'They gain' })).toHaveTextContent('Manual withdrawal: read.')
    const menu = change.getByRole('region', { name: 'Appears in their menu' })
    await expect(menu).toHaveTextContent('Withdrawals › Manual withdrawal')
    await expect(change.queryByRole('region', { name: 'They lose' })).toBeNull()
    await expect(setOfSofia()).toBeUndefined()
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
    await expect(setOfSofia()).toBeUndefined()
    await userEvent.clear(proof.getByLabelText(/^Password/))
    await userEvent.type(proof.getByLabelText(/^Password/), `${DEMO_PASSWORD}{Enter}`)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Permission set assigned successfully'))
    await expect(setOfSofia()).toBe('Payout reader')
    await expect(db.history.get(sofia().id)?.[0]?.asked.at(-1)).toEqual({ field: 'reason', value: REASON })
    // Taking it away shows what they lose; the proof is still valid.
    const again = await assignTo(userEvent)
    await seen(again.findByRole('region', { name: 'They lose' }))
    await expect(changeFor(again).getByRole('region', { name: 'Leaves their menu' })).toHaveTextContent(
      'Manual withdrawal',
    )
    await typeReason(again, userEvent)
    await userEvent.click(again.getByRole('button', { name: 'Assign permission set' }))
    await waitFor(() => expect(setOfSofia()).toBeUndefined())
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
    await expect(setOfSofia()).toBeUndefined()
  },
}
/** A colleague has changed the person meanwhile: it is said, the input stays, and the next attempt succeeds. */
export const WhenAColleagueChangesThePerson: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await chooseSet(question, userEvent, 'Payout reader')
    await typeReason(question, userEvent)
    sofia().version += 1
    await userEvent.click(question.getByRole('button', { name: 'Assign permission set' }))
    await confirmIdentity(userEvent)
    const why = 'Somebody else changed this record meanwhile.'
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', why))
    await seen(question.findByText(why))
    await expect(setOfSofia()).toBeUndefined()
    await waitFor(() => expect(question.getByRole('button', { name: 'Assign permission set' })).toBeEnabled())
    await userEvent.click(question.getByRole('button', { name: 'Assign permission set' }))
    await waitFor(() => expect(setOfSofia()).toBe('Payout reader'))
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
    await expect(gains).toHaveTextContent('Manual withdrawal: read.')
    await expect(gains).toHaveTextContent('all 2')
    await expect(dialog.queryByRole('region', { name: 'They lose' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Assign a permission set to 2 admins' }))
    await confirmIdentity(userEvent)
    await waitFor(() => expect(setOfSofia()).toBe('Payout reader'))
    const chen = db.staff.find(({ username }) => username === 'chen_content')!
    await expect(ownSetOf(db.records.permissionSet, chen.id)?.name).toBe('Payout reader')
  },
}
