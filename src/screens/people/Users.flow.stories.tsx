import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import type { BulkResult } from '@contract/records/calls'
import { userFixture } from '@mocks/fixtures/user'
import { override } from '@mocks/overrides'
import { recordOf, sql } from '@mocks/scene'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/People/Users',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('users'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** The newest users, which are the first rows. */
const newest = (count: number) => userFixture().slice(0, count)

/** Selects the first rows and starts the action. */
async function chooseAnd(userEvent: User, verb: string, rows: number) {
  await rowWith(newest(1)[0]!.username)
  screen.getByRole('grid').focus()
  await userEvent.keyboard(`{ArrowDown} {Shift>}${'{ArrowDown}'.repeat(rows - 1)}{/Shift}`)
  const bar = within(await screen.findByRole('region', { name: 'Selected users' }))
  await userEvent.click(bar.getByRole('button', { name: verb }))
}

const [ENABLED, REFUSED] = newest(2)
/** The platform's answer, with one of the users refused: no rule of the platform refuses to disable a user. */
const refusingOne = override('users.bulkEnableDisable', async (usual) => {
  const body = (await (await usual()).json()) as { data: BulkResult[] }
  const data = body.data.map((each) =>
    each.id === REFUSED!.id ? { ...each, outcome: 'refused', message: 'This account is blocked by a review.' } : each,
  )
  return Response.json({ ...body, data })
})
/** The dry run says for each user what would happen: some change, some are the same, some are refused. */
export const WhenManyAreDisabled: Story = {
  beforeEach: consoleStory(refusingOne),
  play: async ({ userEvent }) => {
    await chooseAnd(userEvent, 'Disable', 4)
    await seen(screen.findByText('1 user changes, 2 stay the same, 1 is refused and left alone.'))
    const question = within(await openedDialog('Disable 1 user?'))
    await expect(question.getByRole('list', { name: 'users that are refused' })).toHaveTextContent('blocked')
    await userEvent.click(question.getByRole('button', { name: 'Disable 1 user' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '1 user disabled'))
    for (const [{ id }, isDisabled] of [
      [ENABLED!, true],
      [REFUSED!, false],
    ] as const)
      await expect(await recordOf('users', id)).toMatchObject({ is_deleted: isDisabled })
  },
}

/** Tags are typed; spaces and empty parts between the commas are left out. One that is too long is refused at the field. */
export const WhenManyAreTagged: Story = {
  beforeEach: consoleStory(() => sql(`update users set tags = '{vip}'`)),
  play: async ({ userEvent }) => {
    const chosen = newest(9).slice(-3)
    const tags = async () =>
      (
        await sql<{ tags: string[] }>('select tags from users where id = any($1::uuid[])', [chosen.map(({ id }) => id)])
      ).map((each) => each.tags.join())
    await rowWith(chosen[0]!.username)
    await chooseAnd(userEvent, 'Change tags…', 9)
    const question = within(await openedDialog('Change the tags of 9 users?'))
    const add = await question.findByRole('textbox', { name: 'Add' })
    await waitFor(() => expect(add).toHaveFocus())
    await userEvent.keyboard('a tag that is much too long')
    await userEvent.click(question.getByRole('button', { name: 'Check 9 users' }))
    await seen(question.findByText(/up to 20 characters$/))
    await userEvent.clear(add)
    await userEvent.type(add, 'nocna zmiana, , Źródło')
    await userEvent.type(question.getByRole('textbox', { name: 'Remove' }), 'VIP')
    await userEvent.click(question.getByRole('button', { name: 'Check 9 users' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Change the tags of \d users$/ }))
    await waitFor(async () => expect(await tags()).toEqual(Array(3).fill('nocna zmiana,Źródło')))
  },
}
