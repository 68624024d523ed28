import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { twoFactorMachine } from '@machines/two-factor/two-factor.machine'
import { pending, unreachable } from '@mocks/browser'
import { MOCK_TWO_FA_CODE } from '@mocks/fixtures/staff'
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
  openMenu,
  prove,
  setting,
  SOON,
  stepUp,
  switchIn,
} from './two-factor.story-kit'

const meta = {
  title: 'Flows/Two-factor',
  component: LiveFrame,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: setting(),
} satisfies Meta<typeof LiveFrame>
export default meta
type Story = StoryObj<typeof meta>

/** Nothing is asked for before somebody looks. */
export const Unasked: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'unasked') },
  play: async (context) => {
    await avatar(context)
    await context.canvas.findByRole('button', { name: 'Start shift' }, SOON)
    await expect(calls).toEqual({})
  },
}

export const Checking: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'checking') },
  beforeEach: setting({ answers: { status: pending } }),
  play: async (context) => {
    const menu = await openMenu(context)
    await expect(await menu.findByText('Asking whether 2FA is on')).toBeInTheDocument()
    await waitFor(() => expect(calls).toEqual({ 'twoFactor.status': 1 }), SOON)
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
    await expect(await menu.findByRole('alert', {}, SOON)).toHaveTextContent('Not known')
    await expect(menu.getByRole('button', { name: 'Try again' })).toHaveAccessibleDescription(
      /^The server cannot be reached\./,
    )
    await expect(menu.queryByRole('switch')).toBeNull()
  },
}

export const SettingUp: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'settingUp') },
  beforeEach: setting({ answers: { setup: pending } }),
  play: async (context) => {
    const { setup, code } = await beginSetup(context)
    await expect(setup.getByText('Preparing your secret')).toBeInTheDocument()
    // What is typed ahead goes nowhere yet.
    await waitFor(() => expect(code()).toHaveFocus())
    await context.userEvent.keyboard(`${MOCK_TWO_FA_CODE}{Enter}`)
    await expect(calls['twoFactor.enable']).toBeUndefined()
  },
}

export const NotBegun: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'notBegun') },
  beforeEach: setting({ answers: { setup: unreachable } }),
  play: async (context) => {
    const { setup } = await beginSetup(context)
    await expect(await setup.findByRole('alert', {}, SOON)).toHaveTextContent(
      'The connection broke before the server answered.',
    )
    await waitFor(() => expect(setup.getByRole('button', { name: 'Try again' })).toHaveFocus())
  },
}

export const Enrolling: Story = {
  tags: ['picture'],
  parameters: { statechart: inState(twoFactorMachine, 'enrolling') },
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
    // Neither a second submit nor Esc does anything now.
    await context.userEvent.keyboard('{Enter}{Escape}')
    await expect(calls['twoFactor.enable']).toBe(1)
  },
}

export const ConfirmingOn: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'confirmingOn') },
  beforeEach: setting({ answers: { status: after(1, pending) } }),
  play: async (context) => {
    const { setup } = await enter(context)
    await waitFor(() => expect(calls['twoFactor.status']).toBe(2))
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
  },
}

export const ConfirmingDisable: Story = {
  tags: ['picture'],
  parameters: { statechart: inState(twoFactorMachine, 'confirmingDisable') },
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const question = await askToDisable(context)
    await waitFor(() => expect(question.getByRole('button', { name: 'Keep it on' })).toHaveFocus())
    await expect(calls['twoFactor.disable']).toBeUndefined()
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
    await expect(calls['twoFactor.disable']).toBe(1)
  },
}

export const NotDisabled: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'notDisabled') },
  beforeEach: setting({ isOn: true, answers: { disable: unreachable } }),
  play: async (context) => {
    const question = await askToDisable(context)
    await context.userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await expect(await question.findByRole('alert', {}, SOON)).toHaveTextContent(
      'The connection broke before the server answered.',
    )
    await expect(question.getByRole('button', { name: 'Disable' })).toBeVisible()
  },
}

export const SteppingUp: Story = {
  tags: ['picture'],
  parameters: { statechart: inState(twoFactorMachine, 'steppingUp') },
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const { password, code } = await stepUp(context)
    await context.userEvent.keyboard('{Enter}')
    await waitFor(() => expect(code).toHaveAccessibleDescription('Required!'))
    await expect(password).toHaveFocus()
    await expect(calls['twoFactor.stepUp']).toBeUndefined()
  },
}

export const Proving: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'proving') },
  beforeEach: setting({ isOn: true, answers: { stepUp: pending } }),
  play: async (context) => {
    const { form } = await prove(context)
    await expect(await form.findByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-disabled', 'true')
    await context.userEvent.keyboard('{Enter}{Escape}')
    await expect(calls['twoFactor.stepUp']).toBe(1)
  },
}

export const Unproven: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'unproven') },
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const { password } = await prove(context, 'Wrong#2026')
    await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your password'))
    await waitFor(() => expect(password).toHaveFocus())
  },
}

export const ConfirmingOff: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'confirmingOff') },
  beforeEach: setting({ isOn: true, answers: { status: after(1, pending) } }),
  play: async (context) => {
    const { form } = await prove(context)
    await waitFor(() => expect(calls['twoFactor.status']).toBe(2))
    await expect(form.getByRole('button', { name: 'Loading...' })).toBeVisible()
  },
}

export const WhenNarrowest: Story = { play: Refused.play, globals: { viewport: { value: 'narrowest' } } }
export const WhenSteppedUpOnAPhone: Story = {
  play: Unproven.play,
  beforeEach: setting({ isOn: true }),
  globals: { viewport: { value: 'narrowest' } },
}
export const Dark: Story = { play: Refused.play, globals: { theme: 'dark' } }
export const DarkStepUp: Story = {
  play: Unproven.play,
  beforeEach: setting({ isOn: true }),
  globals: { theme: 'dark' },
}
