import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import type { BulkResult } from '@contract/records/calls'
import { bulkActionMachine } from '@machines/bulk-action/bulk-action.machine'
import { bulkPlanMachine } from '@machines/bulk-plan/bulk-plan.machine'
import { failing, lost, override, pending, unreachable } from '@mocks/overrides'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'
import { games as demoGames } from '@demo/content/game'
import { afterDryRun } from '@tests/kit/dry-run'
import { inState } from '@tests/kit/in-state'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from './list.story-kit'

/** Bulk actions: checked with a dry run, then performed in batches. */
const meta = {
  title: 'Screens/List/Dry run',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('seo-games'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const bar = async () => within(await screen.findByRole('region', { name: 'Selected games' }))
const stands = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible())
interface Game {
  id: string
  version: number
  name: string
  is_deleted: boolean
  tags: string[]
}
/** The games in the list's order. */
const games = () => rowsOf<Game>('game')
const [FIRST, SECOND] = demoGames.map(({ name }) => name!) as [string, string]
const enableAll = () => sql('update games set is_deleted = false')

/** Waits for the list, selects its first games and starts the action. @param first name of the first one */
async function chooseAnd(userEvent: User, verb: string, rows = 3, first = FIRST) {
  await screen.findByRole('row', { name: new RegExp(first) })
  screen.getByRole('grid').focus()
  await userEvent.keyboard(`{ArrowDown} {Shift>}${'{ArrowDown}'.repeat(rows - 1)}{/Shift}`)
  await userEvent.click((await bar()).getByRole('button', { name: verb }))
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const goOn = async (userEvent: User, name: string) => userEvent.click(await screen.findByRole('button', { name }))

export const Asking: Story = {
  parameters: { statechart: inState(bulkPlanMachine, 'asking') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Tags…')
    const question = await dialog('Change the tags of 3 games?')
    const add = within(await question.findByRole('group', { name: 'Add' }))
    // With the keyboard alone.
    await waitFor(() => expect(add.getByRole('checkbox', { name: 'New' })).toHaveFocus())
    await userEvent.keyboard(' ')
    await expect(add.getByRole('checkbox', { name: 'New' })).toBeChecked()
    await stands(question.getByRole('button', { name: 'Check 3 games' }))
  },
}

export const Checking: Story = {
  beforeEach: consoleStory(override('game.bulkEnableDisable', pending)),
  parameters: { statechart: inState(bulkPlanMachine, 'checking') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    const question = await dialog('Disable 3 games?')
    await stands(await question.findByRole('progressbar', { name: 'Checking 3 games' }))
    await expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  },
}

const GONE = 'Short-lived game'
/** One that can be deleted, because nobody has played it, then one that is enabled, and one that is disabled. */
async function addThree() {
  await enableAll()
  await sql('update games set is_deleted = true where name = $1::text', [SECOND])
  await sql(
    `insert into games (id, name, slug, platform_id, game_type_id, store_code, position, created_at, updated_at)
     select gen_random_uuid(), $2::text, 'short-lived-game', platform_id, game_type_id, store_code, 0, now(), now()
     from games where name = $1::text on conflict do nothing`,
    [FIRST, GONE],
  )
}
/** One changes, one is already disabled, and one no longer exists. */
async function checkThree(userEvent: User) {
  await screen.findByRole('row', { name: new RegExp(GONE) })
  await sql('delete from games where name = $1::text', [GONE])
  await chooseAnd(userEvent, 'Disable', 3, GONE)
  return dialog('Disable 1 game?')
}

export const Shown: Story = {
  beforeEach: consoleStory(addThree),
  parameters: { statechart: inState(bulkPlanMachine, 'shown') },
  play: async ({ userEvent }) => {
    const question = await checkThree(userEvent)
    await expect(question.getByRole('status')).toHaveTextContent(
      '1 game changes, 1 stays the same, 1 is refused and left alone.',
    )
    // Results that need attention come first.
    await expect(question.getByRole('list', { name: 'games that are refused' })).toHaveTextContent(/does not exist/)
    await userEvent.click(question.getByRole('radio', { name: 'Change 1' }))
    await expect(question.getByRole('list', { name: 'games that change' })).toHaveTextContent(FIRST)
    await stands(question.getByRole('button', { name: 'Keep them enabled' }))
    await expect((await games())[0]).toMatchObject({ name: FIRST, is_deleted: false })
  },
}
export const ShownDark: Story = { ...Shown, globals: { theme: 'dark' } }
export const ShownNarrowest: Story = { ...Shown, globals: { viewport: { value: 'narrowest' } } }

/** Hundreds of lines: only those near the viewport are rendered. Above 20 the count must be typed. */
export const WhenManyChange: Story = {
  beforeEach: consoleStory(enableAll),
  play: async ({ userEvent }) => {
    await screen.findByRole('row', { name: new RegExp(FIRST) })
    screen.getByRole('grid').focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await userEvent.click((await bar()).getByRole('button', { name: 'Disable' }))
    const all = (await games()).length
    const question = await dialog(`Disable ${all} games?`)
    const list = await question.findByRole('list', { name: 'games that change' })
    await expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', String(all))
    await userEvent.click(question.getByRole('button', { name: `Disable ${all} games` }))
    await stands(question.getByText(`Type ${all} to confirm.`))
    await userEvent.type(question.getByRole('textbox'), String(all))
    await userEvent.click(question.getByRole('button', { name: `Disable ${all} games` }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', `${all} games disabled`))
    await expect((await games()).every(({ is_deleted }) => is_deleted)).toBe(true)
  },
}

export const WithoutEffect: Story = {
  beforeEach: consoleStory(enableAll),
  parameters: { statechart: inState(bulkPlanMachine, 'withoutEffect') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Enable')
    const question = await dialog('Enable 3 games?')
    await expect(await question.findByRole('status')).toHaveTextContent('No game changes, 3 stay the same.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await stands((await bar()).getByText('3 selected'))
  },
}

export const Failed: Story = {
  beforeEach: consoleStory(override('game.bulkEnableDisable', unreachable)),
  parameters: { statechart: inState(bulkPlanMachine, 'failed') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    const question = await dialog('Disable 3 games?')
    await expect(await question.findByRole('alert')).toHaveTextContent(/Nothing was changed\./)
    await expect(question.getByRole('button', { name: 'Try again' })).toHaveFocus()
  },
}

/** After the confirmation they change with one call; Undo restores exactly these. */
export const Confirmed: Story = {
  beforeEach: consoleStory(enableAll),
  parameters: { statechart: inState(bulkPlanMachine, 'confirmed') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    await goOn(userEvent, 'Disable 3 games')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '3 games disabled'))
    const name = new RegExp(FIRST)
    // The list fetches them, because the response contains only their versions.
    await waitFor(async () =>
      expect(within((await screen.findAllByRole('row', { name }))[0]!).getByRole('switch')).not.toBeChecked(),
    )
    await userEvent.click((await bar()).getByRole('button', { name: 'Undo' }))
    await stands(await (await bar()).findByText('3 games enabled'))
    await expect((await games()).filter(({ is_deleted }) => is_deleted)).toEqual([])
  },
}

/** The platform's answer, with one of the games refused: no rule of the platform refuses to disable a game. */
const refusingOne = override('game.bulkEnableDisable', async (usual) => {
  const body = (await (await usual()).json()) as { data: BulkResult[] }
  const { id } = (await games())[1]!
  const data = body.data.map((each) =>
    each.id === id ? { ...each, outcome: 'refused', message: 'This game is blocked by a review.' } : each,
  )
  return Response.json({ ...body, data })
})
/** What the dry run refused is left alone, also by a platform that would change it now. */
export const WhenOneOfThemIsRefused: Story = {
  beforeEach: consoleStory(enableAll, refusingOne),
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    const question = await dialog('Disable 2 games?')
    await stands(question.getByText('2 games change, 1 is refused and left alone.'))
    await expect(question.getByRole('list', { name: 'games that are refused' })).toHaveTextContent(/blocked/)
    await goOn(userEvent, 'Disable 2 games')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '2 games disabled'))
    await expect((await games()).slice(0, 3).map(({ is_deleted }) => is_deleted)).toEqual([true, false, true])
  },
}

