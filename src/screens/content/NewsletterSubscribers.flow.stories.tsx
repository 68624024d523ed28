import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowActionMachine } from '@machines/row-action/row-action.machine'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inState } from '@tests/kit/in-state'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Content/Newsletter subscribers',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('newsletter-subscriber'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const EMAIL = 'greta.demir300@correo.example'
const verb = async (name: RegExp) => within(await rowWith(EMAIL)).getByRole('button', { name })

/** Without a live connection the response alone removes the row. The toast names nobody. */
export const WhenASubscriberIsErased: Story = {
  parameters: { statechart: inState(rowActionMachine, 'left') },
  play: async ({ userEvent }) => {
    await rowWith(EMAIL)
    await userEvent.click(await verb(/^Erase/))
    const question = within(await openedDialog(`Erase ${EMAIL}?`))
    const erase = question.getByRole('button', { name: 'Erase' })
    await userEvent.click(erase)
    await seen(question.findByText('Required'))
    const typed = question.getByRole('textbox', { name: /^E-mail/ })
    await userEvent.type(typed, 'somebody@else.example')
    await userEvent.click(erase)
    await seen(question.findByText(/not the e-mail/i))
    await expect(await rowWith(EMAIL)).toBeVisible()
    await userEvent.clear(typed)
    await userEvent.type(typed, EMAIL)
    await userEvent.click(erase)
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith('success', 'Successfully Erased. The subscriber has left this list.'),
    )
    await waitFor(() => expect(document.body.textContent).not.toContain(EMAIL))
    await seen(screen.findByText('299 subscribers'))
  },
}

/** Staff cannot subscribe a person again: the action is no longer offered. */
export const WhenASubscriberIsUnsubscribed: Story = {
  play: async ({ userEvent }) => {
    await rowWith(EMAIL)
    await userEvent.click(await verb(/^Unsubscribe/))
    const question = within(await openedDialog(`Unsubscribe ${EMAIL}?`))
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'Asked for it by phone')
    await userEvent.click(question.getByRole('button', { name: 'Unsubscribe' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith(EMAIL)).toHaveTextContent('Unsubscribed'))
    await expect(within(await rowWith(EMAIL)).queryByRole('button', { name: /^Unsubscribe/ })).toBeNull()
  },
}

/** Only the network part of the address is shown, in the columns and beside the list. */
export const WithTheProofOfConsent: Story = {
  play: async ({ userEvent }) => {
    await rowWith(EMAIL)
    await userEvent.click(await verb(/^Peek at/))
    const details = within(await openedDialog(EMAIL))
    await seen(details.findByText(/\.x$|:x$|…/))
    await seen(details.findByText(/newsletter|novedades|news|ofertas|actualités|Neuigkeiten/i))
  },
}

/** With the right to read only: the list, its columns and its export. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    const row = within(await rowWith(EMAIL))
    await expect(row.getByRole('button', { name: /^Peek at/ })).toBeVisible()
    await expect(row.queryByRole('button', { name: /^Unsubscribe/ })).toBeNull()
    await expect(row.queryByRole('button', { name: /^Erase/ })).toBeNull()
    await expect(screen.getByRole('button', { name: 'Export' })).toBeVisible()
  },
}
