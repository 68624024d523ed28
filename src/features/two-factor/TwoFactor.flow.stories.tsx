import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { toDataURL } from 'qrcode'
import { stepUpMachine } from '@machines/step-up/step-up.machine'
import { twoFactorMachine } from '@machines/two-factor/two-factor.machine'
import { TWO_FACTOR } from '@contract/constants'
import { RECOVERY_CODE_SYMBOLS, recoveryCodeText } from '@contract/codes'
import { pending, unreachable } from '@mocks/overrides'
import { codeNow, staffOf } from '@mocks/scene'
import { secretAddress } from '@server/platform/modules/two-factor/totp'
import { twoFactorCode } from '@app/two-factor'
import { inState } from '@tests/kit/in-state'
import { toasted } from '@tests/kit/story-console'
import { LiveFrame } from '../shell/live.story-kit'
import {
  after,
  askToDisable,
  avatar,
  beginSetup,
  calls,
  enroll,
  enter,
  expectCalls,
  instead,
  openMenu,
  prove,
  modal,
  openRecovery,
  ROLE,
  setting,
  shownCodes,
  stepUp,
  switchIn,
} from './two-factor.story-kit'

const SHOWN_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
/** A setup that looks the same in each run. */
const shownSetup = async () => ({
  secret_code: SHOWN_SECRET,
  qr_code_url: await toDataURL(secretAddress(SHOWN_SECRET, staffOf(ROLE).email), { margin: 1, width: 240 }),
})
/** Ten different codes, the same in each run. */
const SHOWN_CODES = Array.from({ length: TWO_FACTOR.recoveryCodes }, (_, index) =>
  recoveryCodeText(
    Array.from({ length: 10 }, (_each, at) => RECOVERY_CODE_SYMBOLS[(7 + index * 11 + at * (13 + index)) % 32]).join(
      '',
    ),
  ),
)

/** Each failed call shows the server's message once (spec 8), beside the message in place. */
const expectOneError = async (message: string | RegExp) => {
  await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.stringMatching(message)))
  await expect(toasted.mock.calls.filter(([kind]) => kind === 'error')).toHaveLength(1)
}

const meta = {
  title: 'Flows/Two-factor',
  component: LiveFrame,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: setting(),
} satisfies Meta<typeof LiveFrame>
export default meta
type Story = StoryObj<typeof meta>

/** No call is made before the menu is opened. */
export const Unasked: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'unasked') },
  play: async (context) => {
    // As in an idle console.
    await twoFactorCode.load()
    await avatar(context)
    await context.canvas.findByRole('button', { name: 'Start shift' })
    await expect(calls).toEqual({})
  },
}

export const Checking: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'checking') },
  beforeEach: setting({ answers: { status: pending } }),
  play: async (context) => {
    const menu = await openMenu(context)
    await expect(await menu.findByText('Asking whether 2FA is on')).toBeInTheDocument()
    await waitFor(() => expect(calls).toEqual({ 'twoFactor.status': 1 }))
    await expect(menu.queryByRole('switch')).toBeNull()
  },
}

export const Disabled: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'disabled') },
  play: async (context) => expect(await switchIn(await openMenu(context))).not.toBeChecked(),
}

export const Enabled: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'enabled') },
  beforeEach: setting({ isOn: true }),
  play: async (context) => expect(await switchIn(await openMenu(context))).toBeChecked(),
}

export const Unreachable: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'unreachable') },
  beforeEach: setting({ answers: { status: unreachable } }),
  play: async (context) => {
    const menu = await openMenu(context)
    await expect(await menu.findByRole('alert')).toHaveTextContent('Not known')
    await expect(menu.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
      /^The server cannot be reached\./,
    )
    await expect(menu.queryByRole('switch')).toBeNull()
    await expectOneError(/^The server cannot be reached\./)
  },
}

export const SettingUp: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'settingUp') },
  beforeEach: setting({ answers: { setup: pending } }),
  play: async (context) => {
    const { setup, code } = await beginSetup(context)
    await expect(setup.getByText('Preparing your secret')).toBeInTheDocument()
    // A code that is typed too early is not sent.
    await waitFor(() => expect(code()).toHaveFocus())
    await context.userEvent.keyboard(`${await codeNow()}{Enter}`)
    await expectCalls('twoFactor.enable', 0)
  },
}

export const NotBegun: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'notBegun') },
  beforeEach: setting({ answers: { setup: unreachable } }),
  play: async (context) => {
    const { setup } = await beginSetup(context)
    await expect(await setup.findByRole('alert')).toHaveTextContent('The connection broke before the server answered.')
    await waitFor(() => expect(setup.getByRole('button', { name: 'Try again' })).toHaveFocus())
    await expectOneError('The connection broke before the server answered.')
  },
}

