/**
 * Every action of every record, and every switch, performed once on the record's page by the weakest role that may perform it.
 * What is performed comes from the definitions: a new action is performed here without a line, unless it asks for what no rule
 * below fills in.
 */
import type { Browser, Locator, Page } from '@playwright/test'
import { generate } from 'otplib'
import type { HistoryEntry } from '@contract/entities/history'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { can, type Access, type Subject } from '@contract/permissions'
import type { RecordDefinition } from '@contract/records/record'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@server/db/demo'
import type { Caller } from '@server/simulate/caller'
import { askedFields } from '@resources/asked-fields'
import { PAGES } from '@resources/pages'
import type { CallAction, FormField, Resource, Row } from '@resources/resource'
import { linesOf } from '@screens/record/events'
import { plainText } from '@screens/record/sentences'
import { startAction } from '@tests/kit/start-action'
import { enter } from './kit/people'
import { expect, test } from './kit/platform'
import { callerAt } from './kit/work'

type Values = Readonly<Record<string, unknown>>
type Listed = Row & Values

interface Performed {
  resource: Resource<Row>
  /** Null: the switch. */
  action: CallAction<Row> | null
  /** What the person does: 'game.publish'. */
  name: string
  needs: 'update' | 'delete'
  /** The subject of that right. */
  subject: Subject
}

const resources = async (): Promise<Resource<Row>[]> =>
  Promise.all(
    PAGES.filter(({ screen }) => screen === 'record').map(
      async ({ resource }) =>
        ((await import(`../../src/resources/${resource}.ts`)) as { resource: Resource<Row> }).resource,
    ),
  )

/** Actions that are forms over the list have journeys of their own. The switch comes last: an action may be what allows it. */
const performedOn = (resource: Resource<Row>): Performed[] => [
  ...resource.actions.flatMap((action) =>
    action.kind === 'call'
      ? [
          {
            resource,
            action: action as CallAction<Row>,
            name: `${resource.record.name}.${action.key}`,
            needs: action.needs as 'update',
            subject: action.subject ?? resource.subject,
          },
        ]
      : [],
  ),
  ...(resource.switch
    ? [
        {
          resource,
          action: null,
          name: `${resource.record.name}: the switch`,
          needs: 'delete' as const,
          subject: resource.subject,
        },
      ]
    : []),
]

/** What users who may play have in cash, by their ids: read at the beginning. */
const cashOf = new Map<string, number>()

const isPending = ({ status }: Listed) => status === 'PENDING'
/** A withdrawal that no check blocks, of an amount for which nobody proves who they are. */
const isUnblocked = (row: Listed) =>
  isPending(row) &&
  Number(row.amount) < 500 &&
  !(row.warnings as string[]).some((check) => ['KYC', 'WITHDRAWABLE', 'LEVEL_LIMIT'].includes(check))

/** Rows that an action can be performed on where not every one will do. */
const FITTING: Readonly<Record<string, (row: Listed) => boolean>> = {
  'brandCategory: the switch': ({ platforms_count }) => platforms_count === 0,
  'brandCategory.moveTo': ({ platforms_count }) => Number(platforms_count) > 0,
  'sitePage.rollBack': ({ version_no }) => Number(version_no) >= 3,
  // Whoever decided it cannot reopen it: the weakest role is that of the demo's risk analyst, who has decided some.
  'userDocVerification.reopen': ({ decided_by }) =>
    !(decided_by as { name: string }).name.startsWith(DEMO_ACCOUNTS.find(({ role }) => role === 'RISK')!.first_name),
  // Each decides one that no other person has to decide too, or that waits for nobody else.
  'manualDeposit.approve': ({ hints }) =>
    !(hints as string[]).some((hint) => hint === 'ABOVE_LIMIT' || hint === 'NOT_ALLOWED'),
  'manualDeposit.correct': ({ awaits_approval }) => awaits_approval === false,
  'manualDeposit.reject': ({ awaits_approval }) => awaits_approval === false,
  // Whoever decided it cannot reopen it, and nobody can a month later: the manager rejects one first.
  'manualDeposit.reopen': ({ decided_by }) =>
    (decided_by as { name: string } | null)?.name.startsWith(firstNameOfRole('MANAGER')) === true,
  // Its user has confirmed where it goes.
  'cryptoDeposit.refund': ({ refund_address }) => refund_address !== null,
  'manualWithdrawal.approve': isUnblocked,
  'manualWithdrawal.hold': isPending,
  'manualWithdrawal.reject': isPending,
  'cryptoWithdrawal.approve': isUnblocked,
  'cryptoWithdrawal.hold': isPending,
  'cryptoWithdrawal.reject': isPending,
  // The money is locked again: the user may play, and has it.
  'platformDeposit.retry': ({ user, amount }) => (cashOf.get((user as { id: string }).id) ?? 0) >= Number(amount),
  'ticket.escalate': ({ escalation_level }) => escalation_level === 0,
  // Assigned to whoever performs it: the weakest role is that of a partner's administrator.
  'ticket.assign': ({ assignee }) =>
    !(assignee as { name: string } | null)?.name.startsWith(
      DEMO_ACCOUNTS.find(({ role }) => role === 'THIRD_PARTY_ADMIN')!.first_name,
    ),
  // One that users have stays enabled.
  'userLevel: the switch': ({ users_count }) => users_count === 0,
  // A bonus is for active accounts of its store.
  'users.grantBonus': ({ account_status, third_party_store_code }) =>
    account_status === 'ACTIVE' && third_party_store_code === null,
  // One of high risk is sent for approval.
  'referral.pay': ({ risk_level }) => risk_level !== 'HIGH',
  'game.tags': ({ tags }) => !(tags as string[]).includes('TOP'),
  'admin: the switch': ({ role }) => role === 'FINANCE',
  'admin.resetTwoFactor': ({ email }) => email === 'risk@pitboss.test',
  'thirdPartyAdmin.resetTwoFactor': ({ email }) => email === 'store@pitboss.test',
}

