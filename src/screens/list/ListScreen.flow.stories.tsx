import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { listMachine } from '@machines/list/list.machine'
import { rowActionMachine } from '@machines/row-action/row-action.machine'
import { writeMachine } from '@machines/write/write.machine'
import { failing, lost, onceInstead, override, pending, streaming, unreachable, type Responder } from '@mocks/overrides'
import { colleague, connectionCount, dropConnections, grantOnly, recordOf, staffOf } from '@mocks/scene'
import { manyUsers, userFixture, userRecord } from '@mocks/fixtures/user'
import { inState } from '@tests/kit/in-state'
import { consoleStory, tabStorage, toasted } from '@tests/kit/story-console'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { inConsole, listPage, ListPage, RowsLeave } from './list.story-kit'

const meta = {
  title: 'Screens/List',
  component: ListPage,
  parameters: { layout: 'fullscreen' },
  args: { page: listPage('users'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** Two users have this name; the newest comes first. */
const firstRow = () => rowWith('Amara')

export const Ready: Story = {
  parameters: { statechart: inState(listMachine, 'ready') },
  play: async () => {
    await expect(await firstRow()).toBeVisible()
    await expect(screen.getByRole('columnheader', { name: /Username/ })).toBeVisible()
    for (const hidden of ['avatar', 'created_by', 'store_code'])
      await expect(screen.queryByRole('columnheader', { name: new RegExp(hidden, 'i') })).toBeNull()
  },
}
export const Admins: Story = {
  args: { page: listPage('admin') },
  play: async () => seen(screen.findByRole('row', { name: /Vera/ })),
}
export const Loading: Story = {
  parameters: { statechart: inState(listMachine, 'loading') },
  beforeEach: consoleStory(override('users.list', pending)),
  play: async () => expect((await screen.findAllByText('Loading users')).length).toBe(2),
}
export const Streaming: Story = {
  parameters: { statechart: inState(listMachine, 'streaming') },
  beforeEach: consoleStory(override('users.list', streaming(manyUsers(400), { chunk: 40, pauseMs: 60_000 }))),
  play: async () => {
    await expect(await firstRow()).toBeVisible()
    await expect(screen.getByRole('button', { name: /Export/ })).toHaveAttribute('aria-disabled', 'true')
  },
}
/** Searches, and waits for the remaining rows. */
const searchFor = async (
  userEvent: { type: (box: Element, text: string) => Promise<void> },
  text: string,
  rows: number,
) => {
  await firstRow()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), text)
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(rows + 1))
}
/** Each word may be in another field, in any order, with or without accents. */
export const WhenWordsAreSearched: Story = {
  beforeEach: consoleStory(
    override(
      'users.list',
      streaming([
        userRecord(1, { first_name: 'Jürgen', last_name: 'Krüger' }),
        userRecord(2, { first_name: 'Krüger', last_name: 'Amara', email: 'amara@two.example' }),
        userRecord(3, { first_name: 'Amara' }),
      ]),
    ),
  ),
  play: async ({ userEvent }) => {
    await searchFor(userEvent, 'KRUGER jurg', 1)
    await expect(await rowWith('Jürgen')).toBeVisible()
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search users' }))
    await searchFor(userEvent, 'two.example kruger', 1)
  },
}
/** The phone is not a visible column: the list reads it for the search. */
export const WhenAPhoneIsSearched: Story = {
  play: async ({ userEvent }) => {
    const { phone, username } = userFixture().find((user) => user.phone !== null && user.first_name !== 'Amara')!
    await searchFor(userEvent, phone!.replaceAll(/\D/g, '').slice(-7), 1)
    await expect(await rowWith(username)).toBeVisible()
    await expect(screen.queryByRole('columnheader', { name: 'Phone' })).toBeNull()
  },
}
export const CutShort: Story = {
  parameters: { statechart: inState(listMachine, 'cutShort') },
  beforeEach: consoleStory(override('users.list', streaming(manyUsers(400), { chunk: 40, cutAfter: 80 }))),
  play: async () => {
    await seen(screen.findByText(/Stopped early after 80 rows/))
    await expect(screen.getByRole('button', { name: 'Load the rest' })).toBeVisible()
  },
}
/** The usual response the first time, then this one. */
const onceThen = (first: Responder, then: Responder): Responder => {
  let asked = 0
  return (usual, request) => (asked++ === 0 ? first : then)(usual, request)
}
/** After a disconnect the list is read again; the old rows stay usable. */
export const Refreshing: Story = {
  parameters: { statechart: inState(listMachine, 'refreshing'), isLive: true },
  beforeEach: (context) => consoleStory(override('users.list', onceThen(streaming(manyUsers(40)), pending)))(context),
  play: async () => {
    await expect(await firstRow()).toBeVisible()
    await waitFor(() => expect(connectionCount()).toBe(1))
    dropConnections()
    await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-busy', 'true'))
    await expect(await firstRow()).toBeVisible()
  },
}
/** The loaded rows stay usable while the whole list is read. */
export const Reloading: Story = {
  parameters: { statechart: inState(listMachine, 'reloading') },
  beforeEach: (context) =>
    consoleStory(override('users.list', onceThen(streaming(manyUsers(400), { chunk: 40, cutAfter: 80 }), pending)))(
      context,
    ),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Load the rest' }))
    await expect(await firstRow()).toBeVisible()
  },
}
/** After a disconnect the list cannot be read again: the old rows stay, with their time. */
export const Outdated: Story = {
  parameters: { statechart: inState(listMachine, 'outdated'), isLive: true },
  beforeEach: (context) =>
    consoleStory(override('users.list', onceThen(streaming(manyUsers(40)), failing(500))))(context),
  play: async () => {
    await expect(await firstRow()).toBeVisible()
    await waitFor(() => expect(connectionCount()).toBe(1))
    dropConnections()
    await seen(screen.findByRole('button', { name: 'Try again' }))
    await expect(await firstRow()).toBeVisible()
  },
}
export const Unreachable: Story = {
  parameters: { statechart: inState(listMachine, 'unreachable') },
  beforeEach: consoleStory(override('users.list', unreachable)),
  play: async () => {
    await seen(screen.findByRole('button', { name: 'Try again' }))
    await expect(toasted.mock.calls.filter(([kind]) => kind === 'error')).toHaveLength(1)
  },
}
export const WhenTheServerFails: Story = {
  beforeEach: consoleStory(override('users.list', failing(500, { request_id: '8f2c-41d0' }))),
  play: async () => seen(screen.findByText(/8f2c-41d0/)),
}
export const WhenItMayNotBeRead: Story = {
  beforeEach: consoleStory(override('users.list', failing(403))),
  play: async () => {
    await seen(screen.findByText('You may not read users'))
    await expect(screen.getByText(/can grant it/)).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}
export const Empty: Story = {
  parameters: { statechart: inState(listMachine, 'empty') },
  beforeEach: consoleStory(override('users.list', streaming([]))),
  play: async () => seen(screen.findByText('No users yet')),
}
export const NoMatch: Story = {
  parameters: { statechart: inState(listMachine, 'noMatch'), path: '/users?q=nobody-is-called-so' },
  play: async () => seen(screen.findByRole('button', { name: 'Clear search' })),
}
export const WhenTheSearchIsCleared: Story = {
  parameters: { path: '/users?q=nobody-is-called-so' },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Clear search' }))
    await expect(await firstRow()).toBeVisible()
  },
}
/** The table and its column chooser contain only readable columns, and there are no buttons for forbidden actions. */
export const WhenTheRoleMayOnlyRead: Story = {
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    await expect(await firstRow()).toBeVisible()
    await expect(screen.queryByRole('button', { name: /Add user/ })).toBeNull()
    await expect(screen.queryByRole('switch')).toBeNull()
  },
}
const NO_COLUMN = 'No column of users is open to you'
/** The role may add users but read none of their columns: there is no table, but the form opens. */
export const WhenTheRoleMayOnlyAdd: Story = {
  beforeEach: consoleStory(grantOnly('ADMIN', { action: 'create', subject: 'Users', fields: [] })),
  play: async ({ userEvent }) => {
    await seen(screen.findByText(NO_COLUMN))
    await expect(screen.getByText(/A super admin, or whoever else may assign permissions, can grant it/)).toBeVisible()
    await expect(screen.queryByRole('grid')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add user' }))
    await seen(screen.findByRole('dialog', { name: 'Add user' }))
  },
}
/** The only readable field is not a column of the list. */
export const WhenNoReadableFieldIsAColumn: Story = {
  beforeEach: consoleStory(grantOnly('ADMIN', { action: 'read', subject: 'Users', fields: ['avatar'] })),
  play: async () => {
    await seen(screen.findByText(NO_COLUMN))
    await expect(screen.queryByRole('button', { name: 'Add user' })).toBeNull()
  },
}
export const WhenAUserIsDisabledAndEnabled: Story = {
  play: async ({ userEvent }) => {
    const row = await firstRow()
    await userEvent.click(within(row).getByRole('switch'))
    const question = await openedDialog(/^Disable Amara/)
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Keep enabled' })).toHaveFocus())
    await userEvent.click(within(question).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await waitFor(() => expect(within(row).getByRole('switch')).not.toBeChecked())
    await userEvent.click(within(row).getByRole('switch'))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled'))
    await waitFor(() => expect(within(row).getByRole('switch')).toBeChecked())
  },
}
const { id: FIRST_ID } = userRecord(1)
interface Account {
  version: number
  is_deleted: boolean
}
/** The first user of the list is disabled. @returns the user's version */
async function disableTheFirst(): Promise<number> {
  const { version, is_deleted } = await recordOf<Account>('users', FIRST_ID)
  if (is_deleted) return version
  const call = { params: { id: FIRST_ID }, version, body: { is_deleted: true } }
  return (await colleague('SUPER_ADMIN').call<Account>('users.update', call)).version
}
/** The row is unchanged, and shows the reason. */
export const WhenEnablingIsRefused: Story = {
  parameters: { statechart: inState(rowActionMachine, 'refused') },
  beforeEach: consoleStory(
    disableTheFirst,
    override('users.update', failing(403, { message: 'You are not permitted to change this user.' })),
  ),
  play: async ({ userEvent }) => {
    const row = await firstRow()
    await userEvent.click(within(row).getByRole('switch'))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', 'You are not permitted to change this user.'))
    const problem = await within(row).findByText('Not saved')
    await expect(problem).toBeVisible()
    await expect(problem.getBoundingClientRect().right).toBeLessThanOrEqual(
      problem.closest('[role=gridcell]')!.getBoundingClientRect().right,
    )
    await expect(within(row).getByRole('switch', { name: /^Account of / })).not.toBeChecked()
  },
}
export const WhenAnActionIsDone: Story = {
  parameters: { statechart: [inState(rowActionMachine, 'done'), inState(writeMachine, 'answered')] },
  beforeEach: consoleStory(disableTheFirst),
  play: async ({ userEvent }) => {
    const row = await firstRow()
    await userEvent.click(within(row).getByRole('switch'))
    await waitFor(() => expect(within(row).getByRole('switch')).toBeChecked())
  },
}
export const WhenAnActionIsUnderWay: Story = {
  parameters: { statechart: [inState(rowActionMachine, 'busy'), inState(writeMachine, 'sending')] },
  beforeEach: consoleStory(disableTheFirst, override('users.update', pending)),
  play: async ({ userEvent }) => {
    const row = await firstRow()
    await userEvent.click(within(row).getByRole('switch'))
    await seen(within(row).findByText('Saving'))
  },
}
const repeated = fn()
async function enableTheFirst(userEvent: { click: (switched: Element) => Promise<void> }) {
  const row = await firstRow()
  await userEvent.click(within(row).getByRole('switch'))
  return row
}
/** The first response is lost: the call is repeated, and the second response has not arrived yet. */
export const WhenAnActionIsChecked: Story = {
  parameters: { statechart: [inState(rowActionMachine, 'checking'), inState(writeMachine, 'checking')] },
  beforeEach: (context) => {
    repeated.mockClear()
    const again: Responder = (usual, request) => {
      repeated()
      return pending(usual, request)
    }
    return consoleStory(disableTheFirst, override('users.update', onceInstead(lost, again)))(context)
  },
  play: async ({ userEvent }) => {
    const row = await enableTheFirst(userEvent)
    await seen(within(row).findByText('Checking'))
    await expect(within(row).getByRole('switch')).toHaveAttribute('aria-busy', 'true')
    // Waits for the pause before the repetition.
    await waitFor(() => expect(repeated).toHaveBeenCalled())
  },
}
/** No response: the row is not shown as unchanged. */
export const WhenAnActionGotNoAnswer: Story = {
  parameters: { statechart: [inState(rowActionMachine, 'waiting'), inState(writeMachine, 'waiting')] },
  beforeEach: consoleStory(disableTheFirst, override('users.update', unreachable)),
  play: async ({ userEvent }) => {
    const row = await enableTheFirst(userEvent)
    await seen(within(row).findByText('Checking'))
    await expect(within(row).queryByText('Not saved')).toBeNull()
    await expect(toasted).not.toHaveBeenCalled()
  },
}
/** Only the response was lost: the repetition returns the outcome, and the row shows it once. */
export const WhenALostActionIsFound: Story = {
  beforeEach: consoleStory(disableTheFirst, override('users.update', onceInstead(lost))),
  play: async ({ userEvent }) => {
    const { version } = await recordOf<Account>('users', FIRST_ID)
    const row = await enableTheFirst(userEvent)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled'))
    await waitFor(() => expect(within(row).getByRole('switch')).toBeChecked())
    await expect(await recordOf('users', FIRST_ID)).toMatchObject({ version: version + 1, is_deleted: false })
  },
}
/** After a while the console shows what is known, and checks again on request. */
export const WhenNobodyKnowsWhetherItIsDone: Story = {
  parameters: {
    statechart: [inState(rowActionMachine, 'unresolved'), inState(writeMachine, 'unresolved')],
    checkPatienceMs: 1500,
  },
  beforeEach: consoleStory(disableTheFirst, override('users.update', unreachable)),
  play: async ({ userEvent }) => {
    const row = await enableTheFirst(userEvent)
    const words = await within(row).findByText('Not known')
    await expect(words).toBeVisible()
    await expect(within(row).queryByRole('switch')).toBeNull()
    const check = within(row).getByRole('button', { name: /^Check again: Account of / })
    await expect(check.getBoundingClientRect().right).toBeLessThanOrEqual(
      check.closest('[role=gridcell]')!.getBoundingClientRect().right,
    )
    await expect(toasted).toHaveBeenCalledWith(
      'warning',
      expect.stringMatching(/^It is not known whether .* was enabled: the server has not answered\.$/),
    )
  },
}
/** The record no longer matches the list's scope: a message reports it. */
export const WhenARowLeavesTheList: Story = {
  parameters: { statechart: inState(rowActionMachine, 'left') },
  beforeEach: consoleStory(disableTheFirst),
  render: (args) => (
    <>
      <ListPage {...args} />
      <RowsLeave slug="users" />
    </>
  ),
  play: async ({ userEvent }) => {
    await enableTheFirst(userEvent)
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith(
        'success',
        expect.stringMatching(/^Successfully Enabled\. .* no longer belongs to this list\.$/),
      ),
    )
  },
}
/** The page was reloaded before the response: the same call is repeated, and its outcome is shown. */
export const WhenAnActionIsTakenUpAfterAReload: Story = {
  beforeEach: consoleStory(async () => {
    const version = await disableTheFirst()
    const write = {
      ...{ list: 'users', rowId: FIRST_ID, version, action: 'enableDisable', payload: { is_deleted: false } },
      ...{ key: 'before', record: { name: 'Amara', href: `/users/${FIRST_ID}` } },
    }
    tabStorage.setItem(`pitboss.pending.row.users.${FIRST_ID}`, JSON.stringify({ owner: staffOf('ADMIN').id, write }))
  }),
  play: async () => {
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled'))
    await waitFor(async () => expect(within(await firstRow()).getByRole('switch')).toBeChecked())
    await waitFor(() => expect(tabStorage.length).toBe(0))
  },
}
export const WhenAUserIsSearchedByKeyboard: Story = {
  play: async ({ userEvent }) => {
    await firstRow()
    await userEvent.keyboard('/')
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus())
    await userEvent.keyboard('player_7')
    await waitFor(() => expect(screen.queryByRole('row', { name: /Amara/ })).toBeNull())
    await userEvent.keyboard('{Escape}')
  },
}
/** An address can be sent to anybody: a person who may not save its form sees a message and the list. */
export const WhenTheFormOfAnAddressIsNotPermitted: Story = {
  parameters: { signedInAs: 'SUPPORT_AGENT', path: `/users?form=edit:${FIRST_ID}` },
  play: async () => {
    await expect(await firstRow()).toBeVisible()
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith('error', 'Your role may not change users. A super admin can grant it.'),
    )
    await expect(toasted).toHaveBeenCalledOnce()
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
}
