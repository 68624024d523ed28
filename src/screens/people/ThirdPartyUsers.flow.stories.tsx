import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { KYC_STATUSES } from '@contract/records/people/users'
import { userFixture } from '@mocks/fixtures/user'
import { failing, override } from '@mocks/overrides'
import { grantOnly, recordOf, sql } from '@mocks/scene'
import { stores } from '@demo/system/store'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/People/Third-party users',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('third-party-user'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** A user of a partner's store, and one of the own store. */
const [PARTNERS, HOUSE] = ['player_2', 'player_1']
const PLAYER = userFixture().find(({ username }) => username === PARTNERS)!
const storedPlayer = () => recordOf<{ kyc_status: keyof typeof KYC_STATUSES; is_deleted: boolean }>('users', PLAYER.id)

/** The story with other rights of a role: everything on users of partner stores, and nothing else. */
const withPartnerUsersAlone = (role: string) =>
  consoleStory(
    grantOnly(
      role,
      { action: 'read', subject: 'ThirdPartyUsers', fields: ['*'] },
      { action: 'delete', subject: 'ThirdPartyUsers', fields: ['*'] },
    ),
  )

/** Only users of partner stores. A row opens the page of the user. */
export const Ready: Story = {
  play: async () => {
    const row = await rowWith(PARTNERS)
    await expect(row).toHaveTextContent(stores[1].code)
    await expect(row).toHaveTextContent('player2@mail.example')
    await expect(row).toHaveTextContent(KYC_STATUSES[(await storedPlayer()).kyc_status])
    await expect(within(row).getByRole('link')).toHaveAttribute('href', `/users/${PLAYER.id}`)
    await expect(document.body.textContent).not.toContain(`${HOUSE} `)
    await expect(screen.queryByRole('button', { name: /^Add / })).toBeNull()
    await expect(within(row).queryByRole('button', { name: /^Edit/ })).toBeNull()
  },
}

/** Without the right to read users, email and phone are masked, and a search for the whole address finds nobody. A row opens beside the list. */
export const WithMaskedContacts: Story = {
  parameters: { signedInAs: 'CONTENT_EDITOR' },
  beforeEach: withPartnerUsersAlone('CONTENT_EDITOR'),
  play: async ({ userEvent }) => {
    const row = await rowWith(PARTNERS)
    const { id, phone, email } = PLAYER
    await expect(row).toHaveTextContent('p•••@mail.example')
    await expect(row).toHaveTextContent(`•••${phone!.slice(-3)}`)
    await expect(document.body.textContent).not.toContain(email)
    await expect(within(row).queryByRole('link')).toBeNull()
    const search = screen.getByRole('searchbox')
    await userEvent.type(search, email)
    await seen(screen.findByText(/^No partner users? /))
    await userEvent.clear(search)
    await userEvent.type(search, PARTNERS)
    await userEvent.click(within(await rowWith(PARTNERS)).getByText(PARTNERS))
    const peek = within(await openedDialog(PARTNERS))
    await expect(await peek.findByText('p•••@mail.example')).toBeVisible()
    await expect(peek.queryByRole('button', { name: 'Open page' })).toBeNull()
    await expect(peek.queryByText(id)).toBeNull()
  },
}

/** A partner's admin sees the users of their own store, with the switch; the user is disabled in /users too. */
export const WhenAPartnerDisablesAUser: Story = {
  parameters: { signedInAs: 'THIRD_PARTY_ADMIN' },
  play: async ({ userEvent }) => {
    const row = await rowWith(PARTNERS)
    await expect(row).toHaveTextContent(PLAYER.email)
    await userEvent.click(within(row).getByRole('switch'))
    const question = await screen.findByRole('alertdialog', { name: `Disable ${PARTNERS}?` })
    await expect(question).toHaveTextContent('They can no longer sign in or play')
    await userEvent.click(within(question).getByRole('button', { name: /^Disable/ }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'))
    await waitFor(async () => expect(within(await rowWith(PARTNERS)).getByRole('switch')).not.toBeChecked())
    await expect((await storedPlayer()).is_deleted).toBe(true)
  },
}

/** The server refuses: the row is unchanged, and shows the server's reason. */
export const WhenTheSwitchIsRefused: Story = {
  beforeEach: consoleStory(
    override('thirdPartyUser.update', failing(403, { message: 'Your store was closed this morning.' })),
  ),
  play: async ({ userEvent }) => {
    await userEvent.click(within(await rowWith(PARTNERS)).getByRole('switch'))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: /^Disable/ }))
    const refusal = 'Your store was closed this morning.'
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.stringContaining(refusal)))
    await expect(within(await rowWith(PARTNERS)).getByRole('switch')).toBeChecked()
    await expect((await storedPlayer()).is_deleted).toBe(false)
  },
}

/** Nobody has registered at a partner's store. */
export const Empty: Story = {
  beforeEach: consoleStory(() => sql('update users set third_party_store_code = null')),
  play: async () => {
    await seen(screen.findByText('No partner users yet'))
  },
}

/** Without rights, the page names the missing right. */
export const WithoutRights: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    await seen(screen.findByText('No column of partner users is open to you'))
  },
}