/** Tags: the input is kept when the person returns to it. */
export const WhenTagsAreChanged: Story = {
  beforeEach: consoleStory(() => sql(`update games set tags = '{}' where position <= 3`)),
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Tags…')
    const question = await dialog('Change the tags of 3 games?')
    const hot = within(await question.findByRole('group', { name: 'Add' })).getByRole('checkbox', { name: 'Hot' })
    await userEvent.click(hot)
    await userEvent.click(question.getByRole('button', { name: 'Check 3 games' }))
    await stands(await question.findByText('3 games change.'))
    await userEvent.click(question.getByRole('button', { name: 'Change' }))
    await expect(await question.findByRole('checkbox', { name: 'Hot', checked: true })).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Check 3 games' }))
    await goOn(userEvent, 'Change the tags of 3 games')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '3 games changed'))
    await expect((await games()).slice(0, 3).map(({ tags }) => tags)).toEqual([['HOT'], ['HOT'], ['HOT']])
    await expect((await bar()).queryByRole('button', { name: 'Undo' })).toBeNull()
  },
}

/** A colleague changes one record between the dry run and the action: it is reported, and not overwritten. */
export const WhenAColleagueIsFaster: Story = {
  beforeEach: consoleStory(enableAll),
  parameters: { statechart: inState(bulkActionMachine, 'partly') },
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    const question = await dialog('Disable 3 games?')
    await stands(await question.findByText('3 games change.'))
    const { id, version } = (await games())[1]!
    await colleague('SUPER_ADMIN').call('game.update', {
      params: { id },
      version,
      body: { name: 'Renamed meanwhile' },
    })
    await goOn(userEvent, 'Disable 3 games')
    const shown = await bar()
    await stands(await shown.findByText('2 of 3 disabled, 1 refused'))
    await userEvent.click(shown.getByRole('button', { name: 'See why' }))
    const reasons = await dialog('1 game could not be disabled')
    await expect(reasons.getByText('Somebody else changed this record meanwhile.')).toBeVisible()
    await expect(await recordOf('game', id)).toMatchObject({ name: 'Renamed meanwhile', is_deleted: false })
  },
}

