import { useEffect } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { ConsoleRoutes } from '@app/router'
import { useConsole } from '@console/console'
import { selectIsKnown } from '@machines/access/access.view'
import { activityMachine } from '@machines/activity/activity.machine'
import { rowActionMachine } from '@machines/row-action/row-action.machine'
import { failing, override, pending, unreachable, type Responder } from '@mocks/overrides'
import { resource as categories } from '@resources/content/brand-category'
import { ORDER, orderIdOf, orderRecordOf, recordActions } from '@resources/record-actions'
import { inState } from '@tests/kit/in-state'
import { changedMeanwhile, switching, withStaff } from '@tests/kit/listed-staff'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'

/** The whole console: an action is started in a list, the list is left, and the shell reports its outcome. */
const meta = {
  title: 'Flows/Activity',
  parameters: { layout: 'fullscreen' },
  render: () => (
    <StoryConsole signedInAs="SUPER_ADMIN" path="/admin">
      <ConsoleRoutes />
    </StoryConsole>
  ),
  beforeEach: consoleStory(),
} satisfies Meta
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const updating = (responder: Responder) => withStaff(...switching(responder))

/** Calls that wait for `letGo`. */
const held: (() => void)[] = []
/** Holds the calls that enable or disable admins until the story lets them go on. */
const holding =
  (then: Responder): NonNullable<Story['beforeEach']> =>
  (context) => {
    held.length = 0
    return updating(async (usual, request) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return then(usual, request)
    })(context)
  }
async function letGo() {
  await waitFor(() => expect(held.length).toBeGreaterThan(0))
  for (const go of held.splice(0)) go()
}

const grid = () => screen.findByRole('grid', { name: 'admins' })
const band = async () => within(await screen.findByRole('region', { name: 'Changes in progress' }))
const goHome = async (userEvent: User) => userEvent.click((await screen.findAllByRole('link', { name: 'Home' }))[0]!)
/** Through the menu, whose section with the list may be closed; on a phone a button opens it. */
const goToAdmins = async (userEvent: User) => {
  const section = await screen.findByRole('button', { name: 'People' })
  if (section.getAttribute('aria-expanded') !== 'true') await userEvent.click(section)
  await userEvent.click(await screen.findByRole('link', { name: 'Admins' }))
}

/** Disables the first admins of the list, and leaves it for Home. */
async function disableAndLeave(userEvent: User, rows = 6) {
  await screen.findAllByRole('row', { name: /Amara/ })
  ;(await grid()).focus()
  await userEvent.keyboard(`{ArrowDown} {Shift>}${'{ArrowDown}'.repeat(rows - 1)}{/Shift}`)
  const bar = within(await screen.findByRole('region', { name: 'Selected admins' }))
  await userEvent.click(await bar.findByRole('button', { name: 'Disable' }))
  await userEvent.click(await screen.findByRole('button', { name: `Check ${rows} admins` }))
  await userEvent.click(await screen.findByRole('button', { name: `Disable ${rows} admins` }))
  await bar.findByText(new RegExp(`of ${rows}|${rows} admins disabled`))
  await goHome(userEvent)
}
/** Disables the first admin by the switch of their row, and leaves the list for Home. */
async function disableOneAndLeave(userEvent: User) {
  const row = (await screen.findAllByRole('row', { name: /Amara/ }))[0]!
  await userEvent.click(await within(row).findByRole('switch'))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Disable' }))
  await goHome(userEvent)
}
async function signOut(userEvent: User) {
  await userEvent.click(await screen.findByRole('button', { name: /Account menu$/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
}

/** Nothing is in flight: the shell shows only the page. */
export const Idle: Story = {
  parameters: { statechart: inState(activityMachine, 'idle') },
  beforeEach: withStaff(),
  play: async () => {
    await expect((await screen.findAllByRole('row', { name: /Amara/ }))[0]).toBeVisible()
    await expect(screen.queryByRole('region', { name: 'Changes in progress' })).toBeNull()
  },
}

/** The list is left while admins are being disabled: the shell shows the progress, and Stop. */
export const InProgress: Story = {
  parameters: { statechart: inState(activityMachine, 'inProgress') },
  beforeEach: updating(pending),
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent)
    const shown = await band()
    await seen(shown.findByText('Disabling 0 of 6 admins'))
    await expect(shown.getByRole('button', { name: 'Stop' })).toBeVisible()
    // Back in the list, the list shows the progress, and the shell no longer does.
    await goToAdmins(userEvent)
    const bar = within(await screen.findByRole('region', { name: 'Selected admins' }))
    await seen(bar.findByText('Disabling 0 of 6'))
    await seen(bar.findByText('6 selected'))
    await expect(screen.queryByRole('region', { name: 'Changes in progress' })).toBeNull()
    await goHome(userEvent)
    await seen((await band()).findByText('Disabling 0 of 6 admins'))
  },
}
export const InProgressDark: Story = { ...InProgress, globals: { theme: 'dark' } }
export const InProgressNarrowest: Story = { ...InProgress, globals: { viewport: { value: 'narrowest' } } }

/** One admin is being disabled. */
export const WhenOneActionIsInFlight: Story = {
  beforeEach: updating(pending),
  play: async ({ userEvent }) => {
    await disableOneAndLeave(userEvent)
    const shown = await band()
    await seen(shown.findByText(/^Disabling Amara/))
    await expect(shown.queryByRole('button')).toBeNull()
  },
}

/** Stop: the console waits for calls in flight and sends no further one. */
export const WhenItIsStopped: Story = {
  beforeEach: updating(pending),
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent)
    const shown = await band()
    await userEvent.click(await shown.findByRole('button', { name: 'Stop' }))
    await seen(shown.findByText('Stopping. 0 of 6 admins disabled'))
    await expect(shown.queryByRole('button')).toBeNull()
  },
}

