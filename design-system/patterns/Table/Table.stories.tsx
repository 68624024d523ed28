import { expect, fn, userEvent as user, waitFor, within } from '@storybook/test'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { openedDialog, seen } from '@tests/kit/seen'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../primitives/Button/Button'
import { PRINT_LIMIT } from './print-rows'
import { PrintedRows } from './Table'
import { players, storySource } from './story-rows'
import { rowActions, rowName, StoryTable, words } from './StoryTable'

const SOME = players(240)
const meta = {
  title: 'Design System/Patterns/Table',
  component: StoryTable,
  parameters: { layout: 'padded' },
} satisfies Meta<typeof StoryTable>
export default meta
type Story = StoryObj<typeof meta>

const grid = (canvas: ReturnType<typeof within>) => canvas.getByRole('grid', { name: 'Users' })
const names = (element: HTMLElement) =>
  [...element.querySelectorAll('[data-index] [data-col="first"]')].map((cell) => cell.textContent)
const foot = (element: HTMLElement) => element.querySelector('footer p')?.textContent

export const Ready: Story = {
  args: {
    rows: SOME,
    rowActions,
    selectable: true,
    asOf: '14:32:08',
    actions: (
      <Button size="small" variant="primary" icon={Plus}>
        Add user
      </Button>
    ),
  },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(foot(canvasElement)).toMatch(/^Rows 1–1\d of 240$/))
    await expect(grid(canvas)).toHaveAttribute('aria-rowcount', '241')
    await expect(canvasElement.querySelector('[data-index="0"]')).toHaveAttribute('aria-rowindex', '2')
  },
}

export const Loading: Story = {
  args: { status: 'loading' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('Loading users', { selector: 'p' })).toBeVisible()
    await expect(grid(canvas)).toHaveAttribute('aria-busy', 'true')
    await waitFor(() => expect(canvasElement.querySelectorAll('[data-skeleton] > [aria-hidden]')).toHaveLength(12))
  },
}

export const Streaming: Story = {
  args: { rows: SOME, status: 'streaming', total: 600 },
  play: async ({ canvas }) => seen(canvas.findByText('240 of 600 rows so far · totals wait for the end')),
}

export const Refreshing: Story = {
  args: { rows: SOME, status: 'refreshing' },
  play: async ({ canvas }) => seen(canvas.findByText('Refreshing')),
}

