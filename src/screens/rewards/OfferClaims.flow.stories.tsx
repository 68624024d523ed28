import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor, within } from '@storybook/test'
import { db } from '@mocks/db'
import { chooseAction, openedDialog, pressReady, rowWith } from '@tests/kit/seen'
import { consoleStory, toasted, withRights } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'

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

/** The user of the first pending claim of an offer gets a name of this story alone. @returns the claim */
function pendingOf(title: string) {
  const offer = db.records.offer.find((each) => each.title === title)!
  const claim = db.records.offerClaim.find((each) => each.offer === offer.id && each.outcome === 'PENDING')!
  const user = db.users.find(({ id }) => id === claim.user)!
  Object.assign(user, { first_name: 'Ժաննա', last_name: 'Հակոբյան', is_deleted: false })
  return { claim, user }
}
const withName =
  (title: string): Story['beforeEach'] =>
  (context) => {
    const end = consoleStory()(context)
    pendingOf(title)
    return end
  }
/** Every status has its pill; what nobody decided in time is expired. */
export const Ready: Story = {
  play: async () => {
    for (const status of ['Pending', 'Credited', 'Rejected', 'Expired'])
      await expect(await rowWith(status)).toBeVisible()
  },
}

export const Crediting: Story = {
  name: 'Approving a claim of spins credits it at once',
  beforeEach: withName('Friday free spins'),
  play: async ({ userEvent }) => {
    await chooseAction(userEvent, await rowWith('Ժաննա'), 'Approve')
    await pressReady(userEvent, within(await openedDialog(/^Approve/)), 'Approve')
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await waitFor(async () => expect(await rowWith('Ժաննա')).toHaveTextContent('Credited'))
  },
}

export const SecondPerson: Story = {
  name: 'Where the offer asks for it, the approval waits for a second person and no money moves',
  beforeEach: withName('Ten for a friend'),
  play: async ({ userEvent }) => {
    const { user } = pendingOf('Ten for a friend')
    const before = user.cash_balance
    await chooseAction(userEvent, await rowWith('Ժաննա'), 'Approve')
    await pressReady(userEvent, within(await openedDialog(/^Approve/)), 'Approve 10.00 USD')
    await waitFor(async () => expect(await rowWith('Ժաննա')).toHaveTextContent('Approved'))
    await expect(user.cash_balance).toBe(before)
    await expect(db.approvals.at(-1)).toMatchObject({ policy: 'OFFER', amount: '10.00', status: 'PENDING' })
  },
}

export const Rejecting: Story = {
  name: 'Rejecting asks for a reason',
  beforeEach: withName('Friday free spins'),
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
  beforeEach: withRights('SUPPORT_AGENT', { action: 'read', subject: 'OfferClaims', fields: ['*'] }),
  play: async () => {
    const row = await rowWith('Pending')
    await expect(within(row).queryByRole('button', { name: /^Approve|^Reject|^More/ })).toBeNull()
  },
}
