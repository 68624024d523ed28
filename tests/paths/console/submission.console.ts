/** The submission machine at the console's depth: a user is edited (a form that keeps drafts), or given a password (one that keeps none). */
import { expect } from '@playwright/test'
import type { SubmissionContext } from '@machines/submission/submission.machine'
import { DEMO_PASSWORD } from '@server/db/demo'
import { describeConsole, type Executor, type StepContext } from './describe-console'
import { HeldDrafts } from './held-drafts'
import { passes, sql, startSignedIn, stopTime } from './signed-in'
import type { Tab } from './stage'

const USERS = '/api/v1/users'
const SECRETS = 'a form of secrets'

interface Opened {
  id: string
  /** What the field holds that the paths type into: as the form was opened, or as it was typed last. */
  asOpened: string
  typed: string
  drafts: HeldDrafts
  keepsDrafts: boolean
}
const opened = new WeakMap<Tab, Opened>()
const of = (tab: Tab) => opened.get(tab)!
let made = 0

const dialog = ({ page }: Tab) => page.getByRole('dialog')
const button = (tab: Tab, name: string) => dialog(tab).getByRole('button', { name, exact: true })
const openButton = ({ page }: Tab, keepsDrafts: boolean) =>
  page.getByRole('main').getByRole('button', { name: keepsDrafts ? 'Edit' : 'Reset password' })
/** The field that the paths type into. */
const field = (tab: Tab) =>
  of(tab).keepsDrafts
    ? dialog(tab).getByRole('textbox', { name: 'Username', exact: true })
    : dialog(tab).locator('input[name="password"]')
const note = (tab: Tab) => dialog(tab).getByText('Draft kept')
const band = (tab: Tab) => dialog(tab).getByText(/^A draft of .* is kept on this device\.$/)
/** After a conflict; secrets are not compared, so there is no mix of them. */
const saveVerb = (tab: Tab) => (of(tab).keepsDrafts ? 'Save this mix' : 'Save yours')
const question = ({ page }: Tab) => page.getByText('Leave without saving?')

