import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf, sql } from '@mocks/scene'
import { drag } from '@tests/kit/give-files'
import { richCellsDrawn } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Content/Platforms',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('seo-platform'), parts: [] },
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
    await expect(await row(/otterlane/)).toHaveTextContent('Published')
    await expect(names().slice(0, 3)).toEqual(['Otterlane', 'Fathomlight', 'Gilt Heron'])
    await expect(await row(/updraft-crash/)).toHaveTextContent('Draft')
    await expect(await row(/sallowfield-sports/)).toHaveTextContent('Scheduled')
    await expect(within(await row(/mothlamp/)).getByRole('switch')).not.toBeChecked()
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyNarrow: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await row(/Otterlane/)
  },
}

/** A logo is required; beside the form are previews of a search engine and a social network. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await row(/Otterlane/)
    await userEvent.click(screen.getByRole('button', { name: 'Add platform' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add platform' }))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Amberstrand')
    await expect(form.getByRole('textbox', { name: /^Slug/ })).toHaveValue('amberstrand')
    const add = form.getByRole('button', { name: 'Add platform' })
    await userEvent.click(add)
    const logo = form.getByRole('group', { name: /^Logo/ })
    // The first message belongs to the logo.
    await shows(form.findAllByText('Required', { selector: 'p, p *' }).then(([first]) => first!))
    const canvas = new OffscreenCanvas(64, 64)
    canvas.getContext('2d')!.fillRect(0, 0, 64, 64)
    drag(
      logo,
      'drop',
      new File([await canvas.convertToBlob({ type: 'image/png' })], 'amber.png', { type: 'image/png' }),
    )
    await shows(within(logo).findByRole('img', { name: 'Logo' }))
    const preview = within(await form.findByRole('region', { name: 'Preview' }))
    await expect(preview.getAllByText(/platform › amberstrand/)).toHaveLength(2)
    await userEvent.type(form.getByRole('textbox', { name: /^Search title/ }), 'Amberstrand: slots and fish games')
    await expect(preview.getAllByText('Amberstrand: slots and fish games')).toHaveLength(2)
    await userEvent.click(form.getByRole('button', { name: /Add question$/ }))
    await userEvent.type(form.getByRole('textbox', { name: /^Question/ }), 'Πώς ξεκινώ;')
    await userEvent.type(form.getByRole('textbox', { name: /^Answer/ }), 'Στο chat.')
    await userEvent.click(add)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    const [added] = await rowsOf<{ id: string; faq: unknown }>('platform', { search: 'Amberstrand' })
    await expect(added!.faq).toEqual([{ question: 'Πώς ξεκινώ;', answer: 'Στο chat.' }])
    await expect(await sql('select name from files where record_id = $1::uuid', [added!.id])).toEqual([
      { name: 'amber.png' },
    ])
    await expect(await row(/Amberstrand/)).toHaveTextContent('Draft')
  },
}

/** Published now; the list shows it immediately. */
export const WhenADraftIsPublished: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(within(await row(/Updraft Crash/)).getByRole('button', { name: 'More for Updraft Crash' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Publish' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Publish Updraft Crash?' }))
    await userEvent.click(await question.findByRole('button', { name: 'Publish' }))
    await waitFor(async () => expect(await row(/Updraft Crash/)).toHaveTextContent(/Published/))
  },
}

/** With the keyboard alone; saved with one call, and the list shows the new order immediately. */
export const WhenTheOrderIsChanged: Story = {
  play: async ({ userEvent }) => {
    await row(/Otterlane/)
    // The button is replaced once the list is complete.
    const order = () => screen.getByRole('button', { name: 'Order' })
    await waitFor(() => expect(order()).not.toHaveAttribute('aria-disabled', 'true'))
    order().focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: 'Order of the platforms' }))
    ;(await dialog.findByRole('button', { name: 'Move Fathomlight up' })).focus()
    await userEvent.keyboard('{Enter}')
    dialog.getByRole('button', { name: 'Save order' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Fathomlight', 'Otterlane']))
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
  },
}