export const Enrolling: Story = {
  tags: ['picture'],
  parameters: { statechart: inState(twoFactorMachine, 'enrolling') },
  beforeEach: setting({ answers: { setup: instead(shownSetup) } }),
  play: async (context) => {
    const { setup } = await enroll(context)
    await expect(setup.getByRole('group', { name: 'Or type this secret' })).toHaveTextContent(
      'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    )
  },
}

export const Verifying: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'verifying') },
  beforeEach: setting({ answers: { enable: pending } }),
  play: async (context) => {
    const { setup, code } = await enter(context)
    await expect(await setup.findByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-disabled', 'true')
    await expect(code()).toHaveAttribute('readonly')
    // Neither a second submit nor Esc has an effect now.
    await context.userEvent.keyboard('{Enter}{Escape}')
    await expectCalls('twoFactor.enable', 1)
  },
}

export const ConfirmingOn: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'confirmingOn') },
  beforeEach: setting({ answers: { status: after(1, pending) } }),
  play: async (context) => {
    const { setup } = await enter(context)
    await expectCalls('twoFactor.status', 2)
    await expect(setup.getByRole('button', { name: 'Loading...' })).toBeVisible()
    await expect(toasted).not.toHaveBeenCalled()
  },
}

export const DoubtingOn: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'doubtingOn') },
  beforeEach: setting({ answers: { enable: unreachable, status: after(1, pending) } }),
  play: async (context) => {
    const { setup } = await enter(context)
    await expectCalls('twoFactor.status', 2)
    await expect(setup.getByRole('button', { name: 'Loading...' })).toBeVisible()
    await expect(toasted).not.toHaveBeenCalled()
  },
}

export const Refused: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'refused') },
  play: async (context) => {
    const { code } = await enter(context, '654321')
    await waitFor(() =>
      expect(code()).toHaveAccessibleDescription(
        'This code is wrong, used or too old. Enter the one that the app shows now.',
      ),
    )
    await expect(code()).toHaveFocus()
    await expect(code()).toHaveValue('654321')
    await expectOneError('This code is wrong, used or too old. Enter the one that the app shows now.')
  },
}

export const ConfirmingDisable: Story = {
  tags: ['picture'],
  parameters: { statechart: inState(twoFactorMachine, 'confirmingDisable') },
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const question = await askToDisable(context)
    await waitFor(() => expect(question.getByRole('button', { name: 'Keep it on' })).toHaveFocus())
    await expectCalls('twoFactor.disable', 0)
  },
}

export const Disabling: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'disabling') },
  beforeEach: setting({ isOn: true, answers: { disable: pending } }),
  play: async (context) => {
    const question = await askToDisable(context)
    await context.userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await expect(await question.findByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-disabled', 'true')
    await context.userEvent.keyboard('{Escape}')
    await expectCalls('twoFactor.disable', 1)
  },
}

export const NotDisabled: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'notDisabled') },
  beforeEach: setting({ isOn: true, answers: { disable: unreachable } }),
  play: async (context) => {
    const question = await askToDisable(context)
    await context.userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await expect(await question.findByRole('alert')).toHaveTextContent(
      'The connection broke before the server answered.',
    )
    await expect(question.getByRole('button', { name: 'Disable' })).toBeVisible()
    await expectOneError('The connection broke before the server answered.')
  },
}

export const SteppingUp: Story = {
  tags: ['picture'],
  parameters: { statechart: [inState(twoFactorMachine, 'steppingUp'), inState(stepUpMachine, 'asked')] },
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const { password, code } = await stepUp(context)
    await context.userEvent.keyboard('{Enter}')
    await waitFor(() => expect(code).toHaveAccessibleDescription('Required!'))
    await expect(password).toHaveFocus()
    await expectCalls('twoFactor.stepUp', 0)
  },
}

export const Proving: Story = {
  parameters: { statechart: [inState(twoFactorMachine, 'steppingUp'), inState(stepUpMachine, 'proving')] },
  beforeEach: setting({ isOn: true, answers: { stepUp: pending } }),
  play: async (context) => {
    const { form } = await prove(context)
    await expect(await form.findByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-disabled', 'true')
    await context.userEvent.keyboard('{Enter}{Escape}')
    await expectCalls('twoFactor.stepUp', 1)
  },
}

export const Unproven: Story = {
  parameters: { statechart: [inState(twoFactorMachine, 'steppingUp'), inState(stepUpMachine, 'refused')] },
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const { password } = await prove(context, 'Wrong#2026')
    await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your password.'))
    await waitFor(() => expect(password).toHaveFocus())
    await expectOneError('This is not your password.')
  },
}

