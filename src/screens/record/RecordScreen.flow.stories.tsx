import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { db } from '@mocks/db'
import { openedDialog } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from './record.story-kit'

const meta = {
  title: 'Screens/Record',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: recordPage('seo-brand-categories'), parts: [demoId('brandCategory', 1)] },
  decorators: [inRecordPage('Category')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const heading = (name: RegExp) => screen.findByRole('heading', { name })

export const Ready: Story = {
  play: async () => {
    await expect(await heading(/^Live casino/)).toBeVisible()
    await expect(within(screen.getByRole('region', { name: 'Details' })).getByText('live-casino')).toBeVisible()
  },
}

export const NotFound: Story = {
  args: { parts: ['01900000-0000-7000-8000-00000000ffff'] },
  play: async () => {
    await expect(await screen.findByText('No such category')).toBeVisible()
    await expect(screen.getByRole('link', { name: 'Go to all categories' })).toBeVisible()
  },
}

/** The page shows the change, and the history shows who made it. */
export const WhenItIsEdited: Story = {
  play: async ({ userEvent }) => {
    await heading(/^Live casino/)
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Live casino' }))
    const name = await form.findByRole('textbox', { name: /^Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Live tables')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await heading(/Live tables/)
    const history = within(await screen.findByRole('region', { name: 'History' }))
    await waitFor(() => expect(history.getByText(/^Changed/)).toBeVisible())
    await userEvent.click(history.getByRole('button', { name: /Details/ }))
    await expect(history.getByText(/Live casino/)).toBeVisible()
  },
}

/** A color is displayed as a swatch on the page too. */
export const WithAColor: Story = {
  parameters: { signedInAs: 'ADMIN' },
  args: { page: recordPage('user-levels'), parts: [demoId('userLevel', 1)] },
  play: async () => {
    await heading(/^Silver/)
    const details = within(screen.getByRole('region', { name: 'Details' }))
    await expect(details.getByText('Color').nextElementSibling).toHaveTextContent('#8A94A3')
  },
}

const images = db.records.game.flatMap(({ thumbnail }) => (typeof thumbnail === 'string' ? [thumbnail] : []))
/** Images can be enlarged with the keyboard only; the focus returns to the one that was opened. */
export const WithImages: Story = {
  args: { page: recordPage('seo-games'), parts: [demoId('game', 0)] },
  beforeEach: (context) => {
    consoleStory()(context)
    Object.assign(db.records.game[0]!, { screenshots: [...new Set(images)].slice(0, 3) })
  },
  play: async ({ userEvent }) => {
    const second = await screen.findByRole('button', { name: 'Screenshots, 2 of 3: enlarge' })
    second.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await openedDialog('Screenshots, 2 of 3'))
    const shown = await dialog.findByRole<HTMLImageElement>('img', { name: 'Screenshots, 2 of 3' })
    await waitFor(() => expect(shown.naturalWidth).toBeGreaterThan(0))
    await userEvent.keyboard('{ArrowRight}')
    await openedDialog('Screenshots, 3 of 3')
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}')
    await openedDialog('Screenshots, 1 of 3')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(second).toHaveFocus())
  },
}
export const WithImagesDark: Story = { ...WithImages, globals: { theme: 'dark' } }
export const WithImagesNarrowest: Story = { ...WithImages, globals: { viewport: { value: 'narrowest' } } }