export const Outdated: Story = {
  args: {
    rows: SOME,
    status: 'outdated',
    asOf: '14:29:51',
    error: { message: 'The server did not answer in time.' },
    onRetry: fn(),
  },
  play: async ({ canvas, args }) => {
    await user.click(await canvas.findByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const CutShort: Story = {
  args: { rows: players(24), status: 'cutShort', onRetry: fn() },
  play: async ({ canvas, args }) => {
    await seen(canvas.findByText('Stopped early after 24 rows.'))
    await user.click(canvas.getByRole('button', { name: 'Load the rest' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const Offline: Story = {
  args: { rows: SOME, status: 'offline', asOf: '14:29:51', onRetry: fn() },
  play: async ({ canvas, args }) => {
    await seen(canvas.findByText('Offline. Rows as of 14:29:51. Changes wait for the connection.'))
    await user.click(canvas.getByRole('button', { name: 'Try now' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const Unreachable: Story = {
  args: {
    status: 'unreachable',
    error: { message: 'The server did not answer in time. Nothing was changed.', requestId: '8f2c-41d0' },
    onRetry: fn(),
  },
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('heading', { name: 'Users could not be loaded' })).toBeVisible()
    await user.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

export const NoPermission: Story = {
  args: { status: 'noPermission' },
  play: async ({ canvas }) => expect(canvas.getByRole('heading', { name: 'You may not see users' })).toBeVisible(),
}

export const Empty: Story = {
  args: {
    status: 'empty',
    words: { ...words, empty: { ...words.empty, action: { label: 'Add the first user', onSelect: fn() } } },
  },
  play: async ({ canvas, args }) => {
    await user.click(canvas.getByRole('button', { name: 'Add the first user' }))
    await expect(args.words?.empty.action?.onSelect).toHaveBeenCalledOnce()
    await expect(canvas.getByText('0 rows')).toBeVisible()
  },
}

export const NoMatch: Story = {
  args: { rows: SOME, startView: { search: 'kowalski', filters: { role: ['VIP_PLAYER'] } } },
  play: async ({ canvas, canvasElement }) => {
    await seen(canvas.findByText('240 users are loaded. Hidden by: Role is VIP_PLAYER and “kowalski”.'))
    await user.click(canvas.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of \d+ matching · 240 loaded$/))
    await user.click(canvas.getByRole('button', { name: 'Remove filter Role' }))
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of 240$/))
  },
}

export const NoMatchBesideTheColumns: Story = {
  args: { rows: SOME, startView: { search: '', filters: { last: ['kowalski'] }, columns: ['first', 'email'] } },
  play: async ({ canvas }) => {
    await seen(canvas.findByText('240 users are loaded. Hidden by: Last name contains kowalski.'))
  },
}

export const WithOneRow: Story = {
  args: { rows: players(1) },
  play: async ({ canvasElement }) => waitFor(() => expect(foot(canvasElement)).toBe('Rows 1–1 of 1')),
}

export const WithManyRows: Story = {
  args: { rows: players(100_000), selectable: true, rowActions },
  play: async ({ canvas, canvasElement }) => {
    const scroller = grid(canvas)
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of 100,000$/))
    scroller.scrollTop = scroller.scrollHeight
    await waitFor(() => expect(canvasElement.querySelector('[data-index="99999"]')).toBeVisible())
    await expect(canvasElement.querySelectorAll('[data-index]').length).toBeLessThan(30)
    const order = [...canvasElement.querySelectorAll<HTMLElement>('[data-index]')].map((row) =>
      Number(row.dataset.index),
    )
    await expect(order).toEqual([...order].sort((a, b) => a - b))
  },
}

/** The first frame with rows contains texts; tags, switches and buttons follow once it is painted. */
export const WhenItOpens: Story = {
  args: { rows: players(200), rowActions },
  render: function Render(args) {
    const [isOpen, setIsOpen] = useState(false)
    return isOpen ? <StoryTable {...args} /> : <Button onClick={() => setIsOpen(true)}>Open</Button>
  },
  play: async ({ canvas, canvasElement }) => {
    const seenFirst: [role: string | null, buttons: number][] = []
    const watch = new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        for (const row of node instanceof HTMLElement ? node.querySelectorAll('.pb-row') : [])
          seenFirst.push([row.querySelector('[data-col="role"]')!.textContent, row.querySelectorAll('button').length])
    })
    watch.observe(canvasElement, { childList: true, subtree: true })
    await user.click(canvas.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(seenFirst.length).toBeGreaterThan(10))
    watch.disconnect()
    for (const [role, buttons] of seenFirst) {
      await expect(role).toMatch(/^[A-Z_]+$/)
      await expect(buttons).toBe(0)
    }
    await waitFor(() => expect(canvasElement.querySelector('[data-passing]')).toBeNull())
    for (const row of canvasElement.querySelectorAll<HTMLElement>('.pb-row')) {
      await expect(row.querySelector('[data-col="role"] .pb-stand-in')).toHaveTextContent(/^$/)
      await expect(row.querySelector('[data-col="role"]')).toHaveTextContent(/^[A-Z_]+$/)
      await expect(row.querySelectorAll('button').length).toBeGreaterThan(0)
    }
  },
}

/** During fast scrolling, as with a dragged scrollbar, rich cells show their text; they are rendered afterwards. */
export const WhenWholeScreensPass: Story = {
  args: { rows: players(5000), rowActions },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(names(canvasElement).length).toBeGreaterThan(10))
    const scroller = grid(canvas)
    const roleAt = (index: number) => canvasElement.querySelector(`[data-index="${index}"] [data-col="role"]`)
    let passed = 0
    for (let jump = 1; jump <= 6; jump += 1) {
      scroller.scrollTop = jump * 4000
      await new Promise(requestAnimationFrame)
      if (canvasElement.querySelector('[data-passing]')) passed += 1
    }
    await expect(passed).toBeGreaterThan(0)
    await waitFor(() => expect(canvasElement.querySelector('[data-passing]')).toBeNull())
    // Each row in view has its role as one tag, and its actions.
    const rows = [...canvasElement.querySelectorAll<HTMLElement>('[data-index]')]
    await expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) {
      const index = Number(row.dataset.index)
      await waitFor(() => expect(roleAt(index)?.querySelector('.pb-stand-in')).toHaveTextContent(/^$/))
      await expect(roleAt(index)).toHaveTextContent(/^[A-Z_]+$/)
    }
    await expect(within(rows[0]!).getAllByRole('button').length).toBeGreaterThan(0)
  },
}

export const WhenSorted: Story = {
  args: { rows: SOME, onViewChange: fn() },
  play: async ({ canvas, canvasElement, args }) => {
    await waitFor(() => expect(names(canvasElement).length).toBeGreaterThan(10))
    const head = canvas.getByRole('columnheader', { name: 'Balance' })
    await user.click(within(head).getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    const balances = () =>
      [...canvasElement.querySelectorAll('[data-index] [data-col="balance"]')].map((cell) =>
        Number(cell.textContent?.replaceAll(',', '')),
      )
    await expect(balances()).toEqual([...balances()].sort((a, b) => a - b))
    await user.click(within(head).getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect(balances()).toEqual([...balances()].sort((a, b) => b - a))
    // The view is told after the rows are drawn.
    await waitFor(() =>
      expect(args.onViewChange).toHaveBeenLastCalledWith(
        expect.objectContaining({ sort: { key: 'balance', order: 'desc' } }),
      ),
    )
    await user.click(within(head).getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'none')
  },
}

export const WhenSearched: Story = {
  args: { rows: SOME, onViewChange: fn() },
  play: async ({ canvas, canvasElement, args }) => {
    await waitFor(() => expect(names(canvasElement).length).toBeGreaterThan(10))
    grid(canvas).focus()
    await user.keyboard('/')
    const field = canvas.getByRole('searchbox', { name: 'Search users' })
    await expect(field).toHaveFocus()
    await user.type(field, '@MAILBOX')
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of 27 matching · 240 loaded$/))
    // The caller receives the search once, after the last key.
    await waitFor(() => expect(args.onViewChange).toHaveBeenCalledOnce())
    await expect(args.onViewChange).toHaveBeenCalledWith(expect.objectContaining({ search: '@MAILBOX' }))
    await expect(CSS.highlights.get('pb-table-hit')?.size).toBeGreaterThan(10)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of 240$/))
  },
}

export const WithMatches: Story = {
  args: {
    rows: SOME,
    rowActions,
    selectable: true,
    startView: {
      search: '@mailbox',
      filters: { role: ['PLAYER', 'VIP_PLAYER'] },
      sort: { key: 'first', order: 'asc' },
    },
    openRowId: SOME[9]!.id,
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of \d+ matching · 240 loaded$/))
    await expect(canvasElement.querySelector('[data-index][data-open]')).toHaveAttribute('aria-current', 'true')
  },
}

