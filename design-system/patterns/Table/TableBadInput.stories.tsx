import { expect, userEvent as user, waitFor, within } from '@storybook/test'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { openedDialog, seen } from '@tests/kit/seen'
import { Download, Upload } from 'lucide-react'
import { Button } from '../../primitives/Button/Button'
import { players } from './story-rows'
import { rowActions, StoryTable } from './StoryTable'

const SOME = players(60)
const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200)
const meta = {
  title: 'Design System/Patterns/Table/Bad input',
  component: StoryTable,
  parameters: { layout: 'fullscreen' },
  args: { rows: SOME, rowActions, selectable: true },
} satisfies Meta<typeof StoryTable>
export default meta
type Story = StoryObj<typeof meta>

const row = async (element: HTMLElement, index = 0) =>
  waitFor(
    () => element.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? Promise.reject(new Error('not painted yet')),
  )

export const NoRows: Story = {
  args: { rows: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'No users yet' })).toBeVisible()
    await expect(canvas.getByRole('checkbox', { name: 'Select all 0' })).toBeDisabled()
  },
}

export const ColumnOfNothing: Story = {
  args: {
    rows: SOME.map((each) => ({ ...each, creator: '', email: '' })),
    startView: { sort: { key: 'email', order: 'asc' } },
  },
  play: async ({ canvasElement }) => {
    const cell = (await row(canvasElement)).querySelector('[data-col="email"]')!
    await expect(cell).toHaveTextContent('')
    await expect(cell.getBoundingClientRect().height).toBeGreaterThan(30)
  },
}

/** Twelve digits fit: amounts are never cut off. */
export const TwelveDigits: Story = {
  args: {
    rows: SOME.map((each, index) => ({ ...each, balance: index % 2 ? '999999999999.99' : '-123456789012.00' })),
    startView: { sort: { key: 'balance', order: 'desc' } },
  },
  play: async ({ canvasElement }) => {
    const cell = (await row(canvasElement)).querySelector<HTMLElement>('[data-col="balance"]')!
    await expect(cell).toHaveTextContent('999,999,999,999.99')
    await document.fonts.ready
    await expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
  },
}

export const LongNamesRightToLeftAndEmoji: Story = {
  args: {
    rows: SOME.map((each, index) => ({
      ...each,
      first: [LONG, 'عبد الرحمن', '👩‍👩‍👧‍👦 🎲', each.first][index % 4]!,
      last: ['', 'الفاروق', '🦊', LONG][index % 4]!,
    })),
  },
  play: async ({ canvasElement }) => {
    const cell = (await row(canvasElement)).querySelector<HTMLElement>('[data-col="first"]')!
    await user.hover(cell)
    await expect(cell).toHaveAttribute('title', LONG)
    await expect((await row(canvasElement, 2)).getBoundingClientRect().height).toBe(40)
  },
}

/** A role longer than its column ends with an ellipsis; its tooltip shows the whole text. */
export const LongTag: Story = {
  args: { rows: SOME.map((each) => ({ ...each, role: 'REGIONAL_SUPERVISOR_OF_RESPONSIBLE_GAMING' })) },
  play: async ({ canvasElement }) => {
    const cell = (await row(canvasElement)).querySelector<HTMLElement>('[data-col="role"]')!
    const tag = await waitFor(() => cell.querySelector('.pb-rich > *') ?? Promise.reject(new Error('not drawn yet')))
    await expect(tag.getBoundingClientRect().right).toBeLessThanOrEqual(cell.getBoundingClientRect().right)
    await expect(getComputedStyle(tag).textOverflow).toBe('ellipsis')
    await user.hover(tag)
    await expect(cell.title).toBe(tag.textContent)
  },
}

