import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, mocked, waitFor } from '@storybook/test'
import { useState } from 'react'
import { expectReadable } from '@tests/kit/layout-checks'
import { BarChart, BarLegend } from '../../components/BarChart/BarChart'
import { barTable, type BarData } from '../../components/BarChart/bar-data'
import { dollars, LONG_NAME, manyDays, tickets, twoWeeks } from '../../components/Chart/chart.story-kit'
import { DonutChart } from '../../components/DonutChart/DonutChart'
import { donutTable } from '../../components/DonutChart/donut-data'
import { SegmentedControl } from '../../components/SegmentedControl/SegmentedControl'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import { TextLink } from '../../primitives/TextLink/TextLink'
import { ChartFrame } from './ChartFrame'

const money: BarData = { series: ['Deposits', 'Withdrawals'], points: twoWeeks, format: dollars, net: 'Net' }
const PERIODS = [
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
] as const
type Period = (typeof PERIODS)[number]['value']

function PeriodFilter() {
  const [period, setPeriod] = useState<Period>('DAILY')
  return <SegmentedControl<Period> label="Period" value={period} options={PERIODS} onChange={setPeriod} />
}

const meta = {
  title: 'Design System/Patterns/ChartFrame',
  component: ChartFrame,
  args: {
    title: 'Deposits and withdrawals',
    status: 'ready',
    asOf: '14:29',
    onRetry: fn(),
    legend: <BarLegend series={money.series} />,
    filter: <PeriodFilter />,
    table: barTable(money, 'Day'),
    children: <BarChart label="Deposits and withdrawals" {...money} />,
  },
  parameters: guide(
    'The card around a chart: its title, the age of its numbers, its filter, all its states, and the same numbers as a table.',
    [
      'Give `table` the same data as the drawing.',
      'Pass the time of the numbers: a number without its age is a guess.',
      'Keep old numbers with `outdated` when a refresh fails.',
    ],
    [
      'Let one failed card affect the whole page.',
      'Hide the title or the filter while it loads: the layout would shift.',
    ],
  ),
  argTypes: { legend: { control: false }, filter: { control: false }, children: { control: false } },
} satisfies Meta<typeof ChartFrame>
export default meta
type Story = StoryObj<typeof meta>

const drawn = (root: HTMLElement, selector: string, count: number) =>
  waitFor(() => expect(root.querySelectorAll(selector)).toHaveLength(count))

export const DashboardBar: Story = {
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 760 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas, canvasElement, userEvent }) => {
    await drawn(canvasElement, '.apexcharts-bar-area', 28)
    await expect(canvas.getByRole('region', { name: 'Deposits and withdrawals' })).toBeVisible()
    await expect(canvas.getByText('As of 14:29')).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: 'Weekly' }))
    await expect(canvas.getByRole('radio', { name: 'Weekly' })).toBeChecked()
  },
}

const donut = {
  legend: undefined,
  filter: <TextLink href="#support">Open support</TextLink>,
  title: 'Tickets',
  shape: 'ring',
  table: donutTable(tickets, ['Status', 'Tickets']),
} as const
export const DashboardPie: Story = {
  args: { ...donut, children: <DonutChart label="Tickets by status" unit="tickets" slices={tickets} /> },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 340 }}>
        <Story />
      </div>
    ),
  ],
  play: ({ canvasElement }) => drawn(canvasElement, '.apexcharts-pie-area', 4),
}

export const WhenItsNumbersAreReadAsATable: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    const frame = canvas.getByRole('region', { name: 'Deposits and withdrawals' })
    await drawn(canvasElement, '.apexcharts-bar-area', 28)
    const height = frame.getBoundingClientRect().height
    canvas.getByRole('button', { name: 'Show as table' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByRole('table', { name: 'Deposits and withdrawals' })).toBeVisible()
    await expect(canvas.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Day',
      'Deposits',
      'Withdrawals',
      'Net',
    ])
    await expect(
      canvas.getByRole('row', { name: 'Thu 19 Nov 2026 $138,802.10 $92,714.00 +$46,088.10' }),
    ).toBeInTheDocument()
    await expect(frame.getBoundingClientRect().height).toBeCloseTo(height, 0)
    await expect(canvas.getByRole('button', { name: 'Show as chart' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await drawn(canvasElement, '.apexcharts-bar-area', 28)
  },
}
export const ThePieAsATable: Story = {
  args: { ...donut, children: null },
  decorators: DashboardPie.decorators,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show as table' }))
    await expect(canvas.getByRole('row', { name: 'Active 214 16.9%' })).toBeVisible()
    await expect(canvas.getByRole('row', { name: 'Total 1,264 100.0%' })).toBeVisible()
  },
}
export const Loading: Story = {
  args: { status: 'loading' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('Loading Deposits and withdrawals')).toBeInTheDocument()
    await expect(canvas.getByRole('radio', { name: 'Daily' })).toBeVisible()
    await expect(canvas.queryByText('As of 14:29')).toBeNull()
    expectReadable()
    // Side by side in the card, like the bars that replace them.
    const card = canvas.getByRole('region').getBoundingClientRect()
    const bones = [...canvasElement.querySelectorAll('[aria-busy] span[style*="%"]')].map((bone) =>
      bone.getBoundingClientRect(),
    )
    await expect(bones).toHaveLength(14)
    await expect(bones.every(({ left, right, width }) => left > card.left && right < card.right && width > 4)).toBe(
      true,
    )
  },
}
export const LoadingPie: Story = { args: { ...donut, status: 'loading' }, decorators: DashboardPie.decorators }
export const Empty: Story = {
  args: {
    status: 'empty',
    empty: { title: 'No money has moved yet', text: 'Deposits and withdrawals appear here with the first of them.' },
  },
}
export const Failed: Story = {
  args: { status: 'failed', error: { message: 'Something went wrong on the server.', requestId: '8f2c-41d0' } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('alert')).toHaveTextContent('Deposits and withdrawals could not be loaded')
    await expect(canvas.getByText('8f2c-41d0')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}
export const Refreshing: Story = {
  args: { status: 'refreshing' },
  play: async ({ canvas }) => expect(canvas.getByText('Refreshing')).toBeVisible(),
}
/** The last refresh failed: the previous numbers stay, with their age. */
export const Outdated: Story = {
  args: { status: 'outdated', error: { message: 'The server cannot be reached.' } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText('Could not be refreshed. The server cannot be reached.')).toBeVisible()
    await expect(canvas.getByText('As of 14:29')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  },
}

const SHARED: React.CSSProperties = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
  gap: 14,
}
let throws = true
function Drawing() {
  if (throws) throw new Error('A drawing that fails')
  return <p>Drawn after all</p>
}
/** One call failed and one drawing threw an error; the card beside them still works. */
export const ACardFailsAlone: Story = {
  render: (args) => (
    <div style={SHARED}>
      <ChartFrame
        {...args}
        status="failed"
        title="Offers"
        error={{ message: 'Something went wrong on the server.', requestId: '8f2c-41d0' }}
      />
      <ChartFrame {...args} title="Sign-ups">
        <Drawing />
      </ChartFrame>
      <ChartFrame {...args} {...donut}>
        <DonutChart label="Tickets by status" unit="tickets" slices={tickets} />
      </ChartFrame>
    </div>
  ),
  beforeEach: () => {
    throws = true
    mocked(console.error).mockImplementation(() => undefined)
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await drawn(canvasElement, '.apexcharts-pie-area', 4)
    await expect(canvas.getByText('The chart could not be drawn')).toBeVisible()
    // React reports the caught error, which is expected in this story.
    await expect(String(mocked(console.error).mock.calls)).toContain('A drawing that fails')
    mocked(console.error).mockClear()
    throws = false
    await userEvent.click(canvas.getAllByRole('button', { name: 'Try again' })[1]!)
    await expect(canvas.getByText('Drawn after all')).toBeVisible()
  },
}

