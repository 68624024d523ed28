import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, waitFor } from '@storybook/test'
import { SIGN_IN_ERROR } from '@contract/errors'
import { sessionMachine, type SessionContext } from '@machines/session/session.machine'
import { selectSessionView } from '@machines/session/session.view'
import { Login } from './Login'

const demo = {
  password: 'Pitboss#2026',
  accounts: [
    { role: 'SUPER_ADMIN', email: 'super@pitboss.test' },
    { role: 'ADMIN', email: 'admin@pitboss.test' },
    { role: 'MANAGER', email: 'manager@pitboss.test' },
    { role: 'SUPPORT_LEAD', email: 'lead@pitboss.test' },
    { role: 'SUPPORT_AGENT', email: 'support@pitboss.test' },
    { role: 'FINANCE', email: 'finance@pitboss.test' },
    { role: 'RISK', email: 'risk@pitboss.test' },
    { role: 'CONTENT_EDITOR', email: 'content@pitboss.test' },
    { role: 'THIRD_PARTY_ADMIN', email: 'store@pitboss.test' },
  ],
}

const nobody: SessionContext = {
  session: null,
  hadToken: false,
  signOutPending: false,
  link: null,
  form: null,
  failedRenewals: 0,
  place: null,
  lastUserId: null,
  forcedOut: null,
  refusal: null,
  error: null,
}

type Value = Parameters<typeof sessionMachine.resolveState>[0]['value']

/** The view of the sign-in page in a state of the session's machine. */
function viewOf(value: Value, context: Partial<SessionContext> = {}) {
  const { busy, problem, thrownOut } = selectSessionView(
    sessionMachine.resolveState({ value, context: { ...nobody, ...context } }),
  )
  return { args: { busy, problem, thrownOut } }
}
const thrownOut = (reason: 'refused' | 'expired' | 'elsewhere') =>
  viewOf({ unauthenticated: 'signedOut' }, { forcedOut: { userId: '1', place: '/users', reason } })

const meta = {
  title: 'Screens/Login',
  component: Login,
  parameters: { layout: 'fullscreen' },
  args: {
    demo: null,
    version: '1.0.0',
    theme: 'light',
    onTheme: fn(),
    onSubmit: fn(),
    busy: false,
    problem: null,
    thrownOut: null,
  },
} satisfies Meta<typeof Login>
export default meta
type Story = StoryObj<typeof meta>

export const SignedOut: Story = {
  ...viewOf({ unauthenticated: 'signedOut' }),
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'LOG IN' })).toBeVisible()
    await userEvent.type(canvas.getByLabelText(/^Email/), 'vera@pitboss.test')
    await userEvent.tab()
    await userEvent.keyboard('Secret#2026')
    await userEvent.type(canvas.getByLabelText('2 FA Token'), '123456{Enter}')
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledOnce())
    await expect(args.onSubmit).toHaveBeenCalledWith(
      { email: 'vera@pitboss.test', password: 'Secret#2026', two_fa_token: '123456' },
      expect.anything(),
    )
  },
}

/** Email has the focus from the start, and leaving it empty is no error yet. */
export const WhenItOpens: Story = {
  ...viewOf({ unauthenticated: 'signedOut' }),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByLabelText(/^Email/)).toHaveFocus()
    await userEvent.tab()
    await expect(canvas.getByLabelText(/^Password/)).toHaveFocus()
    await expect(canvas.queryByText('Required')).toBeNull()
  },
}

export const Loading: Story = viewOf('loading')

export const Submitting: Story = {
  ...viewOf({ unauthenticated: 'submitting' }),
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Loading...' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(button)
    await expect(args.onSubmit).not.toHaveBeenCalled()
  },
}

/** The previous session is ended first, because its sign-out did not reach the server. */
export const EndingPrevious: Story = viewOf({ unauthenticated: 'endingPrevious' })

export const SigningOut: Story = viewOf('signingOut')

export const Rejected: Story = {
  ...viewOf({ unauthenticated: 'rejected' }, { refusal: SIGN_IN_ERROR.twoFactorRequired }),
  play: async ({ canvas }) => {
    const alert = canvas.getByRole('alert')
    await expect(alert).toHaveTextContent(/^Two factor required$/)
    // Spec 8: the message is under the form, not between its fields and its button.
    await expect(canvas.getByRole('form')).not.toContainElement(alert)
    const logIn = canvas.getByRole('button', { name: 'Log In' })
    await expect(alert.getBoundingClientRect().top).toBeGreaterThan(logIn.getBoundingClientRect().bottom)
    await waitFor(() => expect(canvas.getByLabelText('2 FA Token')).toHaveFocus())
  },
}

export const WhenThePasswordIsWrong: Story = {
  ...viewOf({ unauthenticated: 'rejected' }, { refusal: SIGN_IN_ERROR.wrongEmailOrPassword }),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Wrong email or password')
    await waitFor(() => expect(canvas.getByLabelText(/^Password/)).toHaveFocus())
  },
}