const REFUSAL = 'You are not permitted to change this admin.'
const partly = updating(changedMeanwhile(2))
/** Some were refused after the list was left: the shell shows how many, and the possible actions. */
export const Reporting: Story = {
  parameters: { statechart: inState(activityMachine, 'reporting') },
  beforeEach: partly,
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent)
    const shown = await band()
    await seen(shown.findByText('2 of 6 admins disabled, 4 refused'))
    for (const name of ['Show these 4', 'Try again', 'Undo', 'Dismiss'])
      await expect(shown.getByRole('button', { name })).toBeVisible()
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith(
        'error',
        '2 of 6 admins disabled. Somebody else changed this record meanwhile.',
      ),
    )
  },
}
export const ReportingDark: Story = { ...Reporting, globals: { theme: 'dark' } }
export const ReportingNarrowest: Story = { ...Reporting, globals: { viewport: { value: 'narrowest' } } }

/** 'Show these 4' opens the list with exactly the refused records. */
export const WhenTheRefusedRecordsAreShown: Story = {
  beforeEach: partly,
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent)
    await userEvent.click(await (await band()).findByRole('button', { name: 'Show these 4' }))
    const table = within(await grid())
    // The header row, and the four records.
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(5))
    await seen(screen.findByText('4 admins not disabled'))
    // The list shows the outcome with its reasons; the four stay selected.
    await seen(within(screen.getByRole('region', { name: 'Selected admins' })).findByText('4 selected'))
  },
}

/** All are done while another page is open; Undo enables exactly these again. */
export const WhenItIsDoneAndUndone: Story = {
  beforeEach: holding((usual) => usual()),
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent, 3)
    const shown = await band()
    await seen(shown.findByText('Disabling 0 of 3 admins'))
    await letGo()
    await seen(shown.findByText('3 admins disabled'))
    await expect(shown.getByRole('button', { name: 'Show these 3' })).toBeVisible()
    await userEvent.click(shown.getByRole('button', { name: 'Undo' }))
    await seen(shown.findByText('Enabling 0 of 3 admins'))
    await letGo()
    await seen(shown.findByText('3 admins enabled'))
    await userEvent.click(shown.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes in progress' })).toBeNull())
  },
}

