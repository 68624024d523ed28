/** A colleague changes records while the list is open: each state of the machine that updates the rows. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent as user, waitFor, within } from '@storybook/test'
import { RECORD_REFETCH_MS } from '@contract/constants'
import { MERGE_PAUSE_MS } from '@machines/refetch/refetch.implementations'
import { BEYOND_PAUSE_MS, refetchMachine } from '@machines/refetch/refetch.machine'
import { failing, override, pending, push } from '@mocks/browser'
import { db } from '@mocks/db'
import type { Responder } from '@mocks/overrides'
import { connectionCount } from '@mocks/socket'
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

/** The list is complete, and the console is connected. */
async function open() {
  await rowWith(db.users[0]!.username)
  await waitFor(() => expect(connectionCount()).toBe(1))
}
/** A colleague renames users. @param from position in the list, from 0 */
function renameElsewhere(from: number, count = 1) {
  for (const user of db.users.slice(from, from + count)) {
    user.version += 1
    user.last_name = 'Renamed'
    push('record:changed', { subject: 'Users', id: user.id, version: user.version })
  }
}
/** The list is read as usual; the call for changed rows gets this response. */
const refetch = (answer: Responder) =>
  override('users.list', (usual, request) =>
    new URL(request.url).searchParams.has('id') ? answer(usual, request) : usual(),
  )
const firstRow = () => rowWith(db.users[0]!.username)
const isNotRenamed = async () => expect(within(await firstRow()).queryByText(/Renamed/)).toBeNull()

export const Quiet: Story = {
  parameters: { statechart: inState(refetchMachine, 'quiet') },
  play: async () => {
    await open()
    renameElsewhere(0)
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
    renameElsewhere(0)
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
    const target = db.users.find(({ is_deleted }) => is_deleted)!
    const row = () => rowWith(target.username)
    const control = within(await row()).getByRole('switch')
    target.version += 1
    target.role = target.role === 'VIP_PLAYER' ? 'PLAYER' : 'VIP_PLAYER'
    push('record:changed', { subject: 'Users', id: target.id, version: target.version })
    await within(await row()).findByText(roleWords(target.role))
    await user.click(control)
    await waitFor(() => expect(control).toBeChecked())
    await expect(target.is_deleted).toBe(false)
  },
}
/** A note is shown as an icon: a colleague adds one, changes its text, which is in the tooltip, and removes it. */
export const WhenANoteChanges: Story = {
  parameters: { path: '/users?columns=username,pinned_note' },
  play: async () => {
    await open()
    await richCellsDrawn()
    const target = db.users.find(({ pinned_note }) => pinned_note === null)!
    const noteElsewhere = (text: string | null) => {
      target.version += 1
      target.pinned_note = text
      push('record:changed', { subject: 'Users', id: target.id, version: target.version })
    }
    const cell = (await rowWith(target.username)).querySelector<HTMLElement>('[data-col="pinned_note"]')!
    await expect(cell.querySelector('svg')).toBeNull()
    noteElsewhere('Speaks Portuguese')
    await waitFor(() => expect(cell).toHaveTextContent('Speaks Portuguese'))
    const icon = await waitFor(() => {
      const drawn = cell.querySelector('svg')
      void expect(drawn).not.toBeNull()
      return drawn
    })
    noteElsewhere('Calls only after 18:00')
    await waitFor(() => expect(cell).toHaveTextContent(/^Calls only after 18:00$/))
    await expect(cell.querySelector('svg')).toBe(icon)
    await user.hover(cell)
    await expect(cell).toHaveAttribute('title', 'Calls only after 18:00')
    noteElsewhere(null)
    await waitFor(() => expect(cell.querySelector('svg')).toBeNull())
    await expect(cell).toHaveTextContent(/^$/)
  },
}
export const Collecting: Story = {
  parameters: { statechart: inState(refetchMachine, 'collecting') },
  play: async () => {
    await open()
    holdTimers(RECORD_REFETCH_MS)
    renameElsewhere(0)
    await isNotRenamed()
  },
}
/** The last row is far below the visible ones. */
export const CollectingBeyond: Story = {
  parameters: { statechart: inState(refetchMachine, 'collectingBeyond') },
  play: async () => {
    await open()
    holdTimers(BEYOND_PAUSE_MS)
    renameElsewhere(db.users.length - 1)
    await isNotRenamed()
  },
}
export const Refetching: Story = {
  parameters: { statechart: inState(refetchMachine, 'refetching') },
  beforeEach: consoleStory(refetch(pending)),
  play: async () => {
    await open()
    renameElsewhere(0)
    await isNotRenamed()
  },
}
/** More rows than are updated at once: the first ones show their new names. */
export const Merging: Story = {
  parameters: { statechart: inState(refetchMachine, 'merging') },
  play: async () => {
    await open()
    holdTimers(MERGE_PAUSE_MS)
    renameElsewhere(0, db.users.length)
    await expect(await within(await firstRow()).findByText(/Renamed/)).toBeVisible()
  },
}
/** No message is shown: the console repeats the call automatically. */
export const Unanswered: Story = {
  parameters: { statechart: inState(refetchMachine, 'unanswered') },
  beforeEach: consoleStory(refetch(failing(500))),
  play: async () => {
    await open()
    renameElsewhere(0)
    await isNotRenamed()
  },
}
export const Held: Story = {
  parameters: { statechart: inState(refetchMachine, 'held') },
  beforeEach: consoleStory(override('users.list', pending)),
  play: async () => expect((await screen.findAllByText('Loading users')).length).toBe(2),
}
