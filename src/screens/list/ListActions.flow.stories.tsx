import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { bulkActionMachine } from '@machines/bulk-action/bulk-action.machine'
import { answering, delayed, failing, lost, override, pending, unreachable, type Responder } from '@mocks/overrides'
import { sql } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { changedMeanwhile, STAFF, switching, withStaff } from '@tests/kit/listed-staff'
import { seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { asksBeforeUnload, watchUnload } from '@tests/kit/unload'
import { inConsole, listPage, ListPage } from './list.story-kit'

const meta = {
  title: 'Screens/List/Actions',
  component: ListPage,
  parameters: { layout: 'fullscreen' },
  args: { page: listPage('admin'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const firstRow = async () => (await screen.findAllByRole('row', { name: /Amara/ }))[0]!
const bar = async (of = 'admins') => within(await screen.findByRole('region', { name: `Selected ${of}` }))
/** Waits for an element of the bar, which fades in while its content changes. */
const stands = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible())
type User = {
  click: (element: Element) => Promise<void>
  keyboard: (text: string) => Promise<void>
  type: (element: Element, text: string) => Promise<void>
}

/** Selects the first rows and starts the action. */
async function chooseAnd(userEvent: User, verb: string, rows = 3) {
  await firstRow()
  screen.getByRole('grid').focus()
  await userEvent.keyboard(`{ArrowDown} {Shift>}${'{ArrowDown}'.repeat(rows - 1)}{/Shift}`)
  await userEvent.click((await bar()).getByRole('button', { name: verb }))
}
/** Nothing is entered, so that what is open goes back to the queue. */
const confirm = async (userEvent: User, count: number) => {
  await userEvent.click(await screen.findByRole('button', { name: `Check ${count} admins` }))
  await userEvent.click(await screen.findByRole('button', { name: `Disable ${count} admins` }))
}

export const WhenManyAreDisabled: Story = {
  beforeEach: withStaff(),
  parameters: { statechart: inState(bulkActionMachine, 'succeeded') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    const question = await screen.findByRole('dialog', { name: 'Disable 3 admins?' })
    await expect(question).toHaveTextContent(/Each admin: They can no longer sign in/)
    await confirm(userEvent, 3)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '3 admins disabled'))
    await waitFor(async () => expect(within(await firstRow()).getByRole('switch')).not.toBeChecked())
    const shown = await bar()
    await stands(await shown.findByText('3 admins disabled'))
    await expect(shown.queryByText(/selected/)).toBeNull()
    await expect(shown.getByRole('button', { name: 'Show these 3' })).toBeVisible()
    await expect(shown.getByRole('button', { name: 'Undo' })).toBeVisible()
  },
}

/** 'Show these 3' filters the list to exactly the changed records; other filters are not applied. */
export const WhenTheChangedRecordsAreShown: Story = {
  beforeEach: withStaff(),
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    await confirm(userEvent, 3)
    await userEvent.click(await (await bar()).findByRole('button', { name: 'Show these 3' }))
    // The header row, and the three records.
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4))
    await stands(screen.getByText('3 admins disabled', { selector: 'li *' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show all, not only 3 admins disabled' }))
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(4))
  },
}

/** Undo enables exactly the three again; a new selection shows the actions again. */
export const WhenItIsUndone: Story = {
  beforeEach: withStaff(),
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    await confirm(userEvent, 3)
    const shown = await bar()
    await userEvent.click(await shown.findByRole('button', { name: 'Undo' }))
    await stands(await shown.findByText('3 admins enabled'))
    await waitFor(async () => expect(within(await firstRow()).getByRole('switch')).toBeChecked())
    screen.getByRole('grid').focus()
    await userEvent.keyboard(' ')
    await stands(await shown.findByText('1 selected'))
    await expect(shown.getByRole('button', { name: 'Disable' })).toBeVisible()
  },
}

/** An address whose records are no longer known, for example after a reload, shows the whole list with a message. */
export const WhenTheRecordsOfAnAddressAreUnknown: Story = {
  parameters: { path: '/admin?only=1a2b3c4d' },
  beforeEach: withStaff(),
  play: async () => {
    await firstRow()
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('warning', expect.stringMatching(/no longer known/)))
    await expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  },
}

/** Above 20 the count must be typed. */
export const WhenVeryManyAreAsked: Story = {
  beforeEach: withStaff(),
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable', 25)
    await confirm(userEvent, 25)
    const question = within(screen.getByRole('dialog', { name: 'Disable 25 admins?' }))
    await seen(question.findByText('Type 25 to confirm.'))
    await userEvent.type(question.getByRole('textbox'), '25')
    await expect(question.getByRole('textbox')).toHaveValue('25')
  },
}