/** An action on one record fails after its page was left: the shell shows it, links to the record, and can repeat the action. */
export const Dismissed: Story = {
  parameters: { statechart: inState(rowActionMachine, 'dismissed') },
  beforeEach: holding(failing(403, { message: REFUSAL })),
  play: async ({ userEvent }) => {
    await disableOneAndLeave(userEvent)
    const shown = await band()
    await seen(shown.findByText(/^Disabling Amara/))
    await letGo()
    await seen(shown.findByText(/^Amara .* could not be disabled\. You are not permitted to change this admin\.$/))
    await expect(shown.getByRole('button', { name: 'Show this admin' })).toBeVisible()
    await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
    await seen(shown.findByText(/^Disabling Amara/))
    await letGo()
    await userEvent.click(await shown.findByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes in progress' })).toBeNull())
  },
}

/** The connection to the server is lost after the list was left: the shell shows that it checks, and never that nothing was changed. */
export const WhenTheServerIsLost: Story = {
  beforeEach: updating(unreachable),
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent)
    const shown = await band()
    await seen(
      shown.findByText(/^0 of 6 admins disabled\. No answer for \d yet: checking whether they were disabled\.\.\.$/),
    )
    for (const name of ['Check again', 'Stop']) await expect(shown.getByRole('button', { name })).toBeVisible()
  },
}

/** One action without a response, shown on another page. */
export const WhenOneActionGotNoAnswer: Story = {
  beforeEach: updating(unreachable),
  play: async ({ userEvent }) => {
    await disableOneAndLeave(userEvent)
    const shown = await band()
    await seen(shown.findByText(/^No answer yet\. Checking whether Amara .* was disabled\.\.\.$/))
    await expect(await shown.findByRole('button', { name: 'Check again' })).toBeVisible()
  },
}

/** Saves the order of the categories, as their list does. */
function SavesAnOrder() {
  const { activity, actors } = useConsole()
  const known = useSelector(actors.access, selectIsKnown)
  useEffect(() => {
    if (!known) return
    const { define, actor } = activity()
    define(recordActions(categories))
    actor.send({
      type: 'rowAction.start',
      ...{ list: categories.slug, rowId: orderIdOf(categories.slug), version: null, action: ORDER },
      ...{ payload: { ids: [] }, key: 'key', record: orderRecordOf(categories) },
    })
  }, [known, activity])
  return <ConsoleRoutes />
}
/** The order of a list is refused while another page is open: the message names the list in words and links to it. */
export const WhenAnOrderIsRefused: Story = {
  beforeEach: consoleStory(override('brandCategory.order', failing(403, { message: REFUSAL }))),
  render: () => (
    <StoryConsole signedInAs="SUPER_ADMIN" path="/">
      <SavesAnOrder />
    </StoryConsole>
  ),
  play: async () => {
    const shown = await band()
    await seen(shown.findByText(`The order of the categories could not be saved. ${REFUSAL}`))
    await expect(shown.getByRole('button', { name: 'Show the categories' })).toBeVisible()
  },
}

/** Signing out while admins are being disabled asks; Stay signed in is the default. */
export const ConfirmingSignOut: Story = {
  parameters: { statechart: inState(activityMachine, 'confirmingSignOut') },
  beforeEach: updating(pending),
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent)
    await seen((await band()).findByText('Disabling 0 of 6 admins'))
    await signOut(userEvent)
    const question = within(await screen.findByRole('alertdialog', { name: 'Sign out while changes are being made?' }))
    await seen(question.findByText('Disabling 0 of 6'))
    await waitFor(() => expect(question.getByRole('button', { name: 'Stay signed in' })).toHaveFocus())
  },
}

/** Signing out anyway aborts the calls in flight. */
export const Ended: Story = {
  parameters: { statechart: inState(activityMachine, 'ended') },
  beforeEach: updating(pending),
  play: async ({ userEvent }) => {
    await disableAndLeave(userEvent)
    await seen((await band()).findByText('Disabling 0 of 6 admins'))
    await signOut(userEvent)
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out now' }))
    await seen(screen.findByRole('heading', { name: 'LOG IN' }))
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith('warning', expect.stringMatching(/^Your session ended while changes/)),
    )
  },
}

/** After the toast has disappeared, the message log names the record of the action and links to it. */
export const WhenTheMessageLogNamesTheRecord: Story = {
  beforeEach: withStaff(),
  play: async ({ userEvent }) => {
    await disableOneAndLeave(userEvent)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await userEvent.click(await screen.findByRole('button', { name: /Account menu$/ }))
    await userEvent.click(await screen.findByRole('button', { name: /^Messages/ }))
    const log = within(await screen.findByRole('dialog', { name: 'Messages' }))
    await seen(log.findByText(/Successfully Disabled/))
    await userEvent.click(log.getByRole('link', { name: /^Amara/ }))
    await seen(screen.findByRole('region', { name: 'Contact' }))
    await expect(screen.queryByRole('dialog', { name: 'Messages' })).toBeNull()
  },
}
