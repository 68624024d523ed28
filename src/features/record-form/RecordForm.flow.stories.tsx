import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import type { Draft } from '@ports/drafts'
import { submissionMachine } from '@machines/submission/submission.machine'
import { userFixture, userRecord, type UserRecord } from '@mocks/fixtures/user'
import { failing, lost, onceInstead, override, pending, unreachable } from '@mocks/overrides'
import { colleague, grantOnly, recordOf } from '@mocks/scene'
import { loadResource } from '@resources/load'
import { HeldForm, type HeldOfForm } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import RecordFormContainer, { type RecordFormTarget } from './RecordForm.container'

const person = userRecord(1)
const partner = userFixture().find((user) => user.third_party_store_code !== null)!
/** Every field of the edit form, as in drafts of earlier consoles. */
const { first_name, last_name, username, email, role } = person
const formValues = { first_name, last_name, username, email, role, third_party_store_code: '' }

/** Bodies of the updates that the console sent. */
const sent: unknown[] = []
const watched = [
  async () => void (sent.length = 0),
  override('users.update', async (usual, request) => {
    sent.push(await request.clone().json())
    return usual()
  }),
] as const

/** The person as the database has them. */
const stored = () => recordOf<UserRecord>('users', person.id)
/** A colleague changes the person in the meantime. */
async function colleagueSaves(changes: Partial<UserRecord>) {
  const { version } = await stored()
  await colleague('MANAGER').call('users.update', { params: { id: person.id }, version, body: changes })
}

interface Args {
  target: RecordFormTarget
  onSaved: () => void
  onClose: () => void
}

const users = await loadResource('people/users')
const Form = (args: Args) => <RecordFormContainer {...args} resource={users} />

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

const dialog = () => screen.findByRole('dialog')
const field = async (label: RegExp | string) => within(await dialog()).findByLabelText(label)

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
    expect(await within(await dialog()).findByRole('option', { name: 'Player' })).toBeInTheDocument(),
  )
  await userEvent.selectOptions(await field(/^Role/), 'PLAYER')
}

/** The repetition is not missing before anybody was there; once it was, each key checks it against the password. */
export const WhenThePasswordIsTypedFirst: Story = {
  play: async ({ userEvent }) => {
    const again = await field(/^Confirm password/)
    await userEvent.type(await field(/^Password(?! rules)/), 'Pitboss#2026')
    await userEvent.tab()
    await expect(again).not.toBeInvalid()
    await userEvent.type(again, 'Pitboss#2027')
    await userEvent.tab()
    await waitFor(() => expect(again).toHaveAccessibleDescription('Passwords must match'))
    await userEvent.type(again, '{Backspace}6')
    await waitFor(() => expect(again).not.toBeInvalid())
  },
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

/** The server's messages are displayed below their fields; the typed values are kept. */
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
    await seen(screen.findByText('This email is already used'))
    await expect(await field(/^Email/)).toHaveFocus()
    await expect(await field(/^Last name/)).toHaveValue('Haddad')
    await expect(toasted).toHaveBeenCalledWith('error', 'Some fields were refused.')
  },
}

/** The form explains what to do and keeps the typed values; the same button sends them again. */
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

/** Runs the form with one part of its machine delayed, and ends after the first typed word. */
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

