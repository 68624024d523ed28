import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { userFixture } from '@mocks/fixtures/user'
import { sql } from '@mocks/scene'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
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

/** Tags are typed; spaces and empty parts between the commas are left out. One that is too long is refused at the field. */
export const WhenManyAreTagged: Story = {
  beforeEach: consoleStory(() => sql(`update users set tags = '{vip}'`)),
  play: async ({ userEvent }) => {
    // The newest users are the first rows.
    const chosen = userFixture().slice(6, 9)
    const tags = async () =>
      (
        await sql<{ tags: string[] }>('select tags from users where id = any($1::uuid[])', [chosen.map(({ id }) => id)])
      ).map((each) => each.tags.join())
    await rowWith(chosen[0]!.username)
    screen.getByRole('grid').focus()
    await userEvent.keyboard(`{ArrowDown} {Shift>}${'{ArrowDown}'.repeat(8)}{/Shift}`)
    const bar = within(await screen.findByRole('region', { name: 'Selected users' }))
    await userEvent.click(bar.getByRole('button', { name: 'Change tags…' }))
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
