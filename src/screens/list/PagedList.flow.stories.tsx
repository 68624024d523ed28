import { useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent as user, waitFor, within } from '@storybook/test'
import { listExportMachine } from '@machines/list-export/list-export.machine'
import { pagedListMachine, SEARCH_PAUSE_MS } from '@machines/paged-list/paged-list.machine'
import { refetchMachine } from '@machines/refetch/refetch.machine'
import { failing, override, pending, type Responder } from '@mocks/overrides'
import { colleague, connectionCount, rowsOf, sql } from '@mocks/scene'
import { holdTimers } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { openedDialog, rowWith, seen } from '@tests/kit/seen'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from './list.story-kit'

const LIST = 'newsletterSubscriber.list'
const meta = {
  title: 'Screens/Paged list',
  component: ListPage,
  parameters: { layout: 'fullscreen' },
  args: { page: listPage('newsletter-subscriber'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>

const NEWEST = 'greta.demir300'
const OLDEST = 'olivia.walker1@'
/** Calls of the list that match a condition get another response. */
const where =
  (holds: (query: URLSearchParams) => boolean, special: Responder): Responder =>
  (usual, request) =>
    holds(new URL(request.url).searchParams) ? special(usual, request) : usual()
const isFurther = (query: URLSearchParams) => query.has('cursor')
const isSearch = (query: URLSearchParams) => query.has('search')
const isRefetch = (query: URLSearchParams) => query.has('id')
const isUpwards = (query: URLSearchParams) => query.get('sort_order') === 'asc'
const isStream = (query: URLSearchParams) => query.get('itemNo')!.length > 3

const noRow: Responder = () => Response.json({ success: true, data: [], total_count: null, next_cursor: null })

const opened = () => rowWith(NEWEST)
const grid = () => screen.getByRole('grid', { name: 'subscribers' })
const foot = (text: RegExp) => screen.findByText(text)
const searchField = () => screen.getByRole('searchbox', { name: 'Search subscribers' })
const goTo = async (place: string) => {
  await user.click(screen.getByRole('button', { name: 'Go to' }))
  await user.click(await within(await openedDialog('Go to')).findByRole('button', { name: place }))
}
interface Subscriber {
  id: string
  version: number
  email: string
  createdAt: string
}
/** A colleague ends the newest subscription. */
async function unsubscribeElsewhere() {
  await waitFor(() => expect(connectionCount()).toBe(1))
  const [newest] = await rowsOf<Subscriber>('newsletterSubscriber', { search: NEWEST })
  await colleague('CONTENT_EDITOR').call('newsletterSubscriber.unsubscribe', {
    params: { id: newest!.id },
    version: newest!.version,
    body: { reason: 'Asked for it by phone' },
  })
}

export const Ready: Story = {
  parameters: { statechart: inState(pagedListMachine, 'ready') },
  play: async () => {
    await opened()
    await seen(foot(/^Rows 1–\d+ of 200 read so far$/))
    await seen(screen.findByText('300 subscribers'))
    // Only filters that the paths support are offered.
    await expect(screen.queryByRole('button', { name: 'Status' })).toBeNull()
    await expect(screen.getByRole('button', { name: 'Consent given' })).toBeVisible()
  },
}
export const Loading: Story = {
  parameters: { statechart: inState(pagedListMachine, 'loading') },
  beforeEach: consoleStory(override(LIST, pending)),
  play: async () => {
    await expect((await screen.findAllByText('Loading subscribers')).length).toBe(2)
  },
}
export const Unreachable: Story = {
  parameters: { statechart: inState(pagedListMachine, 'unreachable') },
  beforeEach: consoleStory(override(LIST, failing(500))),
  play: async () => {
    await seen(screen.findByRole('heading', { name: 'Subscribers could not be loaded' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledOnce())
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}
export const Empty: Story = {
  parameters: { statechart: inState(pagedListMachine, 'empty') },
  beforeEach: consoleStory(override(LIST, noRow)),
  play: async () => seen(screen.findByRole('heading', { name: 'No subscribers yet' })),
}
/** A further page is being loaded; the loaded rows stay usable. */
export const ReadingOn: Story = {
  parameters: { statechart: inState(pagedListMachine, 'readingOn') },
  beforeEach: consoleStory(override(LIST, where(isFurther, pending))),
  play: async () => {
    await opened()
    await seen(screen.findByText('Reading on'))
    await expect(grid()).toHaveAttribute('aria-rowcount', '101')
  },
}
/** The rows stay; the page is requested again when the person asks for it. */
export const PageFailed: Story = {
  parameters: { statechart: inState(pagedListMachine, 'pageFailed') },
  beforeEach: consoleStory(override(LIST, where(isFurther, failing(500)))),
  play: async () => {
    await seen(screen.findByText(/^More subscribers could not be loaded\./))
    await expect(await opened()).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(toasted).not.toHaveBeenCalled()
  },
}
export const WhenAPageIsTriedAgain: Story = {
  beforeEach: (context) => {
    let failures = 0
    const once: Responder = (usual, request) => (failures++ === 0 ? failing(500)(usual, request) : usual())
    return consoleStory(override(LIST, where(isFurther, once)))(context)
  },
  play: async () => {
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await seen(foot(/of 200 read so far$/))
  },
}
/** No request is sent per keystroke; the earlier rows stay. */
export const Typing: Story = {
  parameters: { statechart: inState(pagedListMachine, 'typing') },
  beforeEach: consoleStory(override(LIST, where(isSearch, failing(500)))),
  play: async () => {
    await opened()
    holdTimers(SEARCH_PAUSE_MS)
    await user.type(searchField(), 'greta')
    await waitFor(() => expect(grid()).toHaveAttribute('aria-busy', 'true'))
    await expect(await opened()).toBeVisible()
  },
}
const searched = fn()
export const Searching: Story = {
  parameters: { statechart: inState(pagedListMachine, 'searching') },
  beforeEach: (context) => {
    searched.mockClear()
    const noted: Responder = (usual, request) => {
      searched()
      return pending(usual, request)
    }
    return consoleStory(override(LIST, where(isSearch, noted)))(context)
  },
  play: async () => {
    await opened()
    await user.type(searchField(), 'greta')
    // One call, after the pause.
    await waitFor(() => expect(searched).toHaveBeenCalledOnce())
    await seen(screen.findByText('Refreshing'))
    await expect(await opened()).toBeVisible()
  },
}
/** The server searches the whole list, not only the loaded rows. */
export const WhenTheWholeListIsSearched: Story = {
  play: async () => {
    await opened()
    await user.type(searchField(), 'olivia.walker1@')
    await seen(rowWith(OLDEST))
    await seen(foot(/^Rows 1–1 of 1$/))
    await seen(screen.findByText('1 subscriber'))
  },
}
export const NoMatch: Story = {
  parameters: { statechart: inState(pagedListMachine, 'noMatch') },
  play: async () => {
    await opened()
    await user.type(searchField(), 'nobody is called so')
    await seen(screen.findByRole('heading', { name: 'No subscriber matches' }))
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await opened()
    await user.type(searchField(), 'nobody is called so')
    await seen(screen.findByText('Searched for: “nobody is called so”.'))
  },
}
/** A filter that no path supports together with the current one shows that instead of being offered. */
export const WhenFiltersAreCombined: Story = {
  play: async () => {
    await opened()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    await user.click(await within(await openedDialog('Add a filter')).findByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Complained' }))
    await user.keyboard('{Escape}')
    await seen(screen.findByText(/^\d+ subscribers$/))
    await waitFor(() => expect(document.body.textContent).not.toContain(NEWEST))
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    const chooser = within(await openedDialog('Add a filter'))
    await expect(await chooser.findByRole('button', { name: /^Source/ })).toHaveAttribute('aria-disabled', 'true')
    await expect(chooser.getAllByText('Cannot be combined with Status').length).toBeGreaterThan(1)
    await expect(chooser.getByRole('button', { name: 'Created' })).not.toHaveAttribute('aria-disabled')
  },
}
/** The target rows are being loaded; the previous rows stay until then. */
export const Going: Story = {
  parameters: { statechart: inState(pagedListMachine, 'going') },
  beforeEach: consoleStory(override(LIST, where(isUpwards, pending))),
  play: async () => {
    await opened()
    await goTo('Oldest')
    await seen(screen.findByText('Refreshing'))
    await expect(await opened()).toBeVisible()
  },
}
/** Ctrl End goes to the last record of the list, not to the last loaded one; from there the list loads backwards. */
export const WhenItGoesToItsEnds: Story = {
  play: async () => {
    await opened()
    grid().focus()
    await user.keyboard('{Control>}{End}{/Control}')
    await seen(rowWith(OLDEST))
    await user.keyboard('{Control>}{Home}{/Control}')
    await opened()
    await goTo('Oldest')
    await seen(rowWith(OLDEST))
  },
}
export const WhenItGoesToADay: Story = {
  play: async () => {
    await opened()
    const middle = (await rowsOf<Subscriber>('newsletterSubscriber', { search: 'olena' })).at(-1)!
    await user.click(screen.getByRole('button', { name: 'Go to' }))
    const panel = within(await openedDialog('Go to'))
    const day = await panel.findByLabelText('Day of “Created”')
    await user.type(day, middle.createdAt.slice(0, 10))
    await user.click(panel.getByRole('button', { name: 'Go to day' }))
    await seen(rowWith(middle.email))
  },
}
/** The target rows cannot be loaded: the current rows stay, with a message. */
export const WhenAPlaceCannotBeReached: Story = {
  beforeEach: consoleStory(override(LIST, where(isUpwards, failing(500)))),
  play: async () => {
    await opened()
    await goTo('Oldest')
    await waitFor(() => expect(toasted).toHaveBeenCalledOnce())
    await expect(await opened()).toBeVisible()
  },
}

/** The list is left and opened again with Back: the same rows are in view. */
export const WhenOneComesBack: Story = {
  decorators: [
    (Story) => {
      const [isOpen, setOpen] = useState(true)
      return (
        <>
          <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Leave' : 'Come back'}</button>
          {isOpen && <Story />}
        </>
      )
    },
  ],
  play: async () => {
    await opened()
    await goTo('Oldest')
    await seen(rowWith(OLDEST))
    await seen(foot(/–200 of 200 read so far$/))
    const before = grid().querySelector('[data-index]')!.textContent
    const offset = grid().scrollTop
    await expect(offset).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Come back' }))
    await seen(rowWith(OLDEST))
    await waitFor(() => expect(grid().querySelector('[data-index]')!.textContent).toBe(before))
    await expect(Math.abs(grid().scrollTop - offset)).toBeLessThan(40)
  },
}

export const WhileChangesAreFetched: Story = {
  parameters: { statechart: inState(refetchMachine, 'refetching'), isLive: true },
  beforeEach: consoleStory(override(LIST, where(isRefetch, pending))),
  play: async () => {
    await opened()
    await unsubscribeElsewhere()
    await expect(await opened()).toHaveTextContent('Subscribed')
  },
}
/** The call failed: the row is unchanged, no message is shown, and the console repeats the call automatically. */
export const WhenChangesCannotBeFetched: Story = {
  parameters: { statechart: inState(refetchMachine, 'unanswered'), isLive: true },
  beforeEach: consoleStory(override(LIST, where(isRefetch, failing(500)))),
  play: async () => {
    await opened()
    await unsubscribeElsewhere()
    await expect(toasted).not.toHaveBeenCalled()
  },
}
export const WhenAColleagueChangesARecord: Story = {
  parameters: { isLive: true },
  play: async () => {
    await opened()
    await unsubscribeElsewhere()
    await waitFor(async () => expect(await opened()).toHaveTextContent('Unsubscribed'))
  },
}
/** The record no longer matches the filter: it leaves the list, and the total is updated. */
export const WhenARecordLeavesTheFilter: Story = {
  parameters: { isLive: true, path: '/newsletter-subscriber?f.status=SUBSCRIBED' },
  play: async () => {
    await opened()
    const total = await screen.findByText(/^\d+ subscribers$/)
    const before = Number(total.textContent.split(' ')[0])
    await unsubscribeElsewhere()
    await waitFor(() => expect(document.body.textContent).not.toContain(NEWEST))
    await seen(screen.findByText(`${before - 1} subscribers`))
  },
}

const bar = () => within(screen.getByRole('region', { name: 'Selected subscribers' }))

/** Addresses that can be unsubscribed, the oldest first. */
async function subscribedAddresses() {
  const rows = await sql<{ email: string }>(
    `select email from newsletter_subscribers where status = 'SUBSCRIBED' order by created_at, id`,
  )
  return rows.map(({ email }) => email)
}
/** The first rows of the list arrive; the further ones are still being read. Records are found by their ids as usual. */
const firstRows: Responder = async (usual, request) => {
  const query = new URL(request.url).searchParams
  if (isFurther(query)) return pending(usual, request)
  if (isRefetch(query)) return usual()
  const page = (await (await usual()).json()) as { data: unknown[] }
  return Response.json({ ...page, data: page.data.slice(0, 10), next_cursor: 'further' })
}

const checkAll = async () => {
  await user.click(bar().getByRole('button', { name: 'Unsubscribe' }))
  await user.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'The list was bought')
  await user.click(screen.getByRole('button', { name: 'Check all subscribers of this list' }))
}

/** One row is selected, then all loaded rows. */
export const WithSelectedRows: Story = {
  play: async () => {
    const row = await opened()
    await user.click(within(row).getByRole('checkbox'))
    await seen(screen.findByText('1 selected'))
    await user.click(await screen.findByRole('button', { name: 'Select the 200 that are loaded' }))
    await seen(screen.findByText('200 selected'))
    await expect(screen.queryByRole('button', { name: /are loaded$/ })).toBeNull()
  },
}
/** All records that match, loaded or not: the server lists them, and the dry run shows each by name. */
export const WhenTheWholeListIsSelected: Story = {
  beforeEach: consoleStory(override(LIST, firstRows), () =>
    // Each dry run and each call takes time for every record.
    sql(`delete from newsletter_subscribers where source <> 'IMPORT'`),
  ),
  play: async () => {
    const subscribed = await subscribedAddresses()
    await user.click(within(await rowWith(subscribed.at(-1)!)).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Select the whole list' }))
    await seen(screen.findByText('The whole list selected'))
    await expect(bar().getByRole('button', { name: 'Export' })).toHaveAttribute('aria-disabled', 'true')
    await checkAll()
    const verb = `Unsubscribe ${subscribed.length} subscribers`
    await seen(screen.findByRole('button', { name: verb }))
    const question = within(screen.getByRole('dialog'))
    await user.click(question.getByRole('radio', { name: `Change ${subscribed.length}` }))
    // The last one was never loaded.
    const [oldest] = subscribed
    const results = question.getByRole('list', { name: /that change$/ })
    results.scrollTop = results.scrollHeight
    await waitFor(() => expect(results).toHaveTextContent(oldest!))
    await user.type(question.getByRole('textbox', { name: /^Type the number/ }), String(subscribed.length))
    await user.click(question.getByRole('button', { name: verb }))
    await waitFor(async () => expect(await subscribedAddresses()).toEqual([]))
  },
}
/** One call is limited to a number of records: the person must filter the list. */
export const WhenTheListFindsTooMany: Story = {
  beforeEach: consoleStory(() =>
    sql(
      `insert into newsletter_subscribers (id, email, source, consent_at, consent_text, locale, status, store_code, created_at, updated_at)
       select gen_random_uuid(), 'many' || nth || '@mail.example', source, consent_at, consent_text, locale, status, store_code, created_at, updated_at
       from (select * from newsletter_subscribers order by created_at, id limit 1), generate_series(1, 903) as nth
       on conflict do nothing`,
    ),
  ),
  play: async () => {
    await user.click(within(await opened()).getByRole('checkbox'))
    await user.click(await screen.findByRole('button', { name: 'Select the whole list' }))
    await checkAll()
    await seen(screen.findByText(/It finds 1203 subscribers/))
    await seen(screen.findByText(/Nothing was changed/))
  },
}

export const Idle: Story = {
  parameters: { statechart: inState(listExportMachine, 'idle') },
  play: async () => {
    await opened()
    await seen(screen.findByRole('button', { name: 'Export' }))
  },
}
export const Exporting: Story = {
  parameters: { statechart: inState(listExportMachine, 'exporting') },
  beforeEach: consoleStory(override(LIST, where(isStream, pending))),
  play: async () => {
    await opened()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await seen(screen.findByRole('button', { name: 'Cancel the export, 0 read' }))
    await expect(searchField()).toBeEnabled()
  },
}
/** An incomplete export is not saved. */
export const WhenAnExportFails: Story = {
  beforeEach: consoleStory(override(LIST, where(isStream, failing(500)))),
  play: async () => {
    await opened()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', expect.anything()))
    await seen(screen.findByRole('button', { name: 'Export' }))
  },
}
