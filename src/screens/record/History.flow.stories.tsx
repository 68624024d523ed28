import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { APPROVAL_TITLE, type HistoryEntry } from '@contract/entities/history'
import { APPROVAL_EVENTS, HISTORY_KINDS } from '@contract/records/timeline'
import { demoId } from '@demo/rows'
import { userFixture } from '@mocks/fixtures/user'
import { failing, onceInstead, override } from '@mocks/overrides'
import { consoleStory } from '@tests/kit/story-console'
import { GAME_IMAGES, inRecordPage, pressInMenu, RecordOfPage, recordPage } from './record.story-kit'

/** A timeline says in sentences what happened to a record, with values as in the rest of the console. */
const meta = {
  title: 'Screens/Record/Timeline',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: recordPage('seo-games'), parts: [demoId('game', 0)] },
  decorators: [inRecordPage('Record')],
  beforeEach: consoleStory(),
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>

const timeline = async () => within(await screen.findByRole('region', { name: 'Timeline' }))
/** A user with euros. */
const euroUser = userFixture().find(({ currency }) => currency === 'EUR')!
const by = { id: demoId('admin', 1), username: 'priya_r' }
const amara = { id: demoId('admin', 2), username: 'amara_k' }
let number = 0
/** @param at day and time in November 2026 */
const entry = (at: string, over: Partial<HistoryEntry>): HistoryEntry => ({
  id: `01990000-0000-7000-8000-${String((number += 1)).padStart(12, '0')}`,
  at: `2026-11-${at}.000Z`,
  by,
  from: 'STAFF',
  kind: 'changes',
  action: 'update',
  changes: [],
  asked: [],
  ...over,
})
const change = (field: string, before: unknown, after: unknown) =>
  ({ field, before, after }) as HistoryEntry['changes'][number]
const created = entry('01T08:00:00', { action: 'create', by: null, from: 'PLATFORM' })
type HistoryId = 'game.history' | 'users.history' | 'userLevel.history'
const sent = (data: readonly HistoryEntry[], more: object = {}) =>
  Response.json({ success: true, data, next_cursor: null, ...more })
/** A history that can be limited to a kind. */
const answersOf = (id: HistoryId, entries: readonly HistoryEntry[]) =>
  override(id, (_usual, { url }) => {
    const kind = new URL(url).searchParams.get('kind')
    return sent(
      entries.filter((each) => kind === null || each.kind === kind),
      { kinds: HISTORY_KINDS.filter((each) => entries.some((one) => one.kind === each)) },
    )
  })
const answered = (id: HistoryId, entries: readonly HistoryEntry[]) => consoleStory(answersOf(id, entries))

const EVERY_FIELD: HistoryEntry[] = [
  entry('20T15:32:00', { action: 'disable', changes: [change('is_deleted', false, true)] }),
  entry('20T14:32:40', {
    from: 'IMPORT',
    asked: [{ field: 'reason', value: 'Import of a file' }],
    changes: [
      change('volatility', 'LOW', 'HIGH'),
      change('tags', [], ['NEW', 'HOT']),
      change('rtp', null, '96.5'),
      change('platform', { id: '1', name: 'Nova Spins' }, { id: '2', name: 'Orbit Arcade' }),
      change('noindex', true, false),
    ],
  }),
  entry('20T14:32:10', {
    changes: [
      change('thumbnail', GAME_IMAGES[0], GAME_IMAGES[1]),
      change('screenshots', [], GAME_IMAGES.slice(0, 3)),
      change('description', 'Spin the reels.', 'Spin the reels.\nThree sevens pay the most.'),
    ],
  }),
  entry('19T12:32:00', { by: amara, changes: [change('rtp', '95', '96.5')] }),
  entry('19T11:32:00', {
    action: 'schedule',
    changes: [change('published_at', null, '2026-12-01T09:30:00.000Z')],
  }),
  created,
]

