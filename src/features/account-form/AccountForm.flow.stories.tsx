import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import type { Draft } from '@contract/ports'
import { submissionMachine } from '@machines/submission/submission.machine'
import { failing, onceInstead, override, pending } from '@mocks/browser'
import { userRecord } from '@mocks/fixtures/user'
import { sentinelUsers } from '@mocks/sentinels'
import { loadResource } from '@resources/load'
import { HeldForm, type HeldOfForm } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import AccountFormContainer, { type AccountFormTarget } from './AccountForm.container'

const person = userRecord(1)
const sentinel = (name: string) => sentinelUsers().find((user) => user.email.startsWith(name))!.id

interface Args {
  target: AccountFormTarget
  onSaved: () => void
  onClose: () => void
}

const users = await loadResource('users')
const Form = (args: Args) => <AccountFormContainer {...args} resource={users} />

const meta = {
  title: 'Flows/Account form',
  component: Form,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole signedInAs="ADMIN" draft={parameters.draft as Draft | undefined}>
        <Story />
      </StoryConsole>
    ),
  ],
  args: { target: { name: 'create' }, onSaved: fn(), onClose: fn() },
  beforeEach: consoleStory(),
} satisfies Meta<typeof Form>
export default meta
type Story = StoryObj<typeof meta>
type PlayContext = Parameters<NonNullable<Story['play']>>[0]

const dialog = () => screen.findByRole('dialog', {}, { timeout: 5000 })
const field = async (label: RegExp | string) => within(await dialog()).findByLabelText(label, {}, { timeout: 5000 })

async function fillNewUser({ userEvent }: Pick<PlayContext, 'userEvent'>, over: Partial<Record<string, string>> = {}) {
  const values: [RegExp, string][] = [
    [/^First name/, 'Noor'],
    [/^Last name/, over.last_name ?? 'Haddad'],
    [/^Username/, over.username ?? 'noor_h'],
    [/^Email/, over.email ?? 'noor@mailbox.test'],
    [/^Password(?! rules)/, 'Pitboss#2026'],
    [/^Confirm password/, 'Pitboss#2026'],
  ]
  for (const [label, value] of values) await userEvent.type(await field(label), value)
  await waitFor(async () =>
    expect(await within(await dialog()).findByRole('option', { name: 'PLAYER' })).toBeInTheDocument(),
  )
  await userEvent.selectOptions(await field(/^Role/), 'PLAYER')
}

export const WhenAUserIsAdded: Story = {
  play: async (context) => {
    await fillNewUser(context)
    await context.userEvent.keyboard('{Enter}')
    await context.userEvent.click(within(await dialog()).getByRole('button', { name: 'Add user' }))
    await waitFor(() => expect(context.args.onSaved).toHaveBeenCalledOnce())
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added')
  },
}

export const WhenNothingIsFilled: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Add user' }))
    await waitFor(async () => expect(await field(/^First name/)).toHaveFocus())
    await expect(within(await dialog()).getAllByText('Required').length).toBeGreaterThanOrEqual(5)
  },
}

/** The server's own messages stand under their fields; what was typed stays. */
export const Rejected: Story = {
  parameters: { statechart: inState(submissionMachine, 'rejected') },
  beforeEach: consoleStory(
    override(
      'users.create',
      failing(422, { message: 'Some fields were refused.', errors: { email: ['This email is already used'] } }),
    ),
  ),
  play: async (context) => {
    await fillNewUser(context)
    await context.userEvent.click(within(await dialog()).getByRole('button', { name: 'Add user' }))
    await seen(screen.findByText('This email is already used', {}, { timeout: 5000 }))
    await expect(await field(/^Email/)).toHaveFocus()
    await expect(await field(/^Last name/)).toHaveValue('Haddad')
    await expect(toasted).toHaveBeenCalledWith('error', 'Some fields were refused.')
  },
}

