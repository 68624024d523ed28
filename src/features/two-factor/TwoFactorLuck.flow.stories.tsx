import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, spyOn, waitFor, within } from '@storybook/test'
import { CHANGED_SINCE, twoFactorMachine, UNCERTAIN } from '@machines/two-factor/two-factor.machine'
import { failing, lost, unreachable } from '@mocks/overrides'
import { codeNow, colleague, sql } from '@mocks/scene'
import { TWO_FACTOR } from '@contract/constants'
import { inState } from '@tests/kit/in-state'
import { toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { LiveFrame } from '../shell/live.story-kit'
import {
  after,
  askToDisable,
  avatar,
  beginSetup,
  calls,
  confirmIdentity,
  enroll,
  enter,
  expectCalls,
  keepCodes,
  lastSetup,
  modal,
  MY_ID,
  noModal,
  openMenu,
  openRecovery,
  PASSWORD,
  prove,
  recoveryCodes,
  renewCodes,
  ROLE,
  setting,
  setupCode,
  setups,
  shownCodes,
  switchIn,
} from './two-factor.story-kit'

const meta = {
  title: 'Flows/Two-factor in good and bad luck',
  component: LiveFrame,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: setting(),
} satisfies Meta<typeof LiveFrame>
export default meta
type Story = StoryObj<typeof meta>

/** With the keyboard alone; the focus returns to the avatar. */
export const WhenTurnedOn: Story = {
  play: async (context) => {
    const { userEvent } = context
    const button = await avatar(context)
    await context.canvas.findByRole('button', { name: 'Start shift' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    const menu = within(await screen.findByRole('dialog', { name: 'Account' }))
    await expect(await switchIn(menu)).not.toBeChecked()
    await waitFor(() => expect(menu.getByRole('button', { name: 'Change Password' })).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const setup = await modal('Two Factor Authentication')
    await confirmIdentity(context, setup)
    await setup.findByRole('img', { name: /^QR code/ })
    await waitFor(() => expect(setup.getByRole('textbox')).toHaveFocus())
    const code = await setupCode()
    await userEvent.keyboard(`${code.slice(0, 3)} ${code.slice(3)}{Enter}`)
    const { codes } = await shownCodes()
    await expect(new Set(codes()).size).toBe(10)
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled')
    await expect(calls).toMatchObject({ 'twoFactor.enable': 1, 'twoFactor.status': 2, 'twoFactor.newRecoveryCodes': 1 })
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await noModal()
    await waitFor(() => expect(button).toHaveFocus())
    await expect(await switchIn(await openMenu(context))).toBeChecked()
  },
}

export const WhenTurnedOff: Story = {
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    await prove(context)
    await noModal()
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled')
    await waitFor(async () => expect(await avatar(context)).toHaveFocus())
    await expect(await switchIn(await openMenu(context))).not.toBeChecked()
  },
}

export const WhenKeptOn: Story = {
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    await askToDisable(context)
    await context.userEvent.keyboard('{Escape}')
    await noModal()
    await waitFor(async () => expect(await avatar(context)).toHaveFocus())
    await expectCalls('twoFactor.disable', 0)
  },
}

export const WhenTheCodeIsEmptyOrTooShort: Story = {
  play: async (context) => {
    const { code, submit } = await enroll(context)
    await context.userEvent.click(submit())
    await waitFor(() => expect(code()).toHaveAccessibleDescription('Required!'))
    await context.userEvent.type(code(), '   {Enter}')
    await waitFor(() => expect(code()).toHaveAccessibleDescription('Required!'))
    await context.userEvent.type(code(), '12345{Enter}')
    await waitFor(() => expect(code()).toHaveAccessibleDescription('Enter the six digits that the app shows'))
    await expectCalls('twoFactor.enable', 0)
  },
}

/** The first keystroke removes the refusal; the next code is accepted. */
export const WhenTheCodeIsMended: Story = {
  play: async (context) => {
    const { code } = await enter(context, '654321')
    await waitFor(() => expect(code()).toHaveAccessibleDescription(/^This code is wrong/))
    await context.userEvent.keyboard(await setupCode())
    await waitFor(() => expect(code()).not.toHaveAccessibleDescription())
    await context.userEvent.keyboard('{Enter}')
    await keepCodes(context)
    await expectCalls('twoFactor.enable', 2)
  },
}

/** The same at the step-up: the focus stays where the person types the next code. */
export const WhenTheProofIsMended: Story = {
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const { code } = await prove(context, PASSWORD, '654321')
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^This code is wrong/))
    await waitFor(() => expect(code).toHaveFocus())
    const next = await codeNow()
    await context.userEvent.keyboard(next)
    await expect(code).toHaveValue(next)
    await context.userEvent.keyboard('{Enter}')
    await noModal()
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled')
  },
}