export const LookingUp: Story = {
  ...whileHeld('loadDraft'),
  parameters: { statechart: inState(submissionMachine, 'lookingUp') },
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

/** A key after the first draft was written: the note stays displayed and does not flicker. */
export const TypingOn: Story = {
  ...whileHeld('laterPause'),
  parameters: { statechart: inState(submissionMachine, 'typingOn') },
  play: async (context) => {
    await context.userEvent.type(await field(/^Last name/), 'H')
    await seen(screen.findByText('Draft kept'))
    await context.userEvent.type(await field(/^Last name/), 'addad')
    await expect(screen.getByText('Draft kept')).toBeVisible()
  },
}

export const KeepingOn: Story = {
  ...whileHeld('laterSave'),
  parameters: { statechart: inState(submissionMachine, 'keepingOn') },
  play: async (context) => {
    await context.userEvent.type(await field(/^Last name/), 'H')
    await seen(screen.findByText('Draft kept'))
    await context.userEvent.type(await field(/^Last name/), 'addad')
    await expect(screen.getByText('Draft kept')).toBeVisible()
  },
}

/** The typed values are stored before the form closes. */
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

/** A database that never responds does not hold the person: the form asks whether to leave without the input. */
export const WhenTheDeviceDoesNotRespond: Story = {
  ...whileHeld('keepPatience'),
  play: async (context) => {
    await typeAWord(context)
    await context.userEvent.keyboard('{Escape}')
    await seen(screen.findByText('Leave without saving?'))
    await context.userEvent.click(screen.getByRole('button', { name: 'Stay' }))
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

/** Saving without a change makes no call and reports no success. */
export const Unchanged: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'unchanged') },
  beforeEach: consoleStory(...watched),
  play: async ({ args, userEvent }) => {
    await waitFor(async () => expect(await field(/^Last name/)).toHaveValue(person.last_name))
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Save changes' }))
    await seen(screen.findByText('Nothing was changed, so nothing was saved.'))
    await expect(sent).toEqual([])
    await expect(toasted).not.toHaveBeenCalled()
    await expect(args.onSaved).not.toHaveBeenCalled()
  },
}

/** An update ignores an empty store code (spec 3), so the field reports that it cannot be emptied. */
export const WhenAStoreCodeIsEmptied: Story = {
  args: { target: { name: 'edit', id: partner.id } },
  beforeEach: consoleStory(...watched),
  play: async ({ userEvent }) => {
    const { third_party_store_code } = await recordOf<UserRecord>('users', partner.id)
    const code = await field(/^Partner store code/)
    await waitFor(() => expect(code).toHaveValue(third_party_store_code))
    await expect(code).toHaveAccessibleDescription('This can be changed, but not removed.')
    await userEvent.clear(await field(/^Partner store code/))
    // The open list hides the rest of the form until the field is left.
    await userEvent.tab()
    await userEvent.click(await within(await dialog()).findByRole('button', { name: 'Save changes' }))
    await waitFor(async () => expect(await field(/^Partner store code/)).toHaveAttribute('aria-invalid', 'true'))
    await expect(await field(/^Partner store code/)).toHaveAccessibleDescription(
      /This can be changed, but not removed\./,
    )
    await expect(sent).toEqual([])
  },
}

/** `read` fields without `role`: the form neither shows nor requires a role. */
export const WhenTheRoleCannotBeRead: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: consoleStory(
    ...watched,
    grantOnly(
      'ADMIN',
      { action: 'read', subject: 'Users', fields: ['first_name', 'last_name', 'username', 'email'] },
      { action: 'update', subject: 'Users', fields: ['*'] },
    ),
  ),
  play: async ({ args, userEvent }) => {
    const lastName = await field(/^Last name/)
    await waitFor(() => expect(lastName).toHaveValue(person.last_name))
    await expect(await field(/^Role/)).toBeDisabled()
    await expect(await field(/^Role/)).toHaveAccessibleDescription('Your role may not read this. It stays as it is.')
    await userEvent.clear(lastName)
    await userEvent.type(lastName, 'Vásquez{Enter}')
    await waitFor(() => expect(args.onSaved).toHaveBeenCalledOnce())
    await expect(sent).toEqual([{ last_name: 'Vásquez' }])
  },
}

/** Two people: the person at this browser, and a colleague who saves in the meantime. */
async function renameAndSave({ userEvent }: Pick<PlayContext, 'userEvent'>, name = 'Vásquez') {
  const lastName = await field(/^Last name/)
  await waitFor(() => expect(lastName).toHaveValue(person.last_name))
  await userEvent.clear(lastName)
  await userEvent.type(lastName, `${name}{Enter}`)
}
/** Compares the whole text, because names are in separate elements. */
const conflictSays = (text: RegExp) =>
  waitFor(() => expect(screen.getByRole('form', { name: 'Save conflict' })).toHaveTextContent(text))