/** The response is lost: the batch is sent again with the same key, and takes effect once. */
export const WhenTheAnswerIsLost: Story = {
  beforeEach: consoleStory(enableAll, override('game.bulkEnableDisable', afterDryRun(lost))),
  parameters: { statechart: inState(bulkActionMachine, 'uncertain'), checkPatienceMs: 1500 },
  play: async ({ userEvent }) => {
    const { id, version } = (await games())[0]!
    await chooseAnd(userEvent, 'Disable')
    await goOn(userEvent, 'Disable 3 games')
    await stands(
      await (
        await bar()
      ).findByText('0 of 3 disabled. It is not known whether 3 more were disabled: the server has not answered.'),
    )
    await expect(await recordOf('game', id)).toMatchObject({ is_deleted: true, version: version + 1 })
  },
}

export const WhenTheServerIsNotAvailable: Story = {
  beforeEach: consoleStory(enableAll, override('game.bulkEnableDisable', afterDryRun(failing(503)))),
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable')
    await goOn(userEvent, 'Disable 3 games')
    await stands(await (await bar()).findByText(/^0 of 3 disabled, 3 not tried\./))
  },
}

/** A paged list: selected subscribers, with the reason that the action on a single one requires too. */
export const WhenSubscribersAreUnsubscribed: Story = {
  args: { page: listPage('newsletter-subscriber'), parts: [] },
  play: async ({ userEvent }) => {
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(5))
    screen.getByRole('grid').focus()
    await userEvent.keyboard('{ArrowDown} {Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
    const chosen = within(await screen.findByRole('region', { name: 'Selected subscribers' }))
    await userEvent.click(chosen.getByRole('button', { name: 'Unsubscribe' }))
    const question = await dialog('Unsubscribe 5 subscribers?')
    await userEvent.click(await question.findByRole('button', { name: 'Check 5 subscribers' }))
    await stands(await question.findByText('Required'))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Asked for by letter')
    await userEvent.click(question.getByRole('button', { name: 'Check 5 subscribers' }))
    await waitFor(() => expect(question.getByRole('status')).toHaveTextContent(/change/))
    const confirm = await screen.findByRole('button', { name: /^Unsubscribe \d subscribers?$/ })
    await userEvent.click(confirm)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', expect.stringMatching(/unsubscribed$/)))
  },
}
