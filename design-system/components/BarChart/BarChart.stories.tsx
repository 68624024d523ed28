import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, waitFor } from '@storybook/test'
import { useState } from 'react'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import { dollars, LONG_NAME, manyDays, twoWeeks } from '../Chart/chart.story-kit'
import { BarChart, BarLegend } from './BarChart'

const meta = {
  title: 'Design System/Components/BarChart',
  component: BarChart,
  args: {
    label: 'Deposits and withdrawals',
    series: ['Deposits', 'Withdrawals'],
    points: twoWeeks,
    format: dollars,
    net: 'Net',
  },
  parameters: guide(
    'One or two values over time. Every value can be read in full with the pointer, a finger or the arrow keys.',
    [
      'Put incoming amounts first: the first series is plain, the second is hatched.',
      'Pass null for an unknown value: a gap is not a zero.',
      'Put it into a `ChartFrame`, which also shows its numbers as a table.',
    ],
    [
      'Show more than two series side by side.',
      'Show an amount that people decide about only on the axis: its numbers are shortened.',
    ],
  ),
} satisfies Meta<typeof BarChart>
export default meta
type Story = StoryObj<typeof meta>

const bars = (root: HTMLElement) => [...root.querySelectorAll<SVGPathElement>('.apexcharts-bar-area')]
/** Waits for the drawing, which appears after the page. */
const drawn = (root: HTMLElement, count: number) => waitFor(() => expect(bars(root)).toHaveLength(count))
const tip = (root: HTMLElement) => root.querySelector('[data-tip]')

export const Default: Story = {
  play: async ({ canvas, canvasElement }) => {
    await drawn(canvasElement, 28)
    await expect(canvas.getByRole('slider', { name: 'Deposits and withdrawals' })).toHaveAttribute(
      'aria-valuetext',
      'Fri 20 Nov 2026: Deposits $71,640.00, Withdrawals $38,200.00, Net +$33,440.00',
    )
    // Four lines, the lowest at zero, from which the bars rise.
    for (const text of ['0', '50k', '100k', '150k']) await expect(canvas.getAllByText(text).length).toBeGreaterThan(0)
    const zero = canvasElement.querySelector('[data-zero]')!.getBoundingClientRect()
    // Each pair is centred on its day, like the pointer target and the label.
    const plot = canvas.getByRole('slider').getBoundingClientRect()
    for (let day = 0; day < 14; day += 1) {
      const [one, other] = [bars(canvasElement)[day]!, bars(canvasElement)[day + 14]!].map((bar) =>
        bar.getBoundingClientRect(),
      )
      await expect(Math.abs((one!.left + other!.right) / 2 - plot.left - ((day + 0.5) * plot.width) / 14)).toBeLessThan(
        3,
      )
    }
    for (const bar of bars(canvasElement))
      await expect(Math.abs(bar.getBoundingClientRect().bottom - zero.top)).toBeLessThan(1.5)
  },
}

export const WhenReadByKeyboard: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await drawn(canvasElement, 28)
    const chart = canvas.getByRole('slider')
    await userEvent.tab()
    await expect(chart).toHaveFocus()
    await expect(tip(canvasElement)).toHaveTextContent('Fri 20 Nov 2026')
    await userEvent.keyboard('{ArrowLeft}')
    await expect(tip(canvasElement)).toHaveTextContent(
      'Thu 19 Nov 2026Deposits$138,802.10Withdrawals$92,714.00Net+$46,088.10',
    )
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      'Thu 19 Nov 2026: Deposits $138,802.10, Withdrawals $92,714.00, Net +$46,088.10',
    )
    await userEvent.keyboard('{Home}{ArrowLeft}')
    await expect(chart).toHaveAttribute('aria-valuenow', '0')
    await userEvent.keyboard('{PageDown}')
    await expect(chart).toHaveAttribute('aria-valuenow', '7')
    await userEvent.keyboard('{End}')
    await expect(chart).toHaveAttribute('aria-valuenow', '13')
    await userEvent.keyboard('{Escape}')
    await expect(tip(canvasElement)).toBeNull()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(chart).toHaveAttribute('aria-valuenow', '13')
    await expect(tip(canvasElement)).not.toBeNull()
    await userEvent.tab()
    await expect(tip(canvasElement)).toBeNull()
  },
}

export const WhenThePointerIsOnADay: Story = {
  play: async ({ canvas, canvasElement }) => {
    await drawn(canvasElement, 28)
    const chart = canvas.getByRole('slider')
    const box = chart.getBoundingClientRect()
    await fireEvent.pointerMove(chart, {
      clientX: box.left + (box.width * 12.5) / 14,
      clientY: box.top + 40,
      pointerType: 'mouse',
    })
    await waitFor(() => expect(tip(canvasElement)).toHaveTextContent('Thu 19 Nov 2026'))
    const bubble = tip(canvasElement)!.getBoundingClientRect()
    await expect(bubble.right).toBeLessThanOrEqual(box.left + (box.width * 12.5) / 14)
    await fireEvent.pointerMove(chart, { clientX: box.left + 4, clientY: box.top + 40, pointerType: 'mouse' })
    await waitFor(() => expect(tip(canvasElement)).toHaveTextContent('Sat 7 Nov 2026'))
    await expect(tip(canvasElement)!.getBoundingClientRect().left).toBeGreaterThanOrEqual(box.left)
  },
}