const CHANGED = 'Somebody else changed this record meanwhile.'
const refusing = withStaff(...switching(changedMeanwhile(0)))
/** Refused records stay selected, each with its reason. */
export const WhenSomeAreRefused: Story = {
  beforeEach: refusing,
  parameters: { statechart: inState(bulkActionMachine, 'partly') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    await confirm(userEvent, 3)
    const shown = await bar()
    await stands(await shown.findByText('0 of 3 disabled, 3 refused'))
    await expect(toasted).toHaveBeenCalledWith('error', `0 of 3 admins disabled. ${CHANGED}`)
    await stands(shown.getByText('3 selected'))
    await expect(shown.queryByRole('button', { name: 'Undo' })).toBeNull()
    await userEvent.click(shown.getByRole('button', { name: 'See why' }))
    const list = within(await screen.findByRole('dialog', { name: '3 admins could not be disabled' }))
    await expect(list.getAllByText(CHANGED)).toHaveLength(3)
  },
}

export const Closed: Story = {
  beforeEach: refusing,
  parameters: { statechart: inState(bulkActionMachine, 'closed') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    await confirm(userEvent, 3)
    const shown = await bar()
    await shown.findByText('0 of 3 disabled, 3 refused')
    await userEvent.click(shown.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(shown.queryByText(/3 refused/)).toBeNull())
    await stands(shown.getByText('3 selected'))
  },
}

const neverAnswered = withStaff(...switching(pending))
async function disableSix(userEvent: User) {
  await chooseAnd(userEvent, 'Disable', 6)
  await confirm(userEvent, 6)
  const shown = await bar()
  await stands(await shown.findByText('Disabling 0 of 6'))
  return shown
}
export const Running: Story = {
  beforeEach: neverAnswered,
  parameters: { statechart: inState(bulkActionMachine, 'running') },
  play: async ({ userEvent }) => {
    watchUnload()
    await disableSix(userEvent)
    await expect(asksBeforeUnload()).toBe(true)
  },
}
export const Stopping: Story = {
  beforeEach: neverAnswered,
  parameters: { statechart: inState(bulkActionMachine, 'stopping') },
  play: async ({ userEvent }) => {
    const shown = await disableSix(userEvent)
    await userEvent.click(shown.getByRole('button', { name: 'Stop' }))
    await stands(await shown.findByText(/^Stopping/))
  },
}

