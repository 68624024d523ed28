import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf } from '@mocks/scene'
import { richCellsDrawn } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Content/Pages',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('seo-pages'), parts: [] },
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

export const Ready: Story = {
  play: async () => {
    await expect(await row(/bonus-terms/)).toHaveTextContent('Published')
    await expect(await row(/about/)).toHaveTextContent('من نحن')
  },
}

/** A redirect belongs to one page: the error is shown at the path in the list. */
export const WhenARedirectIsTaken: Story = {
  play: async ({ userEvent }) => {
    await row(/bonus-terms/)
    await userEvent.click(screen.getByRole('button', { name: 'Add page' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add page' }))
    await userEvent.type(await form.findByRole('textbox', { name: /^Path/ }), '/help/winter')
    await userEvent.type(form.getByRole('textbox', { name: /^Title/ }), 'Winter')
    await userEvent.click(await form.findByRole('button', { name: /Add path$/ }))
    const redirects = within(form.getByRole('group', { name: /^Redirects from/ }))
    await userEvent.type(redirects.getByRole('textbox', { name: /^Path/ }), '/terms/bonus')
    const add = form.getByRole('button', { name: 'Add page' })
    await userEvent.click(add)
    await waitFor(() => expect(redirects.getByText('This path leads to /help/bonus-terms already')).toBeVisible())
    await userEvent.type(redirects.getByRole('textbox', { name: /^Path/ }), '-old')
    await userEvent.click(add)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    const [added] = await rowsOf<{ redirects_from: unknown }>('sitePage', { search: '/help/winter' })
    await expect(added!.redirects_from).toEqual([{ path: '/terms/bonus-old' }])
  },
}
