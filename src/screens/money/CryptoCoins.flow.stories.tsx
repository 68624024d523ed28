import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Money/Crypto coins',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'FINANCE' },
  args: { page: listPage('crypto-coin'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const SLOW = { timeout: 8000 }
/** A message fades in. */
const shows = async (found: Promise<HTMLElement>) => {
  const element = await found
  await waitFor(() => expect(element).toBeVisible())
}
const row = (name: RegExp) => screen.findByRole('row', { name }, SLOW)

export const Ready: Story = {
  play: async () => {
    const bitcoin = await row(/BTC/)
    await expect(bitcoin).toHaveTextContent('Bitcoin')
    await expect(bitcoin).toHaveTextContent('0.0001')
  },
}

/** Who may only read is offered neither the form nor an action. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    const bitcoin = await row(/BTC/)
    await expect(screen.queryByRole('button', { name: 'Add coin' })).toBeNull()
    await expect(within(bitcoin).queryByRole('button', { name: /Disable deposits/ })).toBeNull()
  },
}

/** An action per direction, with a reason; then the other one is offered. */
export const WhenDepositsAreDisabled: Story = {
  play: async ({ userEvent }) => {
    const actions = async () => userEvent.click(within(await row(/LTC/)).getByRole('button', { name: /More/ }))
    await actions()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable deposits' }, SLOW))
    const question = within(await screen.findByRole('alertdialog', { name: /Disable deposits of LTC/ }, SLOW))
    await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), 'The node is down')
    await userEvent.click(question.getByRole('button', { name: 'Disable deposits' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Disabled'), SLOW)
    await waitFor(async () =>
      expect((await row(/LTC/)).querySelector('[data-col="is_deposit_enabled"]')).toHaveTextContent('Off'),
    )
    await actions()
    await expect(await screen.findByRole('menuitem', { name: 'Enable deposits' }, SLOW)).toBeVisible()
    await expect(screen.queryByRole('menuitem', { name: 'Disable deposits' })).toBeNull()
  },
}

/** What is missing or wrong is said at its field, and nothing of what was typed is lost. */
export const WhenTheInputIsRefused: Story = {
  play: async ({ userEvent }) => {
    await row(/BTC/)
    await userEvent.click(screen.getByRole('button', { name: 'Add coin' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add coin' }, SLOW))
    const field = (name: RegExp) => form.getByRole('textbox', { name })
    await userEvent.click(await form.findByRole('button', { name: 'Add coin' }, SLOW))
    await expect((await form.findAllByText('Required', {}, SLOW)).length).toBeGreaterThan(8)
    const typed: [RegExp, string][] = [
      [/^Symbol/, 'BTC'],
      [/^Name/, 'Bitcoin again'],
      [/^Decimals/, '8'],
      [/^Required confirmations/, '2'],
      [/^Minimum deposit/, '0.000000001'],
      [/^Minimum withdrawal/, '2'],
      [/^Maximum withdrawal/, '1'],
      [/^Network fee/, '0.1'],
    ]
    for (const [name, text] of typed) await userEvent.type(field(name), text)
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Network/ }), 'Bitcoin')
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Rate source/ }), 'Feed')
    await userEvent.click(form.getByRole('button', { name: 'Add coin' }))
    await shows(form.findByText('Not below Minimum withdrawal', {}, SLOW))
    await userEvent.type(field(/^Maximum withdrawal/), '0')
    await userEvent.click(form.getByRole('button', { name: 'Add coin' }))
    await shows(form.findByText('This coin has 8 decimals', {}, SLOW))
    await userEvent.clear(field(/^Minimum deposit/))
    await userEvent.type(field(/^Minimum deposit/), '0.001')
    await userEvent.click(form.getByRole('button', { name: 'Add coin' }))
    await shows(form.findByText('There is already a coin with this symbol and network', {}, SLOW))
    await expect(field(/^Name/)).toHaveValue('Bitcoin again')
  },
}
