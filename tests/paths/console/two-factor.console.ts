/**
 * Two-factor at the console depth: Ada's switch in the avatar menu, the codes of an app with her secret, and her
 * recovery codes.
 */
import { expect } from '@playwright/test'
import { generate } from 'otplib'
import { SESSION_SECONDS } from '@contract/constants'
import { CHANGED_SINCE, UNCERTAIN, type TwoFactorContext } from '@machines/two-factor/two-factor.machine'
import { DEMO_PASSWORD } from '@server/db/demo'
import { avatarButton } from '@tests/kit/console-page'
import { beforeStep, describeConsole, type Executor, type StepContext } from './describe-console'
import { ADA, lineStands, sql, startSignedIn } from './signed-in'
import type { Tab } from './stage'

const at = (path: string) => `**/api/v1/admin-two-fa${path}`
const CALLS = {
  status: { url: at('/*'), method: 'GET' },
  setup: { url: at(''), method: 'POST' },
  enable: { url: at('/enable'), method: 'PATCH' },
  disable: { url: at('/disable'), method: 'PATCH' },
  stepUp: { url: at('/step-up'), method: 'POST' },
  counts: { url: '**/api/v1/admin/profile/recovery-codes', method: 'GET' },
  codes: { url: '**/api/v1/admin/profile/recovery-codes', method: 'POST' },
}
type CallName = keyof typeof CALLS

/** The secret of the app, and how the server stores it, by tab. */
const kept = new WeakMap<Tab, { secret: string; sealed: string }>()
const turnOff = (tab: Tab) =>
  sql(
    tab,
    `with off as (update staff set two_fa_enabled = false, two_fa_secret = null, two_fa_pending_secret = null where id = ${ADA} returning id)
       delete from recovery_codes where staff_id in (select id from off)`,
  )
const TRUTHS = {
  /** Accepts the same code again, because paths are faster than its thirty seconds. */
  on: (tab: Tab) =>
    sql(
      tab,
      `update staff set two_fa_enabled = true, two_fa_secret = '${kept.get(tab)!.sealed}', two_fa_last_step = null where id = ${ADA}`,
    ),
  off: (tab: Tab) => sql(tab, `update staff set two_fa_enabled = false where id = ${ADA}`),
}
/** Sets Ada's last step-up: now, or so long ago that another one is needed. */
const steppedUp = (tab: Tab, secondsAgo: number) =>
  sql(tab, `update sessions set stepped_up_at = now() - interval '${secondsAgo} seconds' where staff_id = ${ADA}`)

const toggle = ({ page }: Tab) => page.getByRole('switch', { name: '2FA' })
const setup = ({ page }: Tab) => page.getByRole('dialog', { name: 'Two Factor Authentication' })
const question = ({ page }: Tab) => page.getByRole('alertdialog', { name: 'Turn off two-factor?' })
const recovery = ({ page }: Tab) => page.getByRole('dialog', { name: 'Recovery codes' })
const modal = (tab: Tab) => setup(tab).or(question(tab)).or(recovery(tab))
const codeField = (tab: Tab) => modal(tab).getByRole('textbox', { name: /^Authentication Code/ })
const passwordField = (tab: Tab) => modal(tab).getByLabel(/^Password/)
const button = (tab: Tab, name: string) => modal(tab).getByRole('button', { name, exact: true })
const banner = (tab: Tab) => modal(tab).getByRole('alert')
const contextOf = ({ expected }: StepContext) => expected.context as TwoFactorContext

