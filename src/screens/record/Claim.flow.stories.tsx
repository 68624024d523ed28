import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { CLAIM_MINUTES } from '@contract/records/claims'
import { claimMachine } from '@machines/claim/claim.machine'
import { RENEW_EVERY_MS } from '@machines/claim/claim.implementations'
import { onceInstead, override, pending, unreachable, usually } from '@mocks/overrides'
import { connectionCount, grantOnly, sql, staffOf } from '@mocks/scene'
import { inState } from '@tests/kit/in-state'
import { consoleStory } from '@tests/kit/story-console'
import {
  claimDocument,
  newestUndecided,
  releaseDocument,
  storedDocument,
  type StoredDocument,
} from '../people/user-doc-verification/documents.story-kit'
import { inRecordPage, RecordOfPage, recordPage } from './record.story-kit'

/** The newest undecided document, as it was when the story began. */
let undecided: StoredDocument
const begin = consoleStory(async () => {
  undecided = await newestUndecided()
})

/** The claim of a record on its page (records, Claims). */
const meta = {
  title: 'Screens/Record/Claim',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: recordPage('user-doc-verification'), parts: [] },
  decorators: [inRecordPage('Document')],
  beforeEach: async (context) => {
    await begin(context)
    return () => {
      Date.now = realNow
    }
  },
  render: (args) => <RecordOfPage {...args} parts={[undecided.id]} />,
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** Who works on documents in another console. */
const COLLEAGUE = 'SUPPORT_LEAD'
/** A colleague claims the document. */
const claimedByColleague = () => claimDocument(COLLEAGUE, undecided)
const claimedBySelf = () => claimDocument('ADMIN', undecided)
/** Who has claimed the document now. */
const holder = async () => (await storedDocument(undecided)).claimed_by
const says = async (text: RegExp | string) => {
  const found = await screen.findByText(text)
  await waitFor(() => expect(found).toBeVisible())
}
const press = async (userEvent: User, name: string) => userEvent.click(await screen.findByRole('button', { name }))
async function claimIt(userEvent: User) {
  await press(userEvent, 'Claim')
  await says(/^You have claimed this document until/)
}
const realNow = Date.now
/** Advances the clock, as when a device wakes from sleep. Not a spy, because a spy reads the clock for each call. */
const runAhead = (ms: number) => {
  Date.now = () => realNow() + ms
}

export const Free: Story = {
  parameters: { statechart: inState(claimMachine, 'free') },
  play: async () => {
    await says('Nobody is working on this document.')
  },
}

export const Taken: Story = {
  beforeEach: consoleStory(claimedByColleague),
  parameters: { statechart: inState(claimMachine, 'taken') },
  play: async () => {
    await says(new RegExp(`^${staffOf(COLLEAGUE).username} has claimed this document until`))
    await expect(screen.getByRole('button', { name: 'Take over…' })).toBeVisible()
  },
}
export const TakenDark: Story = { ...Taken, globals: { theme: 'dark' } }
export const TakenNarrowest: Story = { ...Taken, globals: { viewport: { value: 'narrowest' } } }

export const Asking: Story = {
  beforeEach: consoleStory(claimedByColleague),
  parameters: { statechart: inState(claimMachine, 'asking') },
  play: async ({ userEvent }) => {
    await press(userEvent, 'Take over…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Take this document over?' }))
    await waitFor(() => expect(question.getByRole('textbox', { name: /^Note/ })).toHaveFocus())
  },
}

/** A note takes the claim over, and the colleague receives it in a notification. */
export const WhenItIsTakenOver: Story = {
  beforeEach: consoleStory(claimedByColleague),
  play: async ({ userEvent }) => {
    await press(userEvent, 'Take over…')
    const question = within(await screen.findByRole('alertdialog', { name: 'Take this document over?' }))
    await userEvent.type(question.getByRole('textbox', { name: /^Note/ }), 'Her shift has ended')
    await userEvent.click(question.getByRole('button', { name: 'Take over' }))
    await says(/^You have claimed this document until/)
    const notes = await sql(
      `select description from notifications where staff_id = $1::uuid and keyword = 'CLAIM_TAKEN_OVER'`,
      [staffOf(COLLEAGUE).id],
    )
    await expect(notes).toEqual([{ description: 'Her shift has ended' }])
  },
}

export const Claiming: Story = {
  beforeEach: consoleStory(override('userDocVerification.claim', pending)),
  parameters: { statechart: inState(claimMachine, 'claiming') },
  play: async ({ userEvent }) => {
    await press(userEvent, 'Claim')
    await says('Claiming...')
  },
}

