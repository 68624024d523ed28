import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, within } from '@storybook/test'
import { sql } from '@mocks/scene'
import { seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from '../record/record.story-kit'
import { longestWaiting, type StoredDocument } from './user-doc-verification/documents.story-kit'

/** An undecided document with the same number as another user's. */
let doubtful: StoredDocument

const meta = {
  title: 'Screens/People/Document',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen' },
  args: { page: recordPage('user-doc-verification'), parts: [] },
  decorators: [inRecordPage('Document')],
  beforeEach: consoleStory(async () => {
    doubtful = (await longestWaiting()).find(({ number_also_of }) => number_also_of.length > 0)!
  }),
  render: (args) => <RecordOfPage {...args} parts={[doubtful.id]} />,
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const checks = async () => within(await screen.findByRole('region', { name: 'Checks' }))

/** Hints are shown beside the user's statements; the other user is linked. */
export const WithHints: Story = {
  play: async () => {
    const [other] = doubtful.number_also_of
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
  beforeEach: consoleStory(() =>
    sql(
      `update permission_sets set entries = jsonb_path_query_array(entries, '$[*] ? (@.subject != "Users")')
       where assigned_roles @> array['RISK'] and is_system`,
    ),
  ),
  play: async () => {
    const [other] = doubtful.number_also_of
    const part = await checks()
    await seen(part.findByText(other!.name))
    await expect(part.queryByRole('link', { name: other!.name })).toBeNull()
  },
}