const conflictForm = async () => within(await screen.findByRole('form', { name: 'Save conflict' }))

export const Stale: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'stale') },
  beforeEach: consoleStory(...watched),
  play: async (context) => {
    await waitFor(async () => expect(await field(/^Last name/)).toHaveValue(person.last_name))
    await colleagueSaves({ last_name: 'Vasquez', email: 'elena.new@mailbox.test' })
    await renameAndSave(context)
    const choice = await conflictForm()
    await expect(await choice.findByRole('radio', { name: 'Last name Yours Vásquez' })).toBeChecked()
    await expect(choice.queryByRole('radio', { name: /^Email/ })).toBeNull()
    await waitFor(() =>
      expect(choice.getByRole('radio', { name: 'Last name Saved Vasquez' })).toHaveAccessibleDescription(
        /^magda_manager, \d/,
      ),
    )
    await conflictSays(/Also changed by magda_manager, and kept: Email\./)
  },
}

export const WhenTheChoiceIsSaved: Story = {
  ...Stale,
  parameters: {},
  play: async (context) => {
    await Stale.play!(context)
    await context.userEvent.click((await conflictForm()).getByRole('button', { name: 'Save this mix' }))
    await waitFor(() => expect(context.args.onSaved).toHaveBeenCalledOnce())
    await expect(sent).toEqual([{ last_name: 'Vásquez' }, { last_name: 'Vásquez' }])
    const now = await stored()
    await expect([now.last_name, now.email]).toEqual(['Vásquez', 'elena.new@mailbox.test'])
  },
}

export const WhenAConflictIsLeftForTheForm: Story = {
  ...Stale,
  parameters: {},
  play: async (context) => {
    await Stale.play!(context)
    await context.userEvent.click((await conflictForm()).getByRole('button', { name: 'Back to the form' }))
    await expect(await field(/^Last name/)).toHaveValue('Vásquez')
  },
}

export const WhenTheColleagueChangedOtherFields: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: consoleStory(...watched),
  play: async (context) => {
    await waitFor(async () => expect(await field(/^Last name/)).toHaveValue(person.last_name))
    await colleagueSaves({ first_name: 'Helena' })
    await renameAndSave(context)
    const choice = await conflictForm()
    await seen(choice.findByText(/You changed other fields: both changes can be kept\.$/))
    await context.userEvent.click(choice.getByRole('button', { name: 'Save both' }))
    await waitFor(() => expect(context.args.onSaved).toHaveBeenCalledOnce())
    const now = await stored()
    await expect([now.first_name, now.last_name]).toEqual(['Helena', 'Vásquez'])
  },
}

export const WhenTheColleagueSavedTheSameValue: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: consoleStory(...watched),
  play: async (context) => {
    await waitFor(async () => expect(await field(/^Last name/)).toHaveValue(person.last_name))
    await colleagueSaves({ last_name: 'Vásquez' })
    await renameAndSave(context)
    await waitFor(() => expect(context.args.onSaved).toHaveBeenCalledOnce())
    await expect(toasted).toHaveBeenCalledWith('success', 'The record already holds these values.')
  },
}

/** Without a response the form checks whether it was saved, and accepts no input meanwhile. */
export const Waiting: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'waiting') },
  beforeEach: consoleStory(override('users.update', unreachable)),
  play: async (context) => {
    await renameAndSave(context)
    await seen(screen.findByText('No answer yet. Checking whether it was saved...'))
    await expect(await field(/^Last name/)).toHaveValue('Vásquez')
    await expect(await field(/^Last name/)).toHaveAttribute('readonly')
    await expect(within(await dialog()).getByRole('button', { name: 'Check again' })).toBeVisible()
  },
}
export const WaitingDark: Story = { ...Waiting, globals: { theme: 'dark' } }
export const WaitingNarrowest: Story = { ...Waiting, globals: { viewport: { value: 'narrowest' } } }

/** The first response is lost; the second one is pending. */
export const Checking: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'checking') },
  beforeEach: consoleStory(override('users.update', onceInstead(lost, pending))),
  play: async (context) => {
    await renameAndSave(context)
    await context.userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
    await seen(screen.findByText('No answer yet. Checking whether it was saved...'))
  },
}

