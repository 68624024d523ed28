import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { MemoryRouter } from 'react-router-dom'
import { NAMED_SIGN_IN_ERRORS } from '@contract/errors'
import SignInError, { wordsFor } from './SignInError'

const at = (query: string) => ({
  decorators: [
    (Story: () => React.ReactElement) => (
      <MemoryRouter initialEntries={[`/error${query}`]}>
        <Story />
      </MemoryRouter>
    ),
  ],
})

const meta = {
  title: 'Screens/Sign-in error',
  component: SignInError,
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof SignInError>
export default meta
type Story = StoryObj<typeof meta>

export const InvalidCallbackUrl: Story = {
  ...at('?error=InvalidCallbackUrl'),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText(NAMED_SIGN_IN_ERRORS.InvalidCallbackUrl!)).toBeVisible()
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Go to the login' })).toHaveAttribute('href', '/login')
  },
}

export const WithEveryName: Story = {
  ...at(''),
  render: () => (
    <ul>
      {Object.keys(NAMED_SIGN_IN_ERRORS).map((name) => (
        <li key={name}>
          {name}: {wordsFor(name)}
        </li>
      ))}
    </ul>
  ),
  play: async ({ canvas }) =>
    expect(canvas.getAllByRole('listitem')).toHaveLength(Object.keys(NAMED_SIGN_IN_ERRORS).length),
}

export const WhenTheNameIsUnknown: Story = {
  ...at('?error=toString'),
  play: async ({ canvas }) => expect(canvas.getByText(NAMED_SIGN_IN_ERRORS.UnknownError!)).toBeVisible(),
}
export const WhenSignedInAllTheSame: Story = {
  ...at('?error=UnsupportedStrategy'),
  args: { signedIn: true },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
    await expect(
      canvas.getByText(`An earlier sign-in failed: ${NAMED_SIGN_IN_ERRORS.UnsupportedStrategy}`),
    ).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  },
}
export const WhenNarrowest: Story = {
  ...at('?error=InvalidCallbackUrl'),
  globals: { viewport: { value: 'narrowest' } },
}
