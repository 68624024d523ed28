import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { db } from '@mocks/db'
import { sentinelEmail } from '@mocks/sentinels'
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

/** The newest users, which are the first rows: of them the platform refuses some. */
const newest = (count: number) => db.users.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, count)

/** Selects the first rows and starts the action. */
async function chooseAnd(userEvent: User, verb: string, rows: number) {
  await rowWith(newest(1)[0]!.username)
  screen.getByRole('grid').focus()
  await userEvent.keyboard(`{ArrowDown} {Shift>}${'{ArrowDown}'.repeat(rows - 1)}{/Shift}`)
  const bar = within(await screen.findByRole('region', { name: 'Selected users' }))
  await userEvent.click(bar.getByRole('button', { name: verb }))
}

/** The dry run says for each user what would happen: some change, some are the same, some are refused. */
export const WhenManyAreDisabled: Story = {
  play: async ({ userEvent }) => {
    newest(2)[1]!.email = sentinelEmail('rejected')
    await chooseAnd(userEvent, 'Disable', 4)
    await seen(screen.findByText('1 user changes, 2 stay the same, 1 is refused and left alone.'))
    const question = within(await openedDialog('Disable 1 user?'))
    await expect(question.getByRole('list', { name: 'users that are refused' })).toHaveTextContent('blocked')
    await userEvent.click(question.getByRole('button', { name: 'Disable 1 user' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '1 user disabled'))
  },
}

/** Tags are typed; spaces and empty parts between the commas are left out. One that is too long is refused at the field. */
export const WhenManyAreTagged: Story = {
  play: async ({ userEvent }) => {
    const chosen = newest(9).slice(-3)
    for (const user of db.users) user.tags = ['vip']
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
    await waitFor(() => expect(chosen.map(({ tags }) => tags.join())).toEqual(Array(3).fill('nocna zmiana,Źródło')))
  },
}
