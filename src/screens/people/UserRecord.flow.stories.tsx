import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { readingMachine } from '@machines/reading/reading.machine'
import { userRecord } from '@mocks/fixtures/user'
import { failing, override, pending, type Responder, usually } from '@mocks/overrides'
import { colleague, connectionCount, grantOnly, push, recordOf, sql, staffOf } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inRecordPage, pressInMenu, RecordOfPage, recordPage } from '../record/record.story-kit'

const person = userRecord(1)

const meta = {
  title: 'Screens/User',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen' },
  args: { page: recordPage('users'), parts: [person.id] },
  decorators: [inRecordPage('Users information')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const name = () => screen.findByRole('heading', { name: /^Amara/ })

export const Ready: Story = {
  parameters: { statechart: inState(readingMachine, 'ready') },
  play: async () => {
    await expect(await name()).toBeVisible()
    await expect(screen.getByText(person.email)).toBeVisible()
    await expect(screen.getByRole('region', { name: 'Contact' })).toBeVisible()
  },
}
/** What must be known first stays in sight on every tab, with the facts beside them. What the switch stopped is told to whoever may switch it back. */
export const WithWarnings: Story = {
  args: { parts: [userRecord(4).id] },
  play: async ({ userEvent }) => {
    const shown = async () => {
      await seen(screen.findByText(/^This user is disabled. They can no longer sign in/))
      await expect(screen.getByText(/^The user excluded themselves/)).toBeVisible()
      await expect(screen.getByText('Cash balance').nextElementSibling).toHaveTextContent(/USD$/)
    }
    await shown()
    await userEvent.click(screen.getByRole('link', { name: 'Tickets' }))
    await shown()
  },
}
/** The pinned note stays in sight on every tab; it is edited with the other fields. */
export const WithAPinnedNote: Story = {
  args: { parts: [userRecord(2).id] },
  play: async ({ userEvent }) => {
    await seen(screen.findByText(/^Calls only after 18:00/))
    await userEvent.click(screen.getByRole('link', { name: 'Documents' }))
    await seen(screen.findByText(/^Calls only after 18:00/))
    await pressInMenu(userEvent, 'Edit')
    const field = await within(await screen.findByRole('dialog')).findByRole('textbox', {
      name: /^Pinned note/,
    })
    await userEvent.clear(field)
    await userEvent.type(field, 'Speaks Portuguese')
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByText('Speaks Portuguese')).toBeVisible())
  },
}
const player = userRecord(26)
/** The rounds of this user alone, with their sums. */
export const WithGames: Story = {
  args: { parts: [player.id, 'games'] },
  play: async () => {
    const own = await sql<{ round_id: string }>('select round_id from game_records where user_id = $1::uuid', [
      player.id,
    ])
    await expect(own.length).toBeGreaterThan(1)
    for (const { round_id } of own) await rowWith(round_id)
    const count = await screen.findByText(`${own.length} rounds`)
    await expect(count.parentElement).toHaveTextContent(/Stake [\d,.]+\s*USD\s*Win [\d,.]+\s*USD\s*Gross/)
  },
}
export const WithWarningsDark: Story = { ...WithWarnings, globals: { theme: 'dark' } }
export const WithWarningsNarrowest: Story = { ...WithWarnings, globals: { viewport: { value: 'narrowest' } } }
/** Who may not enable the user reads that they are disabled, not that "you can enable them again". */
export const WithWarningsForReaders: Story = {
  args: WithWarnings.args!,
  parameters: { signedInAs: 'RISK' },
  beforeEach: consoleStory(grantOnly('RISK', { action: 'read', subject: 'Users', fields: ['*'] })),
  play: async () => {
    await seen(screen.findByText('This user is disabled.'))
  },
}
export const Loading: Story = {
  parameters: { statechart: inState(readingMachine, 'loading') },
  beforeEach: consoleStory(override('users.get', pending)),
  play: async () => expect(await screen.findByText('Loading user')).toBeInTheDocument(),
}
export const Unreachable: Story = {
  parameters: { statechart: inState(readingMachine, 'unreachable') },
  beforeEach: consoleStory(override('users.get', failing(500, { request_id: '8f2c-41d0' }))),
  play: async () => {
    await seen(screen.findByText(/8f2c-41d0/))
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(toasted.mock.calls.filter(([kind]) => kind === 'error')).toHaveLength(1)
  },
}
/** The calls for the user get these responses, one after another. */
const oneByOne =
  (...answers: Responder[]): NonNullable<Story['beforeEach']> =>
  (context) => {
    let asked = 0
    return consoleStory(override('users.get', (usual, request) => answers[asked++]!(usual, request)))(context)
  }

