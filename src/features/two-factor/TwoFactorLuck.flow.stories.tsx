import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, spyOn, waitFor, within } from '@storybook/test'
import { CHANGED_SINCE, twoFactorMachine, UNCERTAIN } from '@machines/two-factor/two-factor.machine'
import { failing, unreachable } from '@mocks/browser'
import { db } from '@mocks/db'
import { MOCK_TWO_FA_CODE } from '@mocks/fixtures/staff'
import { TWO_FACTOR_SETUPS } from '@mocks/fixtures/two-factor'
import { inState } from '@tests/kit/in-state'
import { toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { LiveFrame } from '../shell/live.story-kit'
import {
  after,
  askToDisable,
  avatar,
  calls,
  enroll,
  enter,
  lost,
  me,
  modal,
  noModal,
  openMenu,
  PASSWORD,
  prove,
  setting,
  SOON,
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

/** With the keyboard alone; the focus comes back to the avatar. */
export const WhenTurnedOn: Story = {
  play: async (context) => {
    const { userEvent } = context
    const button = await avatar(context)
    await context.canvas.findByRole('button', { name: 'Start shift' }, SOON)
    button.focus()
    await userEvent.keyboard('{Enter}')
    const menu = within(await screen.findByRole('dialog', { name: 'Account' }, SOON))
    await expect(await switchIn(menu)).not.toBeChecked()
    await waitFor(() => expect(menu.getByRole('button', { name: 'Change Password' })).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const setup = await modal('Two Factor Authentication')
    await setup.findByRole('img', { name: /^QR code/ }, SOON)
    await waitFor(() => expect(setup.getByRole('textbox')).toHaveFocus())
    await userEvent.keyboard('123 456{Enter}')
    await noModal()
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled')
    await expect(calls).toMatchObject({ 'twoFactor.enable': 1, 'twoFactor.status': 2 })
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
    await expect(calls['twoFactor.disable']).toBeUndefined()
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
    await expect(calls['twoFactor.enable']).toBeUndefined()
  },
}

/** The refusal goes with the first key; the next code is taken. */
export const WhenTheCodeIsMended: Story = {
  play: async (context) => {
    const { code } = await enter(context, '654321')
    await waitFor(() => expect(code()).toHaveAccessibleDescription(/^This code is wrong/))
    await context.userEvent.keyboard(MOCK_TWO_FA_CODE)
    await waitFor(() => expect(code()).not.toHaveAccessibleDescription())
    await context.userEvent.keyboard('{Enter}')
    await noModal()
    await expect(calls['twoFactor.enable']).toBe(2)
  },
}

/** As above, at the step-up: the focus stays with who types the next code. */
export const WhenTheProofIsMended: Story = {
  beforeEach: setting({ isOn: true }),
  play: async (context) => {
    const { code } = await prove(context, PASSWORD, '654321')
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^This code is wrong/))
    await waitFor(() => expect(code).toHaveFocus())
    await context.userEvent.keyboard(MOCK_TWO_FA_CODE)
    await expect(code).toHaveValue(MOCK_TWO_FA_CODE)
    await context.userEvent.keyboard('{Enter}')
    await noModal()
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled')
  },
}

/** The server did it, and somebody turned it off again before the console asked how it stands. */
export const WhenTurnedBackMeanwhile: Story = {
  beforeEach: setting({
    answers: {
      enable: async (usual) => {
        const answer = await usual()
        Object.assign(me(), { two_fa_enabled: false, two_fa_code: null })
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
    db.twoFactorSetups.clear()
    await context.userEvent.keyboard(`${MOCK_TWO_FA_CODE}{Enter}`)
    await waitFor(() => expect(code()).toHaveAccessibleDescription(/^The setup was begun too long ago/))
  },
}

/** Each setup has a secret of its own, and none of the one before is left. */
export const WhenBegunAgain: Story = {
  play: async (context) => {
    const first = await enroll(context)
    await context.userEvent.keyboard('12')
    // The simulated keyboard tells of typed text once more when its field goes away: here it is told before.
    await fireEvent.blur(first.code())
    await context.userEvent.keyboard('{Escape}')
    await noModal()
    const { setup, code } = await enroll(context)
    await expect(setup.getByRole('img')).toHaveAttribute('src', TWO_FACTOR_SETUPS[1]!.qr_code_url)
    await expect(setup.getByRole('group', { name: 'Or type this secret' })).toHaveTextContent(
      /^Or type this secretKRSX /,
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
    await expect(write).toHaveBeenCalledWith(TWO_FACTOR_SETUPS[0]!.secret_code)
    await waitFor(() => expect(setup.queryByText('Copied !')).toBeNull(), { timeout: 3000 })
  },
}

/** It was done, though nobody said so: the status tells. */
export const WhenTheAnswerIsLost: Story = {
  beforeEach: setting({ answers: { enable: lost } }),
  play: async (context) => {
    await enter(context)
    await noModal()
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Enabled')
  },
}

export const WhenNobodyKnowsWhetherItWasDone: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'refused') },
  beforeEach: setting({ answers: { enable: lost, status: after(1, unreachable) } }),
  play: async (context) => {
    const { setup } = await enter(context)
    await expect(await setup.findByRole('alert', {}, SOON)).toHaveTextContent(UNCERTAIN)
  },
}

export const WhenItWasTurnedOnElsewhere: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'enabled') },
  play: async (context) => {
    await enroll(context)
    Object.assign(me(), { two_fa_enabled: true, two_fa_code: MOCK_TWO_FA_CODE })
    await context.userEvent.keyboard(`${MOCK_TWO_FA_CODE}{Enter}`)
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
    await context.userEvent.click(await menu.findByRole('button', { name: 'Try again' }, SOON))
    await expect(await switchIn(menu)).not.toBeChecked()
    await expect(await switchIn(menu)).toHaveFocus()
  },
}

export const WhenTooManyCodesWereWrong: Story = {
  parameters: { statechart: inState(twoFactorMachine, 'refused') },
  beforeEach: setting({
    answers: { enable: failing(429, { message: 'Too many requests. Wait a moment, then try again.' }) },
  }),
  play: async (context) => {
    const { setup } = await enter(context)
    await expect(await setup.findByRole('alert', {}, SOON)).toHaveTextContent(
      'Too many requests. Wait a moment, then try again.',
    )
  },
}
