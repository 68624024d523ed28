import { useState } from 'react'
import { useSelector } from '@xstate/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { useConsole } from '@console/console'
import { Button } from '@design-system/primitives/Button/Button'
import { space } from '@design-system/tokens/tokens'
import { SIGN_IN_LIMIT } from '@contract/constants'
import { stepUpMachine } from '@machines/step-up/step-up.machine'
import { failing, onceInstead, pending, unreachable } from '@mocks/overrides'
import { codeNow, colleague, sql } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { openedDialog, seen } from '@tests/kit/seen'
import { StoryConsole } from '@tests/kit/story-console'
import { expectCalls, PASSWORD, recoveryCodes, ROLE, setting } from '../../two-factor/two-factor.story-kit'
import { useStepUp } from './step-up.container'

/** Starts an action that needs the step-up, and counts how often it was performed; once it is known who is signed in. */
function Action() {
  const [times, setTimes] = useState(0)
  const { before, dialog } = useStepUp()
  const isSignedIn = useSelector(useConsole().actors.session, ({ context }) => context.session !== null)
  if (!isSignedIn) return null
  return (
    <div style={{ padding: space[24] }}>
      <Button onClick={() => before('Pay out', () => setTimes((now) => now + 1))}>Pay out</Button>
      <output aria-label="Paid out">{times}</output>
      {dialog}
    </div>
  )
}

/** Before an action that needs it, the person proves who they are: with the password, and with a code if two-factor is on. */
const meta = {
  title: 'Features/Step-up',
  parameters: { layout: 'fullscreen' },
  render: () => (
    <StoryConsole signedInAs={ROLE}>
      <Action />
    </StoryConsole>
  ),
} satisfies Meta
export default meta
type Story = StoryObj<typeof meta>
type UserEvent = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const CODE = /^Authentication Code/

async function begin(userEvent: UserEvent) {
  await userEvent.click(await screen.findByRole('button', { name: 'Pay out' }))
  const dialog = within(await openedDialog('Confirm that it is you'))
  const password = await dialog.findByLabelText(/^Password/)
  await waitFor(() => expect(password).toHaveFocus())
  return { dialog, password }
}
/** Types the password and a code, and sends them. */
async function prove(userEvent: UserEvent, code: string) {
  const { dialog, password } = await begin(userEvent)
  const field = await dialog.findByRole('textbox', { name: CODE })
  await userEvent.type(password, PASSWORD)
  await userEvent.type(field, `${code}{Enter}`)
  return { dialog, password, field }
}
const paidOut = async (times: number) =>
  waitFor(() => expect(screen.getByRole('status', { name: 'Paid out' })).toHaveTextContent(String(times)))
const closed = async () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Two-factor is off: the password is enough. */
export const WithThePassword: Story = {
  beforeEach: setting(),
  play: async ({ userEvent }) => {
    const { dialog, password } = await begin(userEvent)
    await expect(dialog.queryByRole('textbox', { name: CODE })).toBeNull()
    await userEvent.type(password, `${PASSWORD}{Enter}`)
    await paidOut(1)
  },
}

export const WithACode: Story = {
  beforeEach: setting({ isOn: true, codesLeft: 2 }),
  play: async ({ userEvent }) => {
    const { dialog } = await begin(userEvent)
    await seen(dialog.findByRole('textbox', { name: CODE }))
    await expect(dialog.getByText(/with your password, and a code that you have not used yet/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
  },
}
export const WithACodeDark: Story = { ...WithACode, globals: { theme: 'dark' } }
export const WithACodeNarrowest: Story = { ...WithACode, globals: { viewport: { value: 'narrowest' } } }

/** With the keyboard alone; within the next minutes the person is not asked again. */
export const WhenItIsProven: Story = {
  parameters: { statechart: inState(stepUpMachine, 'proven') },
  beforeEach: setting({ isOn: true, codesLeft: 2 }),
  play: async ({ userEvent }) => {
    await prove(userEvent, await codeNow())
    await paidOut(1)
    await closed()
    await userEvent.click(screen.getByRole('button', { name: 'Pay out' }))
    await paidOut(2)
    await expectCalls('twoFactor.stepUp', 1)
  },
}

/** The refusal is at the code, which is selected, and the password stays. */
export const WhenTheCodeIsWrong: Story = {
  parameters: { statechart: inState(stepUpMachine, 'refused') },
  beforeEach: setting({ isOn: true, codesLeft: 2 }),
  play: async ({ userEvent }) => {
    const { field, password } = await prove(userEvent, '654321')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^This code is wrong, used or too old/))
    await waitFor(() => expect(field).toHaveFocus())
    await expect(password).toHaveValue(PASSWORD)
    await paidOut(0)
  },
}
export const WhenTheCodeIsWrongDark: Story = { ...WhenTheCodeIsWrong, globals: { theme: 'dark' } }

