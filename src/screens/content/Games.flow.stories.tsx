import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, waitFor, within } from '@storybook/test'
import type { Access } from '@contract/permissions'
import { override } from '@mocks/overrides'
import { colleague, recordOf, sql } from '@mocks/scene'
import { games } from '@demo/content/game'
import { demoId } from '@demo/rows'
import { stores } from '@demo/system/store'
import { seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Content/Games',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('seo-games'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const row = async (name: RegExp) => (await screen.findAllByRole('row', { name }))[0]!
const stands = async (found: Promise<HTMLElement>) => {
  const element = await found
  await waitFor(() => expect(element).toBeVisible())
}
const CAFE = demoId(
  'game',
  games.findIndex(({ slug }) => slug === 'cafe-fortune'),
)
interface Game {
  version: number
  name: string
  meta_title: string | null
  is_deleted: boolean
}
/** Café Fortuné, as the platform has it. */
const cafe = () => recordOf<Game>('game', CAFE)
async function openMore(userEvent: User, name: string, item: string) {
  await userEvent.click(await within(await row(new RegExp(name))).findByRole('button', { name: `More for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

/** Every header is fully visible, beside the pictures. */
export const Ready: Story = {
  globals: { viewport: { value: 'wide', isRotated: false } },
  play: async () => {
    await row(/Café Fortuné/)
    for (const title of ['Image', 'Name', 'Slug', 'Platform', 'Type', 'Tags', 'SEO', 'State', 'Status']) {
      const head = screen.getByRole('columnheader', { name: new RegExp(`^${title}`) })
      const text = [...head.querySelectorAll('*')].find(
        (part) => part.children.length === 0 && part.textContent === title,
      )
      await expect(text, title).toBeDefined()
      await expect(text!.scrollWidth, title).toBeLessThanOrEqual(text!.clientWidth + 1)
    }
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }

/** On a phone a long name is shortened, and the picture beside it keeps its size. */
export const ReadyNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    const picture = (await row(/Brine Regent 3/)).querySelector('[data-col="thumbnail"]')!
    await waitFor(() => expect(picture.getBoundingClientRect().width).toBeGreaterThanOrEqual(28))
  },
}

/** A score says what it lacks in its tooltip. */
export const WithWhatTheScoreLacks: Story = {
  globals: { viewport: { value: 'wide', isRotated: false } },
  beforeEach: consoleStory(async () => {
    const { version } = await cafe()
    const body = { meta_title: 'Free spins', noindex: true }
    await colleague('CONTENT_EDITOR').call('game.update', { params: { id: CAFE }, version, body })
  }),
  play: async () => {
    const lacks = /Search title under 30 characters.*Hidden from search engines/
    await waitFor(async () => expect(within(await row(/Café Fortuné/)).getByTitle(lacks)).toBeVisible())
  },
}

export const WhenOneIsDisabled: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await within(await row(/Café Fortuné/)).findByRole('switch'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Disable Café Fortuné?' }))
    await stands(question.findByText(/disappears from the public site/))
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await expect((await cafe()).is_deleted).toBe(true)
  },
}

/** A picture, texts for search engines, and the required fields; screenshots are optional. */
export const WhenOneIsEdited: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await within(await row(/Café Fortuné/)).findByRole('button', { name: 'Edit Café Fortuné' }))
    const form = within(await screen.findByRole('dialog', { name: /Café Fortuné|Edit game/ }))
    const title = await form.findByRole('textbox', { name: /^Search title/ })
    await expect(form.queryByRole('group', { name: /^Screenshots.*required/i })).toBeNull()
    const length = form.getByRole('meter', { name: 'Length of search title' })
    const preview = within(await form.findByRole('region', { name: 'Preview' }))
    await userEvent.clear(title)
    await expect(length).toHaveAttribute('aria-valuetext', 'Empty: 0 of 30 to 60 characters')
    const lacks = () => within(preview.getByRole('list', { name: 'SEO lacks' }))
    await expect(lacks().getByText('No search title')).toBeVisible()
    // Without its own title, a page shows its name.
    await stands(preview.findAllByText('Café Fortuné').then(([first]) => first!))
    await userEvent.click(title)
    await userEvent.paste('Café Fortuné: free spins every day')
    await expect(length).toHaveAttribute('aria-valuetext', 'Good: 34 of 30 to 60 characters')
    await expect(preview.getAllByText('Café Fortuné: free spins every day')).toHaveLength(2)
    await waitFor(() => expect(preview.queryByText('No search title')).toBeNull())
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect((await cafe()).meta_title).toBe('Café Fortuné: free spins every day')
  },
}

/** Published now; the list shows it immediately. */
export const WhenADraftIsPublished: Story = {
  play: async ({ userEvent }) => {
    await openMore(userEvent, 'Café Fortuné', 'Publish')
    const question = within(await screen.findByRole('alertdialog', { name: 'Publish Café Fortuné?' }))
    await userEvent.click(await question.findByRole('button', { name: 'Publish' }))
    await waitFor(async () => expect(await row(/Café Fortuné/)).toHaveTextContent(/Published/))
  },
}

/** A time in the past is refused and stays in the field; it is entered in the person's time zone. */
export const WhenADraftIsScheduled: Story = {
  play: async ({ userEvent }) => {
    await openMore(userEvent, 'Café Fortuné', 'Schedule…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Schedule Café Fortuné?' }))
    const at = await question.findByLabelText(/^Publish at/)
    const confirm = question.getByRole('button', { name: 'Schedule' })
    await fireEvent.change(at, { target: { value: '2020-03-01T10:00' } })
    await userEvent.click(confirm)
    await stands(question.findByText('Choose a time in the future'))
    await expect(at).toHaveValue('2020-03-01T10:00')
    await fireEvent.change(at, { target: { value: '2099-03-01T10:00' } })
    await userEvent.click(confirm)
    await waitFor(async () => expect(await row(/Café Fortuné/)).toHaveTextContent(/Scheduled/))
  },
}

export const WhenAFileIsToBeImported: Story = {
  play: async ({ userEvent }) => {
    await row(/Café Fortuné/)
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    await stands(screen.findByRole('dialog', { name: 'Import games' }))
  },
}

/** Reordering a long list: a position is typed, and saved with one call. */
export const WhenTheOrderIsChanged: Story = {
  play: async ({ userEvent }) => {
    await row(/Café Fortuné/)
    const order = () => screen.getByRole('button', { name: 'Order' })
    await waitFor(() => expect(order()).not.toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(order())
    const dialog = within(await screen.findByRole('dialog', { name: 'Order of the games' }))
    await userEvent.click(await dialog.findByRole('button', { name: /^Place of Café Fortuné: 4\./ }))
    await userEvent.keyboard('1{Enter}')
    await userEvent.click(dialog.getByRole('button', { name: 'Save order' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first] = await sql<{ slug: string }>('select slug from games order by position limit 1')
    await expect(first!.slug).toBe('cafe-fortune')
  },
}

/** Opens the import and checks a file with a new game and a known one. */
async function check(userEvent: User) {
  await row(/Café Fortuné/)
  await userEvent.click(screen.getByRole('button', { name: 'Import' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import games' })
  await within(dialog).findByRole('button', { name: 'Choose file' })
  const text =
    'slug,name,platform,game_type\r\nneon-otter,Neon Otter,fathomlight,slot\r\ncafe-fortune,Café,fathomlight,slot'
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([text], 'games.csv', { type: 'text/csv' }))
  await seen(within(dialog).findByText(/1 game is new, 1 game changes/))
  return within(dialog)
}
/** The first partner's store. */
const OTHER_STORE = stores[1].code

/** Another store for a chosen file is another check: both games are new there. */
export const WhenAFileIsImportedToAnotherStore: Story = {
  play: async ({ userEvent }) => {
    const dialog = await check(userEvent)
    const store = dialog.getByRole('combobox', { name: 'Store' })
    await expect(store).toHaveDisplayValue(/, your own$/)
    await userEvent.selectOptions(store, OTHER_STORE)
    await seen(dialog.findByText(/2 games are new\./))
    await userEvent.click(dialog.getByRole('button', { name: 'Import 2 games' }))
    await seen(dialog.findByText(/2 games added, 0 changed/))
    await expect(dialog.getByText(/^Store: /)).toHaveTextContent(OTHER_STORE)
    const added = await sql('select slug, store_code from games order by position desc limit 2')
    await expect(added.toReversed()).toEqual([
      { slug: 'neon-otter', store_code: OTHER_STORE },
      { slug: 'cafe-fortune', store_code: OTHER_STORE },
    ])
    await expect((await cafe()).name).toBe('Café Fortuné')
  },
}

/** The store was disabled meanwhile: another one can be chosen. */
export const WhenTheStoreOfAFileIsDisabled: Story = {
  play: async ({ userEvent }) => {
    const dialog = await check(userEvent)
    await sql('update stores set is_deleted = true where code = $1::text', [OTHER_STORE])
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Store' }), OTHER_STORE)
    await seen(dialog.findByText('Choose an enabled store of the list'))
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Store' }), '')
    await seen(dialog.findByText(/1 game is new, 1 game changes/))
  },
}

/** Who may write to one store is not asked for it. */
export const WhenAFileIsImportedToTheOnlyStore: Story = {
  beforeEach: consoleStory(
    override('profile.access', async (usual) => {
      const body = (await (await usual()).json()) as { data: Required<Access> }
      return Response.json({ ...body, data: { ...body.data, stores: body.data.stores.slice(0, 1) } })
    }),
  ),
  play: async ({ userEvent }) => {
    const dialog = await check(userEvent)
    await expect(dialog.queryByRole('combobox', { name: 'Store' })).toBeNull()
    await expect(dialog.queryByText(/^Store/)).toBeNull()
  },
}