const secondary = (
  <>
    <Button variant="ghost" icon={Download}>
      Export
    </Button>
    <Button variant="ghost" icon={Upload}>
      Import
    </Button>
  </>
)
/** The bar has one line: what has no room is behind one button, from which the columns can be chosen. */
export const BarWithoutRoom: Story = {
  args: {
    actions: secondary,
    mainAction: <Button variant="primary">Add user</Button>,
    startView: { filters: { role: ['VIP_PLAYER', 'PLAYER'], enabled: ['Enabled'] } },
  },
  decorators: [
    (Story) => (
      <div style={{ width: 620 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, canvasElement }) => {
    await row(canvasElement)
    const bar = canvasElement.querySelector('search')!
    await waitFor(() => expect(bar.getBoundingClientRect().height).toBeLessThanOrEqual(45))
    await expect(bar.scrollWidth).toBeLessThanOrEqual(bar.clientWidth)
    await expect(canvas.getByRole('button', { name: 'Add user' })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Import' })).toBeNull()
    await user.click(canvas.getByRole('button', { name: 'More' }))
    const panel = within(await openedDialog('List'))
    await expect(panel.getByRole('button', { name: 'Import' })).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Columns, 8 shown' }))
    await user.click(await within(await openedDialog('Columns')).findByRole('checkbox', { name: 'Creator' }))
    await user.keyboard('{Escape}')
    await seen(panel.findByRole('button', { name: 'Columns, 7 shown' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'More' })).toHaveFocus())
  },
}
/** At 320 pixels the search and one button are in the line, which counts the filters behind it. */
export const BarAt320: Story = {
  ...BarWithoutRoom,
  decorators: [],
  globals: { viewport: { value: 'narrowest', isRotated: false } },
  play: async ({ canvas, canvasElement }) => {
    await row(canvasElement)
    const bar = canvasElement.querySelector('search')!
    await waitFor(() => expect(bar.querySelectorAll('button:not([aria-label="Clear"])')).toHaveLength(1))
    const more = canvas.getByRole('button', { name: 'More' })
    await expect(more).toHaveAccessibleDescription(/2 filters/)
    await expect(more.getBoundingClientRect().height).toBe(44)
    await expect(bar.getBoundingClientRect().height).toBeLessThanOrEqual(57)
    await user.click(more)
    const panel = within(await openedDialog('List'))
    for (const name of ['Filter', 'Columns, 8 shown', 'Export', 'Add user'])
      await expect(panel.getByRole('button', { name })).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Remove filter Role' }))
    await waitFor(() => expect(more).toHaveAccessibleDescription(/1 filter/))
  },
}

export const At320: Story = {
  args: { rows: SOME.map((each, index) => (index % 2 ? each : { ...each, first: LONG, last: '' })), height: 620 },
  globals: { viewport: { value: 'narrowest', isRotated: false } },
  play: async ({ canvasElement }) => {
    await row(canvasElement)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    for (const button of canvasElement.querySelectorAll('search button')) {
      if (button.closest('[data-input], label') || button.textContent === '') continue
      await expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    }
  },
}

/** The CSS pixels of a 1280 × 1024 screen at 400 % zoom. */
export const AtZoom400: Story = {
  args: { height: 256 },
  decorators: [
    (Story) => (
      <div style={{ width: 320, height: 256, overflow: 'auto' }}>
        <Story />
      </div>
    ),
  ],
  globals: { viewport: { value: 'narrowest', isRotated: false } },
  play: async ({ canvasElement }) => {
    const shown = await row(canvasElement)
    await expect(shown.getBoundingClientRect().width).toBeLessThanOrEqual(320)
  },
}

/** @returns the edges of the area in which columns scroll, without scrollbars */
const edgesOf = (scroller: HTMLElement) => {
  const left = scroller.getBoundingClientRect().left + scroller.clientLeft
  return { left, right: left + scroller.clientWidth }
}
/** Scrolls horizontally, then vertically: the first column and the actions stay at the edges. @param by pixels */
async function passColumns(canvasElement: HTMLElement, by: number) {
  await row(canvasElement)
  const scroller = canvasElement.querySelector<HTMLElement>('[data-table-scroller]')!
  const [start, end] = by < 0 ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const stay = async (index: number) => {
    const shown = await row(canvasElement, index)
    const at = (column: string, edge: 'left' | 'right') =>
      shown.querySelector(column)!.getBoundingClientRect()[edge] - edgesOf(scroller)[edge]
    await waitFor(() =>
      expect([at('[data-first]', start), at('[data-col="$actions"]', end)].map(Math.round)).toEqual([0, 0]),
    )
  }
  scroller.scrollLeft = by
  await waitFor(() => expect(scroller).toHaveAttribute('data-shifting'))
  await stay(1)
  scroller.scrollTop = 60
  await waitFor(() => expect(scroller).not.toHaveAttribute('data-shifting'))
  await stay(3)
}

export const WhenColumnsPass: Story = {
  decorators: [
    (Story) => (
      <div style={{ width: 700 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => passColumns(canvasElement, 150),
}
export const WhenColumnsPassRightToLeft: Story = {
  decorators: [
    (Story) => (
      <div dir="rtl" style={{ width: 700 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => passColumns(canvasElement, -150),
}

/** Creator is hidden; the name and the state are in view, no column is cut, and a cue leads to the others. */
export const WithoutRoomForAll: Story = {
  args: { selectable: true },
  decorators: [
    (Story) => (
      <div style={{ width: 720 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const shown = await row(canvasElement)
    const scroller = canvasElement.querySelector<HTMLElement>('[data-table-scroller]')!
    const cell = (key: string) => shown.querySelector<HTMLElement>(`[data-col="${key}"]`)!
    await expect(cell('creator')).toBeNull()
    const end = cell('$actions').getBoundingClientRect().left
    const cut = [...shown.children].filter((each) => {
      const { left, right } = each.getBoundingClientRect()
      return each !== cell('$actions') && left < end - 2 && right > end + 1
    })
    await expect(cut).toEqual([])
    await expect(cell('enabled').getBoundingClientRect().right).toBeLessThanOrEqual(end + 1)
    const frame = scroller.parentElement!
    await expect(frame).toHaveAttribute('data-more')
    const more = frame.querySelector('button[title="More columns"]')!
    await user.click(more)
    await waitFor(() => expect(scroller.scrollLeft).toBeGreaterThan(100))
    scroller.scrollLeft = scroller.scrollWidth
    await waitFor(() => expect(frame).not.toHaveAttribute('data-more'))
    await waitFor(() => expect(cell('balance').getBoundingClientRect().right).toBeLessThanOrEqual(end + 1))
    await expect(cell('last').getBoundingClientRect().left).toBeGreaterThan(edgesOf(scroller).left)
  },
}

export const RightToLeft: Story = {
  args: {
    startSelection: { ids: new Set(SOME.slice(1, 3).map(({ id }) => id)), allMatching: false },
    openRowId: SOME[4]!.id,
  },
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, canvasElement }) => {
    const first = (await row(canvasElement)).querySelector('[data-col="first"]')!.getBoundingClientRect()
    const email = (await row(canvasElement)).querySelector('[data-col="email"]')!.getBoundingClientRect()
    await expect(first.left).toBeGreaterThan(email.left)
    await waitFor(() => expect(canvas.getByText('2 selected')).toBeVisible())
  },
}
