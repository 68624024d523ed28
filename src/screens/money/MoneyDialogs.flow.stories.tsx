/** What the questions of actions on money show before the button (look, section 8). */
import type { AnyHandler } from 'msw'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { GRANT_REFUSAL } from '@contract/records/rewards/bonus-grant'
import { DEMO_PASSWORD } from '@mocks/fixtures/staff'
import { failing, override, pending, unreachable } from '@mocks/overrides'
import { colleague } from '@mocks/scene'
import { openedDialog, pressReady, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { decides, newestApproval, requests } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Money/Questions before money moves',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'MANAGER' },
  args: { page: listPage('users'), parts: [] },
  decorators: [inConsole],
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** Adds a user of the own store, of this story alone, who has 120.00 in cash and no bonus. */
async function addRecipient(): Promise<void> {
  const body = {
    first_name: 'Αγγελική',
    last_name: 'Παπαδοπούλου',
    username: 'angeliki_p',
    email: 'angeliki@mail.example',
    role: 'PLAYER',
    password: DEMO_PASSWORD,
    confirm_password: DEMO_PASSWORD,
  }
  const { id } = await colleague('ADMIN').call<{ id: string }>('users.create', { body })
  const cash = { direction: 'UP', account: 'CASH', amount: '120.00', reason_code: 'MISSING_DEPOSIT', note: 'By bank' }
  await decides('ADMIN', 'approve', await requests('MANAGER', 'users', 'adjust', id, cash))
}
const withRecipient = (...handlers: readonly AnyHandler[][]) => consoleStory(...handlers, addRecipient)

async function open(userEvent: User, item: string) {
  const row = await rowWith('Αγγελική')
  // An action that is the only one of the person's role is a button of its own.
  const more = within(row).queryByRole('button', { name: /^More for/ })
  await userEvent.click(more ?? within(row).getByRole('button', { name: /^Adjust/ }))
  if (more) await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  return within(await openedDialog(/Αγγελική Παπαδοπούλου/))
}
async function grant(userEvent: User, bonus: string, amount?: string) {
  const question = await open(userEvent, 'Grant bonus…')
  await userEvent.type(question.getByRole('combobox', { name: /^Bonus/ }), bonus)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(bonus) }))
  if (amount) await userEvent.type(question.getByRole('textbox', { name: /^Amount/ }), amount)
  await userEvent.type(question.getByRole('textbox', { name: /^Note/ }), 'Συγγνώμη για την καθυστέρηση')
  return question
}
async function adjust(userEvent: User, direction: string, amount: string) {
  const question = await open(userEvent, 'Adjust…')
  await userEvent.selectOptions(question.getByRole('combobox', { name: /^Direction/ }), direction)
  await userEvent.selectOptions(question.getByRole('combobox', { name: /^Account/ }), 'Cash')
  await userEvent.type(question.getByRole('textbox', { name: /^Amount/ }), amount)
  return question
}
const effectIn = (question: ReturnType<typeof within>) => question.getByRole('region', { name: 'What will happen' })

/** The account before and after, the terms of the grant, and that nobody else is needed. */
export const Granting: Story = {
  beforeEach: withRecipient(),
  play: async ({ userEvent }) => {
    const question = await grant(userEvent, 'Goodwill')
    await waitFor(() => expect(effectIn(question)).toHaveTextContent('0.00becomes25.00USD'))
    await expect(effectIn(question)).toHaveTextContent(/To wager.*USD.*Expires.*202/)
    await expect(effectIn(question)).toHaveTextContent('Open bonusesNonebecomesGoodwill')
    await expect(effectIn(question)).toHaveTextContent('up to 100.00 USD nobody else must approve it')
    await expect(question.getByRole('button', { name: 'Grant 25.00 USD' })).toBeVisible()
  },
}
export const GrantingDark: Story = { ...Granting, globals: { theme: 'dark' } }
export const GrantingNarrowest: Story = { ...Granting, globals: { viewport: { value: 'narrowest' } } }

/** Above what the policy lets one person do. */
export const AboveTheTier: Story = {
  beforeEach: withRecipient(),
  play: async ({ userEvent }) => {
    const question = await grant(userEvent, 'Welcome 100', '150')
    await waitFor(() =>
      expect(effectIn(question)).toHaveTextContent(
        'Above 100.00 USD: one other person must approve it. Nothing changes before.',
      ),
    )
    await pressReady(userEvent, question, 'Grant 150.00 USD')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
  },
}
export const AboveTheTierDark: Story = { ...AboveTheTier, globals: { theme: 'dark' } }

