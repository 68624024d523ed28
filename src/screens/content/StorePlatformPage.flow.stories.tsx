import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from '@storybook/test'
import { demoId } from '@demo/rows'
import { seen } from '@tests/kit/seen'
import { consoleStory } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from '../record/record.story-kit'

const meta = {
  title: 'Screens/Content/Store platform page',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'MANAGER' },
  args: { page: recordPage('store-platform'), parts: [demoId('storePlatform', 0), 'offers'] },
  decorators: [inRecordPage('Store platform')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

/** The page of a platform has its accounts, its requests and the offers that name it. */
export const Offers: Story = {
  play: async () => {
    await seen(screen.findByRole('row', { name: /Friday free spins/ }, { timeout: 15_000 }))
    await expect(screen.queryByRole('row', { name: /Goodwill/ })).toBeNull()
    for (const tab of ['Accounts', 'Loads', 'Redeems'])
      await expect(screen.getByRole('link', { name: tab })).toBeVisible()
  },
}
