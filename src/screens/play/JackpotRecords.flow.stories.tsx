import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { rowsOf } from '@mocks/scene'
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

/** The id of the newest jackpot. */
async function newest(): Promise<string> {
  const [jackpot] = await rowsOf<{ hit_id: string }>('jackpotRecord')
  return jackpot!.hit_id
}
/** The newest jackpot that nobody else must approve: up to 100.00. */
async function small(): Promise<{ hit_id: string; amount: string }> {
  const waiting = await rowsOf<{ hit_id: string; amount: string }>('jackpotRecord', { status: 'PENDING_REVIEW' })
  return waiting.find(({ amount }) => Number(amount) <= 100)!
}
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']
const choose = async (userEvent: User, hit: string, action: string) =>
  chooseAction(userEvent, await rowWith(hit), action)

export const Ready: Story = {
  play: async () => {
    await expect(await rowWith(await newest())).toHaveTextContent('To review')
    const count = await screen.findByText('96 jackpots')
    await expect(count.parentElement).toHaveTextContent(/^96 jackpots\s*Won [\d,]+\.\d\d\s*USD$/)
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }

/** A jackpot is held with a reason, and released with another one. */
export const WhenOneIsHeldAndResumed: Story = {
  play: async ({ userEvent }) => {
    const hit = await newest()
    const act = async (name: string, reason: string) => {
      await choose(userEvent, hit, name)
      const question = within(await openedDialog(`${name} ${hit}?`))
      await userEvent.click(question.getByRole('button', { name }))
      await seen(question.findByText('Required'))
      await userEvent.type(question.getByRole('textbox', { name: /Reason/ }), reason)
      await userEvent.click(question.getByRole('button', { name }))
    }
    await act('Hold', 'Two accounts on one device')
    await waitFor(async () => expect(await rowWith(hit)).toHaveTextContent('Held'))
    await act('Resume', 'The second account is the brother’s')
    await waitFor(async () => expect(await rowWith(hit)).toHaveTextContent('To review'))
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
  },
}

export const Confirming: Story = {
  name: 'Confirming up to the own limit takes effect at once, and then it can be paid',
  play: async ({ userEvent }) => {
    const { hit_id: hit, amount } = await small()
    await choose(userEvent, hit, 'Confirm')
    await pressReady(userEvent, within(await openedDialog(`Confirm ${hit}?`)), `Confirm ${amount} USD`)
    await waitFor(async () => expect(await rowWith(hit)).toHaveTextContent('Confirmed'))
    await choose(userEvent, hit, 'Pay')
    await pressReady(userEvent, within(await openedDialog(`Pay ${hit}?`)), `Pay ${amount} USD`)
    await waitFor(async () => expect(await rowWith(hit)).toHaveTextContent('Paid'))
  },
}

/** With the right to read only. */
export const WithReadRightsOnly: Story = {
  parameters: { signedInAs: 'MANAGER' },
  play: async () => {
    const row = within(await rowWith(await newest()))
    await expect(row.queryByRole('button', { name: /^Hold/ })).toBeNull()
  },
}
