import { expect, fireEvent, fn, userEvent as user, waitFor, within } from '@storybook/test'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Ban } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../primitives/Button/Button'
import { players, storySource, type Player } from './story-rows'
import { rowActions, rowName, StoryTable } from './StoryTable'

const SOME = players(240)
const narrowed = storySource(players(40))
const meta = {
  title: 'Design System/Patterns/Table/Actions',
  component: StoryTable,
  parameters: { layout: 'padded' },
  args: { rows: SOME, rowActions, selectable: true },
} satisfies Meta<typeof StoryTable>
export default meta
type Story = StoryObj<typeof meta>

type Canvas = ReturnType<typeof within>
const grid = (canvas: Canvas) => canvas.getByRole('grid', { name: 'Users' })
const bar = (canvas: Canvas) => canvas.findByRole('region', { name: 'Selected users' })
const chosen = (element: HTMLElement) => element.querySelectorAll('[data-index][aria-selected="true"]').length
const width = (canvas: Canvas, name: string) =>
  Math.round(canvas.getByRole('columnheader', { name: new RegExp(`^${name}`) }).getBoundingClientRect().width)
const THREE = { ids: new Set(SOME.slice(3, 6).map(({ id }) => id)), allMatching: false }

/** The count, at most four actions, and ×. */
export const WithTheBulkBar: Story = {
  args: { startSelection: THREE },
  play: async ({ canvas, canvasElement }) => {
    const shown = within(await bar(canvas))
    await waitFor(() => expect(shown.getByText('3 selected')).toBeVisible())
    await expect(shown.getByRole('button', { name: 'Disable' })).toHaveAttribute('aria-disabled', 'true')
    // The last row can be scrolled above the bar.
    const scroller = grid(canvas)
    scroller.scrollTop = scroller.scrollHeight
    const last = await waitFor(
      () => canvasElement.querySelector('[data-index="239"]') ?? Promise.reject(new Error('not painted yet')),
    )
    const edge = canvasElement.querySelector('[data-table-bulk]')!.getBoundingClientRect().top
    await waitFor(() => expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(edge))
    await user.click(shown.getByRole('button', { name: 'Select all 240' }))
    await waitFor(() => expect(canvas.getByText('240 selected')).toBeVisible())
    await user.click(canvas.getByRole('button', { name: 'Clear the selection' }))
    await waitFor(() => expect(canvas.queryByRole('region', { name: 'Selected users' })).toBeNull())
    await expect(scroller).toHaveFocus()
  },
}

const noted = fn()
/** A button is not rendered again while it looks the same, and performs its latest action. */
export const WhenOnlyTheEffectOfAnActionChanges: Story = {
  render: function Render(args) {
    const [turn, setTurn] = useState(1)
    const noting = useMemo(
      () => (row: Player) => [{ key: 'note', label: 'Note', icon: Ban, onSelect: () => noted(row.id, turn) }],
      [turn],
    )
    return (
      <>
        <Button onClick={() => setTurn(turn + 1)}>Next</Button>
        <StoryTable {...args} rowActions={noting} />
      </>
    )
  },
  play: async ({ canvas }) => {
    noted.mockClear()
    const [first] = await canvas.findAllByRole('button', { name: /^Note / })
    await user.click(first!)
    await user.click(canvas.getByRole('button', { name: 'Next' }))
    await user.click(first!)
    await expect(noted.mock.calls).toEqual([
      [SOME[0]!.id, 1],
      [SOME[0]!.id, 2],
    ])
  },
}

/** Selected rows that a search hides stay selected and are counted. */
export const WhenChosenRowsAreHidden: Story = {
  args: {
    startSelection: { ids: new Set([SOME[0]!.id, SOME[1]!.id]), allMatching: false },
    startView: { search: '@mailbox' },
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('1 not shown')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Select all 27 that match' })).toBeVisible()
  },
}

export const WhenAllThatMatchAreChosen: Story = {
  args: { startView: { search: '@mailbox' } },
  play: async ({ canvas }) => {
    const scroller = grid(canvas)
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: 'Select all 27 that match' })).toBeEnabled())
    scroller.focus()
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(canvas.getByText('27 selected')).toBeVisible())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByText('27 selected')).toBeNull())
  },
}

/** A range begins at the active row; making it smaller deselects rows again. */
export const WhenARangeIsChosen: Story = {
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('[data-index="12"]')).toBeVisible())
    grid(canvas).focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
    await expect(chosen(canvasElement)).toBe(4)
    await expect(canvasElement.querySelector('[data-index="0"]')).toHaveAttribute('aria-selected', 'false')
    await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}')
    await expect(chosen(canvasElement)).toBe(2)
  },
}

export const WhenAnActionIsUnderWay: Story = {
  args: { startSelection: THREE, bulkStatus: 'Disabling 40 of 312' },
  play: async ({ canvas }) => waitFor(() => expect(canvas.getByText('Disabling 40 of 312')).toBeVisible()),
}

export const BulkBarOnAPhone: Story = {
  args: { startSelection: THREE, height: 700 },
  globals: { viewport: { value: 'narrowest', isRotated: false } },
  play: async ({ canvas }) => {
    const box = (await bar(canvas)).getBoundingClientRect()
    await expect(box.left).toBeGreaterThanOrEqual(0)
    await expect(box.right).toBeLessThanOrEqual(window.innerWidth)
  },
}