const isLinked = (row: Listed) => row.user !== null
/** What is typed to find a record that an action asks for, where not every one will do. */
const FOUND_BY: Readonly<Record<string, (row: Listed, caller: Caller) => Promise<string>>> = {
  'admin.assignPermissionSet': () => Promise.resolve('Payout reader'),
  'thirdPartyAdmin.assignPermissionSet': () => Promise.resolve('Payout reader'),
  // It gives a percentage, so any amount up to its maximum can be granted.
  'users.grantBonus': () => Promise.resolve('Welcome 100'),
  // A user of the account's store who has none yet.
  async 'telegramUser.link'({ store_code }, caller) {
    const everyone = async <R>(path: string) =>
      (await caller.expect<{ data: R[] }>('GET', `${path}?itemNo=${FULL_LIST_ITEM_NO}`)).data
    const users = await everyone<Listed>('/api/v1/users')
    const linked = (await everyone<Listed>('/api/v1/admin-telegram')).filter(isLinked)
    const taken = new Set(linked.map(({ user }) => (user as { id: string }).id))
    const isOfHouse = linked.find((row) => row.store_code === store_code)
    const own = users.find(({ id }) => id === (isOfHouse?.user as { id: string } | undefined)?.id)
    const free = users.find(
      (each) =>
        each.is_deleted === false && !taken.has(each.id) && each.third_party_store_code === own?.third_party_store_code,
    )
    return String(free!.username)
  },
}

function fits({ resource, action, name }: Performed, row: Listed): boolean {
  if (row.is_deleted === true) return false
  const from = action && (resource.record as RecordDefinition).actions[action.key]?.from
  if (from && !from.values.includes(row[from.field] as string | boolean)) return false
  return FITTING[name]?.(row) ?? !DEMO_ACCOUNTS.some(({ email }) => email === row.email)
}

const firstNameOfRole = (name: string) => DEMO_ACCOUNTS.find(({ role }) => role === name)!.first_name
const firstNameOf = ({ email }: Caller) => DEMO_ACCOUNTS.find((one) => one.email === email)!.first_name

/** Texts that have a form of their own, by the name of the input. */
const TYPED: Readonly<Record<string, string>> = { rail: 'BANK' }

/** Inputs that are left out: files, and a correction that makes another action of a resolution. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'manualWithdrawal.markPaid': ['proof'],
  'discrepancy.resolve': ['correction', 'amount'],
}

/** Fills one field of a question. @param own name of the person who performs it; @param foundBy what finds the record that is asked for */
async function answer(page: Page, field: FormField, row: Listed, own: string, foundBy = ''): Promise<void> {
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  const box = (role: 'textbox' | 'combobox') => question.getByRole(role, { name: field.label })
  if (field.kind === 'reference') {
    const isPerson = field.name === 'assignee'
    await box('combobox').fill(isPerson ? own : foundBy)
    const options = page.getByRole('listbox').getByRole('option')
    // On a busy machine the key may come before the field's code: people press it again.
    await expect(async () => {
      if ((await options.count()) === 0) await box('combobox').press('ArrowDown')
      await expect(options.first()).toBeVisible({ timeout: 2000 })
    }).toPass()
    const other = options.filter({ hasNotText: String(row.name) })
    await (isPerson ? options.first() : other.first()).click()
  } else if (field.kind === 'number') await box('textbox').fill('2')
  else if (field.kind === 'time') await question.getByLabel(field.label).fill('2031-03-01T10:00')
  else if (field.kind === 'date') await question.getByLabel(field.label).fill(new Date().toISOString().slice(0, 10))
  else if (field.kind === 'enum') await box('combobox').selectOption(Object.keys(field.labels!)[0]!)
  else if (field.kind === 'enums')
    await question
      .getByRole('checkbox', { name: Object.values(field.labels!).at(-1)!, exact: true })
      .first()
      .check()
  else if (field.kind === 'flag') await question.getByRole('checkbox', { name: field.label }).check()
  // Nothing is both added and removed.
  else if (field.kind === 'tags') await box('textbox').fill(`${field.label}ed`)
  else if (field.kind === 'email') await box('textbox').fill(String(row.email))
  else await box('textbox').fill(TYPED[field.name] ?? 'Asked for by phone')
}

