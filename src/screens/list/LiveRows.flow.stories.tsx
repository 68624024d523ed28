/** A colleague changes records while the list is open: each state of the machine that updates the rows. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent as user, waitFor, within } from '@storybook/test'
import { RECORD_REFETCH_MS } from '@contract/constants'
import { MERGE_PAUSE_MS } from '@machines/refetch/refetch.implementations'
import { BEYOND_PAUSE_MS, refetchMachine } from '@machines/refetch/refetch.machine'
import { userFixture } from '@mocks/fixtures/user'
import { failing, override, pending, type Responder } from '@mocks/overrides'
import { colleague, connectionCount, push, recordOf, sql } from '@mocks/scene'
import { holdTimers } from '@tests/kit/held'
import { roleWords } from '@features/shared/role-label'
import { inState } from '@tests/kit/in-state'
import { richCellsDrawn, rowWith } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from './list.story-kit'

const meta = {
  title: 'Flows/Live rows',
  component: ListPage,
  parameters: { layout: 'fullscreen', isLive: true },
  args: { page: listPage('users'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** In the order of the list. */
const USERS = userFixture()
const [NEWEST, OLDEST] = [USERS[0]!, USERS.at(-1)!]

/** The list is complete, and the console is connected. */
async function open() {
  await rowWith(NEWEST.username)
  await waitFor(() => expect(connectionCount()).toBe(1))
}
/** A colleague changes a user. */
async function changeElsewhere(id: string, body: object) {
  const { version } = await recordOf<{ version: number }>('users', id)
  await colleague('SUPER_ADMIN').call('users.update', { params: { id }, version, body })
}
const renameElsewhere = ({ id }: { id: string }) => changeElsewhere(id, { last_name: 'Renamed' })
/** All users are renamed at the same moment: no single call does that, and all changes are to arrive in one event. */
async function renameAllElsewhere() {
  const changes = await sql<{ id: string; version: number }>(
    `update users set last_name = 'Renamed', version = version + 1 returning id::text as id, version`,
  )
  push('records:changed', { subject: 'Users', changes })
}
/** The list is read as usual; the call for changed rows gets this response. */
const refetch = (answer: Responder) =>
  override('users.list', (usual, request) =>
    new URL(request.url).searchParams.has('id') ? answer(usual, request) : usual(),
  )
const firstRow = () => rowWith(NEWEST.username)
const isNotRenamed = async () => expect(within(await firstRow()).queryByText(/Renamed/)).toBeNull()

export const Quiet: Story = {
  parameters: { statechart: inState(refetchMachine, 'quiet') },
  play: async () => {
    await open()
    await renameElsewhere(NEWEST)
    await expect(await within(await firstRow()).findByText(/Renamed/)).toBeVisible()
  },
}
/** A colleague's change of the row does not move the focus from the row's controls. */
export const WhenTheRowWithTheFocusChanges: Story = {
  play: async () => {
    await open()
    await richCellsDrawn()
    const control = within(await firstRow()).getByRole('switch')
    control.focus()
    await renameElsewhere(NEWEST)
    await within(await firstRow()).findByText(/Renamed/)
    await expect(control).toHaveFocus()
  },
}
/**
 * A colleague changes the role, which does not affect the switch: it still sends the newest version of its record, so that no
 * false conflict is reported.
 */
export const WhenARowThatChangedIsSwitched: Story = {
  play: async () => {
    await open()
    await richCellsDrawn()
    const target = USERS.find(({ is_deleted }) => is_deleted)!
    const row = () => rowWith(target.username)
    const control = within(await row()).getByRole('switch')
    const role = target.role === 'VIP_PLAYER' ? 'PLAYER' : 'VIP_PLAYER'
    await changeElsewhere(target.id, { role })
    await within(await row()).findByText(roleWords(role))
    await user.click(control)
    await waitFor(() => expect(control).toBeChecked())
    await expect(await recordOf('users', target.id)).toMatchObject({ role, is_deleted: false })
  },
}
/** A note is shown as an icon: a colleague adds one, changes its text, which is in the tooltip, and removes it. */
export const WhenANoteChanges: Story = {
  parameters: { path: '/users?columns=username,pinned_note' },
  play: async () => {
    await open()
    await richCellsDrawn()
    const target = USERS.find(({ pinned_note }) => pinned_note === null)!
    const noteElsewhere = (pinned_note: string | null) => changeElsewhere(target.id, { pinned_note })
    const cell = (await rowWith(target.username)).querySelector<HTMLElement>('[data-col="pinned_note"]')!
    await expect(cell.querySelector('svg')).toBeNull()
    await noteElsewhere('Speaks Portuguese')
    await waitFor(() => expect(cell).toHaveTextContent('Speaks Portuguese'))
    const icon = await waitFor(() => {
      const drawn = cell.querySelector('svg')
      void expect(drawn).not.toBeNull()
      return drawn
    })
    await noteElsewhere('Calls only after 18:00')
    await waitFor(() => expect(cell).toHaveTextContent(/^Calls only after 18:00$/))
    await expect(cell.querySelector('svg')).toBe(icon)
    await user.hover(cell)
    await expect(cell).toHaveAttribute('title', 'Calls only after 18:00')
    await noteElsewhere(null)
    await waitFor(() => expect(cell.querySelector('svg')).toBeNull())
    await expect(cell).toHaveTextContent(/^$/)
  },
}
export const Collecting: Story = {
  parameters: { statechart: inState(refetchMachine, 'collecting') },
  play: async () => {
    await open()
    holdTimers(RECORD_REFETCH_MS)
    await renameElsewhere(NEWEST)
    await isNotRenamed()
  },
}
/** The last row is far below the visible ones. */
export const CollectingBeyond: Story = {
  parameters: { statechart: inState(refetchMachine, 'collectingBeyond') },
  play: async () => {
    await open()
    holdTimers(BEYOND_PAUSE_MS)
    await renameElsewhere(OLDEST)
    await isNotRenamed()
  },
}
export const Refetching: Story = {
  parameters: { statechart: inState(refetchMachine, 'refetching') },
  beforeEach: consoleStory(refetch(pending)),
  play: async () => {
    await open()
    await renameElsewhere(NEWEST)
    await isNotRenamed()
  },
}
/** More rows than are updated at once: the first ones show their new names. */
export const Merging: Story = {
  parameters: { statechart: inState(refetchMachine, 'merging') },
  play: async () => {
    await open()
    holdTimers(MERGE_PAUSE_MS)
    await renameAllElsewhere()
    // On a slow machine the row shows more than one of its names by then.
    const [renamed] = await within(await firstRow()).findAllByText(/Renamed/)
    await expect(renamed).toBeVisible()
  },
}
/** No message is shown: the console repeats the call automatically. */
export const Unanswered: Story = {
  parameters: { statechart: inState(refetchMachine, 'unanswered') },
  beforeEach: consoleStory(refetch(failing(500))),
  play: async () => {
    await open()
    await renameElsewhere(NEWEST)
    await isNotRenamed()
  },
}
export const Held: Story = {
  parameters: { statechart: inState(refetchMachine, 'held') },
  beforeEach: consoleStory(override('users.list', pending)),
  play: async () => expect((await screen.findAllByText('Loading users')).length).toBe(2),
}