export const Ready: Story = {
  beforeEach: answered('game.history', EVERY_FIELD),
  play: async ({ userEvent }) => {
    const shown = await timeline()
    await waitFor(() => expect(shown.getByText(/disabled the game/)).toBeVisible())
    for (const sentence of [
      /^changed the volatility from Low to High$/,
      /^added New and Hot to the tags$/,
      /^set the RTP to 96\.5 %$/,
      /^changed the platform from Nova Spins to Orbit Arcade$/,
      /^turned Hidden from search engines off$/,
      /^replaced the image/,
      /^added 3 pictures to the screenshots/,
      /^set Published to 1 Dec 2026, \d\d:\d\d$/,
    ])
      await expect(
        shown.getByText((_text, element) => element?.tagName === 'LI' && sentence.test(element.textContent ?? '')),
      ).toBeVisible()
    await expect(
      shown.getByText((_text, element) => element?.textContent === 'amara_k raised the RTP from 95 to 96.5 %'),
    ).toBeVisible()
    await expect(shown.getByRole('img', { name: /before$/ })).toBeVisible()
    await expect(shown.getByText('Import of a file')).toBeVisible()
    // What one person did within a minute has one name.
    await expect(shown.getAllByText('priya_r')).toHaveLength(3)
    await userEvent.click(shown.getByRole('button', { name: /^Details of/ }))
    await expect(shown.getByText(/Three sevens pay the most/)).toBeVisible()
    await expect(shown.getAllByRole('listitem').at(-1)).toHaveTextContent(/The platform created the game/)
    // There is nothing to choose where all entries are changes.
    await expect(shown.queryByRole('combobox')).toBeNull()
  },
}
export const ReadyDark: Story = { ...Ready, globals: { theme: 'dark' } }
export const ReadyNarrowest: Story = { ...Ready, globals: { viewport: { value: 'narrowest' } } }

const money = (direction: 'CREDIT' | 'DEBIT', amount: string, type: string) => ({
  kind: 'money' as const,
  action: 'post',
  money: {
    transaction: demoId('users', 3),
    reference: `T412-${direction === 'CREDIT' ? 'IN' : 'OUT'}`,
    type,
    direction,
    wallet: 'CASH',
    amount,
    currency: 'EUR',
    user: { id: euroUser.id, name: 'Ana Lima' },
  },
})
const title = (text: string, ...more: HistoryEntry['asked']) => ({
  kind: 'approvals' as const,
  asked: [{ field: APPROVAL_TITLE, value: text }, ...more],
})
const EVERY_KIND: HistoryEntry[] = [
  entry('21T14:32:00', {
    ...money('CREDIT', '2500.00', 'ADJUSTMENT'),
    asked: [{ field: 'reason', value: 'Goodwill' }],
  }),
  entry('21T14:32:00', {
    action: APPROVAL_EVENTS.approve,
    ...title('Add 2,500.00 EUR: Αγγελική Παπαδοπούλου', { field: 'reason', value: 'Η προθεσμία έχει ήδη παραταθεί' }),
  }),
  entry('21T13:05:00', {
    by: amara,
    kind: 'approvals',
    action: 'adjust',
    request: { title: 'Add 2,500.00 EUR: Αγγελική Παπαδοπούλου' },
    asked: [
      { field: 'note', value: 'Promised on the phone' },
      { field: 'amount', value: '2500.00' },
    ],
  }),
  entry('20T18:00:00', { action: APPROVAL_EVENTS.expire, by: null, from: 'PLATFORM', ...title('Take 20.00 EUR') }),
  entry('20T17:00:00', { action: APPROVAL_EVENTS.cancel, by: null, from: 'PLATFORM', ...title('Take 10.00 EUR') }),
  entry('20T16:00:00', {
    action: APPROVAL_EVENTS.reject,
    ...title('Take 5.00 EUR', { field: 'reason', value: 'No proof' }),
  }),
  entry('20T09:00:00', { ...money('DEBIT', '120.00', 'WITHDRAWAL'), by: null, from: 'PLATFORM' }),
  entry('19T10:01:00', {
    kind: 'files',
    action: 'view-file',
    files: [{ id: demoId('users', 4), name: 'διαβατήριο.pdf' }],
  }),
  entry('19T10:00:00', {
    kind: 'claims',
    action: 'takeOver',
    changes: [change('claimed_by', 'amara_k', 'priya_r')],
    asked: [{ field: 'reason', value: 'Your shift is over' }],
  }),
  entry('19T09:00:00', {
    by: amara,
    kind: 'claims',
    action: 'claim',
    changes: [change('claimed_by', null, 'amara_k')],
  }),
  entry('18T09:00:00', {
    kind: 'files',
    action: 'upload',
    by: null,
    from: 'APP',
    files: [{ id: demoId('users', 4), name: 'διαβατήριο.pdf' }],
  }),
  entry('01T08:00:00', { action: 'create', by: null, from: 'USER' }),
]