/** The server's rule for the amount is shown at the field while it is typed, and holds the button back. */
export const RefusedWhileTyping: Story = {
  beforeEach: withRecipient(),
  play: async ({ userEvent }) => {
    const question = await grant(userEvent, 'Welcome 100', '200.01')
    const amount = question.getByRole('textbox', { name: /^Amount/ })
    await waitFor(() => expect(amount).toHaveAccessibleDescription(GRANT_REFUSAL.amountOf('200.00')))
    await expect(question.getByRole('button', { name: 'Grant bonus' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.clear(amount)
    await userEvent.type(amount, '25')
    await pressReady(userEvent, question, 'Grant 25.00 USD')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Bonus granted'))
  },
}

/** So is the form's own rule. */
export const NoAmountWhileTyping: Story = {
  parameters: { signedInAs: 'FINANCE' },
  beforeEach: withRecipient(),
  play: async ({ userEvent }) => {
    const question = await adjust(userEvent, 'Add money', '0')
    await waitFor(() => expect(question.getByRole('textbox', { name: /^Amount/ })).toBeInvalid())
    await seen(question.findByText('It appears once the fields are filled in.'))
  },
}

/** The verb follows the direction; two other people must approve it, with a step-up; the amount is typed again. */
export const TwoMustApprove: Story = {
  parameters: { signedInAs: 'FINANCE' },
  beforeEach: withRecipient(),
  play: async ({ userEvent }) => {
    const question = await adjust(userEvent, 'Add money', '1500')
    await waitFor(() => expect(effectIn(question)).toHaveTextContent('120.00becomes1,620.00USD'))
    await expect(effectIn(question)).toHaveTextContent('Above 500.00 USD: two other people must approve it.')
    await expect(effectIn(question)).toHaveTextContent('Whoever approves it confirms with password and code first.')
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^Reason/ }), 'Goodwill')
    await userEvent.type(question.getByRole('textbox', { name: /^Note/ }), 'Λάθος στην κατάθεση')
    await pressReady(userEvent, question, 'Add 1,500.00 USD')
    await seen(question.findByText('Type 1,500.00 to confirm.'))
    await userEvent.type(question.getByRole('textbox', { name: /^Type the amount/ }), '1500')
    await pressReady(userEvent, question, 'Add 1,500.00 USD')
    await waitFor(async () =>
      expect(await newestApproval()).toMatchObject({ policy: 'ADJUSTMENT', amount: '1500.00', required: 2 }),
    )
  },
}
export const TwoMustApproveDark: Story = { ...TwoMustApprove, globals: { theme: 'dark' } }
export const TwoMustApproveNarrowest: Story = { ...TwoMustApprove, globals: { viewport: { value: 'narrowest' } } }

/** More is taken than there is: it can be requested, and it is said that it could not take effect now. */
export const TakingMoreThanThereIs: Story = {
  parameters: { signedInAs: 'FINANCE' },
  beforeEach: withRecipient(),
  play: async ({ userEvent }) => {
    const question = await adjust(userEvent, 'Take money', '120.01')
    await waitFor(() =>
      expect(effectIn(question)).toHaveTextContent(/It could not take effect now: The user has less cash/),
    )
    await expect(question.getByRole('button', { name: 'Take 120.01 USD' })).toBeVisible()
  },
}

export const Loading: Story = {
  beforeEach: withRecipient(override('users.previewGrantBonus', pending)),
  play: async ({ userEvent }) => {
    const question = await grant(userEvent, 'Goodwill')
    await waitFor(() => expect(effectIn(question)).toHaveAttribute('aria-busy', 'true'))
    await expect(question.getByRole('button', { name: 'Grant bonus' })).toHaveAttribute('aria-disabled', 'true')
  },
}

/** Without the preview the person is told that the effect is unknown, and the button says so too. */
export const PreviewFailed: Story = {
  beforeEach: withRecipient(override('users.previewGrantBonus', failing(500))),
  play: async ({ userEvent }) => {
    const question = await grant(userEvent, 'Goodwill')
    await seen(question.findByText(/What it would do is unknown/))
    await seen(question.findByRole('button', { name: 'Try again' }))
    await pressReady(userEvent, question, 'Grant bonus, effect unknown')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Bonus granted'))
  },
}
export const PreviewFailedDark: Story = { ...PreviewFailed, globals: { theme: 'dark' } }

/** A role that does not suffice: the refusal names the own limit, and nothing can be sent. */
export const AboveTheOwnLimit: Story = {
  beforeEach: withRecipient(
    override(
      'users.previewGrantBonus',
      failing(403, { message: 'This is above your own limit of 20.00. Ask somebody with a higher one.' }),
    ),
  ),
  play: async ({ userEvent }) => {
    const question = await grant(userEvent, 'Goodwill')
    const refusal = 'This is above your own limit of 20.00. Ask somebody with a higher one.'
    await seen(within(effectIn(question)).findByText(refusal))
    const button = question.getByRole('button', { name: 'Grant bonus' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(refusal)
  },
}

/** No answer to the action itself: it is repeated with the same key, and the question stays. */
export const Uncertain: Story = {
  beforeEach: withRecipient(override('users.grantBonus', unreachable)),
  play: async ({ userEvent }) => {
    const question = await grant(userEvent, 'Goodwill')
    await pressReady(userEvent, question, 'Grant 25.00 USD')
    await seen(question.findByText('No answer yet. Checking whether it was done...'))
  },
}
