import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { useLocation, useNavigate } from 'react-router-dom'
import { submissionMachine } from '@machines/submission/submission.machine'
import { failing, override, pending, unreachable } from '@mocks/overrides'
import { inState } from '@tests/kit/in-state'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import { asksBeforeUnload, watchUnload } from '@tests/kit/unload'
import ChangePasswordContainer from './ChangePassword.container'

const meta = {
  title: 'Features/Change password/ChangePassword',
  component: ChangePasswordContainer,
  parameters: { layout: 'fullscreen' },
  args: { onClose: fn() },
  decorators: [
    (Story) => (
      <StoryConsole signedInAs="ADMIN">
        <Story />
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ChangePasswordContainer>
export default meta
type Story = StoryObj<typeof meta>
type Context = Parameters<NonNullable<Story['play']>>[0]

const NEW = 'Casino#2027'

/** The modal, which is outside the canvas, and its fields. */
async function open() {
  const dialog = await screen.findByRole('dialog', { name: 'Change Password' })
  // It fades in.
  await waitFor(() => expect(dialog).toBeVisible())
  const modal = within(dialog)
  return {
    modal,
    current: modal.getByLabelText(/^Current password/),
    next: modal.getByLabelText(/^New password/),
    again: modal.getByLabelText(/^Confirm password/),
    submit: () => modal.getByRole('button', { name: 'Submit' }),
  }
}

interface Typed {
  current?: string
  next?: string
  again?: string
}

async function fill({ userEvent }: Context, { current = 'Pitboss#2026', next = NEW, again = next }: Typed = {}) {
  const fields = await open()
  await userEvent.type(fields.current, current)
  await userEvent.type(fields.next, next)
  if (again) await userEvent.type(fields.again, again)
  return fields
}

export const Clean: Story = {
  parameters: { statechart: [inState(submissionMachine, 'clean'), inState(submissionMachine, 'noDraft')] },
  play: async () => {
    const { current } = await open()
    await waitFor(() => expect(current).toHaveFocus())
  },
}

export const WhenClosedUntouched: Story = {
  play: async ({ args, userEvent }) => {
    await open()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(args.onClose).toHaveBeenCalledOnce())
  },
}

export const Unkept: Story = {
  parameters: { statechart: inState(submissionMachine, 'unkept') },
  play: async (context) => {
    const { modal } = await fill(context, { next: 'pitboss2026', again: '' })
    const rules = within(modal.getByRole('list', { name: 'Password rules' })).getAllByRole('listitem')
    await expect(rules.map((rule) => rule.textContent)).toEqual([
      '8 to 20 characters, met',
      'Lowercase, met',
      'Uppercase, not met',
      'Number, met',
      '# ? ! @ $ % ^ & * -, not met',
    ])
  },
}

export const WhenTheFormRefuses: Story = {
  play: async (context) => {
    const { next, again, submit } = await fill(context, { next: 'pitboss2026', again: 'pitboss2' })
    await context.userEvent.click(submit())
    await expect(next).toHaveAccessibleDescription(
      'must be one uppercase, lowercase,number, special character with min 8 characters',
    )
    await expect(again).toHaveAccessibleDescription('Passwords must match')
    await waitFor(() => expect(next).toHaveFocus())
  },
}

export const WhenTheNewPasswordIsMendedLater: Story = {
  play: async (context) => {
    const { next, again } = await fill(context, { next: NEW, again: `${NEW}!` })
    await context.userEvent.tab()
    await waitFor(() => expect(again).toHaveAccessibleDescription('Passwords must match'))
    await context.userEvent.type(next, '!')
    await waitFor(() => expect(again).not.toHaveAccessibleDescription())
  },
}

export const Submitting: Story = {
  parameters: { statechart: inState(submissionMachine, 'submitting') },
  beforeEach: consoleStory(override('profile.changePassword', pending)),
  play: async (context) => {
    const { modal, current } = await fill(context)
    await context.userEvent.keyboard('{Enter}')
    await expect(await modal.findByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-disabled', 'true')
    await expect(current).toHaveAttribute('readonly')
    // A second submit and Esc have no effect now.
    await context.userEvent.keyboard('{Enter}{Escape}')
    await expect(context.args.onClose).not.toHaveBeenCalled()
  },
}

export const Rejected: Story = {
  parameters: { statechart: inState(submissionMachine, 'rejected') },
  play: async (context) => {
    const { modal, current } = await fill(context, { current: 'Wrong#2026' })
    await context.userEvent.keyboard('{Enter}')
    await waitFor(() => expect(current).toHaveAccessibleDescription('This is not your current password'))
    await expect(current).toHaveFocus()
    // The toast and the field tell it; the form does not repeat it.
    await expect(modal.queryByRole('alert')).toBeNull()
    await expect(toasted).toHaveBeenCalledWith('error', expect.any(String))
  },
}

export const WhenTheServerCannotBeReached: Story = {
  parameters: { statechart: inState(submissionMachine, 'waiting') },
  beforeEach: consoleStory(override('profile.changePassword', unreachable)),
  play: async (context) => {
    const { modal, next } = await fill(context)
    await context.userEvent.keyboard('{Enter}')
    await seen(modal.findByText('No answer yet. Checking whether it was saved...'))
    await expect(next).toHaveValue(NEW)
  },
}

export const WhenItNamesAFieldThatIsNotThere: Story = {
  parameters: { statechart: inState(submissionMachine, 'rejected') },
  beforeEach: consoleStory(
    override(
      'profile.changePassword',
      failing(422, { message: 'Check the marked fields.', errors: { device: ['This device is not known'] } }),
    ),
  ),
  play: async (context) => {
    const { modal } = await fill(context)
    await context.userEvent.keyboard('{Enter}')
    await expect(await modal.findByRole('alert')).toHaveTextContent('Check the marked fields. This device is not known')
  },
}

export const Leaving: Story = {
  parameters: { statechart: inState(submissionMachine, 'leaving') },
  play: async (context) => {
    const { args, userEvent } = context
    const { modal, again, submit } = await fill(context)
    await userEvent.keyboard('{Escape}')
    const stay = await modal.findByRole('button', { name: 'Stay' })
    await expect(stay).toHaveFocus()
    // Esc chooses the safe answer here and restores the focus.
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(again).toHaveFocus())
    await expect(submit()).toBeVisible()
    await userEvent.click(modal.getByRole('button', { name: 'Cancel' }))
    await expect(await modal.findByRole('button', { name: 'Stay' })).toHaveFocus()
    await expect(args.onClose).not.toHaveBeenCalled()
  },
}

export const WhenARejectedFormIsReloaded: Story = {
  parameters: { statechart: inState(submissionMachine, 'rejected') },
  beforeEach: consoleStory(async () => watchUnload()),
  play: async (context) => {
    await open()
    await expect(asksBeforeUnload()).toBe(false)
    const { current } = await fill(context, { current: 'Wrong#2026' })
    await expect(asksBeforeUnload()).toBe(true)
    await context.userEvent.keyboard('{Enter}')
    await waitFor(() => expect(current).toHaveAccessibleDescription('This is not your current password'))
    await expect(asksBeforeUnload()).toBe(true)
  },
}

export const WhenAFormOnItsWayIsReloaded: Story = {
  parameters: { statechart: inState(submissionMachine, 'submitting') },
  beforeEach: consoleStory(override('profile.changePassword', pending), async () => watchUnload()),
  play: async (context) => {
    const { modal } = await fill(context)
    await context.userEvent.keyboard('{Enter}')
    await modal.findByRole('button', { name: 'Loading...' })
    await expect(asksBeforeUnload()).toBe(true)
  },
}

/** The page behind the modal, with a link and a button for Back. */
function Elsewhere() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <>
      <output data-testid="address">{pathname}</output>
      <button data-testid="back" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button data-testid="link" onClick={() => void navigate('/users')}>
        Users
      </button>
    </>
  )
}
const withElsewhere: Pick<Story, 'decorators'> = {
  decorators: [
    (Shown) => (
      <>
        <Elsewhere />
        <Shown />
      </>
    ),
  ],
}
/** The page behind a modal receives no pointer events, so the navigation comes from the browser or a shortcut. */
const press = (name: 'back' | 'link') => screen.getByTestId(name).click()

