/** Platform accounts: support completes what users ask for, resets passwords, and reveals one for a reason. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inRecordPage, pressInMenu, RecordOfPage, recordPage } from '../record/record.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

interface Account {
  id: string
  version: number
  reference: string
  status: string
  platform_username: string | null
  last_balance: string | null
  user: { id: string; name: string }
  store_platform: { id: string }
}
/** As questions name it. */
const nameOf = ({ reference, user }: Account) => `${reference} ${user.name}`
const page = recordPage('platform-user')
let requested: Account
let asked: Account
/** Active, and of the demo: its password was never stored. Nothing of it is open. */
let active: Account
/** Added by a colleague, with a password. */
let added: Account
const SLOW = { timeout: 15_000 }
/** Never passed to a function of the tests as a value: they record their arguments. */
const secret = () => ['Rain', '7', 'Lamp'].join('-')
const now = ({ id }: Account) => recordOf<Account>('platformAccount', id)
const first = async (tab: string) => (await rowsOf<Account>('platformAccount', { tab }))[0]!

const meta = {
  title: 'Screens/People/Platform accounts',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'SUPPORT_AGENT' },
  args: { page, parts: [] },
  beforeEach: consoleStory(async () => {
    ;[requested, asked] = [await first('requested'), await first('reset_requested')]
    const open = new Set(
      (
        await sql<{ id: string }>(
          `select platform_account_id::text as id from platform_deposits where status not in ('COMPLETED', 'FAILED', 'REJECTED')
           union all select platform_account_id::text from platform_withdrawals where status not in ('COMPLETED', 'FAILED', 'REJECTED')`,
        )
      ).map(({ id }) => id),
    )
    active = (await rowsOf<Account>('platformAccount', { tab: 'active' })).find(
      ({ id, last_balance }) => Number(last_balance) > 0 && !open.has(id),
    )!
    const [free] = await sql<{ user: string; platform: string }>(
      `select u.id::text as user, s.id::text as platform from users u join store_platforms s on s.store_code = u.store
       where not u.is_deleted and not s.is_deleted and not exists (select from platform_accounts a where a.user_id = u.id)
       order by u.id desc, s.id limit 1`,
    )
    added = (await colleague('MANAGER').call('platformAccount.create', {
      body: { user: free!.user, store_platform: free!.platform, platform_username: 'lucky77', password: secret() },
    })) as Account
  }),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>
/** The page of the account that the story's parameters name. */
const onPage = {
  decorators: [inRecordPage('Platform account')],
  render: (args, { parameters }) => <RecordOfPage {...args} parts={[(parameters.opens as () => Account)().id]} />,
} satisfies Partial<Story>
const inList = {
  decorators: [inConsole],
  render: () => <ListPage page={listPage('platform-user')} parts={[]} />,
} satisfies Partial<Story>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** What the browser keeps of this site. */
const kept = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])
const fill = async (form: ReturnType<typeof within>, userEvent: User, label: RegExp, text: string) =>
  userEvent.type(await form.findByLabelText(label, {}, SLOW), text)

/** The password is typed into a form that keeps no draft of it, and is in no answer. */
export const Completed: Story = {
  ...onPage,
  parameters: { opens: () => requested },
  play: async ({ userEvent }) => {
    await expect(screen.queryByRole('link', { name: 'Review' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Complete…' }, SLOW))
    const form = within(await openedDialog(`Complete ${nameOf(requested)}`))
    await userEvent.click(await form.findByRole('button', { name: 'Complete' }, SLOW))
    await seen(form.findAllByText('Required').then(([one]) => one!))
    await fill(form, userEvent, /^Username/, 'đặng-văn')
    await fill(form, userEvent, /^Password/, secret())
    await expect(kept().includes(secret())).toBe(false)
    await userEvent.click(form.getByRole('button', { name: 'Complete' }))
    await waitFor(
      async () => expect(await now(requested)).toMatchObject({ status: 'ACTIVE', platform_username: 'đặng-văn' }),
      SLOW,
    )
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'), SLOW)
    await expect(kept().includes(secret())).toBe(false)
  },
}

export const WithANewPassword: Story = {
  ...onPage,
  parameters: { opens: () => asked },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Reset password' }, SLOW))
    const form = within(await openedDialog(`Reset the password of ${nameOf(asked)}`))
    await fill(form, userEvent, /^Password/, secret())
    await userEvent.click(form.getByRole('button', { name: 'Reset password' }))
    await waitFor(async () => expect((await now(asked)).status).toBe('ACTIVE'), SLOW)
  },
}

/** Gives the reason in the dialog of the reveal. */
async function giveReason(userEvent: User, account: Account) {
  const dialog = within(await openedDialog(`Reveal the password of ${nameOf(account)}?`))
  await userEvent.type(await dialog.findByRole('textbox', { name: /^Reason/ }, SLOW), 'Ticket 4711, locked out')
  await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }))
  return dialog
}
const isOnPage = () => document.body.textContent.includes(secret())