async function types(tab: Tab) {
  const form = of(tab)
  form.typed = form.keepsDrafts ? `typed${(made += 1)}` : `Typed#2026${(made += 1)}`
  await field(tab).fill(form.typed)
  if (!form.keepsDrafts) await dialog(tab).locator('input[name="confirm_password"]').fill(form.typed)
}
async function opens(tab: Tab) {
  await openButton(tab, of(tab).keepsDrafts).click()
  await expect(field(tab)).toBeVisible()
}
/** What was typed is offered when the form is opened again. */
async function isOfferedAgain(tab: Tab) {
  await expect(dialog(tab)).toHaveCount(0)
  await tab.page.clock.resume()
  await opens(tab)
  await expect(band(tab)).toBeVisible()
  await button(tab, 'Cancel').click()
}
const saveElsewhere = async (tab: Tab) => {
  const { id } = of(tab)
  const [{ version }] = (await tab.stage.db.query('select version from users where id = $1', [id])) as [
    { version: number },
  ]
  await (
    await tab.stage.theColleague()
  ).expect('PATCH', `${USERS}/${id}`, {
    body: { last_name: version % 2 ? 'Elsewhere' : 'Otherwise' },
    ifMatch: version,
  })
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
const takesSubmit = async (tab: Tab) => (await tab.take('submit')).continue()
const released =
  (how: 'kept' | 'refused'): Executor =>
  ({ tab }) =>
    of(tab).drafts.release(how)

/** The form stands, nothing in it is as it should not be. */
async function showsForm({ tab, expected }: StepContext, value: 'asOpened' | 'typed', readOnly = false) {
  await expect(field(tab)).toHaveValue(of(tab)[value])
  await expect(field(tab)).toBeEditable({ editable: !readOnly })
  await expect(band(tab)).toHaveCount(expected.matches('draftOffered') ? 1 : 0)
  await expect(question(tab)).toHaveCount(expected.matches({ dirty: 'leaving' }) ? 1 : 0)
  const { isKept } = expected.context as SubmissionContext
  const isSaid = isKept && (['typing', 'keeping', 'kept'] as const).some((state) => expected.matches({ dirty: state }))
  await expect(note(tab)).toHaveCount(isSaid ? 1 : 0)
}
const NOTHING_BREAKS = 'What cannot be read or written is an answer like another; it never breaks.'

export const description = describeConsole({
  async start({ tab, path }) {
    const keepsDrafts = path.start !== SECRETS
    const username = `form${(made += 1)}`
    const id = await createElsewhere(tab, username)
    await tab.holdCalls('submit', { url: /\/api\/v1\/users\/(reset-password\/)?[^/?]+$/, method: 'PATCH' })
    await startSignedIn({ tab })
    await tab.page.goto(`/users/${id}`)
    await expect(openButton(tab, keepsDrafts)).toBeVisible()
    opened.set(tab, {
      id,
      keepsDrafts,
      asOpened: keepsDrafts ? username : '',
      typed: '',
      drafts: await HeldDrafts.of(tab),
    })
    if (path.steps.some(({ name }) => name === 'loadDraft answers: a draft of before')) {
      await opens(tab)
      await types(tab)
      await expect(note(tab)).toBeVisible()
      await button(tab, 'Cancel').click()
      await expect(dialog(tab)).toHaveCount(0)
    }
    if (keepsDrafts) await of(tab).drafts.hold()
    await opens(tab)
  },
  executors: {
    async 'form.changed'({ tab }) {
      await stopTime(tab)
      await types(tab)
    },
    async 'form.submit'({ tab }) {
      // It is kept before it is sent, so nothing may hold that up.
      await of(tab).drafts.release('kept')
      await button(tab, of(tab).keepsDrafts ? 'Save changes' : 'Reset password').click()
      await tab.page.clock.resume()
    },
    'draft.restore': ({ tab }) => button(tab, 'Restore').click(),
    'draft.discard': ({ tab }) => button(tab, 'Discard').click(),
    'conflict.resolve': ({ tab }) => button(tab, saveVerb(tab)).click(),
    async 'conflict.back'({ tab }) {
      await stopTime(tab)
      await button(tab, 'Back to the form').click()
    },
    async 'page.leave'({ tab, expected }) {
      if (expected.matches({ dirty: 'keepingToLeave' })) await of(tab).drafts.hold()
      const isKept = await note(tab).isVisible()
      await tab.page.keyboard.press('Escape')
      if (isKept && expected.matches('left')) await isOfferedAgain(tab)
    },
    'page.stay': ({ tab }) => button(tab, 'Stay').click(),
    'page.leaveAnyway': ({ tab }) => button(tab, 'Leave without saving').click(),
    async 'draftPause is over'(step) {
      if (of(step.tab).keepsDrafts) await of(step.tab).drafts.hold()
      await passes(1)(step)
      await step.tab.page.clock.resume()
    },
    'loadDraft answers: a draft of before': released('kept'),
    'loadDraft answers: no draft': released('kept'),
    'saveDraft answers: it is kept': released('kept'),
    'saveDraft answers: it cannot be kept': released('refused'),
    async 'saveDraftToLeave answers: it is kept'(step) {
      await of(step.tab).drafts.release('kept')
      await isOfferedAgain(step.tab)
    },
    'saveDraftToLeave answers: it cannot be kept': released('refused'),
    async 'submit answers: it is saved'({ tab }) {
      // Whoever had the name gives it up.
      await sql(tab, `update users set username = username || '_before' where username = '${of(tab).typed}'`)
      await takesSubmit(tab)
    },
    async 'submit answers: fields are refused'({ tab }) {
      await createElsewhere(tab, of(tab).typed)
      await takesSubmit(tab)
      await expect(dialog(tab).getByText('This username is already used').first()).toBeVisible()
    },
    async 'submit answers: somebody else saved meanwhile'({ tab }) {
      await saveElsewhere(tab)
      await takesSubmit(tab)
    },
    'submit answers: the server is not reached': async ({ tab }) =>
      (await tab.take('submit')).abort('connectionrefused'),
  },
  impossible: {
    'loadDraft fails': NOTHING_BREAKS,
    'saveDraft fails': NOTHING_BREAKS,
    'saveDraftToLeave fails': NOTHING_BREAKS,
  },
  impossibleIn({ name, states, start }) {
    const [state] = states as [string]
    if (name === 'form.submit' && ['opening', 'clean', 'draftOffered'].includes(state))
      return 'Nothing was typed, so nothing is sent.'
    if (name === 'submit answers: fields are refused' && start === SECRETS)
      return 'What the server would refuse of a password, the form does not let through.'
    if (name === 'draft.discard' && ['dirty.keepingToLeave', 'dirty.unkept'].includes(state))
      return 'Its button is there while the draft is said to be kept.'
    return null
  },
  screens: {
    opening: async (step) => {
      await showsForm(step, 'asOpened')
      expect(of(step.tab).drafts.isHeld).toBe(true)
    },
    clean: (step) => showsForm(step, 'asOpened'),
    draftOffered: async (step) => {
      await showsForm(step, 'asOpened')
      for (const name of ['Restore', 'Discard']) await expect(button(step.tab, name)).toBeVisible()
    },
    'dirty.typing': (step) => showsForm(step, 'typed'),
    'dirty.keeping': async (step) => {
      await showsForm(step, 'typed')
      expect(of(step.tab).drafts.isHeld).toBe(true)
    },
    'dirty.keepingToLeave': async (step) => {
      await showsForm(step, 'typed')
      expect(of(step.tab).drafts.isHeld).toBe(true)
    },
    'dirty.kept': async (step) => {
      await expect(note(step.tab)).toBeVisible()
      await showsForm(step, 'typed')
      await expect(button(step.tab, 'Discard')).toBeVisible()
    },
    'dirty.unkept': (step) => showsForm(step, 'typed'),
    'dirty.leaving': async (step) => {
      await showsForm(step, 'typed')
      await expect(button(step.tab, 'Stay')).toBeFocused()
    },
    submitting: async (step) => {
      await expect(button(step.tab, 'Loading...')).toBeVisible()
      await showsForm(step, 'typed', true)
      expect(await step.tab.isHeld('submit')).toBe(true)
    },
    rejected: async (step) => {
      await expect(
        dialog(step.tab).getByText(
          /^(The server refused the input\. Check the marked fields|The connection broke before the server answered)/,
        ),
      ).toBeVisible()
      await showsForm(step, 'typed')
    },
    stale: async ({ tab }) => {
      await expect(dialog(tab).getByRole('form', { name: 'Save conflict' })).toBeVisible()
      if (of(tab).keepsDrafts)
        await expect(dialog(tab).getByRole('radio', { name: `Username Yours ${of(tab).typed}` })).toBeChecked()
      for (const name of [saveVerb(tab), 'Back to the form']) await expect(button(tab, name)).toBeVisible()
    },
    succeeded: async ({ tab }) => {
      await expect(dialog(tab)).toHaveCount(0)
      if (of(tab).keepsDrafts) await expect(tab.page.getByText(`@${of(tab).typed}`)).toBeVisible()
      await expect
        .poll(
          async () => {
            await tab.page.clock.runFor(50)
            return tab.page
              .getByText(/^(Successfully Updated|Reset Password successfully)$/)
              .first()
              .isVisible()
          },
          { intervals: [200] },
        )
        .toBe(true)
    },
    left: ({ tab }) => expect(dialog(tab)).toHaveCount(0),
  },
  unseen: {},
})