/** The code was right until a moment ago: the next one that the app shows is accepted, without any other input. */
export const WhenTheCodeHasExpired: Story = {
  beforeEach: setting({
    isOn: true,
    answers: {
      stepUp: onceInstead(
        failing(422, {
          errors: { twoFAToken: ['This code is wrong, used or too old. Enter the one that the app shows now.'] },
        }),
      ),
    },
  }),
  play: async ({ userEvent }) => {
    const { field } = await prove(userEvent, '112233')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter the one that the app shows now/))
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard(`${await codeNow()}{Enter}`)
    await paidOut(1)
    await closed()
  },
}

/** After too many wrong codes even a right one is not checked for a while; the input stays. */
export const WhenCodesAreLocked: Story = {
  beforeEach: async (context) => {
    await setting({ isOn: true })(context)
    const body = { password: PASSWORD, twoFAToken: '654321' }
    for (let times = 0; times < SIGN_IN_LIMIT.codesPerAccount; times += 1)
      await expect(colleague(ROLE).call('twoFactor.stepUp', { body })).rejects.toThrow(/This code is wrong/)
    // From other addresses: only the codes are locked, which count for the account.
    await sql(`delete from sign_in_attempts where address <> 'any'`)
  },
  play: async ({ userEvent }) => {
    const code = await codeNow()
    const { dialog, field, password } = await prove(userEvent, code)
    await seen(dialog.findByText(/Too many requests/))
    await expect(password).toHaveValue(PASSWORD)
    await expect(field).toHaveValue(code)
    await paidOut(0)
  },
}

/** For a person without their phone; each recovery code works once. */
export const WithARecoveryCode: Story = {
  beforeEach: setting({ isOn: true, codesLeft: 3 }),
  play: async ({ userEvent }) => {
    const [used, unused] = recoveryCodes
    await colleague(ROLE).call('twoFactor.stepUp', { body: { password: PASSWORD, twoFAToken: used } })
    const { dialog, password } = await begin(userEvent)
    await userEvent.type(password, PASSWORD)
    await userEvent.click(await dialog.findByRole('button', { name: 'Use a recovery code' }))
    const field = await dialog.findByRole('textbox', { name: /^Recovery code/ })
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard(`${used!}{Enter}`)
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^This recovery code is wrong or was used/))
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard(`${unused!}{Enter}`)
    await paidOut(1)
  },
}

/** Whether two-factor is on could not be read: the server asks for the code. */
export const WhenTheFactorIsUnknown: Story = {
  beforeEach: setting({ isOn: true, answers: { status: unreachable } }),
  play: async ({ userEvent }) => {
    const { dialog, password } = await begin(userEvent)
    await expect(dialog.queryByRole('textbox', { name: CODE })).toBeNull()
    await userEvent.type(password, `${PASSWORD}{Enter}`)
    const field = await dialog.findByRole('textbox', { name: CODE })
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard(`${await codeNow()}{Enter}`)
    await paidOut(1)
  },
}

/** While it is checked, the dialog cannot be left and nothing is sent twice. */
export const WhenItIsChecked: Story = {
  beforeEach: setting({ isOn: true, answers: { stepUp: pending } }),
  play: async ({ userEvent }) => {
    const { dialog, field } = await prove(userEvent, await codeNow())
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    await userEvent.keyboard('{Enter}{Escape}')
    await expect(dialog.getByRole('button', { name: 'Back' })).toBeVisible()
    await expectCalls('twoFactor.stepUp', 1)
  },
}

/** Leaving performs nothing, and the focus returns to the button. */
export const WhenItIsLeft: Story = {
  parameters: { statechart: inState(stepUpMachine, 'cancelled') },
  beforeEach: setting({ isOn: true, codesLeft: 2 }),
  play: async ({ userEvent }) => {
    const { dialog } = await begin(userEvent)
    await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
    await closed()
    await paidOut(0)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay out' })).toHaveFocus())
  },
}
