import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from '@storybook/test'
import { db } from '@mocks/db'
import { chooseAction, openedDialog, pressReady, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted, withRights } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

const meta = {
  title: 'Screens/Rewards/Referral history',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'RISK' },
  args: { page: listPage('referral-bonus-history'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** A qualified referral of this risk; its rule has a name of this story alone, and no other referral has that rule. */
function qualified(risk: 'LOW' | 'HIGH') {
  const referral = db.records.referral.find(({ status, risk_level }) => status === 'QUALIFIED' && risk_level === risk)!
  const rule = db.records.referralBonus.find(({ name }) => name === 'High rollers')!
  Object.assign(rule, { name: 'Règle d’été' })
  return Object.assign(referral, { rule: rule.id })
}
const withOne =
  (risk: 'LOW' | 'HIGH'): Story['beforeEach'] =>
  (context) => {
    const end = consoleStory()(context)
    qualified(risk)
    return end
  }
const choose = async (userEvent: User, action: string) => chooseAction(userEvent, await rowWith('Règle d’été'), action)
const ofRule = () =>
  db.records.referral.find(({ rule }) =>
    db.records.referralBonus.some(({ id, name }) => id === rule && name === 'Règle d’été'),
  )!

export const Ready: Story = {
  play: async () => {
    for (const status of ['Pending', 'Qualified', 'Paid']) await expect(await rowWith(status)).toBeVisible()
    await expect(await rowWith('Pending')).toHaveTextContent('1 of 3')
  },
}

export const Paying: Story = {
  name: 'Paying a referral of low risk: both users have their rewards at once',
  beforeEach: withOne('LOW'),
  play: async ({ userEvent }) => {
    const referee = db.users.find(({ id }) => id === ofRule().referee)!
    const before = Number(referee.cash_balance)
    await choose(userEvent, 'Pay')
    await pressReady(userEvent, within(await openedDialog(/^Pay/)), /^Pay [\d.]+ USD$/)
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Paid'))
    await waitFor(async () => expect(await rowWith('Règle d’été')).toHaveTextContent('Paid'))
    await expect(Number(referee.cash_balance)).toBeCloseTo(before + 15, 2)
  },
}

export const PayingHighRisk: Story = {
  name: 'Paying one of high risk waits for another person, and holding it cancels that',
  beforeEach: withOne('HIGH'),
  play: async ({ userEvent }) => {
    await choose(userEvent, 'Pay')
    await pressReady(userEvent, within(await openedDialog(/^Pay/)), /^Pay [\d.]+ USD$/)
    await waitFor(() => expect(db.approvals.at(-1)).toMatchObject({ policy: 'REFERRAL', status: 'PENDING' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Sent for approval'))
    await expect(ofRule().status).toBe('QUALIFIED')
    await choose(userEvent, 'Hold')
    const question = within(await openedDialog(/^Hold/))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'Un seul téléphone')
    await userEvent.click(question.getByRole('button', { name: 'Hold' }))
    await waitFor(async () => expect(await rowWith('Règle d’été')).toHaveTextContent('Held for fraud'))
    await expect(db.approvals.at(-1)).toMatchObject({ status: 'CANCELLED' })
  },
}

export const ForReaders: Story = {
  name: 'Readers see the referrals and no actions',
  parameters: { signedInAs: 'MANAGER' },
  beforeEach: withRights('MANAGER', { action: 'read', subject: 'ReferralBonusHistory', fields: ['*'] }),
  play: async () => {
    const row = await rowWith('Qualified')
    await expect(within(row).queryByRole('button', { name: /^Pay|^Hold|^More/ })).toBeNull()
  },
}
