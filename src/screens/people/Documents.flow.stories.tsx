import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { connectionCount, recordOf, sql, staffOf } from '@mocks/scene'
import { chooseAction, openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from '../list/list.story-kit'
import {
  claimDocument,
  documentsOf,
  newestUndecided,
  storedDocument,
  type StoredDocument,
} from './user-doc-verification/documents.story-kit'

/** The newest undecided document, as it was when the story began. */
let undecided: StoredDocument

const meta = {
  title: 'Screens/People/Documents',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: listPage('user-doc-verification'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(async () => {
    undecided = await newestUndecided()
  }),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

/** Who works on documents in another console. */
const COLLEAGUE = 'SUPPORT_LEAD'
/** A colleague claims the document. */
const claimedByColleague = () => claimDocument(COLLEAGUE, undecided)

/** The list shows who has claimed which document. */
export const Ready: Story = {
  play: async () => {
    const row = await rowWith(undecided.reference)
    await expect(row).toHaveTextContent('Pending')
  },
}

/** In two lines: the number and when it was submitted; whom it is about, and its status. */
export const ReadyOnAPhone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    const { reference, user } = undecided
    const row = await rowWith(reference)
    const { first_name } = await recordOf<{ first_name: string }>('users', user.id)
    await expect(within(row).getByText(new RegExp(`^${first_name}`))).toBeVisible()
    await expect(within(row).getByText(/\d{4}, \d\d:\d\d/)).toBeVisible()
    await expect(row).toHaveTextContent('Pending')
  },
}

export const WhenOneIsClaimed: Story = {
  beforeEach: consoleStory(claimedByColleague),
  play: async () => {
    const row = await rowWith(undecided.reference)
    await expect(row).toHaveTextContent('In review')
    await expect(row).toHaveTextContent(staffOf(COLLEAGUE).username)
  },
}

type Play = NonNullable<Story['play']>
/** Opens the question 'Ask again' of the newest undecided document, and types into it. */
async function askAgain({ userEvent }: Parameters<Play>[0]) {
  const reference = undecided.reference
  const row = within(await rowWith(reference))
  await userEvent.click(row.getByRole('button', { name: /^More for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Ask again/ }))
  const question = within(await openedDialog(`Ask again for ${reference}?`))
  await userEvent.click(await question.findByRole('checkbox', { name: 'Blurred' }))
  await userEvent.type(question.getByRole('textbox', { name: /^Message/ }), 'The photo is too dark')
  return question
}

/** The decision claims the document automatically, and ends the claim. */
export const WhenItIsAskedForAgain: Story = {
  play: async (context) => {
    const question = await askAgain(context)
    await context.userEvent.click(question.getByRole('button', { name: 'Ask again' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    await expect(await storedDocument(undecided)).toMatchObject({
      status: 'RESUBMIT_REQUIRED',
      reason_codes: ['BLURRED'],
      claim_until: null,
    })
  },
}

/** Another person has claimed it meanwhile: the question names them, and keeps the input. */
export const WhenItIsClaimedWhileTyping: Story = {
  play: async (context) => {
    const question = await askAgain(context)
    await claimedByColleague()
    await context.userEvent.click(question.getByRole('button', { name: 'Ask again' }))
    await expect(
      await question.findByText(new RegExp(`^${staffOf(COLLEAGUE).username} has claimed this document`)),
    ).toBeVisible()
    await expect(question.getByRole('textbox', { name: /^Message/ })).toHaveValue('The photo is too dark')
    await expect(question.getByRole('checkbox', { name: 'Blurred' })).toBeChecked()
    await expect((await storedDocument(undecided)).status).toBe('IN_REVIEW')
  },
}

/** A refusal keeps the claim while the person corrects the input; cancelling releases it for others. */
export const WhenADecisionIsGivenUp: Story = {
  beforeEach: consoleStory(),
  play: async ({ userEvent }) => {
    const letter = (await documentsOf({ status: 'PENDING', doc_type: 'PROOF_OF_ADDRESS', itemNo: '1' }))[0]!
    await userEvent.type(await screen.findByRole('searchbox', { name: /^Search/ }), letter.reference)
    await chooseAction(userEvent, await rowWith(letter.reference), 'Verify')
    const question = within(await openedDialog(`Verify ${letter.reference}?`))
    await userEvent.type(await question.findByRole('textbox', { name: /^Number/ }), letter.reference)
    // Only the days that a letter needs are asked.
    await expect(question.queryByLabelText(/^Expires/)).toBeNull()
    await userEvent.type(question.getByLabelText(/^Issued/), '2020-01-01')
    await userEvent.click(question.getByRole('button', { name: 'Verify' }))
    await expect(await question.findByText(/Choose a day of the last 90 days/)).toBeVisible()
    await expect((await storedDocument(letter)).claim_until).toEqual(expect.any(String))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(async () => expect((await storedDocument(letter)).claim_until).toBeNull())
    await expect((await storedDocument(letter)).status).toBe('PENDING')
  },
}

/** What the definition says of an input is checked before anything is sent. */
export const WhenNoReasonIsChosen: Story = {
  play: async (context) => {
    const question = await askAgain(context)
    await context.userEvent.click(question.getByRole('checkbox', { name: 'Blurred' }))
    await context.userEvent.click(question.getByRole('button', { name: 'Ask again' }))
    await expect(await question.findByText('Choose at least one')).toBeVisible()
    await expect((await storedDocument(undecided)).claim_until).toBeNull()
  },
}

const tab = (name: RegExp) => screen.findByRole('link', { name })
const countOf = async (status: string) =>
  (await sql('select id from user_documents where status = $1::text', [status])).length

/** A tab shows its rows and their number; switching tabs adds a history entry. */
export const WhenATabIsChosen: Story = {
  play: async ({ userEvent }) => {
    const rejected = await countOf('REJECTED')
    await waitFor(async () => expect(await tab(/^Rejected/)).toHaveTextContent(`Rejected${rejected}`))
    await userEvent.click(await tab(/^Rejected/))
    await expect(await tab(/^Rejected/)).toHaveAttribute('aria-current', 'page')
    await screen.findByText(`${rejected} documents`)
    const rows = screen.getAllByRole('row').slice(1)
    await expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) await expect(row).toHaveTextContent('Rejected')
  },
}

/** The text is about the tab: the other tabs have documents. */
export const WhenATabIsEmpty: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await tab(/^Mine today/))
    await seen(screen.findByRole('heading', { name: 'Nothing in Mine today' }))
    await expect(screen.getByText('No document belongs to this tab at the moment.')).toBeVisible()
  },
}
export const WhenATabIsEmptyDark: Story = { ...WhenATabIsEmpty, globals: { theme: 'dark' } }

/** A claim moves a document to another tab: its row leaves, and both counts are updated. */
export const WhenAnotherClaimsWhatATabShows: Story = {
  parameters: { isLive: true },
  play: async ({ userEvent }) => {
    const pending = await countOf('PENDING')
    await waitFor(async () => expect(await tab(/^Pending/)).toHaveTextContent(`Pending${pending}`))
    await userEvent.click(await tab(/^Pending/))
    const { reference } = undecided
    await rowWith(reference)
    await waitFor(() => expect(connectionCount()).toBeGreaterThan(0))
    await claimedByColleague()
    await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(reference) })).toBeNull())
    await waitFor(async () => expect(await tab(/^Pending/)).toHaveTextContent(`Pending${pending - 1}`))
    await expect(await tab(/^In review/)).toHaveTextContent('In review1')
  },
}
