import { expect, userEvent as user, waitFor } from '@storybook/test'
import type { Meta, StoryObj } from '@storybook/react-vite'
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

const row = async (element: HTMLElement, index = 0) => waitFor(() => element.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? Promise.reject(new Error('not painted yet')))

export const NoRows: Story = {
  args: { rows: [] },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'No users yet' })).toBeVisible()
    await expect(canvas.getByRole('checkbox', { name: 'Select all 0' })).toBeDisabled()
  },
}

export const ColumnOfNothing: Story = {
  args: { rows: SOME.map((each) => ({ ...each, creator: '', email: '' })), startView: { sort: { key: 'email', order: 'asc' } } },
  play: async ({ canvasElement }) => {
    const cell = (await row(canvasElement)).querySelector('[data-col="email"]')!
    await expect(cell).toHaveTextContent('')
    await expect(cell.getBoundingClientRect().height).toBeGreaterThan(30)
  },
}

/** Twelve digits fit whole: amounts are never cut. */
export const TwelveDigits: Story = {
  args: { rows: SOME.map((each, index) => ({ ...each, balance: index % 2 ? '999999999999.99' : '-123456789012.00' })), startView: { sort: { key: 'balance', order: 'desc' } } },
  play: async ({ canvasElement }) => {
    const cell = (await row(canvasElement)).querySelector<HTMLElement>('[data-col="balance"]')!
    await expect(cell).toHaveTextContent('999,999,999,999.99')
    await expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
  },
}

export const LongNamesRightToLeftAndEmoji: Story = {
  args: { rows: SOME.map((each, index) => ({ ...each, first: [LONG, 'عبد الرحمن', '👩‍👩‍👧‍👦 🎲', each.first][index % 4]!, last: ['', 'الفاروق', '🦊', LONG][index % 4]! })) },
  play: async ({ canvasElement }) => {
    const cell = (await row(canvasElement)).querySelector<HTMLElement>('[data-col="first"]')!
    await user.hover(cell)
    await expect(cell).toHaveAttribute('title', LONG)
    await expect((await row(canvasElement, 2)).getBoundingClientRect().height).toBe(40)
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

/** What is left of 1280 by 1024 at 400 %. */
export const AtZoom400: Story = {
  args: { height: 256 },
  decorators: [(Story) => <div style={{ width: 320, height: 256, overflow: 'auto' }}><Story /></div>],
  globals: { viewport: { value: 'narrowest', isRotated: false } },
  play: async ({ canvasElement }) => {
    const shown = await row(canvasElement)
    await expect(shown.getBoundingClientRect().width).toBeLessThanOrEqual(320)
  },
}

export const RightToLeft: Story = {
  args: { startSelection: { ids: new Set(SOME.slice(1, 3).map(({ id }) => id)), allMatching: false }, openRowId: SOME[4]!.id },
  decorators: [(Story) => <div dir="rtl"><Story /></div>],
  play: async ({ canvas, canvasElement }) => {
    const first = (await row(canvasElement)).querySelector('[data-col="first"]')!.getBoundingClientRect()
    const email = (await row(canvasElement)).querySelector('[data-col="email"]')!.getBoundingClientRect()
    await expect(first.left).toBeGreaterThan(email.left)
    await expect(await canvas.findByText('2 selected')).toBeVisible()
  },
}
