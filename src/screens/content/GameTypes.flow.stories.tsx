import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf, sql } from '@mocks/scene'
import { richCellsDrawn } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Content/Game types',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('seo-game-types'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

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
    await expect(await row(/live-table/)).toHaveTextContent(/10%|10 %/)
    await expect(names().slice(0, 3)).toEqual(['Slot', 'Fish', 'Table'])
    await expect(within(await row(/Scratch card/)).getByRole('switch')).not.toBeChecked()
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyNarrow: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await row(/Slot/)
  },
}

/** Without the right to read, the page shows a message and no action. */
export const WithoutTheRightToRead: Story = {
  parameters: { signedInAs: 'SUPPORT_LEAD' },
  play: async () => {
    await shows(screen.findByText('No column of game types is open to you'))
    await expect(screen.queryByRole('button', { name: 'Add game type' })).toBeNull()
  },
}

/** Beside the form: previews of a search engine and a social network. The weight is a share of the stake; zero is allowed. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await row(/Slot/)
    await userEvent.click(screen.getByRole('button', { name: 'Add game type' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add game type' }))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Bingo')
    await expect(form.getByRole('textbox', { name: /^Slug/ })).toHaveValue('bingo')
    const preview = within(await form.findByRole('region', { name: 'Preview' }))
    await waitFor(() => expect(preview.getAllByText(/game-types › bingo/)).toHaveLength(2))
    await userEvent.type(form.getByRole('textbox', { name: /^Search title/ }), 'Bingo: halls, rules and free cards')
    await expect(preview.getAllByText('Bingo: halls, rules and free cards')).toHaveLength(2)
    const weight = form.getByRole('textbox', { name: /^Wagering weight/ })
    await shows(form.findByText(/for new rounds only/))
    await userEvent.type(weight, '100.5')
    await userEvent.click(form.getByRole('button', { name: 'Add game type' }))
    await waitFor(() => expect(weight).toHaveAttribute('aria-invalid', 'true'))
    await userEvent.clear(weight)
    await userEvent.type(weight, '0')
    await userEvent.click(form.getByRole('button', { name: 'Add game type' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    const [added] = await rowsOf<{ wagering_weight: string }>('gameType', { search: 'bingo' })
    await expect(Number(added!.wagering_weight)).toBe(0)
    await row(/Bingo/)
  },
}

/** A type with games cannot be disabled before they are moved. */
export const WhenATypeInUseIsDisabled: Story = {
  play: async ({ userEvent }) => {
    const disable = async () => {
      await userEvent.click(within(await row(/Keno/)).getByRole('switch'))
      const question = await screen.findByRole('alertdialog', { name: 'Disable Keno?' })
      await userEvent.click(within(question).getByRole('button', { name: 'Disable' }))
    }
    await row(/Keno/)
    const of = async (slug: string) =>
      (await sql('select g.id from games g join game_types t on t.id = g.game_type_id where t.slug = $1::text', [slug]))
        .length
    const [ofKeno, ofTable] = [await of('keno'), await of('table')]
    await disable()
    const refusal = new RegExp(`used by ${ofKeno} games?. Move`)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.stringMatching(refusal)))
    const refused = within(await screen.findByRole('alertdialog', { name: 'Keno cannot be disabled' }))
    await userEvent.click(refused.getByRole('button', { name: 'Move games to…' }))
    const question = within(await screen.findByRole('alertdialog', { name: /Move the games of Keno/ }))
    await userEvent.type(question.getByRole('combobox', { name: /^Game type/ }), 'table')
    await userEvent.click(await screen.findByRole('option', { name: 'Table' }))
    await userEvent.click(question.getByRole('button', { name: 'Move games to' }))
    await waitFor(async () => expect(await of('keno')).toBe(0))
    await expect(await of('table')).toBe(ofKeno + ofTable)
    await waitFor(async () => expect(await row(/Keno/)).toHaveTextContent(/keno0/))
    await disable()
    await waitFor(async () => expect(within(await row(/Keno/)).getByRole('switch')).not.toBeChecked())
  },
}

/** With the keyboard alone; saved with one call, and the list shows the new order immediately. */
export const WhenTheOrderIsChanged: Story = {
  play: async ({ userEvent }) => {
    await row(/Slot/)
    // The button is replaced once the list is complete.
    const order = () => screen.getByRole('button', { name: 'Order' })
    await waitFor(() => expect(order()).not.toHaveAttribute('aria-disabled', 'true'))
    order().focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Order of the game types' }))
    ;(await dialog.findByRole('button', { name: 'Move Fish up' })).focus()
    await userEvent.keyboard('{Enter}')
    dialog.getByRole('button', { name: 'Save order' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Fish', 'Slot']))
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
  },
}