/** A server that disables very many admins at once: the dry run takes no time, and the call as long as a person needs to stop it. */
const disablingAtOnce: Responder = async (usual, request) => {
  const { ids, dry_run } = (await request.clone().json()) as { ids: string[]; dry_run?: boolean }
  const results = ids.map((id) => ({ id, outcome: 'changed', version: 2, message: null }) as const)
  const answer = () => answering('admin.bulkEnableDisable', results)(usual, request)
  if (dry_run) return answer()
  await sql('update staff set is_deleted = true, version = 2 where id = any($1::uuid[])', [ids])
  return delayed(1500)(async () => answer(), request)
}
/** In the order of the list. */
async function disabledIds() {
  const rows = await sql<{ id: string }>(
    'select id::text as id from staff where is_deleted and id = any($1::uuid[]) order by id desc',
    [STAFF.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}

/** The person stops the action: the batch that was sent takes effect, and the remaining records are not changed. */
export const Stopped: Story = {
  beforeEach: withStaff(override('admin.bulkEnableDisable', disablingAtOnce)),
  parameters: { statechart: inState(bulkActionMachine, 'stopped') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable', 110)
    await confirm(userEvent, 110)
    await userEvent.type(await screen.findByRole('textbox', { name: /^Type the number/ }), '110')
    await userEvent.click(screen.getByRole('button', { name: 'Disable 110 admins' }))
    const shown = await bar()
    await stands(await shown.findByText('Disabling 0 of 110'))
    await userEvent.click(shown.getByRole('button', { name: 'Stop' }))
    await stands(await shown.findByText('100 of 110 disabled, 10 not tried'))
    await stands(shown.getByRole('button', { name: 'Go on' }))
    await expect(await disabledIds()).toEqual(STAFF.slice(0, 100).map(({ id }) => id))
  },
}

/** The server reports that it is not available: the remaining records are not sent. */
export const Interrupted: Story = {
  beforeEach: withStaff(...switching(failing(503))),
  parameters: { statechart: inState(bulkActionMachine, 'interrupted') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable', 6)
    await confirm(userEvent, 6)
    const shown = await bar()
    await stands(await shown.findByText(/^0 of 6 disabled, 6 not tried\. The database cannot be reached/))
    await stands(shown.getByRole('button', { name: 'Go on' }))
  },
}

/** The connection is lost: the console checks the outcome of sent records, and sends no further ones. */
export const Checking: Story = {
  beforeEach: withStaff(...switching(unreachable)),
  parameters: { statechart: inState(bulkActionMachine, 'checking') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable', 6)
    await confirm(userEvent, 6)
    const shown = await bar()
    await stands(await shown.findByText('0 of 6 disabled. No answer for 6 yet: checking whether they were disabled...'))
    for (const name of ['Check again', 'Stop']) await stands(shown.getByRole('button', { name }))
    await stands(shown.getByText('6 selected'))
  },
}
export const CheckingNarrowest: Story = { ...Checking, globals: { viewport: { value: 'narrowest' } } }

/** After a while the list shows what is known; Check again determines what took effect, and starts nothing else. */
export const Uncertain: Story = {
  beforeEach: withStaff(...switching(lost)),
  parameters: { statechart: inState(bulkActionMachine, 'uncertain'), checkPatienceMs: 1500 },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable', 6)
    await confirm(userEvent, 6)
    const shown = await bar()
    await stands(
      await shown.findByText(
        '0 of 6 disabled. It is not known whether 6 more were disabled: the server has not answered.',
      ),
    )
    await expect(shown.queryByRole('button', { name: 'Undo' })).toBeNull()
    await stands(shown.getByRole('button', { name: 'Check again' }))
  },
}
export const UncertainDark: Story = { ...Uncertain, globals: { theme: 'dark' } }

/** Every response is lost once: each record is disabled once, and the list shows that. */
export const WhenEveryResponseIsLostOnce: Story = {
  beforeEach: (context) => {
    const seenKeys = new Set<string | null>()
    const onceLost: Responder = (usual, request) => {
      const key = request.headers.get(IDEMPOTENCY_KEY_HEADER)
      if (seenKeys.has(key)) return usual()
      seenKeys.add(key)
      return lost(usual, request)
    }
    return withStaff(...switching(onceLost))(context)
  },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable', 6)
    await confirm(userEvent, 6)
    await stands(await (await bar()).findByText('6 admins disabled'))
    const versions = await sql<{ version: number }>('select version from staff where id = any($1::uuid[])', [
      STAFF.slice(0, 6).map(({ id }) => id),
    ])
    await expect(versions.map(({ version }) => version)).toEqual(STAFF.slice(0, 6).map(({ version }) => version + 1))
  },
}

/** With the right to read only, the list can be exported, and nothing else. */
export const WhenTheRoleMayOnlyRead: Story = {
  args: { page: listPage('users'), parts: [] },
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  play: async ({ userEvent }) => {
    await firstRow()
    screen.getByRole('grid').focus()
    await userEvent.keyboard('{ArrowDown} ')
    const shown = await bar('users')
    await expect(shown.getByRole('button', { name: 'Export' })).toBeVisible()
    await expect(shown.queryByRole('button', { name: 'Disable' })).toBeNull()
  },
}