/** After a while the form reports that the outcome is unknown; its button checks again. */
export const Unresolved: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'unresolved') },
  beforeEach: consoleStory(override('users.update', unreachable)),
  render: (args) => (
    <HeldForm held="checkPatience">
      <Form {...args} />
    </HeldForm>
  ),
  play: async (context) => {
    await renameAndSave(context)
    await seen(screen.findByText('It is not known whether this was saved: the server has not answered.'))
    await expect(within(await dialog()).getByRole('button', { name: 'Check again' })).toBeEnabled()
    await expect(await field(/^Last name/)).toHaveValue('Vásquez')
  },
}

/** The response to a successful save was lost: the same save is sent again, and takes effect once. */
export const WhenALostSaveIsFound: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: consoleStory(override('users.update', onceInstead(lost))),
  play: async (context) => {
    const { version } = await stored()
    await renameAndSave(context)
    await waitFor(() => expect(context.args.onSaved).toHaveBeenCalledOnce())
    const saved = await stored()
    await expect([saved.last_name, saved.version]).toEqual(['Vásquez', version + 1])
  },
}

/** The page was reloaded before there was a response: the form opens again and checks whether it was saved. */
export const WhenASaveIsTakenUpAfterAReload: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: {
    draft: {
      values: { last_name: 'Vásquez' },
      from: { last_name: person.last_name },
      version: person.version,
      savedAt: Date.parse('2026-11-20T14:02:00Z'),
      attempt: { key: 'before.0', changes: { last_name: 'Vásquez' }, version: person.version },
    } satisfies Draft,
  },
  play: async (context) => {
    await waitFor(() => expect(context.args.onSaved).toHaveBeenCalledOnce())
    await expect((await stored()).last_name).toBe('Vásquez')
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
const changed: Draft = {
  values: { last_name: 'Vásquez' },
  from: { last_name: person.last_name },
  version: person.version,
  savedAt: Date.parse('2026-11-20T14:02:00Z'),
}
const restore = async () => within(await dialog()).findByRole('button', { name: 'Restore' })
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

/** A former error overwrote a colleague's changes: first name and email changed after the draft was stored. */
export const WhenARestoredDraftKeepsAColleaguesChange: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { draft: changed },
  beforeEach: consoleStory(...watched, () => colleagueSaves({ first_name: 'Helena', email: 'helena@mailbox.test' })),
  play: async ({ args, userEvent }) => {
    await userEvent.click(await restore())
    await expect(await field(/^Last name/)).toHaveValue('Vásquez')
    await expect(await field(/^First name/)).toHaveValue('Helena')
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(args.onSaved).toHaveBeenCalledOnce())
    await expect(sent).toEqual([{ last_name: 'Vásquez' }])
    const now = await stored()
    await expect([now.first_name, now.email, now.last_name]).toEqual(['Helena', 'helena@mailbox.test', 'Vásquez'])
  },
}

export const Merging: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: { draft: changed, statechart: inState(submissionMachine, 'merging') },
  beforeEach: consoleStory(...watched, () => colleagueSaves({ last_name: 'Vazquez' })),
  play: async ({ userEvent }) => {
    await userEvent.click(await restore())
    const choice = await conflictForm()
    await expect(choice.getByRole('radio', { name: 'Last name Yours Vásquez' })).toBeChecked()
    await conflictSays(/^magda_manager changed fields of your draft on \d/)
    await expect(choice.getByRole('radio', { name: 'Last name Saved Vazquez' })).toHaveAccessibleDescription(
      /^magda_manager, \d/,
    )
    await expect(sent).toEqual([])
  },
}

export const WhenTheMixIsRestored: Story = {
  ...Merging,
  parameters: { draft: changed },
  play: async (context) => {
    await Merging.play!(context)
    await context.userEvent.click((await conflictForm()).getByRole('button', { name: 'Restore this mix' }))
    await expect(await field(/^Last name/)).toHaveValue('Vásquez')
    await expect(sent).toEqual([])
    await seen(screen.findByText('Draft kept'))
  },
}