/** The server turned it on, and it was turned off elsewhere before the console read the status. */
export const WhenTurnedBackMeanwhile: Story = {
  beforeEach: setting({
    answers: {
      enable: async (usual) => {
        const answer = await usual()
        await colleague(ROLE).call('twoFactor.disable', { body: { userId: MY_ID } })
        return answer
      },
    },
  }),
  play: async (context) => {
    await enter(context)
    await noModal()
    await expect(toasted).toHaveBeenCalledWith('error', CHANGED_SINCE)
    await expect(toasted).not.toHaveBeenCalledWith('success', expect.any(String))
    await expect(await switchIn(await openMenu(context))).not.toBeChecked()
  },
}

export const WhenTheSetupIsTooOld: Story = {
  play: async (context) => {
    const { code } = await enroll(context)
    await sql('update staff set two_fa_pending_at = $2::timestamptz where id = $1::uuid', [
      MY_ID,
      new Date(Date.now() - (TWO_FACTOR.setupSeconds + 1) * 1000).toISOString(),
    ])
    await context.userEvent.keyboard(`${await setupCode()}{Enter}`)
    await waitFor(() => expect(code()).toHaveAccessibleDescription(/^This setup is too old/))
  },
}

/** Each setup has its own secret, and the earlier one is gone. */
export const WhenBegunAgain: Story = {
  play: async (context) => {
    const first = await enroll(context)
    await context.userEvent.keyboard('12')
    // The simulated keyboard sends a change event when the field is removed: send it before.
    await fireEvent.blur(first.code())
    await context.userEvent.keyboard('{Escape}')
    await noModal()
    // The step-up is still valid.
    const { setup, code } = await beginSetup(context)
    await setup.findByRole('img', { name: /^QR code/ })
    const [earlier, later] = setups
    await expect(setups).toHaveLength(2)
    await expect(later!.secret_code).not.toBe(earlier!.secret_code)
    await expect(setup.getByRole('img')).toHaveAttribute('src', later!.qr_code_url)
    await expect(setup.getByRole('group', { name: 'Or type this secret' })).toHaveTextContent(
      `Or type this secret${later!.secret_code.slice(0, 4)} `,
    )
    await expect(code()).toHaveValue('')
  },
}

export const WhenTheSecretIsCopied: Story = {
  play: async (context) => {
    const { setup } = await enroll(context)
    const write = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    await context.userEvent.click(setup.getByRole('button', { name: 'Copy the secret' }))
    await seen(setup.findByText('Copied !'))
    await expect(write).toHaveBeenCalledWith(lastSetup().secret_code)
    await waitFor(() => expect(setup.queryByText('Copied !')).toBeNull())
  },
}

/** The status shows that it took effect, although the response was lost. */
export const WhenTheAnswerIsLost: Story = {
  beforeEach: setting({ answers: { enable: lost } }),
  play: async (context) => {
    await enter(context)
    await keepCodes(context)
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled')
    // The lost response was not a failure in the end.
    await expect(toasted).toHaveBeenCalledTimes(1)
  },
}

export const WhenNobodyKnowsWhetherItWasDone: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'refused') },
  beforeEach: setting({ answers: { enable: lost, status: after(1, unreachable) } }),
  play: async (context) => {
    const { setup } = await enter(context)
    await expect(await setup.findByRole('alert')).toHaveTextContent(UNCERTAIN)
    await expect(toasted.mock.calls).toEqual([['error', UNCERTAIN]])
  },
}