const says = ({ page }: Tab, words: string) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
const menu = ({ page }: Tab) => page.getByRole('dialog', { name: 'Account' })
const isMenuOpen = (tab: Tab) => menu(tab).isVisible()
const openMenu = async (tab: Tab) => {
  await avatarButton(tab.page).click()
  await expect(menu(tab)).toBeVisible()
}
/** Reopening the menu while the status is read shows the switch unchanged, and makes no second call. */
const looksAgain = async (tab: Tab) => {
  expect(await tab.isHeld('status')).toBe(true)
  await openMenu(tab)
}
/** The secret as the modal shows it for typing. */
const shownSecret = async (tab: Tab) =>
  /[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/
    .exec(await setup(tab).getByRole('group', { name: 'Or type this secret' }).innerText())![0]
    .replaceAll(' ', '')
const codeAfter = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
/** Types the app's code, or a wrong one if the path needs it; a code that was typed before is sent again. */
async function typeCode(tab: Tab, secret: string, isWrong: boolean) {
  if ((await codeField(tab).inputValue()) !== '') return
  const code = await generate({ secret })
  await codeField(tab).fill(isWrong ? codeAfter(code) : code)
}
/** The next code is typed over the refused one, which is selected. */
const changes: Executor = async ({ tab }) => {
  const code = codeAfter(await codeField(tab).inputValue())
  await tab.page.keyboard.type(code, { delay: 30 })
  await expect(codeField(tab)).toHaveValue(code)
}

const isLost =
  (name: CallName): Executor =>
  async ({ tab }) =>
    (await tab.take(name)).abort('connectionrefused')
/** Prepares the server's data and lets it respond to a call. */
const answers =
  (name: CallName, makeTrue: (tab: Tab) => Promise<unknown> = async () => undefined): Executor =>
  async ({ tab }) => {
    await makeTrue(tab)
    await (await tab.take(name)).continue()
  }
const steppedUpLongAgo = (tab: Tab) => steppedUp(tab, SESSION_SECONDS.stepUp + 1)
const isOnAlready =
  (name: CallName): Executor =>
  async (step) => {
    await answers(name, async (tab) => {
      await steppedUp(tab, 0)
      await TRUTHS.on(tab)
    })(step)
    await says(step.tab, 'Two-factor authentication is already on.')
    await looksAgain(step.tab)
  }
/** The status after a change decides which message is shown, and which modal follows. */
const confirms =
  (truth: keyof typeof TRUTHS | null, told: { goal: 'on' | 'off'; words: string }): Executor =>
  async (step) => {
    const { tab, expected } = step
    await (truth ? answers('status', TRUTHS[truth]) : isLost('status'))(step)
    if (expected.matches({ recovery: 'makingCodes' })) return says(tab, told.words)
    if (!expected.matches('closed')) return
    await says(tab, truth !== null && truth !== told.goal ? CHANGED_SINCE : told.words)
    if (expected.matches({ closed: 'checking' })) await looksAgain(tab)
  }
const ON = { goal: 'on', words: 'Successfully Enabled' } as const
const OFF = { goal: 'off', words: 'Successfully Disabled' } as const

/** The switch, if the menu is open: a modal closes it. */
const switchIs = async ({ tab }: StepContext, isOn: boolean, busy = false) => {
  await expect(modal(tab)).toHaveCount(0)
  if (!(await isMenuOpen(tab))) return expect(avatarButton(tab.page)).toBeVisible()
  await expect(toggle(tab)).toBeChecked({ checked: isOn })
  await (busy
    ? expect(toggle(tab)).toHaveAttribute('aria-busy', 'true')
    : expect(toggle(tab)).not.toHaveAttribute('aria-busy'))
}
const waits = async (tab: Tab, name: CallName) => {
  await expect(button(tab, 'Loading...')).toHaveAttribute('aria-busy', 'true')
  expect(await tab.isHeld(name)).toBe(true)
}
/** While the code is checked, nothing can be typed and the modal cannot be left. */
const waitsWithCode =
  (name: CallName): Executor =>
  async ({ tab }) => {
    await waits(tab, name)
    await expect(codeField(tab)).not.toBeEditable()
    await expect(codeField(tab)).toHaveValue(/^\d{6}$/)
    await expect(button(tab, 'Cancel')).toHaveAttribute('aria-disabled', 'true')
  }
const waitsToBeOff =
  (name: CallName): Executor =>
  async ({ tab }) => {
    await expect(question(tab)).toBeVisible()
    await waits(tab, name)
    await expect(button(tab, 'Keep it on')).toHaveAttribute('aria-disabled', 'true')
  }
/** The reason is shown at its field, or above the buttons. */
const saysWhy = async (step: StepContext) => {
  const { error, isOn } = contextOf(step)
  if (error?.kind === 'rejected') {
    await expect(codeField(step.tab)).toHaveAccessibleDescription(/^This code is wrong, used or too old\./)
    return expect(codeField(step.tab)).toBeFocused()
  }
  return expect(banner(step.tab)).toHaveText(
    error?.kind === 'network' && isOn === null
      ? UNCERTAIN
      : error?.kind === 'network'
        ? /^(The connection broke before the server answered|The server cannot be reached)\./
        : /^Your session has ended\./,
  )
}

/** Types the password, and a code if two-factor is on. */
const stepsUp: Executor = async (step) => {
  const { tab } = step
  await passwordField(tab).fill(DEMO_PASSWORD)
  if (contextOf({ ...step, expected: beforeStep(step) }).purpose !== 'turnOn')
    await typeCode(tab, kept.get(tab)!.secret, false)
  await modal(tab)
    .getByRole('button', { name: /^(Continue|Disable|New recovery codes)$/ })
    .click()
  await (await tab.take('stepUp')).continue()
}
async function sevenCodes(tab: Tab) {
  await sql(tab, `delete from recovery_codes where staff_id = ${ADA}`)
  await sql(
    tab,
    `insert into recovery_codes (staff_id, code_hash, created_at) select ${ADA}, 'hash ' || number, now() from generate_series(1, 7) number`,
  )
}
export const description = describeConsole({
  async start({ tab }) {
    await turnOff(tab)
    await sql(tab, 'delete from sign_in_attempts')
    await startSignedIn({ tab })
    await lineStands(tab)
    await steppedUp(tab, 0)
    const token = await tab.page.evaluate(() => localStorage.getItem('token'))
    const [{ id: userId }] = (await tab.stage.db.query(`select ${ADA}::text as id`)) as [{ id: string }]
    const begun = await tab.context.request.post('/api/v1/admin-two-fa', {
      headers: { authorization: `Bearer ${token}` },
      data: { userId },
    })
    const { data } = (await begun.json()) as { data: { secret_code: string } }
    const [{ sealed }] = (await tab.stage.db.query(
      `select two_fa_pending_secret as sealed from staff where id = ${ADA}`,
    )) as [{ sealed: string }]
    kept.set(tab, { secret: data.secret_code, sealed })
    // The next sign-in as Ada needs no code.
    tab.context.once('close', () => void turnOff(tab))
    for (const [name, call] of Object.entries(CALLS)) await tab.holdCalls(name, call)
  },
  executors: {
    async 'twoFactor.look'({ tab }) {
      if (await isMenuOpen(tab)) await tab.page.keyboard.press('Escape')
      await openMenu(tab)
    },
    'twoFactor.toggle': ({ tab }) => toggle(tab).click(),
    'readStatus answers: it is on': answers('status', TRUTHS.on),
    'readStatus answers: it is off': answers('status', TRUTHS.off),
    'readStatus answers: the server is not reached': isLost('status'),
    retry: ({ tab }) => tab.page.getByRole('button', { name: 'Try again', exact: true }).click(),
    async cancel({ tab }) {
      await modal(tab)
        .getByRole('button', { name: /^(Cancel|Done|Keep it on)$/ })
        .click()
      await expect(modal(tab)).toHaveCount(0)
      await looksAgain(tab)
    },

    'beginSetup answers: a secret': answers('setup', (tab) => steppedUp(tab, 0)),
    'beginSetup answers: a step-up is needed': answers('setup', steppedUpLongAgo),
    'beginSetup answers: it is on already': isOnAlready('setup'),
    'beginSetup answers: the server is not reached': isLost('setup'),
    'code.changed': changes,
    async 'code.submit'({ tab, upcoming }) {
      const isWrong = upcoming.find((name) => name.startsWith('enable answers')) === 'enable answers: the code is wrong'
      await typeCode(tab, await shownSecret(tab), isWrong)
      await button(tab, 'Submit').click()
    },
    'enable answers: it is done': answers('enable'),
    'enable answers: the code is wrong': answers('enable'),
    'enable answers: it is on already': isOnAlready('enable'),
    'enable answers: the server is not reached': isLost('enable'),
    'confirmOn answers: it is on': confirms('on', ON),
    'confirmOn answers: it is off': confirms('off', ON),
    'confirmOn answers: the server is not reached': confirms(null, ON),
    'resolveOn answers: it is on': confirms('on', ON),
    'resolveOn answers: it is off': confirms('off', ON),
    'resolveOn answers: the server is not reached': confirms(null, ON),

    'disable.confirm': ({ tab }) => button(tab, 'Disable').click(),
    'disable answers: it is done': answers('disable', (tab) => steppedUp(tab, 0)),
    'disable answers: a step-up is needed': answers('disable', steppedUpLongAgo),
    /**
     * The token expires in transit. The console renews the session and repeats the call, unless it gets the same token
     * within the second in which it was created; then that call is refused too.
     */
    async 'disable answers: it is refused'({ tab }) {
      const now = await tab.page.evaluate(() => Date.now())
      const refuse = async () => {
        const call = await tab.take('disable')
        await call.continue({ headers: { ...call.request().headers(), authorization: 'Bearer a.token.that-ran-out' } })
      }
      await tab.isHeld('disable')
      await tab.page.clock.setSystemTime(now + (SESSION_SECONDS.accessToken + 60) * 1000)
      await refuse()
      await expect
        .poll(async () => {
          if (tab.isHeldNow('disable')) await refuse()
          return banner(tab).count()
        })
        .toBe(1)
      await tab.page.clock.setSystemTime(now)
    },
    'disable answers: the server is not reached': isLost('disable'),
    'stepUp answers: it is proven': stepsUp,
    'stepUp answers: it is cancelled': ({ tab }) =>
      modal(tab)
        .getByRole('button', { name: /^(Cancel|Keep it on)$/ })
        .click(),
    'confirmOff answers: it is off': confirms('off', OFF),
    'confirmOff answers: it is on': confirms('on', OFF),
    'confirmOff answers: the server is not reached': confirms(null, OFF),
    'resolveOff answers: it is off': confirms('off', OFF),
    'resolveOff answers: it is on': confirms('on', OFF),
    'resolveOff answers: the server is not reached': confirms(null, OFF),

    'recovery.open': ({ tab }) => menu(tab).getByRole('button', { name: 'Recovery codes' }).click(),
    'countCodes answers: some are left': answers('counts', sevenCodes),
    'countCodes answers: the server is not reached': isLost('counts'),
    'recovery.renew': ({ tab }) => button(tab, 'New recovery codes').click(),
    'makeCodes answers: ten codes': answers('codes', async (tab) => {
      await TRUTHS.on(tab)
      await steppedUp(tab, 0)
    }),
    'makeCodes answers: a step-up is needed': answers('codes', steppedUpLongAgo),
    async 'makeCodes answers: it is off meanwhile'(step) {
      await answers('codes', async (tab) => {
        await TRUTHS.off(tab)
        await steppedUp(tab, 0)
      })(step)
      await says(step.tab, 'Two-factor authentication is off: there is nothing to recover.')
      await looksAgain(step.tab)
    },
    'makeCodes answers: the server is not reached': isLost('codes'),
    async 'recovery.kept'({ tab }) {
      await button(tab, 'I have kept these codes').click()
      await expect(modal(tab)).toHaveCount(0)
      await looksAgain(tab)
    },
  },
  impossible: {},
  impossibleIn: () => null,
  screens: {
    'closed.unasked': async ({ tab }) => {
      await expect(avatarButton(tab.page)).toBeVisible()
      expect(await isMenuOpen(tab)).toBe(false)
      expect(
        await tab.page.evaluate(
          () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('two-fa')).length,
        ),
      ).toBe(0)
    },
    'closed.checking': async (step) => {
      const { isOn, error } = contextOf(step)
      expect(await step.tab.isHeld('status')).toBe(true)
      if (isOn !== null) await switchIs(step, isOn, true)
      else if (error === null) await expect(step.tab.page.getByText('Asking whether 2FA is on')).toBeAttached()
      else await expect(step.tab.page.getByRole('button', { name: 'Loading...' })).toBeVisible()
      if (isOn === null) await expect(toggle(step.tab)).toHaveCount(0)
    },
    'closed.disabled': (step) => switchIs(step, false),
    'closed.enabled': (step) => switchIs(step, true),
    'closed.unreachable': async ({ tab }) => {
      await expect(tab.page.getByText('Not known', { exact: true })).toBeVisible()
      await expect(tab.page.getByRole('button', { name: 'Try again', exact: true })).toBeEnabled()
      await expect(toggle(tab)).toHaveCount(0)
    },
    'turningOn.settingUp': async (step) => {
      const { tab } = step
      if (contextOf(step).purpose === null) await expect(setup(tab).getByText('Preparing your secret')).toBeAttached()
      await waits(tab, 'setup')
      await expect(button(tab, 'Cancel')).not.toHaveAttribute('aria-disabled')
    },
    'turningOn.notBegun': async ({ tab }) => {
      await expect(banner(tab)).toHaveText(/^The connection broke before the server answered\./)
      await expect(button(tab, 'Try again')).toBeFocused()
      await expect(codeField(tab)).toHaveCount(0)
    },
    'turningOn.enrolling': async ({ tab }) => {
      await expect(setup(tab).getByRole('img', { name: /^QR code/ })).toHaveJSProperty('naturalWidth', 240)
      expect(await shownSecret(tab)).toMatch(/^[A-Z2-7]{16,}$/)
      await expect(codeField(tab)).toBeEditable()
      await expect(codeField(tab)).toHaveAccessibleDescription('')
      await expect(banner(tab)).toHaveCount(0)
      await expect(button(tab, 'Submit')).not.toHaveAttribute('aria-disabled')
    },
    'turningOn.verifying': waitsWithCode('enable'),
    'turningOn.confirmingOn': waitsWithCode('status'),
    'turningOn.doubtingOn': waitsWithCode('status'),
    'turningOn.refused': async (step) => {
      await saysWhy(step)
      await expect(codeField(step.tab)).toHaveValue(/^\d{6}$/)
      await expect(button(step.tab, 'Submit')).not.toHaveAttribute('aria-disabled')
    },
    'turningOff.confirmingDisable': async ({ tab }) => {
      await expect(button(tab, 'Keep it on')).toBeFocused()
      await expect(button(tab, 'Disable')).not.toHaveAttribute('aria-disabled')
      await expect(banner(tab)).toHaveCount(0)
    },
    'turningOff.disabling': waitsToBeOff('disable'),
    'turningOff.notDisabled': async (step) => {
      await saysWhy(step)
      await expect(passwordField(step.tab)).toHaveCount(0)
      await expect(button(step.tab, 'Disable')).not.toHaveAttribute('aria-disabled')
    },
    steppingUp: async (step) => {
      const { tab } = step
      const { purpose } = contextOf(step)
      await expect(passwordField(tab)).toBeEditable()
      if (purpose === 'turnOn') return expect(codeField(tab)).toHaveCount(0)
      await expect(codeField(tab)).toBeEditable()
      await expect(codeField(tab)).toHaveAccessibleDescription('')
    },
    'turningOff.confirmingOff': waitsToBeOff('status'),
    'turningOff.doubtingOff': waitsToBeOff('status'),
    'recovery.countingCodes': async ({ tab }) => {
      await expect(recovery(tab).getByText('Counting your recovery codes')).toBeAttached()
      await waits(tab, 'counts')
    },
    'recovery.codesNotCounted': saysWhy,
    'recovery.codesCounted': async ({ tab }) => {
      await expect(recovery(tab).getByText('7 of 10 recovery codes left.')).toBeVisible()
      await expect(button(tab, 'New recovery codes')).not.toHaveAttribute('aria-disabled')
    },
    'recovery.makingCodes': async ({ tab }) => {
      await expect(recovery(tab)).toBeVisible()
      await waits(tab, 'codes')
    },
    'recovery.codesNotMade': async ({ tab }) => {
      await expect(banner(tab)).toHaveText(/^The connection broke before the server answered\./)
      await expect(button(tab, 'Try again')).toBeVisible()
    },
    'recovery.showingCodes': async ({ tab }) => {
      await expect(recovery(tab).getByRole('listitem')).toHaveText(Array(10).fill(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/))
      await tab.page.keyboard.press('Escape')
      await expect(recovery(tab)).toBeVisible()
    },
  },
  unseen: {},
})