export const WhenTheAuthorsCannotBeRead: Story = {
  ...Merging,
  parameters: { draft: changed },
  beforeEach: consoleStory(override('users.history', failing(500)), () => colleagueSaves({ last_name: 'Vazquez' })),
  play: async ({ userEvent }) => {
    await userEvent.click(await restore())
    await conflictForm()
    await conflictSays(/^Somebody else changed fields of your draft\. /)
  },
}

/** A draft of an earlier console has no original values: merging it could overwrite a colleague's changes. */
export const DraftShown: Story = {
  args: { target: { name: 'edit', id: person.id } },
  parameters: {
    draft: {
      ...changed,
      values: { ...formValues, last_name: 'Vásquez', email: 'elena@mailbox.test' },
      from: undefined,
    },
    statechart: inState(submissionMachine, 'draftShown'),
  },
  play: async () => {
    await seen(screen.findByText(/does not say what you changed/))
    const modal = within(await dialog())
    await expect(modal.getByText('Vásquez')).toBeVisible()
    await expect(modal.queryByRole('button', { name: 'Restore' })).toBeNull()
    await expect(await field(/^Last name/)).toHaveValue(person.last_name)
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

/** Drafts do not contain secrets, so leaving asks for confirmation. */
async function leaveAPassword({ userEvent }: Pick<PlayContext, 'userEvent'>) {
  await userEvent.type(await field(/^Password(?! rules)/), 'Pitboss#2027')
  await userEvent.keyboard('{Escape}')
  await seen(screen.findByText('Leave without saving?'))
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

/** A sent password is stored nowhere, so leaving before the outcome is known asks for confirmation. */
export const LeavingUnresolved: Story = {
  args: { target: { name: 'resetPassword', id: person.id } },
  parameters: { statechart: inState(submissionMachine, 'leavingUnresolved') },
  beforeEach: consoleStory(override('users.resetPassword', unreachable)),
  render: (args) => (
    <HeldForm held="checkPatience">
      <Form {...args} />
    </HeldForm>
  ),
  play: async ({ args, userEvent }) => {
    await userEvent.type(await field(/^Password(?! rules)/), 'Pitboss#2027')
    await userEvent.type(await field(/^Confirm password/), 'Pitboss#2027{Enter}')
    await seen(screen.findByText('It is not known whether this was saved: the server has not answered.'))
    await userEvent.keyboard('{Escape}')
    await seen(screen.findByText('Leave without saving?'))
    await expect(within(await dialog()).getByRole('button', { name: 'Stay' })).toHaveFocus()
    await expect(args.onClose).not.toHaveBeenCalled()
  },
}

/** The draft of a new user contains everything but the password, so leaving asks only about that. */
export const WhenOnlyThePasswordWouldBeLost: Story = {
  parameters: { statechart: inState(submissionMachine, 'leaving') },
  play: async (context) => {
    await typeAWord(context)
    await seen(screen.findByText('Draft kept'))
    await context.userEvent.type(await field(/^Password(?! rules)/), 'Pitboss#2027')
    await seen(screen.findByText('Draft kept'))
    await context.userEvent.keyboard('{Escape}')
    await seen(screen.findByText('The password that you typed is not kept. Everything else is kept as a draft.'))
    await expect(context.args.onClose).not.toHaveBeenCalled()
  },
}

export const WhenTheRecordCannotBeRead: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: consoleStory(override('users.get', failing(500))),
  play: async () => {
    await seen(screen.findByText('The record could not be loaded'))
    await expect(within(await dialog()).getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const WhenTheRolesCannotBeRead: Story = {
  beforeEach: consoleStory(override('roles.list', failing(500))),
  play: async () => {
    const told = await screen.findByText('The roles could not be loaded.')
    await waitFor(() => expect(told).toBeVisible())
  },
}

export const WhenTheRecordLoads: Story = {
  args: { target: { name: 'edit', id: person.id } },
  beforeEach: consoleStory(override('users.get', pending)),
  play: async () => {
    await expect(await screen.findByText('Loading user')).toBeInTheDocument()
  },
}
