import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf, sql } from '@mocks/scene'
import { openedDialog, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Rewards/Referral bonus',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'MANAGER' },
  args: { page: listPage('referral-bonus'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const stored = async (name: string) => {
  const [found] = await rowsOf<Record<string, unknown>>('referralBonus', { search: name })
  return found!
}

/** What both users earn is said in words. */
export const Ready: Story = {
  play: async () => {
    await expect(await rowWith('Friends earn together')).toHaveTextContent('25 % up to 100.00')
    await expect(await rowWith('Invite in 2027')).toHaveTextContent('Scheduled')
    await expect(await rowWith('High rollers')).toHaveTextContent('Draft')
  },
}

export const Overlapping: Story = {
  name: 'Activating a rule in the period of another one is refused, with the name of that one',
  beforeEach: consoleStory(() => sql(`update referral_rules set ends_at = null where name = 'Invite in 2027'`)),
  play: async ({ userEvent }) => {
    const row = await rowWith('High rollers')
    await userEvent.click(within(row).getByRole('button', { name: /^More for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Activate…' }))
    await userEvent.click(within(await openedDialog(/^Activate/)).getByRole('button', { name: 'Activate' }))
    await expect(await screen.findByText(/Invite in 2027 applies in this period too/)).toBeVisible()
    await expect((await stored('High rollers')).activated_at).toBeNull()
  },
}

export const PaidAsBonus: Story = {
  name: 'A rule that pays bonus money asks for its terms',
  play: async ({ userEvent }) => {
    await rowWith('High rollers')
    await userEvent.click(await screen.findByRole('button', { name: 'Add referral rule' }))
    const form = within(await openedDialog('Add referral rule'))
    await userEvent.type(await form.findByRole('textbox', { name: /^Name/ }), 'Wiosna')
    for (const who of ['The referrer earns', 'The new user earns'])
      await userEvent.selectOptions(form.getByRole('combobox', { name: new RegExp(`^${who}`) }), 'A fixed amount')
    await userEvent.type(form.getByRole('textbox', { name: /^Amount for the referrer/ }), '10')
    await userEvent.type(form.getByRole('textbox', { name: /^Amount for the new user/ }), '0')
    await expect(form.queryByRole('textbox', { name: /^Wagering multiplier/ })).toBeNull()
    await userEvent.selectOptions(form.getByRole('combobox', { name: /^Paid as/ }), 'Bonus')
    await userEvent.type(form.getByRole('combobox', { name: /^Criteria/ }), 'First')
    await userEvent.click(await screen.findByRole('option', { name: /First deposit/ }))
    await userEvent.type(form.getByRole('textbox', { name: /^Wagering multiplier/ }), '5')
    const add = form.getByRole('button', { name: 'Add referral rule' })
    await userEvent.click(add)
    const days = form.getByRole('textbox', { name: /^Expires after/ })
    await waitFor(() => expect(days).toBeInvalid())
    await userEvent.type(days, '14')
    await userEvent.click(add)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Added'))
    await expect(await stored('Wiosna')).toMatchObject({ wallet: 'BONUS', wagering_multiplier: '5', expiry_days: 14 })
  },
}