/** P shows the record beside the list; the next one replaces it, Esc closes it. */
export const WhenARecordIsPeekedAt: Story = {
  args: { page: listPage('users'), parts: [] },
  globals: { viewport: { value: 'wide', isRotated: false } },
  play: async ({ userEvent }) => {
    await firstRow()
    screen.getByRole('grid').focus()
    await userEvent.keyboard('{ArrowDown}p')
    const drawer = within(await screen.findByRole('complementary', { name: /Amara/ }))
    await stands(await drawer.findByText('Total deposits'))
    await expect(drawer.getByRole('button', { name: 'Adjust…' })).toBeVisible()
    await expect(drawer.getByRole('button', { name: /^More for/ })).toBeVisible()
    await expect(screen.getByRole('row', { current: true })).toHaveTextContent(/Amara/)
    await expect(screen.getByRole('grid').getBoundingClientRect().width).toBeGreaterThanOrEqual(558)
    await userEvent.click(drawer.getByRole('button', { name: 'Next' }))
    const next = within(await screen.findByRole('complementary', { name: /Bruno/ }))
    await userEvent.click(next.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    await expect(screen.getByRole('grid')).toHaveFocus()
  },
}

/** The arrows move along the records, from the rows and from the drawer; Esc closes it from the rows too; no row moves down. */
export const WhenThePeekedRecordsAreWalked: Story = {
  args: { page: listPage('users'), parts: [] },
  globals: { viewport: { value: 'wide', isRotated: false } },
  play: async ({ userEvent }) => {
    const top = (await firstRow()).getBoundingClientRect().top
    screen.getByRole('grid').focus()
    await userEvent.keyboard('{ArrowDown}p')
    await seen(screen.findByRole('complementary', { name: /Amara/ }))
    await expect((await firstRow()).getBoundingClientRect().top).toBe(top)
    await userEvent.keyboard('{ArrowDown}')
    const second = await screen.findByRole('complementary', { name: /Bruno/ })
    await expect(screen.getByRole('grid')).toHaveFocus()
    await waitFor(() => expect(within(second).getByRole('button', { name: 'Previous' })).toBeEnabled())
    within(second).getByRole('button', { name: 'Next' }).focus()
    await userEvent.keyboard('{ArrowUp}')
    const first = await screen.findByRole('complementary', { name: /Amara/ })
    await expect(within(first).getByRole('button', { name: 'Next' })).toHaveFocus()
    screen.getByRole('searchbox').focus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    await expect(screen.getByRole('grid')).toHaveFocus()
  },
}

/** For a person without their phone: the reason is required, and the input survives a refusal. */
export const WhenTwoFactorIsReset: Story = {
  args: { page: listPage('admin'), parts: [] },
  beforeEach: consoleStory(),
  play: async ({ userEvent }) => {
    const row = (await screen.findAllByRole('row', { name: /Ines Duarte/ }))[0]!
    await userEvent.click(await within(row).findByRole('button', { name: 'More for Ines Duarte' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset two-factor' }))
    const question = await screen.findByRole('alertdialog', { name: 'Reset two-factor of Ines Duarte?' })
    const inQuestion = within(question)
    await stands(question)
    await userEvent.click(inQuestion.getByRole('button', { name: 'Reset two-factor' }))
    await waitFor(() =>
      expect(inQuestion.getByRole('textbox', { name: /^Reason/ })).toHaveAccessibleDescription(/^Required/),
    )
    await userEvent.type(inQuestion.getByRole('textbox', { name: /^Reason/ }), 'The phone  was stolen')
    await userEvent.click(inQuestion.getByRole('button', { name: 'Reset two-factor' }))
    await waitFor(() => expect(inQuestion.getByRole('alert')).toHaveTextContent(/no double spaces/))
    await expect(inQuestion.getByRole('textbox', { name: /^Reason/ })).toHaveValue('The phone  was stolen')
    await userEvent.clear(inQuestion.getByRole('textbox', { name: /^Reason/ }))
    await userEvent.type(inQuestion.getByRole('textbox', { name: /^Reason/ }), 'The phone was stolen')
    await userEvent.click(inQuestion.getByRole('button', { name: 'Reset two-factor' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Two-factor reset successfully'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    // Two-factor is off: the action is gone, and the others stay.
    await userEvent.click(await within(row).findByRole('button', { name: 'More for Ines Duarte' }))
    const menu = within(await screen.findByRole('menu', { name: 'Actions for Ines Duarte' }))
    await waitFor(() => expect(menu.getByRole('menuitem', { name: 'Reset password' })).toBeVisible())
    await expect(menu.queryByRole('menuitem', { name: 'Reset two-factor' })).toBeNull()
  },
}

export const WhenAResetOfTwoFactorIsRefused: Story = {
  args: { page: listPage('admin'), parts: [] },
  beforeEach: consoleStory(
    override('admin.resetTwoFactor', failing(403, { message: 'This account has rights that you do not have.' })),
  ),
  play: async ({ userEvent }) => {
    const row = (await screen.findAllByRole('row', { name: /Ines Duarte/ }))[0]!
    await userEvent.click(await within(row).findByRole('button', { name: 'More for Ines Duarte' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reset two-factor' }))
    const question = await screen.findByRole('alertdialog', { name: 'Reset two-factor of Ines Duarte?' })
    const inQuestion = within(question)
    await stands(question)
    await userEvent.type(inQuestion.getByRole('textbox', { name: /^Reason/ }), 'A new phone')
    await userEvent.click(inQuestion.getByRole('button', { name: 'Reset two-factor' }))
    await waitFor(() =>
      expect(inQuestion.getByRole('alert')).toHaveTextContent('This account has rights that you do not have.'),
    )
    await expect(toasted.mock.calls).toEqual([['error', 'This account has rights that you do not have.']])
    await expect(inQuestion.getByRole('textbox', { name: /^Reason/ })).toHaveValue('A new phone')
  },
}