export const WhenFiltered: Story = {
  args: { rows: SOME },
  play: async ({ canvas, canvasElement }) => {
    const open = async () => {
      await user.click(canvas.getByRole('button', { name: 'Filter' }))
      return within(await openedDialog('Add a filter'))
    }
    const chooser = await open()
    await user.click(await chooser.findByRole('button', { name: 'Role' }))
    await user.click(await chooser.findByRole('checkbox', { name: 'VIP_PLAYER' }))
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of 48 matching/))
    await user.click(chooser.getByRole('checkbox', { name: 'GOLD_PLAYER' }))
    await user.click(chooser.getByRole('button', { name: 'Done' }))
    await seen(canvas.findByRole('button', { name: 'Role is any of VIP_PLAYER, GOLD_PLAYER' }))
    const again = await open()
    await user.click(await again.findByRole('button', { name: 'Last name' }))
    await user.type(await again.findByRole('textbox', { name: 'Last name contains' }), 'ødeg')
    await user.click(again.getByRole('button', { name: 'Apply' }))
    await seen(canvas.findByRole('button', { name: 'Last name contains ødeg' }))
  },
}

export const WhenColumnsAreChosen: Story = {
  args: { rows: SOME, onViewChange: fn() },
  play: async ({ canvas, args }) => {
    await user.click(canvas.getByRole('button', { name: 'Columns, 8 shown' }))
    const page = within(await openedDialog('Columns'))
    await user.click(await page.findByRole('checkbox', { name: 'Registered' }))
    await expect(canvas.getByRole('columnheader', { name: 'Registered', hidden: true })).toBeInTheDocument()
    await expect(page.getByRole('checkbox', { name: 'First name' })).toBeDisabled()
    page.getByRole('checkbox', { name: 'Email' }).focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await expect(args.onViewChange).toHaveBeenLastCalledWith(
      expect.objectContaining({
        columns: ['first', 'email', 'last', 'username', 'role', 'creator', 'enabled', 'balance', 'joined'],
      }),
    )
    await expect(page.getByRole('checkbox', { name: 'Email' })).toHaveFocus()
    await user.click(page.getByRole('button', { name: 'Reset' }))
    await expect(args.onViewChange).toHaveBeenLastCalledWith(expect.objectContaining({ columns: null }))
  },
}

