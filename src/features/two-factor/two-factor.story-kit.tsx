/** What the stories of two-factor share: the frame, how the server answers, and the steps of a person. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { override } from '@mocks/browser'
import { db } from '@mocks/db'
import { MOCK_TWO_FA_CODE } from '@mocks/fixtures/staff'
import type { Responder } from '@mocks/overrides'
import type { OperationId } from '@contract/http/catalogue'
import { consoleStory } from '@tests/kit/story-console'
import { LiveFrame } from '../shell/live.story-kit'

/** The frame and its rights may take a while on a busy machine. */
export const SOON = { timeout: 12_000 }
export const PASSWORD = 'Pitboss#2026'

export const me = () => db.staff.find(({ role }) => role === 'SUPPORT_AGENT')!
/** Calls that came to the server, by operation. */
export const calls: Partial<Record<OperationId, number>> = {}
export const counted =
  (id: OperationId, then: Responder): Responder =>
  (usual, request) => {
    calls[id] = (calls[id] ?? 0) + 1
    return then(usual, request)
  }
interface Setting {
  /** Two-factor is on already. */
  isOn?: boolean
  /** Other answers than the usual ones. */
  answers?: Partial<Record<'status' | 'setup' | 'enable' | 'disable' | 'stepUp', Responder>>
}
export const setting =
  ({ isOn = false, answers = {} }: Setting = {}) =>
  (context: object) => {
    for (const id of Object.keys(calls) as OperationId[]) delete calls[id]
    const usually: Responder = (usual) => usual()
    consoleStory(
      ...(['status', 'setup', 'enable', 'disable', 'stepUp'] as const).map((name) =>
        override(`twoFactor.${name}`, counted(`twoFactor.${name}`, answers[name] ?? usually)),
      ),
    )(context)
    if (isOn) Object.assign(me(), { two_fa_enabled: true, two_fa_code: MOCK_TWO_FA_CODE })
  }
/** The usual answer so many times, then this one. */
export const after = (times: number, then: Responder): Responder => {
  let asked = 0
  return (usual, request) => (asked++ < times ? usual() : then(usual, request))
}
/** The server does it, and the line breaks before it says so. */
export const lost: Responder = async (usual) => {
  await usual()
  return Response.error()
}

type Context = Parameters<NonNullable<StoryObj<Meta<typeof LiveFrame>>['play']>>[0]

export const avatar = ({ canvas }: Context) => canvas.findByRole('button', { name: /Account menu$/ }, SOON)
export async function openMenu(context: Context) {
  await context.userEvent.click(await avatar(context))
  return within(await screen.findByRole('dialog', { name: 'Account' }, SOON))
}
/** The switch, once the server has said how it stands. */
export async function switchIn(menu: ReturnType<typeof within>) {
  const found = await menu.findByRole('switch', { name: '2FA' }, SOON)
  await waitFor(() => expect(found).not.toHaveAttribute('aria-busy'))
  return found
}
export const modal = async (name: string) => {
  const found = await screen.findByRole('dialog', { name }, SOON)
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
export async function enroll(context: Context) {
  const parts = await beginSetup(context)
  await parts.setup.findByRole('img', { name: /^QR code/ }, SOON)
  await waitFor(() => expect(parts.code()).toHaveFocus())
  return parts
}
export async function enter(context: Context, code = MOCK_TWO_FA_CODE) {
  const parts = await enroll(context)
  await context.userEvent.keyboard(`${code}{Enter}`)
  return parts
}
export async function askToDisable(context: Context) {
  const menu = await openMenu(context)
  await context.userEvent.click(await switchIn(menu))
  const question = await screen.findByRole('alertdialog', { name: 'Turn off two-factor?' }, SOON)
  await waitFor(() => expect(question).toBeVisible())
  return within(question)
}
export async function stepUp(context: Context) {
  const question = await askToDisable(context)
  await context.userEvent.click(question.getByRole('button', { name: 'Disable' }))
  const form = question
  const password = await form.findByLabelText(/^Password/, {}, SOON)
  await waitFor(() => expect(password).toHaveFocus())
  return { form, password, code: form.getByRole('textbox', { name: /^Authentication Code/ }) }
}
export async function prove(context: Context, password = PASSWORD, code = MOCK_TWO_FA_CODE) {
  const parts = await stepUp(context)
  await context.userEvent.keyboard(password)
  await context.userEvent.type(parts.code, `${code}{Enter}`)
  return parts
}