/** Approvals, claims, money and files; the choice of a kind is in the address of the page. */
export const WithEveryKind: Story = {
  args: { page: recordPage('users'), parts: [euroUser.id] },
  parameters: { signedInAs: 'FINANCE' },
  beforeEach: answered('users.history', EVERY_KIND),
  play: async ({ userEvent }) => {
    const shown = await timeline()
    const sentence = (text: string) =>
      shown.getByText((_text, element) => element?.tagName === 'P' && element.textContent === text)
    await waitFor(() => expect(sentence('priya_r posted +2,500.00 EUR to cash')).toBeVisible())
    for (const text of [
      'approved the request: Add 2,500.00 EUR: Αγγελική Παπαδοπούλου',
      'amara_k asked for approval: Add 2,500.00 EUR: Αγγελική Παπαδοπούλου',
      'Nobody decided the request in time: Take 20.00 EUR',
      'The request was cancelled: Take 10.00 EUR',
      'priya_r rejected the request: Take 5.00 EUR',
      '−120.00 EUR from cash',
      'priya_r viewed διαβατήριο.pdf',
      'priya_r took the user over from amara_k',
      'The users’ app uploaded διαβατήριο.pdf',
      'The user registered',
    ])
      await expect(sentence(text)).toBeVisible()
    for (const quote of ['Promised on the phone', 'No proof', 'Your shift is over'])
      await expect(shown.getByText(quote)).toBeVisible()
    await expect(shown.getAllByRole('link', { name: /^T412-/ })[0]).toHaveAttribute(
      'href',
      expect.stringContaining('/transaction-record/'),
    )
    const filter = shown.getByRole('combobox', { name: 'Show' })
    await userEvent.selectOptions(filter, 'Claims')
    await waitFor(() => expect(shown.queryByText(/registered/)).toBeNull())
    await expect(sentence('amara_k claimed the user')).toBeVisible()
    await userEvent.selectOptions(filter, 'All events')
    await waitFor(() => expect(shown.getByText(/registered/)).toBeVisible())
  },
}
export const WithEveryKindDark: Story = { ...WithEveryKind, globals: { theme: 'dark' } }
export const WithEveryKindNarrow: Story = { ...WithEveryKind, globals: { viewport: { value: 'narrow' } } }

/** A reader without the right to transactions receives no money entries, and is not offered their kind. */
export const WithoutMoney: Story = {
  args: { page: recordPage('users'), parts: [userFixture()[0]!.id] },
  parameters: { signedInAs: 'SUPPORT_AGENT' },
  play: async () => {
    const shown = await timeline()
    await waitFor(() => expect(shown.getAllByRole('listitem').length).toBeGreaterThan(0))
    await expect(shown.queryByRole('option', { name: 'Money' })).toBeNull()
    await expect(shown.queryByText(/ to cash$/)).toBeNull()
  },
}

/** Changes of amounts, of a color and of a level. */
export const WithAmountsAndColors: Story = {
  args: { page: recordPage('user-levels'), parts: [demoId('userLevel', 1)] },
  beforeEach: answered('userLevel.history', [
    entry('11T08:00:00', {
      changes: [
        change('min_total_deposit', '1500.00', '2500.00'),
        change('daily_deposit_limit', null, '100.00'),
        change('color', '#8A8FA3', '#D47A1F'),
        change('required_kyc', 'NONE', 'VERIFIED'),
      ],
    }),
    created,
  ]),
  play: async () => {
    const shown = await timeline()
    await waitFor(() => expect(shown.getByText(/changed 4 fields/)).toBeVisible())
    const list = shown.getAllByRole('listitem').map((one) => one.textContent)
    await expect(list).toContain('changed the color from #8A8FA3 to #D47A1F')
    await expect(list.some((text) => / from 1,500\.00 to 2,500\.00 USD$/.test(text))).toBe(true)
    await expect(list.some((text) => /^changed the verification from Not needed to Verified$/.test(text))).toBe(true)
  },
}

