import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { GRANT_REFUSAL } from '@contract/records/rewards/bonus-grant'
import { userFixture } from '@mocks/fixtures/user'
import { rowsOf } from '@mocks/scene'
import { openedDialog, pressReady, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'
import { balanceOf, nameUser } from './rewards.story-kit'

const meta = {
  title: 'Screens/Rewards/Bonus history',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'MANAGER' },
  args: { page: listPage('bonus-history'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const versionOf = async (bonus: string) => {
  const [found] = await rowsOf<{ version: number }>('bonus', { search: bonus })
  return found!.version
}

/** Every status has its pill; an active grant whose time is over is expired. */
export const Ready: Story = {
  play: async () => {
    for (const status of ['Active', 'Completed', 'Expired', 'Forfeited', 'Revoked'])
      await expect(await rowWith(status)).toBeVisible()
  },
}

export const Expired: Story = {
  name: 'The tab Expired has what nobody wagered in time',
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('link', { name: /^Expired/ }))
    await waitFor(() => expect(screen.queryByText('Completed', { selector: '[role=row] *' })).toBeNull())
    await expect(await rowWith('Expired')).toHaveTextContent('Gold reload')
  },
}

export const Forfeiting: Story = {
  name: 'A forfeited grant loses what is left of its money',
  play: async ({ userEvent }) => {
    const row = await rowWith('Active')
    const user = within(row).getAllByRole('gridcell')[1]!.textContent
    await userEvent.click(within(row).getByRole('button', { name: /^More for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Forfeit…' }))
    const question = within(await openedDialog(/^Forfeit/))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Played against the terms')
    await pressReady(userEvent, question, /^Forfeit/)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith(user)).toHaveTextContent('Forfeited'))
  },
}

/** A user of the own store, who gets a name of these stories alone. */
const RECIPIENT = userFixture().find(
  ({ third_party_store_code, account_status, is_deleted }) =>
    third_party_store_code === null && account_status === 'ACTIVE' && !is_deleted,
)!.id
const ofUsers: Pick<Story, 'args' | 'beforeEach'> = {
  args: { page: listPage('users'), parts: [] },
  beforeEach: consoleStory(() => nameUser(RECIPIENT, 'Αγγελική', 'Παπαδοπούλου')),
}
/** Opens the question on the user's row and chooses a bonus. */
async function ask(userEvent: User, bonus: string) {
  const row = await rowWith('Αγγελική')
  await userEvent.click(within(row).getByRole('button', { name: /^More for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Grant bonus…' }))
  const question = within(await openedDialog('Grant a bonus to Αγγελική Παπαδοπούλου?'))
  await userEvent.type(question.getByRole('combobox', { name: /^Bonus/ }), bonus)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(bonus) }))
  await userEvent.type(question.getByRole('textbox', { name: /^Note/ }), 'Συγγνώμη για την καθυστέρηση')
  return question
}
const send = (userEvent: User, question: ReturnType<typeof within>, amount: string) =>
  pressReady(userEvent, question, `Grant ${amount} USD`)

export const GrantingAlone: Story = {
  ...ofUsers,
  name: 'Granting up to the own limit: the user has it at once',
  play: async ({ userEvent }) => {
    const before = await balanceOf(RECIPIENT, 'bonus_balance')
    await send(userEvent, await ask(userEvent, 'Goodwill'), '25.00')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Bonus granted'))
    await expect(await balanceOf(RECIPIENT, 'bonus_balance')).toBeCloseTo(before + 25, 2)
    const [newest] = await rowsOf('bonusGrant')
    await expect(newest).toMatchObject({ user: { id: RECIPIENT }, status: 'ACTIVE', amount: '25.00' })
  },
}

export const GrantingMore: Story = {
  ...ofUsers,
  name: 'Granting more than that: it waits for another person',
  play: async ({ userEvent }) => {
    const before = await balanceOf(RECIPIENT, 'bonus_balance')
    const question = await ask(userEvent, 'Welcome 100')
    await userEvent.type(question.getByRole('textbox', { name: /^Amount/ }), '150')
    await send(userEvent, question, '150.00')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
    await expect(await balanceOf(RECIPIENT, 'bonus_balance')).toBe(before)
    await expect(await newestApproval()).toMatchObject({ policy: 'BONUS', amount: '150.00', status: 'PENDING' })
  },
}

export const Refused: Story = {
  ...ofUsers,
  name: 'What the terms do not allow is refused at the field while it is typed, and the input stays',
  play: async ({ userEvent }) => {
    const question = await ask(userEvent, 'Welcome 100')
    const amount = question.getByRole('textbox', { name: /^Amount/ })
    await userEvent.type(amount, '200.01')
    await waitFor(() => expect(amount).toHaveAccessibleDescription(GRANT_REFUSAL.amountOf('200.00')))
    await expect(amount).toHaveValue('200.01')
    await expect(await versionOf('Welcome 100')).toBe(1)
  },
}
