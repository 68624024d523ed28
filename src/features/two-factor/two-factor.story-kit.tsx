/** Shared by the stories of two-factor: the server's responses, and the steps of a person. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { override } from '@mocks/browser'
import { db } from '@mocks/db'
import { MOCK_TWO_FA_CODE } from '@mocks/fixtures/staff'
import { recoveryCodeSet } from '@mocks/fixtures/two-factor'
import type { Responder } from '@mocks/overrides'
import { catalogue, type OperationId } from '@contract/http/catalogue'
import { consoleStory } from '@tests/kit/story-console'
import { LiveFrame } from '../shell/live.story-kit'

export const PASSWORD = 'Pitboss#2026'

export const me = () => db.staff.find(({ role }) => role === 'SUPPORT_AGENT')!
/** Number of calls of each operation. */
export const calls: Partial<Record<OperationId, number>> = {}
export const counted =
  (id: OperationId, then: Responder): Responder =>
  (usual, request) => {
    calls[id] = (calls[id] ?? 0) + 1
    return then(usual, request)
  }
/**
 * Checks the number of calls of an operation, also on a busy machine: waits for the calls, then for the response to a request of
 * its own, which the mocks receive after all earlier ones.
 */
export async function expectCalls(id: OperationId, count: number): Promise<void> {
  await waitFor(() => expect(calls[id] ?? 0).toBe(count))
  await fetch(catalogue['health.live'].path)
  await expect(calls[id] ?? 0).toBe(count)
}
const CALLS = ['status', 'setup', 'enable', 'disable', 'stepUp', 'recoveryCodes', 'newRecoveryCodes'] as const
interface Setting {
  /** Two-factor is on already, with this many recovery codes left. */
  isOn?: boolean
  codesLeft?: number
  /** Responses that differ from the usual ones. */
  answers?: Partial<Record<(typeof CALLS)[number], Responder>>
}
export const setting =
  ({ isOn = false, codesLeft = 0, answers = {} }: Setting = {}) =>
  (context: object) => {
    for (const id of Object.keys(calls) as OperationId[]) delete calls[id]
    const usually: Responder = (usual) => usual()
    consoleStory(
      ...CALLS.map((name) => override(`twoFactor.${name}`, counted(`twoFactor.${name}`, answers[name] ?? usually))),
    )(context)
    if (!isOn) return
    Object.assign(me(), { two_fa_enabled: true, two_fa_code: MOCK_TWO_FA_CODE })
    db.recoveryCodes.set(me().id, {
      unused: recoveryCodeSet(1).slice(0, codesLeft),
      created_at: '2026-11-03T09:10:00.000Z',
    })
  }
/** The usual response this many times, then another one. */
export const after = (times: number, then: Responder): Responder => {
  let asked = 0
  return (usual, request) => (asked++ < times ? usual() : then(usual, request))
}
/** The server performs the call, and the connection breaks before the response. */
export const lost: Responder = async (usual) => {
  await usual()
  return Response.error()
}

type Context = Parameters<NonNullable<StoryObj<Meta<typeof LiveFrame>>['play']>>[0]

export const avatar = ({ canvas }: Context) => canvas.findByRole('button', { name: /Account menu$/ })
export async function openMenu(context: Context) {
  await context.userEvent.click(await avatar(context))
  return within(await screen.findByRole('dialog', { name: 'Account' }))
}
/** The switch, once the server has responded. */
export async function switchIn(menu: ReturnType<typeof within>) {
  const found = await menu.findByRole('switch', { name: '2FA' })
  await waitFor(() => expect(found).not.toHaveAttribute('aria-busy'))
  return found
}
export const modal = async (name: string) => {
  const found = await screen.findByRole('dialog', { name })
  await waitFor(() => expect(found).toBeVisible())
  return within(found)
}
export const noModal = () =>
  waitFor(() => expect(screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')).toBeNull())

export async function beginSetup(context: Context) {
  const menu = await openMenu(context)
  await context.userEvent.click(await switchIn(menu))
  const setup = await modal('Two Factor Authentication')
  return {
    setup,
    code: () => setup.getByRole('textbox', { name: /^Authentication Code/ }),
    submit: () => setup.getByRole('button', { name: 'Submit' }),
  }
}
/** The step-up before a setup: only the password. */
export async function confirmIdentity(context: Context, setup: ReturnType<typeof within>, password = PASSWORD) {
  const field = await setup.findByLabelText(/^Password/)
  await waitFor(() => expect(field).toHaveFocus())
  await context.userEvent.keyboard(`${password}{Enter}`)
  return field
}
export async function enroll(context: Context) {
  const parts = await beginSetup(context)
  await confirmIdentity(context, parts.setup)
  await parts.setup.findByRole('img', { name: /^QR code/ })
  await waitFor(() => expect(parts.code()).toHaveFocus())
  return parts
}
export async function enter(context: Context, code = MOCK_TWO_FA_CODE) {
  const parts = await enroll(context)
  await context.userEvent.keyboard(`${code}{Enter}`)
  return parts
}
/** The ten codes after two-factor was turned on, or renewed. */
export async function shownCodes() {
  const recovery = await modal('Recovery codes')
  const list = await recovery.findByRole('list', { name: 'Recovery codes' })
  return {
    recovery,
    list,
    codes: () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
  }
}
export async function keepCodes(context: Context) {
  const { recovery } = await shownCodes()
  await context.userEvent.click(recovery.getByRole('button', { name: 'I have kept these codes' }))
  await noModal()
}
export async function openRecovery(context: Context) {
  const menu = await openMenu(context)
  const codes = await menu.findByRole('button', { name: 'Recovery codes' })
  // Once the server has responded.
  await waitFor(() => expect(codes).toBeEnabled())
  await context.userEvent.click(codes)
  return modal('Recovery codes')
}
export async function renewCodes(context: Context) {
  const recovery = await openRecovery(context)
  await recovery.findByText(/recovery codes left/)
  await context.userEvent.click(recovery.getByRole('button', { name: 'New recovery codes' }))
  const password = await recovery.findByLabelText(/^Password/)
  await waitFor(() => expect(password).toHaveFocus())
  return { recovery, password }
}
export async function askToDisable(context: Context) {
  const menu = await openMenu(context)
  await context.userEvent.click(await switchIn(menu))
  const question = await screen.findByRole('alertdialog', { name: 'Turn off two-factor?' })
  await waitFor(() => expect(question).toBeVisible())
  return within(question)
}
export async function stepUp(context: Context) {
  const question = await askToDisable(context)
  await context.userEvent.click(question.getByRole('button', { name: 'Disable' }))
  const form = question
  const password = await form.findByLabelText(/^Password/)
  await waitFor(() => expect(password).toHaveFocus())
  return { form, password, code: form.getByRole('textbox', { name: /^Authentication Code/ }) }
}
export async function prove(context: Context, password = PASSWORD, code = MOCK_TWO_FA_CODE) {
  const parts = await stepUp(context)
  await context.userEvent.keyboard(password)
  await context.userEvent.type(parts.code, `${code}{Enter}`)
  return parts
}
