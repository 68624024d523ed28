import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { APPROVAL_EVENTS, APPROVAL_TITLE, type HistoryEntry } from '@contract/entities/history'
import { demoId } from '@demo/rows'
import { answering, failing, onceInstead, override } from '@mocks/browser'
import { db } from '@mocks/db'
import { consoleStory } from '@tests/kit/story-console'
import { inRecordPage, RecordOfPage, recordPage } from './record.story-kit'

/** A history shows values as in the rest of the console, and the reasons of actions. */
const meta = {
  title: 'Screens/Record/History',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: recordPage('seo-games'), parts: [demoId('game', 0)] },
  decorators: [inRecordPage('Record')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const history = async () => within(await screen.findByRole('region', { name: 'History' }))
const images = db.records.game.flatMap(({ thumbnail }) => (typeof thumbnail === 'string' ? [thumbnail] : []))
const by = { id: demoId('admin', 1), username: 'priya_r' }
const entry = (id: number, over: Partial<HistoryEntry>): HistoryEntry => ({
  id: `01990000-0000-7000-8000-00000000000${id}`,
  at: `2026-11-20T1${id}:32:00.000Z`,
  by,
  action: 'update',
  changes: [],
  asked: [],
  ...over,
})
const change = (field: string, before: unknown, after: unknown) =>
  ({ field, before, after }) as HistoryEntry['changes'][number]

const EVERY_KIND: HistoryEntry[] = [
  entry(5, { action: 'disable', changes: [change('is_deleted', false, true)] }),
  entry(4, {
    asked: [{ field: 'reason', value: 'Import of a file' }],
    changes: [
      change('volatility', 'LOW', 'HIGH'),
      change('tags', [], ['NEW', 'HOT']),
      change('rtp', null, '96.5'),
      change('platform', { id: '1', name: 'Nova Spins' }, { id: '2', name: 'Orbit Arcade' }),
      change('noindex', true, false),
    ],
  }),
  entry(3, {
    changes: [
      change('thumbnail', images[0], images[1]),
      change('screenshots', [], images.slice(0, 3)),
      change('description', 'Spin the reels.', 'Spin the reels.\nThree sevens pay the most.'),
    ],
  }),
  entry(2, {
    action: 'schedule',
    changes: [change('published_at', null, '2026-12-01T09:30:00.000Z')],
  }),
  entry(1, { action: 'create', by: null }),
]
const ofEveryKind = consoleStory(override('game.history', answering('game.history', EVERY_KIND)))
async function openDetails() {
  const shown = await history()
  for (const button of await shown.findAllByRole('button', { name: /^Details/ })) button.click()
  return shown
}
/** @returns the element with the values of a field */
const valueOf = (shown: ReturnType<typeof within>, label: string) =>
  shown.getByText(label, { selector: 'dt' }).nextElementSibling as HTMLElement

export const Ready: Story = {
  beforeEach: ofEveryKind,
  play: async () => {
    const shown = await openDetails()
    await waitFor(() => expect(valueOf(shown, 'Volatility')).toHaveTextContent('Low → High'))
    await expect(valueOf(shown, 'Tags')).toHaveTextContent('empty → New, Hot')
    await expect(valueOf(shown, 'RTP')).toHaveTextContent('empty → 96.5 %')
    await expect(valueOf(shown, 'Platform')).toHaveTextContent('Nova Spins → Orbit Arcade')
    await expect(valueOf(shown, 'Status')).toHaveTextContent('Enabled → Disabled')
    await expect(valueOf(shown, 'Published').textContent).toMatch(/empty → 1 Dec 2026, \d\d:\d\d$/)
    await expect(within(valueOf(shown, 'Image')).getByRole('img', { name: 'Image before' })).toBeVisible()
    await expect(within(valueOf(shown, 'Screenshots')).getAllByRole('img')).toHaveLength(3)
    await expect(shown.getByText('Import of a file')).toBeVisible()
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyNarrowest: Story = { ...Ready, globals: { viewport: { value: 'narrowest' } } }

/** Changes of amounts, of a color and of a level. */
export const WithAmountsAndColors: Story = {
  args: { page: recordPage('user-levels'), parts: [demoId('userLevel', 1)] },
  beforeEach: consoleStory(
    override(
      'userLevel.history',
      answering('userLevel.history', [
        entry(1, {
          changes: [
            change('min_total_deposit', '1500.00', '2500.00'),
            change('daily_deposit_limit', null, '100.00'),
            change('color', '#8A8FA3', '#D47A1F'),
            change('required_kyc', 'NONE', 'VERIFIED'),
          ],
        }),
      ]),
    ),
  ),
  play: async () => {
    const shown = await openDetails()
    await waitFor(() => expect(valueOf(shown, 'Min deposits')).toHaveTextContent('1,500.00USD → 2,500.00USD'))
    await expect(valueOf(shown, 'Color')).toHaveTextContent('#8A8FA3 → #D47A1F')
    await expect(valueOf(shown, 'Verification')).toHaveTextContent('Not needed → Verified')
  },
}

/** Old and new amounts are displayed in the record's currency. */
export const InAnotherCurrency: Story = {
  args: { page: recordPage('users'), parts: [db.users[0]!.id] },
  beforeEach: (context) => {
    consoleStory(
      override(
        'users.history',
        answering('users.history', [entry(1, { changes: [change('cash_balance', '120.00', '80.50')] })]),
      ),
    )(context)
    db.users[0]!.currency = 'EUR'
  },
  play: async () => {
    const shown = await openDetails()
    await waitFor(() => expect(valueOf(shown, 'Cash balance')).toHaveTextContent('120.00EUR → 80.50EUR'))
    const amounts = within(screen.getByRole('region', { name: 'Amounts' }))
    await expect(amounts.getByText('Total deposits').nextElementSibling).toHaveTextContent(/EUR$/)
  },
}

/** The reason of an action is visible before the details are opened. */
export const WhenItIsDoneForAReason: Story = {
  args: { page: recordPage('crypto-coin'), parts: [demoId('cryptoCoin', 0)] },
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Disable deposits' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The network is congested')
    await userEvent.click(question.getByRole('button', { name: 'Disable deposits' }))
    const shown = await history()
    await waitFor(() => expect(shown.getByText('The network is congested')).toBeVisible())
    await expect(shown.getByText(/^Disabled for deposits/)).toBeVisible()
  },
}

/** What was decided about requests for this record, and what nobody decided in time. */
export const WithDecisions: Story = {
  args: { page: recordPage('bonus-history'), parts: [demoId('bonusGrant', 5)] },
  parameters: { signedInAs: 'FINANCE' },
  beforeEach: consoleStory(
    override(
      'bonusGrant.history',
      answering('bonusGrant.history', [
        entry(3, {
          action: APPROVAL_EVENTS.reject,
          asked: [
            { field: APPROVAL_TITLE, value: 'Extend 120.00 USD of Καλωσόρισμα: Αγγελική Παπαδοπούλου' },
            { field: 'reason', value: 'Η προθεσμία έχει ήδη παραταθεί' },
          ],
        }),
        entry(2, { action: APPROVAL_EVENTS.approve, asked: [{ field: APPROVAL_TITLE, value: 'Grant 120.00 USD' }] }),
        entry(1, { action: APPROVAL_EVENTS.expire, by: null, asked: [{ field: APPROVAL_TITLE, value: 'Extend it' }] }),
      ]),
    ),
  ),
  play: async () => {
    const shown = await history()
    for (const text of [/^Rejected/, /^Extend 120\.00 USD of Καλωσόρισμα/, /^Approved/, /^Not approved in time/])
      await waitFor(() => expect(shown.getByText(text)).toBeVisible())
    await expect(shown.getByText('Η προθεσμία έχει ήδη παραταθεί')).toBeVisible()
    await expect(shown.queryByRole('button', { name: /^Details/ })).toBeNull()
  },
}
export const WithDecisionsDark: Story = { ...WithDecisions, globals: { theme: 'dark' } }
export const WithDecisionsNarrow: Story = { ...WithDecisions, globals: { viewport: { value: 'narrow' } } }

/** The first read fails; the second one succeeds. */
export const Failed: Story = {
  beforeEach: consoleStory(override('game.history', onceInstead(failing(500), answering('game.history', EVERY_KIND)))),
  play: async ({ userEvent }) => {
    const shown = await history()
    await userEvent.click(await shown.findByRole('button', { name: /could not be loaded. Try again$/ }))
    await waitFor(() => expect(shown.getByText('Import of a file')).toBeVisible())
  },
}