/** The weakest role: the one with the fewest rights among those that may. */
async function weakest(
  people: readonly { caller: Caller; access: Access }[],
  { resource, needs, subject }: Performed,
): Promise<{ caller: Caller; access: Access }> {
  const fit = people.filter(({ access }) => can(access, needs, subject) && can(access, 'read', resource.subject))
  const rights = ({ permissions, accessible_pages }: Access) =>
    accessible_pages.includes('*') ? Infinity : permissions.length
  const [first] = fit.toSorted((left, right) => rights(left.access) - rights(right.access))
  return first!
}

const historyOf = (page: Page) => page.getByRole('region', { name: 'Timeline', exact: true })

/** Opens an address as Back does: the console is not loaded again, which takes more time than all else here. */
async function show(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return
  const before = (await historyOf(page).isVisible()) ? await historyOf(page).elementHandle() : null
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  if (before) await page.waitForFunction((element) => !element.isConnected, before)
}

/** What was performed on one record, in this order, and by whom last. */
interface Changed {
  path: string
  by: string
  done: Performed[]
}

/** Presses the button of a question; where money moves, once it says what will happen, with the amount typed where that is asked. */
async function confirm(question: Locator, { verb, preview }: NonNullable<Performed['action']>): Promise<void> {
  if (preview?.shownAs !== 'money') return question.getByRole('button', { name: verb, exact: true }).click()
  const button = question.getByRole('button').last()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  const typed = question.getByRole('textbox', { name: /^Type the amount/ })
  if (await typed.isVisible()) await typed.fill(/[\d,.]+/.exec(await button.innerText())![0])
  return button.click()
}

/** Performs it on a record's page. @param proven who has entered the password again; may be added to. @returns the path of that page */
async function perform(page: Page, caller: Caller, it: Performed, proven: Set<string>): Promise<string> {
  const { resource, action } = it
  const list = `${resource.operations.list.path}?itemNo=200`
  const { data } = await caller.expect<{ data: Listed[] }>('GET', list)
  const row = data.find((each) => fits(it, each))
  expect(row, `${it.name}: a record to perform it on`).toBeDefined()
  const path = resource.rowRoute!.replace(':id', row!.id)
  await show(page, path)
  await expect(historyOf(page)).toBeVisible()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  if (action) {
    await startAction(page, action.label)
    await expect(question).toBeVisible()
    const foundBy = await FOUND_BY[it.name]?.(row!, caller)
    const asked = askedFields(action.asks, resource.record.actions[action.key], row! as unknown as Row)
    for (const field of asked.filter(({ name }) => !LEFT_OUT[it.name]?.includes(name)))
      await answer(page, field, row!, firstNameOf(caller), foundBy)
    await confirm(question, action)
    // The console asks once in five minutes.
    if (action.stepUp && !proven.has(caller.email)) {
      proven.add(caller.email)
      const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await proof.getByLabel(/^Password/).fill(DEMO_PASSWORD)
      await page.keyboard.press('Enter')
      await expect(proof).toBeHidden()
    }
  } else {
    await page.getByRole('switch').press('Enter')
    await question.getByRole('button', { name: 'Disable', exact: true }).click()
  }
  await expect(question).toBeHidden()
  return path
}

/** What the timeline says of an action: that it was done, or that others must approve it. */
function deedIn({ resource, action }: Performed): RegExp {
  const entry: HistoryEntry = {
    id: '',
    at: '',
    by: { id: '', username: '' },
    from: 'STAFF',
    kind: 'changes',
    action: action?.key ?? 'disable',
    changes: [],
    asked: [],
  }
  const [line] = linesOf(resource, [entry], { currency: '' })
  return new RegExp(`${plainText(line!.what)}|asked for approval`)
}

