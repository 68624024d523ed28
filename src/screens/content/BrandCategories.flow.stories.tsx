import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import type { Access } from '@contract/permissions'
import { override } from '@mocks/overrides'
import { colleague, grantOnly, rowsOf } from '@mocks/scene'
import { richCellsDrawn, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Content/Brand categories',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('seo-brand-categories'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** Bodies of the calls about many. */
const sent: { dry_run?: boolean; ids: string[] }[] = []

const row = async (name: RegExp) => {
  const found = await screen.findByRole('row', { name })
  await richCellsDrawn()
  return found
}
/** Waits for a message, which fades in. */
const shows = async (found: Promise<HTMLElement>) => {
  const element = await found
  await waitFor(() => expect(element).toBeVisible())
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((each) => each.querySelector('[data-col="name"]')?.textContent)

export const Ready: Story = {
  play: async () => {
    await row(/Slots/)
    await expect(names().slice(0, 3)).toEqual(['Slots', 'Live casino', 'Fish games'])
    await expect(within(await row(/Lottery/)).getByRole('switch')).not.toBeChecked()
  },
}

/** With the right to read only, the list is shown without any action. */
export const WithReadRightsOnly: Story = {
  beforeEach: consoleStory(grantOnly('CONTENT_EDITOR', { action: 'read', subject: 'BrandCategories', fields: ['*'] })),
  play: async () => {
    const slots = within(await row(/Slots/))
    await expect(slots.queryByRole('button', { name: /Edit|More/ })).toBeNull()
    await expect(slots.queryByRole('switch')).toBeNull()
    for (const name of ['Add category', 'Order', 'Reorder'])
      await expect(screen.queryByRole('button', { name })).toBeNull()
  },
}

/** Many are disabled with one call after a dry run: those with platforms are refused, and one is disabled already. */
export const WhenManyAreDisabled: Story = {
  beforeEach: consoleStory(
    override('brandCategory.bulkEnableDisable', async (usual, request) => {
      sent.push((await request.clone().json()) as { dry_run?: boolean; ids: string[] })
      return usual()
    }),
    async () => {
      sent.length = 0
      // Nobody has chosen it for a platform yet.
      await colleague('CONTENT_EDITOR').call('brandCategory.create', {
        body: { name: 'Board games', slug: 'board-games' },
      })
    },
  ),
  play: async ({ userEvent }) => {
    await row(/Board games/)
    screen.getByRole('grid').focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    const bar = within(await screen.findByRole('region', { name: 'Selected categories' }))
    await userEvent.click(bar.getByRole('button', { name: 'Disable' }))
    const question = within(await screen.findByRole('dialog', { name: 'Disable 1 category?' }))
    await waitFor(() => expect(question.getByRole('status')).toHaveTextContent(/^1 category changes, .*refused/))
    await expect(question.getByRole('list', { name: 'categories that are refused' })).toHaveTextContent(/Slots/)
    await userEvent.click(question.getByRole('button', { name: 'Disable 1 category' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', '1 category disabled'))
    const rows = await rowsOf<{ id: string; name: string; is_deleted: boolean }>('brandCategory')
    const named = (name: string) => rows.find((each) => each.name === name)!
    await expect(sent).toMatchObject([{ dry_run: true }, { ids: [named('Board games').id] }])
    await expect(named('Slots').is_deleted).toBe(false)
  },
}

/** The slug follows the name until the person types one. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await row(/Slots/)
    await userEvent.click(screen.getByRole('button', { name: 'Add category' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add category' }))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Arcade  hall')
    await expect(form.getByRole('textbox', { name: /^Slug/ })).toHaveValue('arcade-hall')
    await userEvent.click(form.getByRole('button', { name: 'Add category' }))
    await shows(form.findByText(/single spaces/))
    const name = form.getByRole('textbox', { name: /^Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Slots')
    await userEvent.click(form.getByRole('button', { name: 'Add category' }))
    await shows(form.findByText('This name is already used'))
    await userEvent.type(name, ' and more')
    await userEvent.click(form.getByRole('button', { name: 'Add category' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await row(/Slots and more/)
  },
}

const storeButton = { name: 'Store' }
/** A person who may write to several stores chooses the store of a new record; by default it is their own. */
export const WhenAnotherStoreIsChosen: Story = {
  play: async ({ userEvent }) => {
    await row(/Slots/)
    await userEvent.click(screen.getByRole('button', { name: 'Add category' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add category' }))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Arcade hall')
    const store = form.getByRole('combobox', { name: 'Store' })
    await expect(store).toHaveDisplayValue(/, your own$/)
    await userEvent.selectOptions(store, 'LUMEN')
    await userEvent.click(form.getByRole('button', { name: 'Add category' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await row(/Arcade hall/)
    const [added] = await rowsOf('brandCategory', { search: 'Arcade hall' })
    await expect(added).toMatchObject({ name: 'Arcade hall', store_code: 'LUMEN' })
    await userEvent.click(screen.getByRole('button', { name: /^Columns/ }))
    await seen(screen.findByRole('checkbox', storeButton))
  },
}

/** Who sees one store is not offered the store as a column, as a filter, or in the form. */
export const WithOneStore: Story = {
  beforeEach: consoleStory(
    override('profile.access', async (usual) => {
      const body = (await (await usual()).json()) as { data: Required<Access> }
      return Response.json({ ...body, data: { ...body.data, stores: body.data.stores.slice(0, 1) } })
    }),
  ),
  play: async ({ userEvent }) => {
    await row(/Slots/)
    await userEvent.click(screen.getByRole('button', { name: /^Columns/ }))
    await seen(screen.findByRole('checkbox', { name: 'Slug' }))
    await expect(screen.queryByRole('checkbox', storeButton)).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Add category' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add category' }))
    await form.findByRole('textbox', { name: /^Name/ })
    await expect(form.queryByRole('combobox', { name: 'Store' })).toBeNull()
  },
}

/** A category with platforms cannot be disabled before they are moved. */
export const WhenACategoryInUseIsDisabled: Story = {
  play: async ({ userEvent }) => {
    const sports = await row(/Sports/)
    await userEvent.click(within(sports).getByRole('switch'))
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: 'Disable Sports?' })).getByRole('button', {
        name: 'Disable',
      }),
    )
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.stringMatching(/used by 1 platform/)))
    const refused = within(await screen.findByRole('alertdialog', { name: 'Sports cannot be disabled' }))
    await seen(refused.findByText(/used by 1 platform. Move it to another one first/))
    await userEvent.click(refused.getByRole('button', { name: 'Move platforms to…' }))
    const question = within(await screen.findByRole('alertdialog', { name: /Move the platforms of Sports/ }))
    await userEvent.click(question.getByRole('button', { name: 'Move platforms to' }))
    await shows(question.findByText('Required'))
    await userEvent.type(question.getByRole('combobox', { name: /^Category/ }), 'slot')
    await userEvent.click(await screen.findByRole('option', { name: 'Slots' }))
    await userEvent.click(question.getByRole('button', { name: 'Move platforms to' }))
    await waitFor(async () => expect(await row(/Sports/)).toHaveTextContent(/sports0/))
    await userEvent.click(within(await row(/Sports/)).getByRole('switch'))
    await userEvent.click(
      within(await screen.findByRole('alertdialog', { name: 'Disable Sports?' })).getByRole('button', {
        name: 'Disable',
      }),
    )
    await waitFor(async () => expect(within(await row(/Sports/)).getByRole('switch')).not.toBeChecked())
  },
}

/** The order is saved with one call; the list shows it immediately. */
export const WhenTheOrderIsChanged: Story = {
  play: async ({ userEvent }) => {
    await row(/Slots/)
    // The button is replaced once the list is complete.
    const order = () => screen.getByRole('button', { name: 'Order' })
    await waitFor(() => expect(order()).not.toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(order())
    const dialog = within(await screen.findByRole('dialog', { name: 'Order of the categories' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Move Live casino up' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save order' }))
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Live casino', 'Slots']))
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
  },
}