/** The active cell stays in its column, and goes to the nearest one where its own is hidden. */
export const WhenTheActiveColumnIsHidden: Story = {
  args: { rows: SOME },
  play: async ({ canvas }) => {
    const scroller = grid(canvas)
    const activeColumn = () =>
      document.getElementById(scroller.getAttribute('aria-activedescendant') ?? '')?.dataset.col
    const toggle = async (column: string) => {
      await user.click(canvas.getByRole('button', { name: /^Columns, \d shown/ }))
      await user.click(await within(await openedDialog('Columns')).findByRole('checkbox', { name: column }))
      await user.keyboard('{Escape}')
    }
    await waitFor(() => expect(canvas.getAllByRole('row').length).toBeGreaterThan(10))
    scroller.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
    await expect(activeColumn()).toBe('email')
    await toggle('Last name')
    await waitFor(() => expect(activeColumn()).toBe('email'))
    await toggle('Email')
    await waitFor(() => expect(activeColumn()).toBe('username'))
  },
}

export const WithKeyboard: Story = {
  args: { rows: SOME, rowActions, selectable: true, onOpenRow: fn() },
  play: async ({ canvas, canvasElement, args }) => {
    const scroller = grid(canvas)
    await waitFor(() => expect(names(canvasElement).length).toBeGreaterThan(10))
    const active = () => document.getElementById(scroller.getAttribute('aria-activedescendant') ?? '')
    const place = () => `${active()?.closest<HTMLElement>('[data-index]')?.dataset.index} ${active()?.dataset.col}`
    scroller.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
    await expect(place()).toBe('1 first')
    await user.keyboard('{ArrowRight}')
    await expect(place()).toBe('1 last')
    // The row draws the ring of its active cell.
    const ringed = () => [...canvasElement.querySelectorAll<HTMLElement>('[data-ring]')]
    await expect(ringed()).toEqual([active()?.closest('[data-index]')])
    const { backgroundImage, backgroundPosition } = getComputedStyle(ringed()[0]!)
    await expect(backgroundImage).toContain('gradient')
    await expect(backgroundPosition).toMatch(new RegExp(`^${active()!.offsetLeft + 1}px 1px,`))
    await user.keyboard('{End}')
    await expect(place()).toBe('1 $actions')
    await user.keyboard('{Control>}{End}{/Control}')
    await expect(place()).toBe('239 $actions')
    await user.keyboard('{Control>}{Home}{/Control}{Home}{PageDown}')
    await expect(Number(place().split(' ')[0])).toBeGreaterThan(8)
    await user.keyboard('{Control>}{Home}{/Control} {Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    await expect(canvasElement.querySelectorAll('[data-index][aria-selected="true"]').length).toBe(3)
    await user.keyboard('{ArrowRight}{Enter}')
    await expect(args.onOpenRow).toHaveBeenCalledWith(SOME[2], expect.anything())
    // Enter moves the focus into a cell with controls, Esc back to the grid.
    await user.keyboard('{End}{Enter}')
    await expect(document.activeElement).toHaveAccessibleName(`Edit ${rowName(SOME[2]!)}`)
    await user.keyboard('{Escape}')
    await expect(scroller).toHaveFocus()
    // Tab reaches the controls of the active row alone.
    const edit = (index: number) => canvas.getByRole('button', { name: `Edit ${rowName(SOME[index]!)}` })
    await user.keyboard('{ArrowDown}')
    await expect(edit(3).tabIndex).toBe(0)
    await expect(edit(2).tabIndex).toBe(-1)
  },
}

export const WithSelection: Story = {
  args: { rows: SOME, selectable: true },
  play: async ({ canvas, canvasElement }) => {
    const chosen = () => canvasElement.querySelectorAll('[data-index][aria-selected="true"]').length
    await user.click(await canvas.findByRole('checkbox', { name: `Select ${rowName(SOME[1]!)}` }))
    await expect(chosen()).toBe(1)
    const all = canvas.getByRole<HTMLInputElement>('checkbox', { name: 'Select all 240' })
    await expect(all.indeterminate).toBe(true)
    await user.click(all)
    await expect(chosen()).toBe(canvasElement.querySelectorAll('[data-index]').length)
    await user.click(canvas.getByRole('checkbox', { name: `Select ${rowName(SOME[0]!)}` }))
    await expect(canvasElement.querySelector('[data-index="0"]')).toHaveAttribute('aria-selected', 'false')
    await expect(canvasElement.querySelector('[data-index="1"]')).toHaveAttribute('aria-selected', 'true')
  },
}

const changing = storySource(players(60))
export const WithLiveChanges: Story = {
  args: { live: changing, startView: { sort: { key: 'balance', order: 'asc' } } },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(names(canvasElement).length).toBeGreaterThan(10))
    const before = names(canvasElement)
    const first = canvasElement.querySelector('[data-index="0"] [data-col="balance"]')
    const position = changing.rows.reduce(
      (least, row, at) => (Number(row.balance) < Number(changing.rows[least]!.balance) ? at : least),
      0,
    )
    changing.patch(position, { balance: '99999.00' })
    await waitFor(() => expect(first).toHaveTextContent('99,999.00'))
    await expect(names(canvasElement)).toEqual(before)
    await expect(canvas.getByText(/Order is out of date/)).toBeVisible()
    await user.click(canvas.getByRole('button', { name: 'Sort again' }))
    await expect(first).not.toHaveTextContent('99,999.00')
    changing.append(players(62).slice(60))
    await user.click(await canvas.findByRole('button', { name: 'Show them' }))
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of 62$/))
  },
}

