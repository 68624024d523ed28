import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { db } from '@mocks/db'
import { chooseAction, openedDialog, pressReady, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Play/Jackpot records',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'RISK' },
  args: { page: listPage('jackpot-record'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const newest = () =>
  String(db.records.jackpotRecord.toSorted((a, b) => String(b.hit_at).localeCompare(String(a.hit_at)))[0]!.hit_id)
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']
const choose = async (userEvent: User, action: string) => chooseAction(userEvent, await rowWith(newest()), action)

export const Ready: Story = {
  play: async () => {
    await expect(await rowWith(newest())).toHaveTextContent('To review')
    const count = await screen.findByText('96 jackpots')
    await expect(count.parentElement).toHaveTextContent(/^96 jackpots\s*Won [\d,]+\.\d\d\s*USD$/)
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }

/** A jackpot is held with a reason, and released with another one. */
export const WhenOneIsHeldAndReleased: Story = {
  play: async ({ userEvent }) => {
    const act = async (name: string, reason: string) => {
      await choose(userEvent, name)
      const question = within(await openedDialog(`${name} ${newest()}?`))
      await userEvent.click(question.getByRole('button', { name }))
      await seen(question.findByText('Required'))
      await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), reason)
      await userEvent.click(question.getByRole('button', { name }))
    }
    await act('Hold', 'Two accounts on one device')
    await waitFor(async () => expect(await rowWith(newest())).toHaveTextContent('Held'))
    await act('Release', 'The second account is the brother’s')
    await waitFor(async () => expect(await rowWith(newest())).toHaveTextContent('To review'))
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
  },
}

export const Confirming: Story = {
  name: 'Confirming up to the own limit takes effect at once, and then it can be paid',
  beforeEach: (context) => {
    const end = consoleStory()(context)
    const row = db.records.jackpotRecord.find(({ hit_id }) => hit_id === newest())!
    Object.assign(row, { amount: '80.00' })
    return end
  },
  play: async ({ userEvent }) => {
    await choose(userEvent, 'Confirm')
    await pressReady(userEvent, within(await openedDialog(`Confirm ${newest()}?`)), 'Confirm 80.00 USD')
    await waitFor(async () => expect(await rowWith(newest())).toHaveTextContent('Confirmed'))
    await choose(userEvent, 'Pay')
    await pressReady(userEvent, within(await openedDialog(`Pay ${newest()}?`)), 'Pay 80.00 USD')
    await waitFor(async () => expect(await rowWith(newest())).toHaveTextContent('Paid'))
  },
}

/** With the right to read only. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    const row = within(await rowWith(newest()))
    await expect(row.queryByRole('button', { name: /^Hold/ })).toBeNull()
  },
}
