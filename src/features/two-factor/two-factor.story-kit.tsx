/** Shared by the stories of two-factor: the server's responses, and the steps of a person. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { generate } from 'otplib'
import type { Responder } from '@mocks/overrides'
import { override, usually } from '@mocks/overrides'
import { codeNow, staffOf, turnTwoFactorOn } from '@mocks/scene'
import type { TwoFactorSetup } from '@contract/entities/two-factor'
import { catalogue, type OperationId } from '@contract/http/catalogue'
import { consoleStory } from '@tests/kit/story-console'
import { LiveFrame } from '../shell/live.story-kit'

export const PASSWORD = 'Pitboss#2026'

/** Role of the signed-in person. */
export const ROLE = 'SUPPORT_AGENT'
export const MY_ID = staffOf(ROLE).id
/** The recovery codes that the person has not used, as the story begins. */
export const recoveryCodes: string[] = []
/** The setups that were begun, the last one at the end. */
export const setups: TwoFactorSetup[] = []
export const lastSetup = () => setups.at(-1)!
/** @returns the code of an app that has taken up the last setup */
export const setupCode = () => generate({ secret: lastSetup().secret_code })
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
 * its own, which is received after all earlier ones.
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
/** Notes the setup that is sent. */
const noted =
  (then: Responder): Responder =>
  async (usual, request) => {
    const response = await then(usual, request)
    if (response.ok) setups.push(((await response.clone().json()) as { data: TwoFactorSetup }).data)
    return response
  }
export function setting({ isOn = false, codesLeft = 0, answers = {} }: Setting = {}) {
  const responders = { ...answers, setup: noted(answers.setup ?? usually) }
  return consoleStory(
    ...CALLS.map((name) => override(`twoFactor.${name}`, counted(`twoFactor.${name}`, responders[name] ?? usually))),
    async () => {
      for (const id of Object.keys(calls) as OperationId[]) delete calls[id]
      for (const kept of [setups, recoveryCodes]) kept.length = 0
      if (isOn) recoveryCodes.push(...(await turnTwoFactorOn(ROLE, codesLeft)))
    },
  )
}
/** The usual response this many times, then another one. */
export const after = (times: number, then: Responder): Responder => {
  let asked = 0
  return (usual, request) => (asked++ < times ? usual() : then(usual, request))
}
/** A success has other data than the usual one: secrets are different in each run, and the pictures of stories are the same. */
export const instead =
  (data: () => unknown): Responder =>
  async (usual) => {
    const response = await usual()
    if (!response.ok) return response
    return Response.json({ ...((await response.json()) as object), data: await data() })
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
/** @param code default: that of the app */
export async function enter(context: Context, code?: string) {
  const parts = await enroll(context)
  await context.userEvent.keyboard(`${code ?? (await setupCode())}{Enter}`)
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
/** @param code default: that of the app */
export async function prove(context: Context, password = PASSWORD, code?: string) {
  const parts = await stepUp(context)
  await context.userEvent.keyboard(password)
  await context.userEvent.type(parts.code, `${code ?? (await codeNow())}{Enter}`)
  return parts
}