/** The form says what to do and keeps what was typed; the same button sends it again. */
export const WhenTheDatabaseIsUnavailable: Story = {
  beforeEach: consoleStory(override('users.create', onceInstead(failing(503)))),
  play: async (context) => {
    await fillNewUser(context)
    const add = within(await dialog()).getByRole('button', { name: 'Add user' })
    await context.userEvent.click(add)
    const message = 'The database cannot be reached at the moment. Nothing was changed. Try again in a few seconds.'
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', message))
    await expect(await field(/^Last name/)).toHaveValue('Haddad')
    await expect(await field(/^Password(?! rules)/)).not.toHaveValue('')
    await context.userEvent.click(add)
    await waitFor(() => expect(context.args.onSaved).toHaveBeenCalledOnce())
  },
}

/** Runs the form with one part of its machine held, and ends after the first word typed. */
const whileHeld = (held: HeldOfForm): Pick<Story, 'decorators'> => ({
  decorators: [
    (Shown) => (
      <HeldForm held={held}>
        <Shown />
      </HeldForm>
    ),
  ],
})
const typeAWord = async ({ userEvent }: Pick<PlayContext, 'userEvent'>) =>
  userEvent.type(await field(/^Last name/), 'Haddad')

export const Opening: Story = {
  ...whileHeld('loadDraft'),
  parameters: { statechart: inState(submissionMachine, 'opening') },
  play: async () => expect(await field(/^First name/)).toHaveFocus(),
}

export const Typing: Story = {
  ...whileHeld('draftPause'),
  parameters: { statechart: inState(submissionMachine, 'typing') },
  play: async (context) => {
    await typeAWord(context)
    await expect(screen.queryByText('Draft kept')).toBeNull()
  },
}

export const Keeping: Story = {
  ...whileHeld('saveDraft'),
  parameters: { statechart: inState(submissionMachine, 'keeping') },
  play: async (context) => {
    await typeAWord(context)
    await expect(screen.queryByText('Draft kept')).toBeNull()
  },
}

/** What was typed is written before the form goes. */
export const KeepingToLeave: Story = {
  ...whileHeld('saveDraft'),
  parameters: { statechart: inState(submissionMachine, 'keepingToLeave') },
  play: async (context) => {
    await typeAWord(context)
    await context.userEvent.keyboard('{Escape}')
    await expect(await field(/^Last name/)).toHaveValue('Haddad')
    await expect(context.args.onClose).not.toHaveBeenCalled()
  },
}

export const Kept: Story = {
  parameters: { statechart: inState(submissionMachine, 'kept') },
  play: async (context) => {
    await typeAWord(context)
    const kept = await within(await dialog()).findByText('Draft kept')
    await waitFor(() => expect(kept).toBeVisible())
  },
}

export const Submitting: Story = {
  parameters: { statechart: inState(submissionMachine, 'submitting') },
  beforeEach: consoleStory(override('users.create', pending)),
  play: async (context) => {
    await fillNewUser(context)
    await context.userEvent.click(within(await dialog()).getByRole('button', { name: 'Add user' }))
    await expect(await within(await dialog()).findByRole('button', { name: /Loading/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  },
}

export const WhenOnlyWhatChangedIsSent: Story = {
  args: { target: { name: 'edit', id: person.id } },
  play: async ({ args, userEvent }) => {
    const lastName = await field(/^Last name/)
    await waitFor(() => expect(lastName).toHaveValue(person.last_name))
    await userEvent.clear(lastName)
    await userEvent.type(lastName, 'Vásquez{Enter}')
    await waitFor(() => expect(args.onSaved).toHaveBeenCalledOnce())
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
  },
}

/** Somebody saved first: nothing is lost, each field is a choice. */
const conflicting = consoleStory(
  override(
    'users.update',
    failing(409, {
      message: 'dan_w saved this user at 14:30.',
      current: { ...person, last_name: 'Vasquez', version: person.version + 1 },
    }),
  ),
)
async function meetConflict({ userEvent }: Pick<PlayContext, 'userEvent'>) {
  const lastName = await field(/^Last name/)
  await userEvent.clear(lastName)
  await userEvent.type(lastName, 'Vásquez{Enter}')
  await seen(screen.findByText(/dan_w saved this user at 14:30/, {}, { timeout: 5000 }))
}
export const Stale: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'stale') },
  beforeEach: conflicting,
  play: async (context) => {
    await meetConflict(context)
    await expect(within(await dialog()).getByRole('radio', { name: /Last name Yours Vásquez/ })).toBeChecked()
  },
}
export const WhenAConflictIsLeftForTheForm: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: conflicting,
  play: async (context) => {
    await meetConflict(context)
    await context.userEvent.click(within(await dialog()).getByRole('button', { name: 'Back to the form' }))
    await expect(await field(/^Last name/)).toHaveValue('Vásquez')
  },
}