/** Colours are the theme's variables: they change with it, without a new drawing. */
export const WhenTheThemeChanges: Story = {
  play: async ({ canvasElement }) => {
    await drawn(canvasElement, 28)
    const first = bars(canvasElement)[0]!
    const before = getComputedStyle(first).fill
    document.documentElement.dataset.theme = 'dark'
    await expect(getComputedStyle(first).fill).not.toBe(before)
    await expect(bars(canvasElement)[0]).toBe(first)
    document.documentElement.dataset.theme = 'light'
    await expect(getComputedStyle(first).fill).toBe(before)
  },
}

function Resizable(args: Parameters<typeof BarChart>[0]) {
  const [width, setWidth] = useState(700)
  return (
    <div style={{ width }}>
      <BarChart {...args} />
      <Button onClick={() => setWidth(340)}>Narrower</Button>
    </div>
  )
}
export const WhenItsPlaceChanges: Story = {
  render: (args) => <Resizable {...args} />,
  play: async ({ canvas, canvasElement, userEvent }) => {
    await drawn(canvasElement, 28)
    await userEvent.click(canvas.getByRole('button', { name: 'Narrower' }))
    const chart = canvas.getByRole('slider')
    /** From the end of the last bar to the end of the plot. */
    const left = () => chart.getBoundingClientRect().right - bars(canvasElement).at(-1)!.getBoundingClientRect().right
    await waitFor(() => expect(chart.getBoundingClientRect().width).toBeLessThan(340))
    // Until it is drawn again, the last bar is beyond the end.
    await waitFor(() => expect(left() > -1 && left() < 20).toBe(true))
  },
}

export const OneSeries: Story = {
  args: {
    series: ['Sign-ups'],
    points: twoWeeks.map((point) => ({ ...point, values: [Math.round(point.values[0]! / 700)] })),
    format: undefined,
    net: undefined,
  },
}
export const OnePoint: Story = {
  args: { points: twoWeeks.slice(-1) },
  play: ({ canvasElement }) => drawn(canvasElement, 2),
}
export const NoPoints: Story = {
  args: { points: [] },
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByText('Nothing to show')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(canvas.getByRole('slider')).toHaveAttribute('aria-valuetext', 'No values')
  },
}
export const AllZero: Story = {
  args: { points: twoWeeks.map((point) => ({ ...point, values: [0, 0] })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      'Fri 20 Nov 2026: Deposits $0.00, Withdrawals $0.00, Net $0.00',
    )
  },
}
/** An unknown value is a gap with a text, not a zero. */
export const BadNumbers: Story = {
  args: {
    points: twoWeeks.map((point, at) =>
      at === 13 ? { ...point, values: [Number.NaN, 38_200] } : at === 5 ? { ...point, values: [null, null] } : point,
    ),
  },
  play: async ({ canvas }) =>
    expect(canvas.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      'Fri 20 Nov 2026: Deposits –, Withdrawals $38,200.00, Net –',
    ),
}
export const TwelveDigits: Story = {
  args: {
    points: twoWeeks.map((point) => ({ ...point, values: point.values.map((value) => value! * 7_000_000 + 0.37) })),
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await drawn(canvasElement, 28)
    await userEvent.tab()
    await expect(canvas.getByRole('slider').getAttribute('aria-valuetext')).toContain('Deposits $501,480,000,000.37')
  },
}
export const Losses: Story = {
  args: {
    points: twoWeeks.map((point, at) => ({
      ...point,
      values: [point.values[0]! * (at % 3 === 0 ? -0.4 : 1), point.values[1]!],
    })),
  },
  play: ({ canvasElement }) => drawn(canvasElement, 28),
}
/** Points that do not fit are scrolled; the newest are visible first. */
export const TwoHundredDays: Story = {
  args: { points: manyDays(200) },
  // The drawing is hidden from screen readers; axe takes longer for its 400 bars than for all other stories.
  parameters: { a11y: { context: { exclude: ['.apexcharts-canvas'] } } },
  play: async ({ canvasElement, userEvent }) => {
    await drawn(canvasElement, 400)
    const chart = canvasElement.querySelector('[role="slider"]')!
    const scroller = chart.parentElement!
    await waitFor(() => expect(scroller.scrollLeft).toBeGreaterThan(0))
    await userEvent.tab()
    await userEvent.keyboard('{Home}')
    await expect(chart).toHaveAttribute('aria-valuenow', '0')
    await waitFor(() => expect(scroller.scrollLeft).toBe(0))
  },
}
export const LongNames: Story = {
  args: {
    series: [LONG_NAME, 'عمليات السحب'],
    points: twoWeeks.map((point) => ({ ...point, label: LONG_NAME, title: LONG_NAME })),
  },
  render: (args) => (
    <div style={{ display: 'grid', gap: 16 }}>
      <BarLegend series={args.series} />
      <BarChart {...args} />
    </div>
  ),
  play: async ({ canvasElement, userEvent }) => {
    await userEvent.tab()
    await expect(tip(canvasElement)!.scrollWidth).toBeLessThanOrEqual(tip(canvasElement)!.clientWidth)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const Narrow: Story = { globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = {
  ...WhenReadByKeyboard,
  globals: { theme: 'dark' },
  play: async ({ canvasElement, userEvent }) => {
    await drawn(canvasElement, 28)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(tip(canvasElement)).toHaveTextContent('Thu 19 Nov 2026')
  },
}