/** The console reads the record again after an action on it; the page keeps showing it. */
export const Refreshing: Story = {
  parameters: { statechart: inState(readingMachine, 'refreshing') },
  beforeEach: oneByOne(usually, pending),
  play: async ({ userEvent }) => {
    await name()
    await userEvent.click(screen.getByRole('switch'))
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await expect(await name()).toBeVisible()
  },
}
/** Shown once on the page, whereas the name is a heading in two places while the page is live. */
const email = () => screen.findByText(person.email)
const connected = () => waitFor(() => expect(connectionCount()).toBe(1))
/** The console is told at once that a colleague changed the user. */
async function changeElsewhere() {
  await connected()
  push('record:changed', { subject: 'Users', id: person.id, version: 99 })
}
/** A colleague gives the user another last name. */
async function renameElsewhere(last_name: string) {
  const { version } = await recordOf<{ version: number }>('users', person.id)
  await colleague('MANAGER').call('users.update', { params: { id: person.id }, version, body: { last_name } })
}

/** The response in flight is outdated: the page reads once more afterwards. */
export const LoadingOvertaken: Story = {
  parameters: { statechart: inState(readingMachine, 'loadingOvertaken'), isLive: true },
  beforeEach: consoleStory(override('users.get', pending)),
  play: async () => {
    await screen.findByText('Loading user')
    await changeElsewhere()
    await expect(screen.getByText('Loading user')).toBeInTheDocument()
  },
}
export const RefreshingOvertaken: Story = {
  parameters: { statechart: inState(readingMachine, 'refreshingOvertaken'), isLive: true },
  beforeEach: oneByOne(usually, pending),
  play: async () => {
    await email()
    await changeElsewhere()
    await changeElsewhere()
    await expect(await email()).toBeVisible()
  },
}
export const RetryingOvertaken: Story = {
  parameters: { statechart: inState(readingMachine, 'retryingOvertaken'), isLive: true },
  beforeEach: oneByOne(usually, failing(500), pending),
  play: async ({ userEvent }) => {
    await email()
    await changeElsewhere()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await changeElsewhere()
    await expect(await email()).toBeVisible()
  },
}
/** The page could not be loaded; a colleague's change makes it try again automatically. */
export const Reopening: Story = {
  parameters: { statechart: inState(readingMachine, 'reopening'), isLive: true },
  beforeEach: oneByOne(failing(500), pending),
  play: async () => {
    await screen.findByRole('button', { name: 'Try again' })
    await changeElsewhere()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  },
}
export const ReopeningOvertaken: Story = {
  parameters: { statechart: inState(readingMachine, 'reopeningOvertaken'), isLive: true },
  beforeEach: oneByOne(failing(500), pending),
  play: async () => {
    await screen.findByRole('button', { name: 'Try again' })
    await changeElsewhere()
    await changeElsewhere()
    await expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}
/** Each outdated response is followed by another call, and the last one is shown. */
export const WhenItChangesWhileItIsRead: Story = {
  parameters: { isLive: true },
  beforeEach: oneByOne(
    usually,
    async (usual) => {
      const outdated = await usual()
      await renameElsewhere('Last')
      return outdated
    },
    usually,
  ),
  play: async () => {
    await email()
    await connected()
    await renameElsewhere('First')
    await waitFor(() => expect(screen.getAllByRole('heading', { name: /^Amara Last/ })[0]).toBeVisible())
    await expect(screen.queryByRole('heading', { name: /^Amara First/ })).toBeNull()
    await expect(await email()).toBeVisible()
  },
}
export const WhenThereIsNoSuchUser: Story = {
  beforeEach: consoleStory(override('users.get', failing(404))),
  play: async () => seen(screen.findByText('No such user')),
}
/** Forbidden, not unreachable: the page shows who can grant the right, and offers no retry. */
export const WhenItMayNotBeRead: Story = {
  beforeEach: consoleStory(override('users.get', failing(403, { message: 'You may not read this user.' }))),
  play: async () => {
    await seen(screen.findByText('You may not open this page'))
    await expect(screen.getByText(/A super admin, or whoever else may assign permissions, can grant it/)).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expect(toasted).toHaveBeenCalledWith('error', 'You may not read this user.')
  },
}
/** Unreadable fields are not shown, and forbidden actions have no button. */
export const WhenTheRoleMayOnlyRead: Story = {
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    await expect(await name()).toBeVisible()
    await expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    await expect(screen.queryByRole('switch')).toBeNull()
  },
}
export const WhenTheAccountIsDisabled: Story = {
  play: async ({ userEvent }) => {
    await name()
    await userEvent.click(screen.getByRole('switch'))
    const disable = await screen.findByRole('button', { name: 'Disable' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep enabled' })).toHaveFocus())
    await userEvent.click(disable)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked())
  },
}
export const WhenItIsEdited: Story = {
  play: async ({ userEvent }) => {
    await name()
    await pressInMenu(userEvent, 'Edit')
    const lastName = await within(await screen.findByRole('dialog')).findByLabelText(/^Last name/)
    await userEvent.clear(lastName)
    await userEvent.type(lastName, 'Vásquez{Enter}')
    await waitFor(() => expect(screen.getByRole('heading', { name: /Amara Vásquez/ })).toBeVisible())
  },
}

interface Ticket {
  id: string
  version: number
  number: string
}
/** The tickets of a user, in the order of their numbers. */
const ticketsOf = ({ id }: { id: string }) =>
  sql<Ticket>('select id::text as id, version, number from support_tickets where user_id = $1::uuid order by number', [
    id,
  ])
/** A colleague assigns a ticket to Sofia. */
const assignElsewhere = ({ id, version }: Ticket) =>
  colleague('ADMIN').call('ticket.assign', {
    params: { id },
    version,
    body: { assignee: staffOf('SUPPORT_AGENT').id },
  })
/** Only the user's own tickets, which can be searched, filtered and counted. */
export const WithTickets: Story = {
  args: { parts: [person.id, 'tickets'] },
  parameters: { signedInAs: 'SUPPORT_LEAD', isLive: true },
  play: async ({ userEvent }) => {
    const own = await ticketsOf(person)
    const [first, last, other] = [own[0]!, own.at(-1)!, (await ticketsOf(userRecord(6)))[0]!]
    await expect(own.length).toBeGreaterThan(1)
    await rowWith(first.number)
    await seen(screen.findByText(`${own.length} tickets`))
    await expect(screen.queryByText(other.number)).toBeNull()
    await expect(screen.getByRole('link', { name: 'Tickets' })).toHaveAttribute('aria-current', 'page')
    // A change of a ticket of this user appears; one of another user's changes nothing.
    await connected()
    await assignElsewhere(other)
    await assignElsewhere(last)
    await waitFor(async () => expect(await rowWith(last.number)).toHaveTextContent('Sofia Reyes'))
    await expect(screen.queryByText(other.number)).toBeNull()
    await userEvent.type(screen.getByRole('searchbox'), first.number.slice(2))
    await waitFor(() => expect(screen.queryByText(last.number)).toBeNull())
    await expect(await rowWith(first.number)).toBeVisible()
  },
}
/** Only the user's own documents. */
export const WithDocuments: Story = {
  args: { parts: [person.id, 'documents'] },
  play: async () => {
    await name()
    const own = await sql<{ reference: string }>('select reference from user_documents where user_id = $1::uuid', [
      person.id,
    ])
    await expect(own.length).toBeGreaterThan(0)
    await seen(screen.findByText(`${own.length} documents`))
    for (const { reference } of own) await expect(await rowWith(reference)).toBeVisible()
  },
}
/** Without the right to open tickets, the tab does not exist. */
export const WithoutTheRightToTickets: Story = {
  parameters: { signedInAs: 'FINANCE' },
  play: async () => {
    await name()
    const parts = within(screen.getByRole('navigation', { name: 'Parts of the user' }))
    await expect(parts.getByRole('link', { name: 'Games' })).toBeVisible()
    await expect(parts.queryByRole('link', { name: 'Tickets' })).toBeNull()
  },
}
/** A link to that tab names the missing right, instead of showing another part under its address. */
export const WhenALinkLeadsToATabWithoutTheRight: Story = {
  args: { parts: [person.id, 'tickets'] },
  parameters: { signedInAs: 'FINANCE' },
  play: async () => {
    await seen(screen.findByRole('heading', { name: 'You may not open this page' }))
    await expect(screen.getByText(/the right to read “Support tickets”/)).toBeVisible()
  },
}
export const WhenTheListCannotBeLoaded: Story = {
  args: { parts: [person.id, 'tickets'] },
  parameters: { signedInAs: 'SUPPORT_LEAD' },
  beforeEach: consoleStory(override('ticket.list', failing(500, { request_id: '77aa-01' }))),
  play: async () => {
    await seen(screen.findByText(/77aa-01/))
    await expect(screen.getByRole('heading', { name: /^Amara/ })).toBeVisible()
  },
}
