import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { db } from '@mocks/db'
import type { StoredRecord } from '@mocks/records/behaviour'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/People/Telegram users',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'SUPPORT_LEAD' },
  args: { page: listPage('telegram-user'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const accounts = () => db.records.telegramUser
/** Accounts of the own store, in the list's order. */
const ofHouse = (isLinked: boolean) =>
  accounts()
    .toSorted((a, b) => String(b.last_message_at).localeCompare(String(a.last_message_at)))
    .filter(({ user, store_code }) => (user !== null) === isLinked && store_code === db.staff[0]!.store_code)
const idOf = ({ telegram_id }: StoredRecord) => telegram_id as string
const verb = async (account: StoredRecord, name: RegExp) =>
  within(await rowWith(idOf(account))).getByRole('button', { name })
/** Gives users of the own store unique names. */
const rename = (index: number, first_name: string, last_name: string) => {
  const user = db.users.filter(({ third_party_store_code }) => third_party_store_code === null)[index]!
  return Object.assign(user, { first_name, last_name, is_deleted: false })
}
/** The mocks, with users of many languages: the second one has an account, the others have none. */
const LANGUAGES: NonNullable<Story['beforeEach']> = (context) => {
  const end = consoleStory()(context)
  rename(1, 'สมชาย', 'ใจดี')
  rename(2, 'Ωραιοζήλη', 'Παπαδοπούλου')
  rename(3, 'ليلى', 'الحدّاد')
  return end
}

/** Opens the question of an account and picks a user by a part of the name. */
async function pick(userEvent: User, account: StoredRecord, typed: string, option: RegExp) {
  await userEvent.click(await verb(account, /^Link/))
  const question = within(await openedDialog(`Link Telegram account ${idOf(account)}?`))
  await choose(userEvent, question, typed, option)
  await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'Confirmed in a chat')
  return question
}
async function choose(userEvent: User, question: ReturnType<typeof within>, typed: string, option: RegExp) {
  const user = question.getByRole('combobox', { name: /^User/ })
  await userEvent.clear(user)
  await userEvent.type(user, typed)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const send = (userEvent: User, question: ReturnType<typeof within>) =>
  userEvent.click(question.getByRole('button', { name: 'Link' }))

/** The account with the latest message comes first. An unlinked account can be linked, but not unlinked. */
export const Ready: Story = {
  play: async () => {
    const [free] = ofHouse(false)
    const row = await rowWith(idOf(free!))
    await expect(row).toHaveTextContent('Unlinked')
    await expect(within(row).getByRole('button', { name: /^Link/ })).toBeVisible()
    await expect(within(row).queryByRole('button', { name: /^Unlink/ })).toBeNull()
  },
}

/** A user is found by a part of the name, in their own script. */
export const WhenAnAccountIsLinked: Story = {
  beforeEach: LANGUAGES,
  play: async ({ userEvent }) => {
    const [account] = ofHouse(false)
    const question = await pick(userEvent, account!, 'สมชาย', /สมชาย ใจดี/)
    await send(userEvent, question)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith(idOf(account!))).toHaveTextContent('สมชาย ใจดี'))
    const row = await rowWith(idOf(account!))
    await expect(row).toHaveTextContent('Active')
    await expect(within(row).getByRole('button', { name: /^Unlink/ })).toBeVisible()
  },
}

/** The user has an account already: the error names it at the field, the input stays, and another user can be chosen. */
export const WhenTheUserHasAnAccount: Story = {
  beforeEach: LANGUAGES,
  play: async ({ userEvent }) => {
    const [account] = ofHouse(false)
    const greek = db.users.find(({ first_name }) => first_name === 'Ωραιοζήλη')!
    const theirs = accounts().find(({ user }) => user === greek.id)!
    const question = await pick(userEvent, account!, 'ωραιοζηλη', /Ωραιοζήλη/)
    await send(userEvent, question)
    const refusal = `Telegram account ${idOf(theirs)} is linked to this user. Unlink it first.`
    await seen(question.findByText(refusal))
    await expect(question.getByRole('textbox', { name: /Reason/ })).toHaveValue('Confirmed in a chat')
    await choose(userEvent, question, 'الحداد', /ليلى الحدّاد/)
    await send(userEvent, question)
    await waitFor(async () => expect(await rowWith(idOf(account!))).toHaveTextContent('ليلى الحدّاد'))
  },
}

/** A colleague links the same account while the question is open: nothing is overwritten, and the row shows their link. */
export const WhenAColleagueLinksTheSameAccount: Story = {
  beforeEach: LANGUAGES,
  play: async ({ userEvent }) => {
    const [account] = ofHouse(false)
    const theirs = db.users.find(({ first_name }) => first_name === 'ليلى')!
    const question = await pick(userEvent, account!, 'สมชาย', /สมชาย ใจดี/)
    const at = new Date().toISOString()
    const kept = accounts().find(({ id }) => id === account!.id)!
    Object.assign(kept, { user: theirs.id, linked_at: at, status: 'ACTIVE', version: kept.version + 1 })
    await send(userEvent, question)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.stringMatching(/./)))
    await waitFor(async () => expect(await rowWith(idOf(account!))).toHaveTextContent('ليلى الحدّاد'))
    await expect(kept.user).toBe(theirs.id)
  },
}

/** Afterwards the user can be linked to another account. */
export const WhenAnAccountIsUnlinked: Story = {
  play: async ({ userEvent }) => {
    const [account] = ofHouse(true)
    await userEvent.click(await verb(account!, /^Unlink/))
    const question = within(await openedDialog(`Unlink Telegram account ${idOf(account!)}?`))
    const unlink = question.getByRole('button', { name: 'Unlink' })
    await userEvent.click(unlink)
    await seen(question.findByText('Required'))
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'The user has a new phone')
    await userEvent.click(unlink)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith(idOf(account!))).toHaveTextContent('Unlinked'))
    await expect(within(await rowWith(idOf(account!))).queryByRole('button', { name: /^Unlink/ })).toBeNull()
  },
}

/** No account has written to the bot. */
export const Empty: Story = {
  beforeEach: (context) => {
    const end = consoleStory()(context)
    db.records.telegramUser = []
    return end
  },
  play: async () => seen(screen.findByRole('heading', { name: 'No Telegram accounts yet' })),
}

/** With the right to read only, no action is offered. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    const [account] = ofHouse(false)
    const row = within(await rowWith(idOf(account!)))
    await expect(row.getByRole('button', { name: /^Peek at/ })).toBeVisible()
    await expect(row.queryByRole('button', { name: /^Link/ })).toBeNull()
  },
}

/** Without rights, the page shows a message. */
export const WithoutRights: Story = {
  parameters: { signedInAs: 'CONTENT_EDITOR' },
  play: async () => {
    await seen(screen.findByText('No column of Telegram accounts is open to you'))
  },
}
