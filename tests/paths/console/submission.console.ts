/**
 * The submission machine at the console depth: a user is edited (a form with drafts), or gets a password (a form
 * without drafts).
 */
import { expect } from '@playwright/test'
import { WRITING_LIMIT_MS } from '@machines/submission/submission.implementations'
import { KEEP_PATIENCE_MS } from '@machines/submission/submission-setup'
import { DEMO_PASSWORD } from '@server/db/demo'
import { startAction } from '@tests/kit/start-action'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { HeldDrafts } from './held-drafts'
import { passes, sql, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'

const USERS = '/api/v1/users'
const SECRETS = 'a form of secrets'

interface Opened {
  id: string
  /** The value of the field that the paths type into: when the form was opened, and as typed last. */
  asOpened: string
  typed: string
  drafts: HeldDrafts
  keepsDrafts: boolean
  /** The address with the form open. */
  address: string
}
const opened = new WeakMap<Tab, Opened>()
const of = (tab: Tab) => opened.get(tab)!
let made = 0

const dialog = ({ page }: Tab) => page.getByRole('dialog')
const button = (tab: Tab, name: string) => dialog(tab).getByRole('button', { name, exact: true })
const openForm = ({ page }: Tab, keepsDrafts: boolean) => startAction(page, keepsDrafts ? 'Edit' : 'Reset password')
/** The field of the draft from an earlier session. */
const draftField = (tab: Tab) => dialog(tab).getByRole('textbox', { name: 'Last name', exact: true })
const DRAFTED = 'Drafted'
/** The field that the paths type into. */
const field = (tab: Tab) =>
  of(tab).keepsDrafts
    ? dialog(tab).getByRole('textbox', { name: 'Username', exact: true })
    : dialog(tab).locator('input[name="password"]')
const note = (tab: Tab) => dialog(tab).getByText('Draft kept')
const band = (tab: Tab) =>
  dialog(tab)
    .getByRole('status')
    .filter({ hasText: /^A draft of .* is kept on this device\./ })
const bandButton = (tab: Tab, name: string) => band(tab).getByRole('button', { name, exact: true })
/** After a conflict; secrets are not compared, so they cannot be mixed. */
const saveVerb = (tab: Tab) => (of(tab).keepsDrafts ? 'Save this mix' : 'Save yours')
const question = ({ page }: Tab) => page.getByText('Leave without saving?')

async function types(tab: Tab) {
  const form = of(tab)
  form.typed = form.keepsDrafts ? `typed${(made += 1)}` : `Typed#2026${(made += 1)}`
  await field(tab).fill(form.typed)
  if (!form.keepsDrafts) await dialog(tab).locator('input[name="confirm_password"]').fill(form.typed)
}
async function opens(tab: Tab) {
  await openForm(tab, of(tab).keepsDrafts)
  await expect(field(tab)).toBeVisible()
}
/** The input is offered when the form is opened again. */
async function isOfferedAgain(tab: Tab) {
  await expect(dialog(tab)).toHaveCount(0)
  await tab.page.clock.resume()
  await opens(tab)
  await expect(band(tab)).toBeVisible()
  await button(tab, 'Cancel').click()
}
/** A colleague saves through the API. */
const saveElsewhere = async (tab: Tab, body: object) => {
  const { id } = of(tab)
  const [{ version }] = (await tab.stage.db.query('select version from users where id = $1', [id])) as [
    { version: number },
  ]
  await (await tab.stage.theColleague()).expect('PATCH', `${USERS}/${id}`, { body, ifMatch: version })
}
const createElsewhere = async (tab: Tab, username: string): Promise<string> => {
  const body = {
    first_name: 'Sub',
    last_name: 'Mission',
    username,
    email: `${username}@example.com`,
    role: 'PLAYER',
    password: DEMO_PASSWORD,
    confirm_password: DEMO_PASSWORD,
  }
  return (await (await tab.stage.theColleague()).expect<{ data: { id: string } }>('POST', USERS, { body })).data.id
}
const takesSubmit = async (tab: Tab) => {
  await tab.page.clock.resume()
  await (await tab.take('submit')).continue()
}
const looksUp: Executor = ({ tab }) => of(tab).drafts.release('load')
const written =
  (how: 'kept' | 'refused'): Executor =>
  ({ tab }) =>
    of(tab).drafts.release('save', how)

/** The form is shown with the expected bands, notes and question. */
async function showsForm({ tab, expected }: StepContext, value: 'asOpened' | 'typed', readOnly = false) {
  await expect(field(tab)).toHaveValue(of(tab)[value])
  await expect(field(tab)).toBeEditable({ editable: !readOnly })
  await expect(band(tab)).toHaveCount(expected.matches({ open: { offer: 'draftOffered' } }) ? 1 : 0)
  await expect(question(tab)).toHaveCount(expected.matches({ open: { form: 'leaving' } }) ? 1 : 0)
  await expect(note(tab)).toHaveCount(expected.matches({ open: { form: { dirty: 'onDevice' } } }) ? 1 : 0)
  expect(tab.page.url()).toBe(of(tab).address)
}
/** The fields contain new input, or only values of a draft. */
const typedOrRestored = ({ expected }: StepContext) => {
  const { values, base } = expected.context as { values: Record<string, unknown>; base: Record<string, unknown> }
  return values.first_name === base.first_name && values.password === base.password ? 'asOpened' : 'typed'
}
const showsTyped = (step: StepContext) => showsForm(step, typedOrRestored(step))
const ONLY_AN_EARLIER_CONSOLE =
  'Only earlier versions of the console wrote drafts without original values; a story shows one.'
const NOTHING_BREAKS = 'A failure to read or write is returned as data; nothing is thrown.'

/** Drafts at the start of a path, and what a colleague has saved since. */
const DRAFTS: Readonly<Record<string, { colleague?: string }>> = {
  'loadDraft answers: a draft of this version': {},
  'loadDraft answers: a draft of a field that a colleague changed': { colleague: 'Elsewhere' },
  'loadDraft answers: a draft of what the record holds': { colleague: DRAFTED },
}
async function resolves({ tab, expected }: StepContext, choice: 'yours' | 'saved') {
  const column = choice === 'yours' ? 'Yours' : 'Saved'
  for (const radio of await dialog(tab)
    .getByRole('radio', { name: new RegExp(` ${column} `) })
    .all())
    await radio.check()
  const isMerging = await button(tab, 'Restore this mix').isVisible()
  if (!expected.matches({ open: { form: { writing: 'submitting' } } })) await stopTime(tab)
  await button(tab, isMerging ? 'Restore this mix' : saveVerb(tab)).click()
  // On the colleague's version the field has the colleague's value.
  if (choice === 'saved' && !isMerging) of(tab).asOpened = await field(tab).inputValue()
}

const UNAVAILABLE = {
  status: 503,
  headers: { 'Retry-After': '5' },
  json: { success: false, code: 'SERVICE_UNAVAILABLE', message: 'The database cannot be reached at the moment.' },
}
/** The server's responses to a save, or to a repetition of the same save. */
const ANSWERS: Record<string, Executor> = {
  async 'write answers: it is saved'({ tab }) {
    // The previous holder of the name gets another one.
    await sql(tab, `update users set username = username || '_before' where username = '${of(tab).typed}'`)
    await takesSubmit(tab)
  },
  async 'write answers: fields are refused'({ tab }) {
    await createElsewhere(tab, of(tab).typed)
    await takesSubmit(tab)
    await expect(dialog(tab).getByText('This username is already used').first()).toBeVisible()
  },
  async 'write answers: somebody else changed the same field'({ tab }) {
    await saveElsewhere(tab, { username: `theirs${(made += 1)}` })
    await takesSubmit(tab)
  },
  async 'write answers: somebody else saved the same value'({ tab }) {
    await saveElsewhere(tab, { username: of(tab).typed })
    await takesSubmit(tab)
  },
  async 'write.waiting'({ tab, expected }) {
    // The path controls the pauses between the repetitions.
    await stopTime(tab)
    await (await tab.take('submit')).abort('connectionrefused')
    // A draft that cannot be written yet delays the response for a while.
    if (expected.matches({ open: { offer: 'lookingUp' } })) await tab.page.clock.runFor(WRITING_LIMIT_MS)
  },
  'write answers: the database is not available': async ({ tab }) => (await tab.take('submit')).fulfill(UNAVAILABLE),
}

export const description = describeConsole({
  async start({ tab, path }) {
    const keepsDrafts = path.start !== SECRETS
    const username = `form${(made += 1)}`
    const id = await createElsewhere(tab, username)
    await tab.holdCalls('submit', { url: /\/api\/v1\/users\/(reset-password\/)?[^/?]+$/, method: 'PATCH' })
    await startSignedIn({ tab })
    await tab.page.goto(`/users/${id}`)
    await expect(tab.page.getByRole('main').getByRole('button', { name: /^More for/ })).toBeVisible()
    opened.set(tab, {
      id,
      keepsDrafts,
      asOpened: keepsDrafts ? username : '',
      typed: '',
      drafts: await HeldDrafts.of(tab),
      address: '',
    })
    const found = path.steps.map(({ name }) => DRAFTS[name]).find((draft) => draft !== undefined)
    if (found) {
      await opens(tab)
      await draftField(tab).fill(DRAFTED)
      await expect(note(tab)).toBeVisible()
      await button(tab, 'Cancel').click()
      await expect(dialog(tab)).toHaveCount(0)
      if (found.colleague) await saveElsewhere(tab, { last_name: found.colleague })
    }
    if (keepsDrafts) {
      await of(tab).drafts.hold('load')
      await of(tab).drafts.hold('save')
    }
    await opens(tab)
    of(tab).address = tab.page.url()
  },
  executors: {
    async 'form.changed'({ tab }) {
      await stopTime(tab)
      await types(tab)
    },
    async 'form.changed to what the record holds'({ tab }) {
      await stopTime(tab)
      of(tab).typed = of(tab).asOpened
      await field(tab).fill(of(tab).asOpened)
      if (!of(tab).keepsDrafts) await dialog(tab).locator('input[name="confirm_password"]').fill('')
    },
    async 'form.submit'({ tab }) {
      // It is written while the form is sent.
      await of(tab).drafts.release('save')
      await button(tab, of(tab).keepsDrafts ? 'Save changes' : 'Reset password').click()
      await tab.page.clock.resume()
    },
    async 'form.submit of what the record holds'({ tab }) {
      await button(tab, 'Save changes').click()
    },
    async 'changes.discard'({ tab }) {
      await note(tab).locator('xpath=..').getByRole('button', { name: 'Discard', exact: true }).click()
    },
    'draft.restore': ({ tab }) => bandButton(tab, 'Restore').click(),
    'draft.discard': ({ tab }) => bandButton(tab, 'Discard').click(),
    'conflict.resolve for yours': (step) => resolves(step, 'yours'),
    'conflict.resolve for theirs': (step) => resolves(step, 'saved'),
    async 'conflict.back'({ tab }) {
      await stopTime(tab)
      await button(tab, 'Back to the form').click()
    },
    async 'page.leave'({ tab, expected }) {
      if (expected.matches({ open: { form: 'keepingToLeave' } })) {
        await of(tab).drafts.hold('save')
        await stopTime(tab)
      }
      const isKept = await note(tab).isVisible()
      if (await button(tab, 'Restore this mix').isVisible()) {
        // The focused button is gone; the dialog takes the focus a frame later.
        await tab.page.clock.resume()
        await expect(dialog(tab).locator(':focus')).toHaveCount(1)
      }
      // A form whose input cannot be stored asks in the same way when the browser's Back is pressed.
      if (of(tab).keepsDrafts) await tab.page.keyboard.press('Escape')
      else await tab.page.goBack()
      if (isKept && expected.matches('left')) await isOfferedAgain(tab)
    },
    'page.stay': ({ tab }) => button(tab, 'Stay').click(),
    'page.leaveAnyway': ({ tab }) => button(tab, 'Leave without saving').click(),
    async 'draftPause is over'(step) {
      if (of(step.tab).keepsDrafts) await of(step.tab).drafts.hold('save')
      await passes(1)(step)
      await step.tab.page.clock.resume()
    },
    'loadDraft answers: a draft of this version': looksUp,
    'loadDraft answers: a draft of a field that a colleague changed': looksUp,
    'loadDraft answers: a draft of what the record holds': looksUp,
    'loadDraft answers: no draft': looksUp,
    'saveDraft answers: it is kept': written('kept'),
    'saveDraft answers: it cannot be kept': written('refused'),
    'saveDraftAgain answers: it is kept': written('kept'),
    'saveDraftAgain answers: it cannot be kept': written('refused'),
    async 'saveDraftToLeave answers: it is kept'(step) {
      await of(step.tab).drafts.release('save')
      await isOfferedAgain(step.tab)
    },
    'saveDraftToLeave answers: it cannot be kept': written('refused'),
    async 'keepPatience is over'({ tab }) {
      await tab.page.clock.runFor(KEEP_PATIENCE_MS)
      await tab.page.clock.resume()
    },
    ...ANSWERS,
    // The longest pause between two repetitions.
    async 'write.checking'({ tab }) {
      await tab.page.clock.runFor(10_000)
      await tab.page.clock.resume()
    },
    'readAuthors answers: who changed it': ({ tab }) =>
      expect(
        dialog(tab)
          .getByText(/, \d+ \w+ \d{4}, \d\d:\d\d$/)
          .first(),
      ).toBeVisible(),
  },
  impossible: {
    'form.check':
      'It has its effect with the call that it makes, the next `write.checking`; the story Checking presses it.',
    'write.unresolved':
      'If a minute passes at once, the socket disconnects and reconnects, and the form repeats the save at once; the story Unresolved covers it.',
    'loadDraft fails': NOTHING_BREAKS,
    'saveDraft fails': NOTHING_BREAKS,
    'saveDraftAgain fails': NOTHING_BREAKS,
    'saveDraftToLeave fails': NOTHING_BREAKS,
    'loadDraft answers: a draft without original values': ONLY_AN_EARLIER_CONSOLE,
    'loadDraft answers: a draft of which one original value is unknown': ONLY_AN_EARLIER_CONSOLE,
    'loadDraft answers: a draft whose save has no outcome':
      'Only this console knows the key of a save that it sent; the story WhenASaveIsTakenUpAfterAReload covers it.',
    'form.changed with a password': 'The edit form has no password; the stories of the create form have one.',
    'form.changed with only a password': 'The edit form has no password; the stories of the create form have one.',
  },
  impossibleIn({ name, states, start }) {
    const state = states.find((leaf) => leaf.startsWith('open.form.'))?.slice('open.form.'.length) ?? ''
    const isPristine = state.startsWith('pristine.')
    if (name === 'form.submit' && isPristine) return 'Nothing was typed, so other values cannot be sent.'
    if (name === 'form.submit of what the record holds' && (!isPristine || start === SECRETS))
      return isPristine ? 'An empty password is not let through.' : 'The field was changed back before.'
    if (name === 'form.changed to what the record holds' && isPristine) return 'It is the value of the field already.'
    if (name === 'write answers: fields are refused' && start === SECRETS)
      return 'The form refuses every password that the server would refuse.'
    if (name.startsWith('write answers: somebody else') && start === SECRETS)
      return 'A password cannot be compared with the saved one; the stories of a password reset have its conflict.'
    if (name === 'readAuthors answers: who changed it' && start === SECRETS)
      return 'Without a field to choose there is no author to show.'
    if (
      (name === 'changes.discard' || name.startsWith('draft.')) &&
      (state.startsWith('leaving') || state.startsWith('writing.'))
    )
      return 'Its button is not there, or waits for the server’s answer.'
    if (name.startsWith('saveDraft') && states.includes('open.offer.lookingUp'))
      return 'The device writes only after the search that it was asked for before.'
    if (name.startsWith('draft.') && state.startsWith('conflict.')) return 'The choice covers the band.'
    if (name === 'write answers: the database is not available' && state === 'writing.asking.checking')
      return 'A repetition that gets this answer is repeated: its outcome stays open (machines/write).'
    if (name.startsWith('write answers: ') && state === 'writing.asking.waiting') return 'No call is in flight.'
    if (/^form\.(?:changed|submit)/.test(name) && (state.startsWith('writing.') || state.startsWith('conflict.')))
      return 'The fields are read-only, or covered by the choice.'
    return null
  },
  screens: {
    'open.offer.lookingUp': async ({ tab }) => expect(of(tab).drafts.isHeld('load')).toBe(true),
    'open.offer.noDraft': ({ tab }) => expect(band(tab)).toHaveCount(0),
    'open.offer.draftOffered': async ({ tab, expected }) => {
      if (expected.matches({ open: { form: 'conflict' } })) return
      for (const name of ['Restore', 'Discard']) await expect(bandButton(tab, name)).toBeVisible()
    },
    'open.form.pristine.clean': (step) => showsForm(step, 'asOpened'),
    'open.form.pristine.unchanged': async (step) => {
      await showsForm(step, 'asOpened')
      await expect(dialog(step.tab).getByText('Nothing was changed, so nothing was saved.')).toBeVisible()
    },
    'open.form.dirty.typing': showsTyped,
    'open.form.dirty.keeping': async (step) => {
      await showsTyped(step)
      expect(of(step.tab).drafts.isHeld('save')).toBe(true)
    },
    'open.form.dirty.onDevice.kept': async (step) => {
      await expect(note(step.tab)).toBeVisible()
      await showsTyped(step)
    },
    'open.form.dirty.onDevice.typingOn': showsTyped,
    'open.form.dirty.onDevice.keepingOn': async (step) => {
      await showsTyped(step)
      expect(of(step.tab).drafts.isHeld('save')).toBe(true)
    },
    'open.form.dirty.unkept': showsTyped,
    'open.form.keepingToLeave': async (step) => {
      await showsTyped(step)
      expect(of(step.tab).drafts.isHeld('save')).toBe(true)
    },
    'open.form.leaving': async (step) => {
      await showsTyped(step)
      await expect(button(step.tab, 'Stay')).toBeFocused()
    },
    'open.form.writing.submitting': async (step) => {
      await expect(button(step.tab, 'Loading...')).toBeVisible()
      expect(await step.tab.isHeld('submit')).toBe(true)
    },
    'open.form.rejected': async (step) => {
      await expect(
        dialog(step.tab)
          .getByText(/^(This username is already used|The database cannot be reached)/)
          .first(),
      ).toBeVisible()
      await showsTyped(step)
    },
    'open.form.writing.asking.checking': async (step) => {
      await expect(dialog(step.tab).getByText('No answer yet. Checking whether it was saved...')).toBeVisible()
      expect(await step.tab.isHeld('submit')).toBe(true)
    },
    'open.form.writing.asking.waiting': async (step) => {
      await expect(dialog(step.tab).getByText('No answer yet. Checking whether it was saved...')).toBeVisible()
      await expect(button(step.tab, 'Check again')).toBeVisible()
    },
    'open.form.conflict.merging': async ({ tab }) => {
      await expect(dialog(tab).getByRole('radio', { name: `Last name Yours ${DRAFTED}` })).toBeChecked()
      await expect(button(tab, 'Restore this mix')).toBeVisible()
    },
    'open.form.conflict.stale': async ({ tab }) => {
      await expect(dialog(tab).getByRole('radio', { name: `Username Yours ${of(tab).typed}` })).toBeChecked()
      for (const name of [saveVerb(tab), 'Back to the form']) await expect(button(tab, name)).toBeVisible()
    },
    succeeded: async ({ tab }) => {
      await expect(dialog(tab)).toHaveCount(0)
      if (of(tab).keepsDrafts) await expect(tab.page.getByText(of(tab).typed, { exact: true }).first()).toBeVisible()
      await expect
        .poll(
          async () => {
            await tab.page.clock.runFor(50)
            return tab.page
              .getByText(/^(Successfully Updated|Reset Password successfully|The record already holds these values\.)$/)
              .first()
              .isVisible()
          },
          { intervals: [200] },
        )
        .toBe(true)
    },
    left: ({ tab }) => expect(dialog(tab)).toHaveCount(0),
  },
  unseen: {
    'open.offer.draftShown': ONLY_AN_EARLIER_CONSOLE,
    'open.form.writing.unresolved': 'No path of this depth leads there, as above.',
    'open.form.leavingUnresolved': 'It follows only on `unresolved`; the story LeavingUnresolved shows it.',
  },
})