/** Looks at a record in a console that was loaded after all of it was performed: its timeline says all of it. */
async function seeEffects(page: Page, { path, done }: Changed): Promise<void> {
  await show(page, path)
  const last = done.at(-1)!
  if (last.action?.key === 'erase') return expect(page.getByText(`No such ${last.resource.noun.one}`)).toBeVisible()
  for (const each of done) await expect(historyOf(page)).toContainText(deedIn(each))
  if (done.some(({ action }) => !action)) await expect(page.getByRole('switch')).not.toBeChecked()
}

test('every action and switch is performed by the weakest role that may, and its effect is there after a reload', async ({
  platform,
  browser,
}) => {
  // More than 80 actions: about a minute on an idle machine, several times that on a slow one that does other work.
  test.setTimeout(1_200_000)
  const people = await Promise.all(
    DEMO_ACCOUNTS.map(async ({ email }) => {
      const caller = await callerAt(platform.origin, email.split('@')[0]!)
      const { data } = await caller.expect<{ data: Access }>('GET', '/api/v1/user-permissions')
      return { caller, access: data }
    }),
  )
  for (const { caller } of people.filter(({ caller: { email } }) => /^(?:risk|store)@/.test(email)))
    await turnOnTwoFactor(caller)
  await readCash(people.find(({ caller: { email } }) => email.startsWith('admin@'))!.caller)
  await rejectDeposit(people.find(({ caller: { email } }) => email.startsWith('manager@'))!.caller)
  // The second factor goes first: whoever has one cannot sign in with the password alone. Next, one after the other, is what asks for the
  // password: it is asked for once in five minutes.
  const turnOf = ({ action }: Performed) => (action?.key === 'resetTwoFactor' ? 0 : action?.stepUp ? 1 : 2)
  const all = (await resources()).flatMap(performedOn).toSorted((a, b) => turnOf(a) - turnOf(b))
  expect(all.length).toBeGreaterThan(80)
  const pages = new Map<string, Page>()
  const changed = new Map<string, Changed>()
  const proven = new Set<string>()
  for (const it of all) {
    const { caller } = await weakest(people, it)
    const by = caller.email
    await test.step(`${it.name}, by ${by}`, async () => {
      const page = pages.get(by) ?? (await signedIn(browser, platform.origin, by))
      pages.set(by, page)
      // A reset of the second factor has ended the sessions of whose it was.
      const path = await perform(page, await callerAt(platform.origin, by.split('@')[0]!), it, proven)
      changed.set(path, { path, by, done: [...(changed.get(path)?.done ?? []), it] })
    })
  }
  for (const [by, page] of pages) {
    await page.reload()
    await expect(historyOf(page).or(page.getByText(/^No such /))).toBeVisible()
    for (const record of changed.values())
      if (record.by === by)
        await test.step(`${record.done.map(({ name }) => name).join(', ')}, after a reload`, () =>
          seeEffects(page, record))
    await page.close()
  }
})

async function readCash(caller: Caller): Promise<void> {
  type User = { id: string; account_status: string; cash_balance: string }
  const { data } = await caller.expect<{ data: User[] }>('GET', `/api/v1/users?itemNo=${FULL_LIST_ITEM_NO}`)
  for (const { id, account_status, cash_balance } of data)
    if (account_status === 'ACTIVE') cashOf.set(id, Number(cash_balance))
}

/** Rejects a deposit that waits: somebody else can reopen it. */
async function rejectDeposit(caller: Caller): Promise<void> {
  const path = '/api/v1/admin-manual-deposit'
  const { data } = await caller.expect<{ data: { id: string }[] }>('GET', `${path}?tab=pending&itemNo=1`)
  const at = `${path}/${data[0]!.id}`
  const { data: claimed } = await caller.expect<{ data: { version: number } }>('PATCH', `${at}/claim`, { body: {} })
  await caller.expect('PATCH', `${at}/reject`, { body: { reason_code: 'NOT_RECEIVED' }, ifMatch: claimed.version })
}

/** Turns the second factor on, as its owner does: actions that take it away need somebody who has one. */
async function turnOnTwoFactor(caller: Caller): Promise<void> {
  const { id } = caller
  await caller.expect('POST', '/api/v1/admin-two-fa/step-up', { body: { password: DEMO_PASSWORD } })
  const { data } = await caller.expect<{ data: { secret_code: string } }>('POST', '/api/v1/admin-two-fa', {
    body: { userId: id },
  })
  const twoFAToken = await generate({ secret: data.secret_code })
  await caller.expect('PATCH', '/api/v1/admin-two-fa/enable', { body: { userId: id, twoFAToken } })
}

async function signedIn(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL })
  await enter(page, email)
  return page
}