/** The head is one Tab stop; ← and → move along it, and the handle next to the name resizes the column. */
export const WhenAColumnIsSizedByKeyboard: Story = {
  args: { onColumnLookChange: fn() },
  play: async ({ canvas, args }) => {
    await waitFor(() => expect(width(canvas, 'Username')).toBeGreaterThan(60))
    within(canvas.getByRole('columnheader', { name: /^First name/ }))
      .getByRole('button')
      .focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect(within(canvas.getByRole('columnheader', { name: /^Username/ })).getByRole('button')).toHaveFocus()
    await user.tab()
    const edge = canvas.getByRole('separator', { name: 'Width of Username' })
    await expect(edge).toHaveFocus()
    const [before, email] = [width(canvas, 'Username'), width(canvas, 'Email')]
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(width(canvas, 'Username')).toBe(before + 16))
    // The columns before it keep their position.
    await expect(width(canvas, 'Email')).toBe(email)
    await expect(edge).toHaveFocus()
    await expect(args.onColumnLookChange).toHaveBeenLastCalledWith(
      expect.objectContaining({ widths: expect.objectContaining({ username: before + 16 }) }),
    )
    // As wide as its content.
    await user.keyboard('{Enter}')
    await waitFor(() => expect(width(canvas, 'Username')).not.toBe(before + 16))
  },
}

export const WhenAColumnIsDragged: Story = {
  play: async ({ canvas, canvasElement }) => {
    await waitFor(() => expect(width(canvas, 'Email')).toBeGreaterThan(100))
    const edge = canvas.getByRole('separator', { name: 'Width of Email' })
    const before = width(canvas, 'Email')
    edge.setPointerCapture = () => {}
    const at = { pointerId: 1, button: 0, clientY: 60 }
    await fireEvent.pointerDown(edge, { ...at, clientX: 400 })
    await fireEvent.pointerMove(edge, { ...at, clientX: 460 })
    await expect(width(canvas, 'Email')).toBe(before + 60)
    await fireEvent.pointerUp(edge, { ...at, clientX: 460 })
    await waitFor(() => expect(edge).toHaveAttribute('aria-valuenow', String(before + 60)))
    await expect(
      Math.round(canvasElement.querySelector('[data-index="0"] [data-col="email"]')!.getBoundingClientRect().width),
    ).toBe(before + 60)
  },
}

/** A pinned column is after the first one and stays visible when the table scrolls horizontally. */
export const WhenAColumnIsPinned: Story = {
  globals: { viewport: { value: 'narrow', isRotated: false } },
  play: async ({ canvas, canvasElement }) => {
    const page = within(document.body)
    await user.click(canvas.getByRole('button', { name: 'Columns, 8 shown' }))
    await user.click(await page.findByRole('button', { name: 'Pin Username' }))
    await expect(page.getByText('Username stays in sight')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    const scroller = grid(canvas)
    scroller.scrollLeft = 400
    const cell = (key: string) =>
      canvasElement.querySelector(`[data-index="0"] [data-col="${key}"]`)!.getBoundingClientRect()
    await waitFor(() => expect(Math.round(cell('username').left)).toBe(Math.round(cell('first').right)))
    await waitFor(() => expect(Math.round(cell('first').left)).toBe(Math.round(scroller.getBoundingClientRect().left)))
  },
}

export const WhenARowIsPeekedAt: Story = {
  args: { onPeekRow: fn(), openRowId: SOME[2]!.id },
  play: async ({ canvas, canvasElement, args }) => {
    await waitFor(() => expect(canvasElement.querySelector('[data-open]')).toBeVisible())
    grid(canvas).focus()
    // The active cell is on the open record.
    await user.keyboard('{ArrowUp}p')
    await expect(args.onPeekRow).toHaveBeenCalledWith(SOME[1])
    await expect(canvas.getByRole('row', { current: true })).toHaveTextContent(rowName(SOME[2]!).split(' ')[0]!)
  },
}

/** Four actions with long names: the bar stays inside the table. */
export const WithFourVerbs: Story = {
  args: {
    startSelection: { ids: new Set(), allMatching: true },
    bulkActions: ['Enable', 'Disable', 'Assign permission', 'Export everything'].map((label) => ({
      key: label,
      label,
      icon: Ban,
      onSelect: () => {},
    })),
  },
  play: async ({ canvas }) => expect(within(await bar(canvas)).getAllByRole('button')).toHaveLength(5),
}

/** Row elements that were unused while few rows matched show current values again, with no menu open. */
export const WhenFewMatchAndAllAgain: Story = {
  args: { live: narrowed },
  play: async ({ canvas, canvasElement }) => {
    const second = narrowed.rows[1]!
    const role = () => canvasElement.querySelector('[data-index="1"] [data-col="role"]')
    const shown = () => canvasElement.querySelectorAll('[data-index]').length
    await waitFor(() => expect(role()).toHaveTextContent(second.role))
    const all = shown()
    await user.click(canvas.getByRole('button', { name: `More for ${rowName(second)}` }))
    const body = within(document.body)
    await waitFor(() => expect(body.getByRole('menu')).toBeVisible())
    // A URL opened elsewhere filters the list while the menu is open.
    const search = canvasElement.querySelector<HTMLInputElement>('input[type=search]')!
    await fireEvent.input(search, { target: { value: narrowed.rows[0]!.username } })
    await waitFor(() => expect(shown()).toBeLessThan(all))
    await waitFor(() => expect(body.queryByRole('menu')).toBeNull())
    narrowed.patch(1, { role: 'CHANGED_MEANWHILE' })
    await fireEvent.input(search, { target: { value: '' } })
    await waitFor(() => expect(shown()).toBe(all))
    await expect(role()).toHaveTextContent('CHANGED_MEANWHILE')
    await expect(
      [...canvasElement.querySelectorAll('[data-index]')].map((row) => Number((row as HTMLElement).dataset.index)),
    ).toEqual(Array.from({ length: all }, (_, index) => index))
  },
}