const busy = storySource(players(120))
/** Changed order and matches are applied only after a click, so that the row under the pointer stays there. */
export const WhenRowsChangeUnderThePointer: Story = {
  args: { live: busy, startView: { search: '@example', sort: { key: 'balance', order: 'asc' } } },
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(foot(canvasElement)).toMatch(/matching/))
    const row = canvasElement.querySelector('[data-index="4"]')!
    await user.hover(row)
    const { left, top } = row.getBoundingClientRect()
    const underThePointer = () =>
      document
        .elementFromPoint(left + 60, top + 20)!
        .closest('[data-index]')!
        .querySelector('[data-col="email"]')!.textContent
    const [before, email] = [names(canvasElement), underThePointer()]
    const at = busy.rows.findIndex((one) => one.email === email)
    for (const position of busy.rows.keys())
      if (position !== at && position % 3 === 0)
        busy.patch(position, { balance: String(position * 90), email: `gone${position}@mailbox.test` })
    busy.patch(at, { balance: '99999.00' })
    busy.append(players(160).slice(120))
    await waitFor(() => expect(row).toHaveTextContent('99,999.00'))
    await seen(canvas.findByText(/^\d+ new users match\./))
    await expect(underThePointer()).toBe(email)
    await expect(row.getBoundingClientRect().top).toBe(top)
    await expect(names(canvasElement)).toEqual(before)
    await user.click(canvas.getByRole('button', { name: 'Show them' }))
    await waitFor(() => expect(names(canvasElement)).not.toEqual(before))
  },
}

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200)
export const WithLongNames: Story = {
  args: {
    rows: players(30).map((row, index) => (index % 2 ? { ...row, first: LONG, email: `${LONG}@example.test` } : row)),
    selectable: true,
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(names(canvasElement)).toContain(LONG))
    const row = canvasElement.querySelector('[data-index="1"]')!
    await expect(row.getBoundingClientRect().height).toBe(40)
    // A cut-off text has a tooltip with the whole text.
    const cell = row.querySelector('[data-col="email"]')!
    await user.hover(cell)
    await expect(cell).toHaveAttribute('title', `${LONG}@example.test`)
  },
}