const earlier: Draft = {
  values: {
    first_name: 'Noor',
    last_name: 'Haddad',
    username: 'noor_h',
    email: '',
    role: '',
    third_party_store_code: '',
  },
  version: null,
  savedAt: Date.parse('2026-11-20T14:02:00Z'),
}
const restore = async () => within(await dialog()).findByRole('button', { name: 'Restore' }, { timeout: 5000 })
export const DraftOffered: Story = {
  parameters: { statechart: inState(submissionMachine, 'draftOffered'), draft: earlier },
  play: async () => {
    const button = await restore()
    await waitFor(() => expect(button).toBeVisible())
    await expect(await field(/^Last name/)).toHaveValue('')
  },
}
export const WhenADraftIsRestored: Story = {
  parameters: { draft: earlier },
  play: async ({ userEvent }) => {
    await userEvent.click(await restore())
    await expect(await field(/^Last name/)).toHaveValue('Haddad')
    await expect(await field(/^Password(?! rules)/)).toHaveValue('')
  },
}

export const WhenAPasswordIsReset: Story = {
  args: { target: { name: 'resetPassword', id: person.id } },
  play: async ({ args, userEvent }) => {
    await userEvent.type(await field(/^Password(?! rules)/), 'Pitboss#2027')
    await userEvent.type(await field(/^Confirm password/), 'Pitboss#2028{Enter}')
    await seen(within(await dialog()).findByText('Passwords must match'))
    const again = await field(/^Confirm password/)
    await userEvent.clear(again)
    await userEvent.type(again, 'Pitboss#2027{Enter}')
    await waitFor(() => expect(args.onSaved).toHaveBeenCalledOnce())
    await expect(toasted).toHaveBeenCalledWith('success', 'Reset Password successfully')
  },
}

/** Secrets are kept in no draft: leaving asks. */
async function leaveAPassword({ userEvent }: Pick<PlayContext, 'userEvent'>) {
  await userEvent.type(await field(/^Password(?! rules)/), 'Pitboss#2027')
  await userEvent.keyboard('{Escape}')
  await seen(screen.findByText('Leave without saving?', {}, { timeout: 5000 }))
  await expect(within(await dialog()).getByRole('button', { name: 'Stay' })).toHaveFocus()
}
export const Leaving: Story = {
  args: { target: { name: 'resetPassword', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'leaving') },
  play: leaveAPassword,
}
export const WhenOneStays: Story = {
  args: { target: { name: 'resetPassword', id: person.id } },
  play: async (context) => {
    await leaveAPassword(context)
    await context.userEvent.keyboard('{Enter}')
    await expect(context.args.onClose).not.toHaveBeenCalled()
    await expect(await field(/^Password(?! rules)/)).toHaveValue('Pitboss#2027')
  },
}

export const WhenTheRecordCannotBeRead: Story = {
  args: { target: { name: 'edit', id: sentinel('broken') } },
  play: async () => {
    await seen(screen.findByText('The record could not be loaded', {}, { timeout: 5000 }))
    await expect(within(await dialog()).getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const WhenTheRolesCannotBeRead: Story = {
  beforeEach: consoleStory(override('admin.roles', failing(500))),
  play: async () => {
    const told = await screen.findByText('The roles could not be loaded.', {}, { timeout: 5000 })
    await waitFor(() => expect(told).toBeVisible())
  },
}

export const WhenTheRecordLoads: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: consoleStory(override('users.get', pending)),
  play: async () => {
    await expect(await screen.findByText('Loading user', {}, { timeout: 5000 })).toBeInTheDocument()
  },
}
