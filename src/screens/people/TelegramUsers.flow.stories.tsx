import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'
import { stores } from '@demo/system/store'
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

interface Account {
  id: string
  version: number
  telegram_id: string
  user: { id: string } | null
  store_code: string
}
const HOUSE = stores[0].code
const accounts = () => rowsOf<Account>('telegramUser')
/** The first account of the own store in the list. */
const ofHouse = async (isLinked: boolean) =>
  (await accounts()).find(({ user, store_code }) => (user !== null) === isLinked && store_code === HOUSE)!
const idOf = ({ telegram_id }: Account) => telegram_id
const verb = async (account: Account, name: RegExp) =>
  within(await rowWith(idOf(account))).getByRole('button', { name })
interface Person {
  id: string
  version: number
  hasAccount: boolean
}
/** Users of the own store, with names that nobody else has: the Greek one has an account, the others have none. */
let thai: Person
let greek: Person
let arabic: Person
async function nameMany() {
  const people = await sql<Person>(
    `select u.id::text as id, u.version, exists (select from telegram_users t where t.user_id = u.id) as "hasAccount"
     from users u where u.store = $1::text and not u.is_deleted order by u.id desc`,
    [HOUSE],
  )
  const others = people.filter(({ hasAccount }) => !hasAccount)
  thai = others[0]!
  arabic = others[1]!
  greek = people.find(({ hasAccount }) => hasAccount)!
  const names = [
    [thai, 'สมชาย', 'ใจดี'],
    [greek, 'Ωραιοζήλη', 'Παπαδοπούλου'],
    [arabic, 'ليلى', 'الحدّاد'],
  ] as const
  for (const [{ id, version }, first_name, last_name] of names)
    await colleague('ADMIN').call('users.update', { params: { id }, version, body: { first_name, last_name } })
}
const LANGUAGES = consoleStory(nameMany)

/** Opens the question of an account and picks a user by a part of the name. */
async function pick(userEvent: User, account: Account, typed: string, option: RegExp) {
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
    const row = await rowWith(idOf(await ofHouse(false)))
    await expect(row).toHaveTextContent('Unlinked')
    await expect(within(row).getByRole('button', { name: /^Link/ })).toBeVisible()
    await expect(within(row).queryByRole('button', { name: /^Unlink/ })).toBeNull()
  },
}

/** A user is found by a part of the name, in their own script. */
export const WhenAnAccountIsLinked: Story = {
  beforeEach: LANGUAGES,
  play: async ({ userEvent }) => {
    const account = await ofHouse(false)
    const question = await pick(userEvent, account, 'สมชาย', /สมชาย ใจดี/)
    await send(userEvent, question)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith(idOf(account))).toHaveTextContent('สมชาย ใจดี'))
    const row = await rowWith(idOf(account))
    await expect(row).toHaveTextContent('Active')
    await expect(within(row).getByRole('button', { name: /^Unlink/ })).toBeVisible()
  },
}

/** The user has an account already: the error names it at the field, the input stays, and another user can be chosen. */
export const WhenTheUserHasAnAccount: Story = {
  beforeEach: LANGUAGES,
  play: async ({ userEvent }) => {
    const account = await ofHouse(false)
    const theirs = (await accounts()).find(({ user }) => user?.id === greek.id)!
    const question = await pick(userEvent, account, 'ωραιοζηλη', /Ωραιοζήλη/)
    await send(userEvent, question)
    const refusal = `Telegram account ${idOf(theirs)} is linked to this user. Unlink it first.`
    await seen(question.findByText(refusal))
    await expect(question.getByRole('textbox', { name: /Reason/ })).toHaveValue('Confirmed in a chat')
    await choose(userEvent, question, 'الحداد', /ليلى الحدّاد/)
    await send(userEvent, question)
    await waitFor(async () => expect(await rowWith(idOf(account))).toHaveTextContent('ليلى الحدّاد'))
  },
}

/** A colleague links the same account while the question is open: nothing is overwritten, and the row shows their link. */
export const WhenAColleagueLinksTheSameAccount: Story = {
  beforeEach: LANGUAGES,
  play: async ({ userEvent }) => {
    const account = await ofHouse(false)
    const question = await pick(userEvent, account, 'สมชาย', /สมชาย ใจดี/)
    await colleague('ADMIN').call('telegramUser.link', {
      params: { id: account.id },
      version: account.version,
      body: { user: arabic.id, reason: 'Called from this phone' },
    })
    await send(userEvent, question)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.stringMatching(/./)))
    await waitFor(async () => expect(await rowWith(idOf(account))).toHaveTextContent('ليلى الحدّاد'))
    await expect((await recordOf<Account>('telegramUser', account.id)).user).toMatchObject({ id: arabic.id })
  },
}

/** Afterwards the user can be linked to another account. */
export const WhenAnAccountIsUnlinked: Story = {
  play: async ({ userEvent }) => {
    const account = await ofHouse(true)
    await userEvent.click(await verb(account, /^Unlink/))
    const question = within(await openedDialog(`Unlink Telegram account ${idOf(account)}?`))
    const unlink = question.getByRole('button', { name: 'Unlink' })
    await userEvent.click(unlink)
    await seen(question.findByText('Required'))
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'The user has a new phone')
    await userEvent.click(unlink)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith(idOf(account))).toHaveTextContent('Unlinked'))
    await expect(within(await rowWith(idOf(account))).queryByRole('button', { name: /^Unlink/ })).toBeNull()
  },
}

/** No account has written to the bot. */
export const Empty: Story = {
  beforeEach: consoleStory(() => sql('delete from telegram_users')),
  play: async () => seen(screen.findByRole('heading', { name: 'No Telegram accounts yet' })),
}

/** With the right to read only, no action is offered. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    const row = within(await rowWith(idOf(await ofHouse(false))))
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