export const ConfirmingOff: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'confirmingOff') },
  beforeEach: setting({ isOn: true, answers: { status: after(1, pending) } }),
  play: async (context) => {
    const { form } = await prove(context)
    await expectCalls('twoFactor.status', 2)
    await expect(form.getByRole('button', { name: 'Loading...' })).toBeVisible()
  },
}

export const DoubtingOff: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'doubtingOff') },
  beforeEach: setting({ isOn: true, answers: { disable: unreachable, status: after(1, pending) } }),
  play: async (context) => {
    const question = await askToDisable(context)
    await context.userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await expectCalls('twoFactor.status', 2)
    await expect(question.getByRole('button', { name: 'Loading...' })).toBeVisible()
  },
}

export const CountingCodes: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'countingCodes') },
  beforeEach: setting({ isOn: true, answers: { recoveryCodes: pending } }),
  play: async (context) => {
    const recovery = await openRecovery(context)
    await expect(recovery.getByText('Counting your recovery codes')).toBeInTheDocument()
    await expect(recovery.getByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-disabled', 'true')
  },
}

export const CodesNotCounted: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'codesNotCounted') },
  beforeEach: setting({ isOn: true, answers: { recoveryCodes: unreachable } }),
  play: async (context) => {
    const recovery = await openRecovery(context)
    await expect(await recovery.findByRole('alert')).toHaveTextContent(/^The server cannot be reached\./)
    await expect(recovery.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectOneError(/^The server cannot be reached\./)
  },
}

export const CodesCounted: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'codesCounted') },
  beforeEach: setting({ isOn: true, codesLeft: 7 }),
  play: async (context) => {
    const recovery = await openRecovery(context)
    await expect(await recovery.findByText('7 of 10 recovery codes left.')).toBeVisible()
    await expectCalls('twoFactor.newRecoveryCodes', 0)
  },
}

export const MakingCodes: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'makingCodes') },
  beforeEach: setting({ answers: { newRecoveryCodes: pending } }),
  play: async (context) => {
    await enter(context)
    const recovery = await modal('Recovery codes')
    await expect(recovery.getByText('Making your recovery codes')).toBeInTheDocument()
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled')
    await context.userEvent.keyboard('{Escape}')
    await expectCalls('twoFactor.newRecoveryCodes', 1)
  },
}

export const CodesNotMade: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'codesNotMade') },
  beforeEach: setting({ answers: { newRecoveryCodes: unreachable } }),
  play: async (context) => {
    await enter(context)
    const recovery = await modal('Recovery codes')
    await expect(await recovery.findByRole('alert')).toHaveTextContent(
      'The connection broke before the server answered.',
    )
    await expect(recovery.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectOneError('The connection broke before the server answered.')
  },
}

/** Only the button confirms that the codes are stored: neither Esc nor Enter dismisses them. */
export const ShowingCodes: Story = {
  tags: ['picture'],
  parameters: { statechart: inState(twoFactorMachine, 'showingCodes') },
  beforeEach: setting({ answers: { newRecoveryCodes: instead(() => ({ codes: SHOWN_CODES })) } }),
  play: async (context) => {
    await enter(context)
    const { list, codes } = await shownCodes()
    await expect(new Set(codes()).size).toBe(10)
    await waitFor(() => expect(list).toHaveFocus())
    await context.userEvent.keyboard('{Escape}{Enter}')
    await expect(list).toBeVisible()
  },
}

/** The password alone: two-factor is off. */
export const WhenTurningOnNeedsAStepUp: Story = {
  parameters: { statechart: [inState(twoFactorMachine, 'steppingUp'), inState(stepUpMachine, 'asked')] },
  play: async (context) => {
    const { setup } = await beginSetup(context)
    await waitFor(() => expect(setup.getByLabelText(/^Password/)).toHaveFocus())
    await expect(setup.queryByRole('textbox', { name: /^Authentication Code/ })).toBeNull()
    await expect(setup.queryByRole('img')).toBeNull()
    await expect(toasted).not.toHaveBeenCalled()
  },
}

export const WhenNarrowest: Story = { play: Refused.play, globals: { viewport: { value: 'narrowest' } } }
export const WhenSteppedUpOnAPhone: Story = {
  play: Unproven.play,
  beforeEach: setting({ isOn: true }),
  globals: { viewport: { value: 'narrowest' } },
}
export const WhenTheCodesAreNarrowest: Story = {
  play: ShowingCodes.play,
  globals: { viewport: { value: 'narrowest' } },
}
export const DarkCodes: Story = { play: ShowingCodes.play, globals: { theme: 'dark' } }
export const Dark: Story = { play: Refused.play, globals: { theme: 'dark' } }
export const DarkStepUp: Story = {
  play: Unproven.play,
  beforeEach: setting({ isOn: true }),
  globals: { theme: 'dark' },
}
