import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { grantOnly, recordOf } from '@mocks/scene'
import { chooseAction, openedDialog, pressReady, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { newestApproval } from '../approval/approval.story-kit'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'
import { balanceOf, nameUser } from './rewards.story-kit'

const meta = {
  title: 'Screens/Rewards/Offer claim history',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'SUPPORT_LEAD' },
  args: { page: listPage('offer-claim-history'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** Pending claims of users who have no other one: of "Friday free spins", and of "Ten for a friend". */
const [OF_SPINS, OF_CREDIT] = [demoId('offerClaim', 1), demoId('offerClaim', 4)]
const userOf = async (claim: string) => (await recordOf<{ user: { id: string } }>('offerClaim', claim)).user.id
/** The user of the claim gets a name of this story alone. */
const withName = (claim: string) => consoleStory(async () => nameUser(await userOf(claim), 'Ժաննա', 'Հակոբյան'))

/** Every status has its pill; what nobody decided in time is expired. */
export const Ready: Story = {
  play: async () => {
    for (const status of ['Pending', 'Credited', 'Rejected', 'Expired'])
      await expect(await rowWith(status)).toBeVisible()
  },
}

export const Crediting: Story = {
  name: 'Approving a claim of spins credits it at once',
  beforeEach: withName(OF_SPINS),
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith('Ժաննա'), 'Approve')
    await pressReady(userEvent, within(await openedDialog(/^Approve/)), 'Approve')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith('Ժաննա')).toHaveTextContent('Credited'))
  },
}

export const SecondPerson: Story = {
  name: 'Where the offer asks for it, the approval waits for a second person and no money moves',
  beforeEach: withName(OF_CREDIT),
  play: async ({ userEvent }) => {
    const user = await userOf(OF_CREDIT)
    const before = await balanceOf(user, 'cash_balance')
    await chooseAction(userEvent, await rowWith('Ժաննա'), 'Approve')
    await pressReady(userEvent, within(await openedDialog(/^Approve/)), 'Approve 10.00 USD')
    await waitFor(async () => expect(await rowWith('Ժաննա')).toHaveTextContent('Approved'))
    await expect(await balanceOf(user, 'cash_balance')).toBe(before)
    await expect(await newestApproval()).toMatchObject({ policy: 'OFFER', amount: '10.00', status: 'PENDING' })
  },
}

export const Rejecting: Story = {
  name: 'Rejecting asks for a reason',
  beforeEach: withName(OF_SPINS),
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith('Ժաննա'), 'Reject')
    const question = within(await openedDialog(/^Reject/))
    await userEvent.click(question.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(question.getByRole('combobox', { name: /^Reason/ })).toBeInvalid())
    await userEvent.selectOptions(question.getByRole('combobox', { name: /^Reason/ }), 'Suspected fraud')
    await userEvent.click(question.getByRole('button', { name: 'Reject' }))
    await waitFor(async () => expect(await rowWith('Ժաննա')).toHaveTextContent('Rejected'))
  },
}

export const ForReaders: Story = {
  name: 'Readers see the claims and no actions',
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  beforeEach: consoleStory(grantOnly('SUPPORT_AGENT', { action: 'read', subject: 'OfferClaims', fields: ['*'] })),
  play: async () => {
    const row = await rowWith('Pending')
    await expect(within(row).queryByRole('button', { name: /^Approve|^Reject|^More/ })).toBeNull()
  },
}