/** The record says that the person has claimed it: the server is asked before the page shows it. */
export const Resuming: Story = {
  beforeEach: consoleStory(override('userDocVerification.claim', pending), claimedBySelf),
  parameters: { statechart: inState(claimMachine, 'resuming') },
  play: async () => {
    await says('Claiming...')
  },
}

/** The claim was released at another device after the record was read: it is the person's again. */
export const WhenItWasReleasedBeforeTheFirstRead: Story = {
  beforeEach: consoleStory(
    override(
      'userDocVerification.get',
      onceInstead(async (usual) => {
        const answer = await usual()
        await releaseDocument('ADMIN', undecided)
        return answer
      }, usually),
    ),
    claimedBySelf,
  ),
  play: async () => {
    await says(/^You have claimed this document until/)
    await expect(await holder()).toMatchObject({ id: staffOf('ADMIN').id })
  },
}

export const Held: Story = {
  parameters: { statechart: inState(claimMachine, 'held') },
  play: async ({ userEvent }) => {
    await claimIt(userEvent)
    await expect(await holder()).toMatchObject({ id: staffOf('ADMIN').id })
  },
}
export const HeldDark: Story = { ...Held, globals: { theme: 'dark' } }

export const Renewing: Story = {
  beforeEach: consoleStory(override('userDocVerification.claim', onceInstead(usually, pending))),
  parameters: { statechart: inState(claimMachine, 'renewing') },
  play: async ({ userEvent }) => {
    await claimIt(userEvent)
    runAhead(RENEW_EVERY_MS + 1000)
    await userEvent.keyboard('{Shift}')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Release' })).toHaveAttribute('aria-disabled', 'true'),
    )
  },
}

/** The connection is lost when the claim is renewed: it is valid until it expires. */
export const AtRisk: Story = {
  beforeEach: consoleStory(override('userDocVerification.claim', onceInstead(usually, unreachable))),
  parameters: { statechart: inState(claimMachine, 'atRisk') },
  play: async ({ userEvent }) => {
    await claimIt(userEvent)
    runAhead(RENEW_EVERY_MS + 1000)
    await userEvent.keyboard('{Shift}')
    await says(/^Your claim could not be renewed/)
  },
}

export const Releasing: Story = {
  beforeEach: consoleStory(override('userDocVerification.release', pending)),
  parameters: { statechart: inState(claimMachine, 'releasing') },
  play: async ({ userEvent }) => {
    await claimIt(userEvent)
    await press(userEvent, 'Release')
    await says('Releasing...')
  },
}

export const WhenItIsReleased: Story = {
  play: async ({ userEvent }) => {
    await claimIt(userEvent)
    await press(userEvent, 'Release')
    await says('Nobody is working on this document.')
    await expect(await holder()).toBeNull()
  },
}

/** After a sleep the claim is shown as ended, and can be made again. */
export const Ended: Story = {
  parameters: { statechart: inState(claimMachine, 'ended') },
  play: async ({ userEvent }) => {
    await claimIt(userEvent)
    runAhead((CLAIM_MINUTES + 1) * 60_000)
    await says(/^Your claim has ended/)
    await expect(screen.getByRole('button', { name: 'Claim again' })).toBeVisible()
  },
}

/** A colleague takes over the claim, and the socket reports it. */
export const Lost: Story = {
  parameters: { statechart: inState(claimMachine, 'lost'), isLive: true },
  play: async ({ userEvent }) => {
    await waitFor(() => expect(connectionCount()).toBe(1))
    await claimIt(userEvent)
    await claimDocument(COLLEAGUE, undecided, 'Her shift has ended')
    await says(new RegExp(`^${staffOf(COLLEAGUE).username} has taken this document over`))
  },
}

export const Failed: Story = {
  beforeEach: consoleStory(override('userDocVerification.claim', onceInstead(unreachable))),
  parameters: { statechart: inState(claimMachine, 'failed') },
  play: async ({ userEvent }) => {
    await press(userEvent, 'Claim')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(retry).toBeVisible())
  },
}

/** A person who may not change documents sees who works on them, but cannot claim one. */
export const WithReadRightsOnly: Story = {
  beforeEach: consoleStory(
    grantOnly('ADMIN', { action: 'read', subject: 'UserDocVerification', fields: ['*'] }),
    claimedByColleague,
  ),
  play: async () => {
    await waitFor(() => expect(document.body).toHaveTextContent(staffOf(COLLEAGUE).username))
    await expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull()
  },
}