export const WhenItWasTurnedOnElsewhere: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'enabled') },
  play: async (context) => {
    await enroll(context)
    const code = await setupCode()
    await colleague(ROLE).call('twoFactor.enable', { body: { userId: MY_ID, twoFAToken: code } })
    await context.userEvent.keyboard(`${code}{Enter}`)
    await noModal()
    await expect(toasted).toHaveBeenCalledWith('error', 'Two-factor authentication is already on.')
  },
}

export const WhenTheStatusIsAskedAgain: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'disabled') },
  beforeEach: setting({
    answers: { status: (usual) => (calls['twoFactor.status'] === 1 ? Response.error() : usual()) },
  }),
  play: async (context) => {
    const menu = await openMenu(context)
    await context.userEvent.click(await menu.findByRole('button', { name: 'Try again' }))
    await expect(await switchIn(menu)).not.toBeChecked()
    await expect(await switchIn(menu)).toHaveFocus()
  },
}

/** Each step with another recovery code: the step-up of a person without their phone, and new codes. */
export const WhenTheCodesAreRenewed: Story = {
  beforeEach: setting({ isOn: true, codesLeft: 2 }),
  play: async (context) => {
    const { userEvent } = context
    const { recovery, password } = await renewCodes(context)
    await userEvent.keyboard(PASSWORD)
    await userEvent.click(recovery.getByRole('button', { name: 'Use a recovery code' }))
    const code = await recovery.findByRole('textbox', { name: /^Recovery code/ })
    await waitFor(() => expect(code).toHaveFocus())
    await expect(password).toHaveValue(PASSWORD)
    await userEvent.keyboard('123456{Enter}')
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^Enter one of your recovery codes/))
    await expectCalls('twoFactor.stepUp', 0)
    await userEvent.clear(code)
    await userEvent.type(code, `${recoveryCodes[1]!.toLowerCase().replace('-', ' ')}{Enter}`)
    const { codes } = await shownCodes()
    await expect(codes()).toHaveLength(10)
    await expect(calls).toMatchObject({ 'twoFactor.stepUp': 1, 'twoFactor.newRecoveryCodes': 2 })
    await expect(toasted).not.toHaveBeenCalled()
    await keepCodes(context)
    await waitFor(async () => expect(await avatar(context)).toHaveFocus())
    const again = await openRecovery(context)
    await expect(await again.findByText('10 of 10 recovery codes left.')).toBeVisible()
  },
}

export const WhenNoRecoveryCodesAreLeft: Story = {
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const recovery = await openRecovery(context)
    await expect(await recovery.findByText('You have no recovery codes left.')).toBeVisible()
    await context.userEvent.click(recovery.getByRole('button', { name: 'Done' }))
    await noModal()
  },
}

export const WhenTheCodesAreKeptInAFile: Story = {
  play: async (context) => {
    await enter(context)
    const { recovery, codes } = await shownCodes()
    const copied = spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    await context.userEvent.click(recovery.getByRole('button', { name: 'Copy' }))
    await seen(recovery.findByText('Copied !'))
    await expect(copied).toHaveBeenCalledWith(codes().join('\n'))
    const files: Blob[] = []
    const made = spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:none'
    })
    const named: string[] = []
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      named.push(this.download)
    })
    await context.userEvent.click(recovery.getByRole('button', { name: 'Download' }))
    await expect(named).toEqual(['pitboss-recovery-codes.txt'])
    await expect(await files[0]!.text()).toBe(`${codes().join('\n')}\n`)
    for (const spy of [copied, made, clicked]) spy.mockRestore()
  },
}

export const WhenThePasswordIsWrongBeforeASetup: Story = {
  play: async (context) => {
    const { setup } = await beginSetup(context)
    const password = await confirmIdentity(context, setup, 'Wrong#2026')
    await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your password.'))
    await expect(toasted.mock.calls).toEqual([['error', 'This is not your password.']])
    await context.userEvent.keyboard(`${PASSWORD}{Enter}`)
    await setup.findByRole('img', { name: /^QR code/ })
  },
}

export const WhenTooManyCodesWereWrong: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'refused') },
  beforeEach: setting({
    answers: { enable: failing(429, { message: 'Too many requests. Wait a moment, then try again.' }) },
  }),
  play: async (context) => {
    const { setup } = await enter(context)
    await expect(await setup.findByRole('alert')).toHaveTextContent('Too many requests. Wait a moment, then try again.')
  },
}
