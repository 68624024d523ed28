import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { override, unreachable } from '@mocks/browser'
import { db } from '@mocks/db'
import { seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/People/Third-party admins',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'SUPER_ADMIN' },
  args: { page: listPage('third-party-admin'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const SLOW = { timeout: 8000 }
const row = (name: RegExp) => screen.findByRole('row', { name }, SLOW)

/** Only staff with the role of partner admins. */
export const Ready: Story = {
  play: async () => {
    await expect(await row(/Tove/)).toHaveTextContent('NORTHWIND')
    await expect(await row(/Ingrid/)).toHaveTextContent('Disabled')
    await expect(screen.queryByRole('row', { name: /Vera/ })).toBeNull()
  },
}

/** With the right to read only, neither the form nor an action is offered. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    const tove = await row(/Tove/)
    await expect(screen.queryByRole('button', { name: 'Add partner admin' })).toBeNull()
    await expect(within(tove).queryByRole('button', { name: /Reset password/ })).toBeNull()
  },
}

/** Partner stores are found by name and by code; the code is stored. */
export const WhenAStoreIsPicked: Story = {
  play: async ({ userEvent }) => {
    await row(/Tove/)
    await userEvent.click(screen.getByRole('button', { name: 'Add partner admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add partner admin' }, SLOW))
    const store = await form.findByRole('combobox', { name: /^Partner store/ }, SLOW)
    const { code, name } = db.records.store[1]!
    await userEvent.type(store, (name as string).slice(0, 5))
    const choice = await screen.findByRole('option', { name: new RegExp(`^${code as string}`) }, SLOW)
    await expect(choice).toHaveTextContent(name as string)
    await waitFor(() => expect(choice).toHaveAttribute('data-focused', 'true'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(form.getByRole('combobox', { name: /^Partner store/ })).toHaveValue(code as string))
  },
}

/** The stores cannot be loaded: the list shows that, and a complete code is kept when the field is left. */
export const WhenStoresCannotBeRead: Story = {
  beforeEach: consoleStory(override('store.names', unreachable)),
  play: async ({ userEvent }) => {
    await row(/Tove/)
    await userEvent.click(screen.getByRole('button', { name: 'Add partner admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add partner admin' }, SLOW))
    const store = await form.findByRole('combobox', { name: /^Partner store/ }, SLOW)
    await userEvent.type(store, 'northwind')
    await seen(screen.findByText('The choices could not be loaded.', {}, SLOW))
    await userEvent.tab()
    await waitFor(() => expect(form.getByRole('combobox', { name: /^Partner store/ })).toHaveValue('NORTHWIND'))
  },
}

/** The role is fixed and not a field; an unknown store is refused at its field, and no input is lost. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await row(/Tove/)
    await userEvent.click(screen.getByRole('button', { name: 'Add partner admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add partner admin' }, SLOW))
    const type = async (name: RegExp, text: string) =>
      userEvent.type((await form.findAllByLabelText(name, { selector: 'input' }, SLOW))[0]!, text)
    await expect(form.queryByLabelText(/^Role/)).toBeNull()
    await type(/^First name/, 'Élodie')
    await type(/^Last name/, 'Ωmega')
    await type(/^Username/, 'elodie')
    await type(/^Email/, 'elodie@partner.example')
    await type(/^Partner store/, 'NOWHERE')
    await type(/^Password/, 'Pitboss#2027')
    await type(/^Confirm password/, 'Pitboss#2027')
    await userEvent.click(form.getByRole('button', { name: 'Add partner admin' }))
    await expect(await form.findByText('Choose an enabled store of the list', {}, SLOW)).toBeInTheDocument()
    await expect(form.getByLabelText(/^First name/)).toHaveValue('Élodie')
    await userEvent.clear(form.getByLabelText(/^Partner store/))
    await type(/^Partner store/, 'NORTHWIND')
    // The open list hides other elements until the field is left.
    await userEvent.tab()
    await userEvent.click(await form.findByRole('button', { name: 'Add partner admin' }, SLOW))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'), SLOW)
    await row(/Élodie/)
    await expect(db.staff.find(({ username }) => username === 'elodie')).toMatchObject({
      role: 'THIRD_PARTY_ADMIN',
      third_party_store_code: 'NORTHWIND',
    })
  },
}