export const WhenBackWouldLoseIt: Story = {
  ...withElsewhere,
  parameters: { statechart: inState(submissionMachine, 'leaving') },
  play: async (context) => {
    const { modal, again } = await fill(context)
    press('back')
    await expect(await modal.findByRole('button', { name: 'Stay' })).toHaveFocus()
    await context.userEvent.keyboard('{Enter}')
    await expect(again).toHaveValue(NEW)
    await expect(context.args.onClose).not.toHaveBeenCalled()
    press('back')
    await modal.findByRole('button', { name: 'Stay' })
  },
}

export const WhenALinkWouldLoseIt: Story = {
  ...withElsewhere,
  play: async (context) => {
    const { modal } = await fill(context)
    press('link')
    await modal.findByRole('button', { name: 'Stay' })
    await expect(screen.getByTestId('address')).toHaveTextContent(/^\/$/)
    await context.userEvent.click(modal.getByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/users'))
    await expect(context.args.onClose).toHaveBeenCalledOnce()
  },
}

export const WhenLeftWithoutSaving: Story = {
  parameters: { statechart: inState(submissionMachine, 'left') },
  play: async (context) => {
    const { modal } = await fill(context)
    await context.userEvent.click(modal.getByRole('button', { name: 'Close' }))
    await context.userEvent.click(await modal.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(context.args.onClose).toHaveBeenCalledOnce())
  },
}

export const Succeeded: Story = {
  parameters: { statechart: inState(submissionMachine, 'succeeded') },
  play: async (context) => {
    await fill(context)
    await context.userEvent.keyboard('{Enter}')
    await waitFor(() => expect(context.args.onClose).toHaveBeenCalledOnce())
    await expect(toasted).toHaveBeenCalledWith('success', 'Your password has been successfully changed.')
  },
}

export const WhenNarrowest: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async (context) => {
    await fill(context, { next: 'pitboss2026', again: 'pitboss2' })
    await context.userEvent.keyboard('{Enter}')
  },
}