export const WithOtherScripts: Story = {
  args: {
    rows: players(40).map((row, index) => ({
      ...row,
      first: ['مريم', 'שרה', 'Яна', '李', 'Ελένη', '🎲 Ana', 'Zoë'][index % 7]!,
      last: ['العلي', 'כהן', 'Ёлкина', '娜', 'Άλφα', '🦊', 'Öz'][index % 7]!,
    })),
    startView: { search: 'ё' },
  },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(new Set(names(canvasElement))).toEqual(new Set(['Яна'])))
  },
}

export const WithRightToLeft: Story = {
  args: { rows: SOME, rowActions, selectable: true },
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
}

export const WhenCompact: Story = {
  args: { rows: SOME },
  play: async ({ canvas, canvasElement }) => {
    const height = () => canvasElement.querySelector('[data-index="0"]')?.getBoundingClientRect().height
    await waitFor(() => expect(height()).toBe(40))
    await user.click(canvas.getByRole('button', { name: 'Row height: default' }))
    await expect(height()).toBe(48)
    await user.click(canvas.getByRole('button', { name: 'Row height: comfortable' }))
    await expect(height()).toBe(32)
  },
}

export const WhenNarrow: Story = {
  args: { rows: SOME, rowActions, selectable: true },
  globals: { viewport: { value: 'narrow', isRotated: false } },
  play: async ({ canvas, canvasElement }) => {
    const scroller = grid(canvas)
    await waitFor(() => expect(scroller).toHaveAttribute('data-wide'))
    await waitFor(() => expect(names(canvasElement).length).toBeGreaterThan(5))
    const active = () => document.getElementById(scroller.getAttribute('aria-activedescendant')!)!
    const outline = () => getComputedStyle(active()).outlineStyle
    scroller.focus()
    // The row draws the ring of a cell that scrolls with it; a cell under which others scroll draws its own.
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect(active().closest('[data-index]')).toHaveAttribute('data-ring')
    await expect(outline()).toBe('none')
    await user.keyboard('{End}')
    await expect(active()).toHaveAttribute('data-col', '$actions')
    await expect(canvasElement.querySelector('[data-ring]')).toBeNull()
    await expect(outline()).toBe('solid')
  },
}

export const OnAPhone: Story = {
  args: { rows: SOME, rowActions, height: 760 },
  globals: { viewport: { value: 'phone', isRotated: false } },
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(canvasElement.querySelector('[data-index="0"]')?.getBoundingClientRect().height).toBe(64),
    )
    const scroller = canvasElement.querySelector('[data-table-scroller]')!
    await expect(scroller.scrollWidth).toBe(scroller.clientWidth)
  },
}

/** Printing the page prints all rows that match, in a plain table that the screen never shows. */
export const WhenItIsPrinted: Story = {
  args: { rows: SOME, prints: true, startView: { filters: { role: ['VIP_PLAYER'] } } },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(foot(canvasElement)).toMatch(/matching/))
    await PrintedRows.preload()
    await new Promise((resolve) => setTimeout(resolve))
    window.dispatchEvent(new Event('beforeprint'))
    const printed = canvasElement.querySelector('[data-print]')!
    const matching = players(240).filter(({ role }) => role === 'VIP_PLAYER')
    await expect(printed.querySelectorAll('tbody tr')).toHaveLength(matching.length)
    await expect(printed.querySelector('p')).toHaveTextContent(
      new RegExp(`^${matching.length} rows, Role is VIP_PLAYER, printed on `),
    )
    await expect(printed).not.toBeVisible()
    window.dispatchEvent(new Event('afterprint'))
    await expect(canvasElement.querySelector('[data-print]')).toBeNull()
  },
}
/** Paper has a limit, which the heading states. */
export const WhenTooMuchIsPrinted: Story = {
  args: { rows: players(PRINT_LIMIT + 1), prints: true },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(foot(canvasElement)).toMatch(/of 2,001$/))
    await PrintedRows.preload()
    await new Promise((resolve) => setTimeout(resolve))
    window.dispatchEvent(new Event('beforeprint'))
    const printed = canvasElement.querySelector('[data-print]')!
    await expect(printed.querySelectorAll('tbody tr')).toHaveLength(PRINT_LIMIT)
    await expect(printed.querySelector('p')).toHaveTextContent(
      /^The first 2,000 rows of 2,001, printed on .* An export contains all\.$/,
    )
    window.dispatchEvent(new Event('afterprint'))
  },
}
