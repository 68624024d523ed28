import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { openedDialog, richCellsDrawn, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Content/Store platforms',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'MANAGER' },
  args: { page: listPage('store-platform'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-index]')]
const cell = (row: HTMLElement, column: string) => row.querySelector(`[data-col="${column}"]`)!.textContent
const ready = async () => {
  await waitFor(() => expect(rows().length).toBeGreaterThan(5))
  await richCellsDrawn()
}

export const Ready: Story = {
  play: async () => {
    await ready()
    const [first] = rows()
    await expect(cell(first!, 'mode')).toBe('Automated')
    await expect(cell(first!, 'health')).toBe('OK')
    await expect(screen.getByRole('button', { name: 'Add store platform' })).toBeVisible()
  },
}

/** A store offers a platform once: the error is at the platform; a maximum below the minimum is an error at the maximum. */
export const WhenOneIsAddedTwice: Story = {
  play: async ({ userEvent }) => {
    await ready()
    const [first] = rows()
    const [store, platform] = [cell(first!, 'store')!, cell(first!, 'platform')!]
    await userEvent.click(screen.getByRole('button', { name: 'Add store platform' }))
    const form = within(await openedDialog('Add store platform'))
    for (const [field, name] of [
      [/^Store/, store],
      [/^Platform/, platform],
    ] as const) {
      await userEvent.type(await form.findByRole('combobox', { name: field }), name)
      // A store's code is shown beside its name.
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}( ?[A-Z]+)?$`) }))
    }
    for (const [field, value] of [
      [/^Minimum load/, '20'],
      [/^Maximum load/, '10'],
      [/^Minimum redeem/, '20'],
      [/^Maximum redeem/, '100'],
      [/^Credit rate/, '1'],
      [/^Fee/, '0'],
      [/^Login page/, 'https://play.example/login'],
    ] as const)
      await userEvent.type(form.getByRole('textbox', { name: field }), value)
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Mode/ }), 'Manual')
    const add = form.getByRole('button', { name: 'Add store platform' })
    await userEvent.click(add)
    await seen(form.findByText('Not below Minimum load'))
    const most = form.getByRole('textbox', { name: /^Maximum load/ })
    await userEvent.clear(most)
    await userEvent.type(most, '100')
    await userEvent.click(add)
    await seen(form.findByText(/already/))
    await expect(toasted).not.toHaveBeenCalledWith('success', 'Successfully Added')
  },
}

/** The question says how much is open at this moment, and where. */
export const WhenItsRequestsAreOpen: Story = {
  play: async ({ userEvent }) => {
    await ready()
    await userEvent.click(within(rows()[0]!).getByRole('switch'))
    const question = within(await screen.findByRole('alertdialog', { name: /^Disable / }))
    const open = await question.findByText('Loads')
    await expect(Number(open.nextElementSibling!.textContent)).toBeGreaterThan(0)
    await expect(question.getByRole('link', { name: 'Show the open loads' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/store-platform\/[\w-]+\/loads\?loads\.f\.status=REQUESTED/),
    )
    await userEvent.click(question.getByRole('button', { name: 'Keep enabled' }))
    await expect(within(rows()[0]!).getByRole('switch')).toBeChecked()
  },
}

/** Without a rail in the settings the connection cannot be reached, and the console says so. */
export const WhenTheConnectionIsChecked: Story = {
  play: async ({ userEvent }) => {
    await ready()
    await userEvent.click(within(rows()[0]!).getByRole('button', { name: /^Check connection/ }))
    const question = within(await openedDialog(/^Check the connection of /))
    await userEvent.click(question.getByRole('button', { name: 'Check connection' }))
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith(
        'success',
        expect.stringContaining('The settings of the server name no rail GAMES'),
      ),
    )
  },
}

/** The question names the effects of disabling. */
export const WhenOneIsDisabled: Story = {
  play: async ({ userEvent }) => {
    await ready()
    await userEvent.click(within(rows()[0]!).getByRole('switch'))
    const question = within(await screen.findByRole('alertdialog', { name: /^Disable / }))
    await seen(question.findByText(/can no longer open accounts on the platform/))
    await userEvent.click(question.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(within(rows()[0]!).getByRole('switch')).not.toBeChecked())
  },
}

/** Staff of a partner can read the platforms of their own store. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'THIRD_PARTY_ADMIN' },
  play: async () => {
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    await expect(new Set(rows().map((row) => cell(row, 'store'))).size).toBe(1)
    await expect(screen.queryByRole('button', { name: 'Add store platform' })).toBeNull()
    await expect(screen.queryByRole('switch')).toBeNull()
  },
}