/** Old and new amounts are displayed in the record's currency. */
export const InAnotherCurrency: Story = {
  args: { page: recordPage('users'), parts: [euroUser.id] },
  beforeEach: answered('users.history', [
    entry('11T08:00:00', { changes: [change('cash_balance', '120.00', '80.50')] }),
  ]),
  play: async () => {
    const shown = await timeline()
    await waitFor(() =>
      expect(shown.getAllByRole('listitem')[0]).toHaveTextContent(
        /priya_r lowered the cash balance from 120\.00 to 80\.50 EUR/,
      ),
    )

    await expect(screen.getByText('Total deposits').nextElementSibling).toHaveTextContent(/EUR$/)
  },
}

/** The reason of an action is visible. */
export const WhenItIsDoneForAReason: Story = {
  args: { page: recordPage('crypto-coin'), parts: [demoId('cryptoCoin', 0)] },
  play: async ({ userEvent }) => {
    await pressInMenu(userEvent, 'Disable deposits')
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.type(question.getByRole('textbox', { name: /^Reason/ }), 'The network is congested')
    await userEvent.click(question.getByRole('button', { name: 'Disable deposits' }))
    const shown = await timeline()
    await waitFor(() => expect(shown.getByText('The network is congested')).toBeVisible())
    await expect(shown.getByText(/disabled deposits/)).toBeVisible()
    // A row of the demo has no entry of its creation, and begins with it all the same.
    await expect(shown.getAllByRole('listitem').at(-1)).toHaveTextContent(/created the coin/)
  },
}

/** Older entries are read when they are asked for; the creation is the last of them. A failure can be repeated. */
export const Long: Story = {
  beforeEach: async (context) => {
    const all = Array.from({ length: 60 }, (_each, index) =>
      entry(`${String(28 - Math.floor(index / 3)).padStart(2, '0')}T1${index % 3}:00:00`, {
        changes: [change('rtp', String(90 - index), String(91 - index))],
      }),
    )
    let fails = true
    await consoleStory(
      override('game.history', (usual, request) => {
        if (!new URL(request.url).searchParams.has('cursor'))
          return sent(all.slice(0, 50), { next_cursor: 'older', kinds: ['changes'] })
        if (!fails) return sent([...all.slice(50), created])
        fails = false
        return failing(500)(usual, request)
      }),
    )(context)
  },
  play: async ({ userEvent }) => {
    const shown = await timeline()
    await userEvent.click(await shown.findByRole('button', { name: 'Show older' }))
    await userEvent.click(await shown.findByRole('button', { name: /could not be loaded. Try again$/ }))
    await waitFor(() => expect(shown.getByText(/created the game/)).toBeVisible())
    await expect(shown.getAllByRole('listitem')).toHaveLength(61)
    await expect(shown.queryByRole('button', { name: 'Show older' })).toBeNull()
  },
}

/** Nothing of the chosen kind: an address may name a kind that does not occur. */
export const EmptyFilter: Story = {
  beforeEach: answered('game.history', [created]),
  parameters: { path: '/?timeline=claims' },
  play: async ({ userEvent }) => {
    const shown = await timeline()
    await waitFor(() => expect(shown.getByText('There are no entries of this kind: Claims.')).toBeVisible())
    await userEvent.selectOptions(shown.getByRole('combobox', { name: 'Show' }), 'All events')
    await waitFor(() => expect(shown.getByText(/created the game/)).toBeVisible())
  },
}

export const Loading: Story = {
  beforeEach: consoleStory(override('game.history', () => new Promise<Response>(() => undefined))),
  play: async () => {
    const shown = await timeline()
    await waitFor(() => expect(shown.getByRole('status')).toHaveTextContent('Loading'))
  },
}

/** The first read fails; the second one succeeds. */
export const Failed: Story = {
  beforeEach: consoleStory(
    override(
      'game.history',
      onceInstead(failing(500), () => sent(EVERY_FIELD, { kinds: ['changes'] })),
    ),
  ),
  play: async ({ userEvent }) => {
    const shown = await timeline()
    await userEvent.click(await shown.findByRole('button', { name: /could not be loaded. Try again$/ }))
    await waitFor(() => expect(shown.getByText('Import of a file')).toBeVisible())
  },
}