/** Nothing is asked of the platform before the person has given a reason, which the timeline has afterwards. */
export const Revealed: Story = {
  ...onPage,
  parameters: { opens: () => added, isLive: true },
  play: async ({ userEvent }) => {
    await seen(screen.findByText('lucky77', {}, SLOW))
    await expect(isOnPage()).toBe(false)
    await pressInMenu(userEvent, 'Reveal password…')
    await openedDialog(`Reveal the password of ${nameOf(added)}?`)
    const counted = () => sql('select 1 from reveals')
    await expect(await counted()).toEqual([])
    const dialog = await giveReason(userEvent, added)
    await seen(dialog.findByText(/^Hidden in/, {}, SLOW))
    await expect(isOnPage()).toBe(true)
    await expect(await counted()).toHaveLength(1)
    await userEvent.click(dialog.getByRole('button', { name: 'Hide' }))
    await waitFor(() => expect(isOnPage()).toBe(false))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await seen(screen.findByText(/revealed the password/, {}, SLOW))
    await expect(screen.getByText(/Ticket 4711, locked out/)).toBeVisible()
  },
}

/** The platform says why there is nothing to show, and the reason stays. */
export const WithoutAPassword: Story = {
  ...onPage,
  parameters: { opens: () => active },
  play: async ({ userEvent }) => {
    await seen(screen.findByText(active.platform_username!, {}, SLOW))
    await pressInMenu(userEvent, 'Reveal password…')
    const dialog = await giveReason(userEvent, active)
    await seen(dialog.findByText('This platform account has no password stored.', {}, SLOW))
  },
}

/** A balance that is left is given up only where the person says so. */
export const ClosedWithABalance: Story = {
  ...onPage,
  parameters: { opens: () => active },
  play: async ({ userEvent }) => {
    await seen(screen.findByText(active.platform_username!, {}, SLOW))
    await pressInMenu(userEvent, 'Close…')
    const dialog = within(await screen.findByRole('alertdialog', {}, SLOW))
    await userEvent.type(await dialog.findByRole('textbox', { name: /^Reason/ }, SLOW), 'Duplicate')
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await seen(dialog.findByText(/^Confirm that the balance is given up/, {}, SLOW))
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Give up the balance/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(async () => expect((await now(active)).status).toBe('CLOSED'), SLOW)
  },
}

/** Readers see the account, and may reveal nothing. */
export const ForReaders: Story = {
  ...onPage,
  parameters: { opens: () => added, signedInAs: 'FINANCE' },
  play: async ({ userEvent }) => {
    await seen(screen.findByText('lucky77', {}, SLOW))
    await userEvent.click(await screen.findByRole('button', { name: /^More for/ }))
    await expect(await screen.findByRole('menuitem', { name: 'Copy the id' })).toBeVisible()
    await expect(screen.queryByRole('menuitem', { name: /^Reveal/ })).toBeNull()
  },
}

/** Left empty, username and password are chosen by the platform. */
export const Added: Story = {
  ...inList,
  play: async ({ userEvent }) => {
    const [free] = await sql<{ name: string }>(
      `select u.username as name from users u where u.store = 'NORTHGATE' and not u.is_deleted
         and not exists (select from platform_accounts a where a.user_id = u.id) order by u.id limit 1`,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add platform account' }, SLOW))
    const form = within(await openedDialog('Add platform account'))
    const user = await form.findByRole('combobox', { name: /^User/ }, SLOW)
    await userEvent.type(user, free!.name)
    await userEvent.click((await screen.findAllByRole('option', {}, SLOW))[0]!)
    const platform = form.getByRole('combobox', { name: /^Platform/ })
    await userEvent.type(platform, 'Northgate')
    await userEvent.click((await screen.findAllByRole('option', {}, SLOW))[0]!)
    await userEvent.click(form.getByRole('button', { name: 'Add platform account' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'), SLOW)
    const [newest] = await rowsOf<Account>('platformAccount')
    await expect(newest!.platform_username).toMatch(/^[a-z0-9]+\d{4}$/)
  },
}

/** The same dialog opens from the menu of a row. */
export const RevealedInTheList: Story = {
  ...inList,
  play: async ({ userEvent }) => {
    const row = within(await rowWith(added.reference))
    await userEvent.click(row.getByRole('button', { name: /^More for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Reveal password…' }))
    const dialog = await giveReason(userEvent, added)
    await seen(dialog.findByText(/^Hidden in/, {}, SLOW))
    await expect(isOnPage()).toBe(true)
  },
}

/** The list knows whether there is a balance, too. */
export const ClosedInTheList: Story = {
  ...inList,
  play: async ({ userEvent }) => {
    const row = within(await rowWith(active.reference))
    await userEvent.click(row.getByRole('button', { name: /^More for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Close…' }))
    const dialog = within(await screen.findByRole('alertdialog', {}, SLOW))
    await expect(await dialog.findByRole('checkbox', { name: /^Give up the balance/ }, SLOW)).toBeVisible()
  },
}