export const Unreachable: Story = {
  ...viewOf('unreachable', { error: { kind: 'network', message: '' } }),
  play: async ({ canvas }) => expect(canvas.getByRole('alert')).toHaveTextContent('The server cannot be reached.'),
}

export const WhenAMessageHasQuotes: Story = {
  ...viewOf(
    { unauthenticated: 'rejected' },
    { error: { kind: 'fatal', message: `The "sign_in" service isn't available.` } },
  ),
  play: async ({ canvas }) =>
    expect(canvas.getByRole('alert').textContent).toBe('The  sign in  service isn t available.'),
}

export const WhenThrownOutByTheServer: Story = thrownOut('refused')
export const WhenTheSessionEnded: Story = {
  ...thrownOut('expired'),
  play: async ({ canvas }) =>
    expect(canvas.getByText('Your session ended. Sign in again; what you typed is kept.')).toBeVisible(),
}
export const WhenSignedOutInAnotherTab: Story = thrownOut('elsewhere')

export const WhenFieldsAreEmpty: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Log In' }))
    const email = canvas.getByLabelText(/^Email/)
    await waitFor(() => expect(email).toHaveAccessibleDescription('Required'))
    await expect(email).toHaveFocus()
    await expect(canvas.getByLabelText(/^Password/)).toHaveAccessibleDescription('Required')
    await expect(args.onSubmit).not.toHaveBeenCalled()
    await userEvent.type(email, 'vera')
    await waitFor(() => expect(email).toHaveAccessibleDescription('Enter valid email'))
    await userEvent.type(email, '@pitboss.test')
    await waitFor(() => expect(email).not.toHaveAccessibleDescription())
  },
}

/** A recovery code is entered instead of a code of the app. */
export const WhenThePhoneIsLost: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText(/^Email/), 'vera@pitboss.test')
    await userEvent.type(canvas.getByLabelText(/^Password/), 'Secret#2026')
    await userEvent.type(canvas.getByLabelText('2 FA Token'), '123')
    await userEvent.click(canvas.getByRole('button', { name: 'Use a recovery code' }))
    const field = canvas.getByLabelText('Recovery code')
    await waitFor(() => expect(field).toHaveFocus())
    await expect(field).toHaveValue('')
    await expect(canvas.queryByLabelText('2 FA Token')).toBeNull()
    await userEvent.keyboard('3kq7m-xw2pd{Enter}')
    await waitFor(() =>
      expect(args.onSubmit).toHaveBeenCalledWith(
        { email: 'vera@pitboss.test', password: 'Secret#2026', two_fa_token: '3kq7m-xw2pd' },
        expect.anything(),
      ),
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Use a code of the app' }))
    await waitFor(() => expect(canvas.getByLabelText('2 FA Token')).toHaveFocus())
  },
}

export const WithDemoAccounts: Story = {
  args: { demo },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Use Finance' }))
    await expect(canvas.getByLabelText(/^Email/)).toHaveValue('finance@pitboss.test')
    await expect(canvas.getByRole('button', { name: 'Log In' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(args.onSubmit).toHaveBeenCalledWith(
        { email: 'finance@pitboss.test', password: 'Pitboss#2026', two_fa_token: '' },
        expect.anything(),
      ),
    )
  },
}

const typedBefore = {
  values: { email: 'vera@pitboss.test', password: 'Secret#2026', two_fa_token: '' },
  focused: 'two_fa_token',
  isSubmitted: false,
} as const

/** The page shows a picture of the form before its code has loaded; input into the picture is kept. */
export const WhenSomethingWasTypedBeforeTheCodeWasThere: Story = {
  args: { takeBegun: () => typedBefore },
  render: function Render(args) {
    const [isThere, setThere] = useState(false)
    return isThere ? <Login {...args} /> : <button onClick={() => setThere(true)}>The code is there</button>
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'The code is there' }))
    await expect(canvas.getByLabelText(/^Email/)).toHaveValue('vera@pitboss.test')
    await expect(canvas.getByLabelText('2 FA Token')).toHaveFocus()
    await expect(args.onSubmit).not.toHaveBeenCalled()
    await userEvent.keyboard('123456{Enter}')
    await waitFor(() =>
      expect(args.onSubmit).toHaveBeenCalledWith({ ...typedBefore.values, two_fa_token: '123456' }, expect.anything()),
    )
  },
}

export const WhenLogInWasPressedBeforeTheCodeWasThere: Story = {
  args: { takeBegun: () => ({ ...typedBefore, isSubmitted: true }) },
  play: ({ args }) => waitFor(() => expect(args.onSubmit).toHaveBeenCalledWith(typedBefore.values, expect.anything())),
}

export const WhenTheThemeIsChanged: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Light theme. Change to Dark' }))
    await expect(args.onTheme).toHaveBeenCalledWith('dark')
  },
}

export const WhenNarrow: Story = {
  args: { demo, problem: 'Wrong email or password' },
  globals: { viewport: { value: 'phone' } },
}
export const WhenNarrowest: Story = {
  args: { demo, thrownOut: 'expired' },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvasElement }) => {
    const { scrollWidth, clientWidth } = canvasElement.ownerDocument.documentElement
    await expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  },
}
