import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { demoId } from '@demo/rows'
import { failing, onceInstead, override, pending } from '@mocks/overrides'
import { recordOf } from '@mocks/scene'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from './record.story-kit'

/** The tab with the versions of a versioned record (catalogue, Versioned). */
const meta = {
  title: 'Screens/Record/Versions',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: recordPage('seo-pages'), parts: [demoId('sitePage', 0), 'versions'] },
  decorators: [inRecordPage('Page')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const card = async (name: string) => within(await screen.findByRole('region', { name }))

/** The newest version is compared with the one before; any two can be chosen. */
export const Ready: Story = {
  play: async ({ userEvent }) => {
    const comparison = await card('Comparison')
    await expect(comparison.getByRole('combobox', { name: 'Show' })).toHaveValue('3')
    await expect(comparison.getByRole('combobox', { name: 'Compared with' })).toHaveValue('2')
    await expect(comparison.getByText('Welcome back')).toBeVisible()
    await userEvent.selectOptions(comparison.getByRole('combobox', { name: 'Compared with' }), 'Version 1')
    await expect(comparison.getByText('Welcome')).toBeVisible()
    await expect(comparison.queryByRole('button', { name: /Roll back/ })).toBeNull()
    await userEvent.selectOptions(comparison.getByRole('combobox', { name: 'Compared with' }), 'Version 3')
    await expect(comparison.getByText('They say the same.')).toBeVisible()
    const versions = await card('Versions')
    await expect(versions.getByText(/ersion 3, the current one$/, { selector: 'p' })).toBeVisible()
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyNarrowest: Story = { ...Ready, globals: { viewport: { value: 'narrowest' } } }

/** Restoring an earlier version creates a new one with its values; no version is lost. */
export const WhenItIsRolledBack: Story = {
  play: async ({ userEvent }) => {
    const comparison = await card('Comparison')
    await userEvent.selectOptions(comparison.getByRole('combobox', { name: 'Show' }), 'Version 1')
    await userEvent.click(comparison.getByRole('button', { name: 'Roll back to version 1' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Roll back / to version 1?' }))
    await userEvent.click(question.getByRole('button', { name: 'Roll back' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated'))
    const versions = await card('Versions')
    await waitFor(() => expect(versions.getByText(/ersion 4, the current one$/, { selector: 'p' })).toBeVisible())
    await expect(await recordOf('sitePage', demoId('sitePage', 0))).toMatchObject({ title: 'Welcome', version_no: 4 })
  },
}

export const WhenThereAreNone: Story = {
  args: { parts: [demoId('sitePage', 3), 'versions'] },
  play: async () => {
    await waitFor(() => expect(screen.getByText('No versions yet')).toBeVisible())
  },
}

export const Loading: Story = {
  beforeEach: consoleStory(override('sitePage.versions', pending)),
  play: async () => {
    await expect(await screen.findByText('Loading versions')).toBeInTheDocument()
  },
}

/** The first read fails; the second one succeeds. */
export const Failed: Story = {
  beforeEach: consoleStory(override('sitePage.versions', onceInstead(failing(500)))),
  play: async ({ userEvent }) => {
    const retry = await screen.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(retry).toBeVisible())
    await userEvent.click(retry)
    await card('Comparison')
  },
}
