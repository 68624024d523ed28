import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, within } from '@storybook/test'
import type { Reference } from '@contract/records/field'
import { db } from '@mocks/db'
import { userDocVerificationBehaviour } from '@mocks/records/people/user-doc-verification'
import { seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from '../record/record.story-kit'

const rows = (name: string) =>
  (name === 'users' ? db.users : db.records.userDocVerification) as unknown as typeof db.records.userDocVerification
const sameNumber = (row: (typeof db.records.userDocVerification)[number]) =>
  userDocVerificationBehaviour.derive!.number_also_of!(row, rows) as Reference[]
/** An undecided document with the same number as another user's. */
const doubtful = () =>
  db.records.userDocVerification.find((row) => row.outcome === 'PENDING' && sameNumber(row).length > 0)!
const id = doubtful().id

const meta = {
  title: 'Screens/People/Document',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen' },
  args: { page: recordPage('user-doc-verification'), parts: [id] },
  decorators: [inRecordPage('Document')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const checks = async () => within(await screen.findByRole('region', { name: 'Checks' }))

/** Hints are shown beside the user's statements; the other user is linked. */
export const WithHints: Story = {
  play: async () => {
    const [other] = sameNumber(doubtful())
    const part = await checks()
    await expect(part.getByText('The number is already recorded for another user')).toBeVisible()
    await expect(part.getByText(/^The name (?:matches|differs)/)).toBeVisible()
    await expect(await part.findByRole('link', { name: other!.name })).toHaveAttribute('href', `/users/${other!.id}`)
    await expect(screen.getByText('Another user has a document with the same number.')).toBeVisible()
    await expect(screen.getByText('Waiting').nextElementSibling).toHaveTextContent(/^\d+ d(?: \d+ h)?$/)
  },
}

/** Without the right to open users, only the name is shown. */
export const WhenUsersMayNotBeRead: Story = {
  parameters: { signedInAs: 'RISK' },
  beforeEach: (context) => {
    const done = consoleStory()(context)
    const access = db.access.RISK!
    access.accessible_pages = access.accessible_pages.filter((page) => page !== 'Users')
    access.permissions = access.permissions.filter(({ subject }) => subject !== 'Users')
    return done
  },
  play: async () => {
    const [other] = sameNumber(doubtful())
    const part = await checks()
    await seen(part.findByText(other!.name))
    await expect(part.queryByRole('link', { name: other!.name })).toBeNull()
  },
}