const many: BarData = { ...money, points: manyDays(400) }
export const ManyRows: Story = {
  args: { table: barTable(many, 'Day'), children: null },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show as table' }))
    await expect(canvasElement.querySelectorAll('tr')).toHaveLength(401)
  },
}
export const LongNames: Story = {
  args: {
    title: LONG_NAME,
    legend: <BarLegend series={[LONG_NAME, 'Withdrawals']} />,
    filter: <Button size="small">Daily</Button>,
    table: donutTable(
      [
        { label: LONG_NAME, value: 999_999_999_999 },
        { label: 'Closed', value: 3 },
      ],
      ['Status', 'Tickets'],
    ),
    children: (
      <DonutChart
        label="Tickets by status"
        unit="tickets"
        slices={[
          { label: LONG_NAME, value: 999_999_999_999 },
          { label: 'Closed', value: 3 },
        ]}
      />
    ),
  },
  play: async ({ canvas, userEvent }) => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
    await userEvent.click(canvas.getByRole('button', { name: 'Show as table' }))
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
/** In a narrow card the head has its final height before the numbers arrive, so that nothing below it moves. */
export const WhenItsNumbersCome: Story = {
  render: (args) => (
    <div style={SHARED}>
      {(['loading', 'ready', 'empty', 'failed'] as const).map((status, at) => (
        <ChartFrame key={status} {...args} title={`Deposits and withdrawals ${at}`} status={status}>
          {null}
        </ChartFrame>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    await document.fonts.ready
    for (const width of [300, 420, 520, 640, 900]) {
      const cards = canvas.getAllByRole('region')
      for (const card of cards) card.style.width = `${width}px`
      await expect(
        new Set(cards.map((card) => Math.round(card.querySelector('header')!.getBoundingClientRect().height))).size,
        `heads ${width} px wide`,
      ).toBe(1)
    }
  },
}

/** Bars and ring in the states with a different appearance. */
export const Matrix: Story = {
  render: (args) => (
    <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 400px), 1fr))', gap: 14 }}>
      <ChartFrame {...args} title="Ready" />
      <ChartFrame {...args} title="Loading" status="loading" />
      <ChartFrame {...args} title="Outdated" status="outdated" error={{ message: 'The server cannot be reached.' }} />
      <ChartFrame
        {...args}
        title="Failed"
        status="failed"
        error={{ message: 'Something went wrong on the server.', requestId: '8f2c-41d0' }}
      />
      <ChartFrame
        {...args}
        title="Empty"
        status="empty"
        empty={{
          title: 'No money has moved yet',
          text: 'Deposits and withdrawals appear here with the first of them.',
        }}
      />
      <ChartFrame {...args} {...donut} title="Tickets">
        <DonutChart label="Tickets by status" unit="tickets" slices={tickets} />
      </ChartFrame>
      <ChartFrame {...args} {...donut} title="Tickets, refreshing" status="refreshing">
        <DonutChart label="Tickets of all" unit="tickets" slices={tickets} />
      </ChartFrame>
      <ChartFrame {...args} {...donut} title="Tickets, loading" status="loading" />
    </div>
  ),
  play: async ({ canvasElement }) => {
    await drawn(canvasElement, '.apexcharts-bar-area', 56)
    await drawn(canvasElement, '.apexcharts-pie-area', 8)
  },
}
export const Narrow: Story = { globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = {
  globals: { theme: 'dark' },
  play: ({ canvasElement }) => drawn(canvasElement, '.apexcharts-bar-area', 28),
}
export const DarkPie: Story = { ...DashboardPie, globals: { theme: 'dark' } }
