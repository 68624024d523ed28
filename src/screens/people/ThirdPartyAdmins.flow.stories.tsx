import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { override, unreachable } from '@mocks/overrides'
import { recordOf, rowsOf, staffOf } from '@mocks/scene'
import { stores } from '@demo/system/store'
import { openedDialog, seen } from '@tests/kit/seen'
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
type UserEvent = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const row = (name: RegExp) => screen.findByRole('row', { name })
/** The first partner's store. */
const PARTNER = stores[1]

/** Only staff with the role of partner admins. */
export const Ready: Story = {
  play: async () => {
    await expect(await row(/Tove/)).toHaveTextContent(PARTNER.code)
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
    const form = within(await screen.findByRole('dialog', { name: 'Add partner admin' }))
    const store = await form.findByRole('combobox', { name: /^Partner store/ })
    const { code, name } = PARTNER
    await userEvent.type(store, name.slice(0, 5))
    const choice = await screen.findByRole('option', { name: new RegExp(`^${code}`) })
    await expect(choice).toHaveTextContent(name)
    await waitFor(() => expect(choice).toHaveAttribute('data-focused', 'true'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(form.getByRole('combobox', { name: /^Partner store/ })).toHaveValue(code))
  },
}

/** The stores cannot be loaded: the list shows that, and a complete code is kept when the field is left. */
export const WhenStoresCannotBeRead: Story = {
  beforeEach: consoleStory(override('store.names', unreachable)),
  play: async ({ userEvent }) => {
    await row(/Tove/)
    await userEvent.click(screen.getByRole('button', { name: 'Add partner admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add partner admin' }))
    const store = await form.findByRole('combobox', { name: /^Partner store/ })
    await userEvent.type(store, PARTNER.code.toLowerCase())
    await seen(screen.findByText('The choices could not be loaded.'))
    await userEvent.tab()
    await waitFor(() => expect(form.getByRole('combobox', { name: /^Partner store/ })).toHaveValue(PARTNER.code))
  },
}

/** The role is fixed and not a field; an unknown store is refused at its field, and no input is lost. */
export const WhenOneIsAdded: Story = {
  play: async ({ userEvent }) => {
    await row(/Tove/)
    await userEvent.click(screen.getByRole('button', { name: 'Add partner admin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add partner admin' }))
    const type = async (name: RegExp, text: string) =>
      userEvent.type((await form.findAllByLabelText(name, { selector: 'input' }))[0]!, text)
    await expect(form.queryByLabelText(/^Role/)).toBeNull()
    await type(/^First name/, 'Élodie')
    await type(/^Last name/, 'Ωmega')
    await type(/^Username/, 'elodie')
    await type(/^Email/, 'elodie@partner.example')
    await type(/^Partner store/, 'NOWHERE')
    await type(/^Password/, 'Pitboss#2027')
    await type(/^Confirm password/, 'Pitboss#2027')
    await userEvent.click(form.getByRole('button', { name: 'Add partner admin' }))
    await expect(await form.findByText('Choose an enabled store of the list')).toBeInTheDocument()
    await expect(form.getByLabelText(/^First name/)).toHaveValue('Élodie')
    await userEvent.clear(form.getByLabelText(/^Partner store/))
    await type(/^Partner store/, PARTNER.code)
    // The open list hides other elements until the field is left.
    await userEvent.tab()
    await userEvent.click(await form.findByRole('button', { name: 'Add partner admin' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await row(/Élodie/)
    const [added] = await rowsOf('thirdPartyAdmin', { search: 'elodie' })
    await expect(added).toMatchObject({
      username: 'elodie',
      role: 'THIRD_PARTY_ADMIN',
      third_party_store_code: PARTNER.code,
    })
  },
}

const SET = 'Shift planner'
/** The name of Tove's own set. */
const setOfTove = async () =>
  (await recordOf<{ permission_set: string | null }>('thirdPartyAdmin', staffOf('THIRD_PARTY_ADMIN').id)).permission_set
/** Opens the question about Tove's permission set. */
async function assignTo(userEvent: UserEvent) {
  await row(/Tove/)
  await userEvent.click(await screen.findByRole('button', { name: 'More for Tove Strand' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Assign permission set' }))
  return within(await openedDialog('Assign a permission set to Tove Strand?'))
}
async function chooseSet(question: ReturnType<typeof within>, userEvent: UserEvent, typed = SET) {
  await userEvent.type(await question.findByRole('combobox', { name: /^Permission set/ }), typed)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(typed) }))
}
const typeReason = (question: ReturnType<typeof within>, userEvent: UserEvent) =>
  userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Looks after the partner’s users')
async function confirmIdentity(userEvent: UserEvent) {
  const proof = within(await openedDialog('Confirm that it is you'))
  await userEvent.type(await proof.findByLabelText(/^Password/), `${DEMO_PASSWORD}{Enter}`)
}

/** What changes for the partner admin; they still see only the records of their store. */
export const WhenAPermissionSetIsChosen: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await chooseSet(question, userEvent)
    const change = within(await question.findByRole('region', { name: 'What changes for them' }))
    await seen(change.findByRole('region', { name: 'They gain' }))
    await expect(change.queryByRole('region', { name: 'They lose' })).toBeNull()
    await expect(change.queryByText(/They see the records of/)).toBeNull()
    await expect(await setOfTove()).toBeNull()
  },
}
export const WhenAPermissionSetIsChosenDark: Story = { ...WhenAPermissionSetIsChosen, globals: { theme: 'dark' } }
export const WhenAPermissionSetIsChosenNarrowest: Story = {
  ...WhenAPermissionSetIsChosen,
  globals: { viewport: { value: 'narrowest' } },
}

/** The person proves who they are; the row then names the set. */
export const WhenAPermissionSetIsAssigned: Story = {
  play: async ({ userEvent }) => {
    const question = await assignTo(userEvent)
    await chooseSet(question, userEvent)
    await typeReason(question, userEvent)
    await userEvent.click(question.getByRole('button', { name: 'Assign permission set' }))
    await confirmIdentity(userEvent)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Permission set assigned successfully'))
    await expect(await setOfTove()).toBe(SET)
  },
}

/** Several at once: what they gain and lose is added up before it is confirmed. */
export const WhenSeveralGetAPermissionSet: Story = {
  play: async ({ userEvent }) => {
    const found = [/Tove/, /Ingrid/]
    for (const name of found) await userEvent.click(within(await row(name)).getByRole('checkbox'))
    const bar = within(await screen.findByRole('region', { name: 'Selected partner admins' }))
    await userEvent.click(bar.getByRole('button', { name: 'Assign permission set' }))
    const dialog = within(await openedDialog('Assign a permission set to 2 partner admins?'))
    await chooseSet(dialog, userEvent)
    await typeReason(dialog, userEvent)
    await userEvent.click(dialog.getByRole('button', { name: 'Check 2 partner admins' }))
    await seen(dialog.findByText('2 partner admins change.'))
    await expect(dialog.getByRole('region', { name: 'They gain' })).toHaveTextContent('all 2')
    // Ingrid has another set, whose rights only she loses.
    await expect(dialog.getByRole('region', { name: 'They lose' })).toHaveTextContent('1 of 2')
    await userEvent.click(dialog.getByRole('button', { name: 'Assign a permission set to 2 partner admins' }))
    await confirmIdentity(userEvent)
    await waitFor(async () => expect(await setOfTove()).toBe(SET))
  },
}
export const WhenSeveralGetAPermissionSetDark: Story = {
  ...WhenSeveralGetAPermissionSet,
  globals: { theme: 'dark' },
}
