import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { LONG_NAME, tickets } from '../Chart/chart.story-kit'
import { DonutChart } from './DonutChart'

const meta = {
  title: 'Design System/Components/DonutChart',
  component: DonutChart,
  args: { label: 'Tickets by status', unit: 'tickets', slices: tickets },
  parameters: guide(
    'Parts of one whole: a ring with the total in its middle, and a legend with each number and its share.',
    [
      'Use it for up to six parts; combine the others into one.',
      'Put it into a `ChartFrame`, which also shows its numbers as a table.',
      'Pass on colours from the server: they are used with enough contrast on the background, otherwise those of the palette.',
    ],
    ['Compare two wholes with it: use a `BarChart`.', 'Show parts that do not add up to a total.'],
  ),
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 340 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof DonutChart>
export default meta
type Story = StoryObj<typeof meta>

const parts = (root: HTMLElement) => [...root.querySelectorAll<SVGPathElement>('.apexcharts-pie-area')]
const drawn = (root: HTMLElement, count: number) => waitFor(() => expect(parts(root)).toHaveLength(count))
const fills = (root: HTMLElement) => parts(root).map((part) => getComputedStyle(part).fill)

export const Default: Story = {
  play: async ({ canvas, canvasElement }) => {
    await drawn(canvasElement, 4)
    await expect(canvas.getByRole('figure', { name: 'Tickets by status' })).toHaveTextContent('1,264tickets')
    await expect(canvas.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'New58',
      'Active214',
      'Reopened45',
      'Closed947',
    ])
    await expect(getComputedStyle(parts(canvasElement)[0]!).strokeWidth).toBe('2px')
  },
}
/** The server's yellow has too little contrast on white: its part gets the palette's first colour. In the dark theme it is used. */
export const ColoursOfTheServer: Story = {
  args: { slices: tickets.map((slice, at) => ({ ...slice, colour: ['#7A45C7', '#FFE680', 'tomato', '#16794A'][at] })) },
  play: async ({ canvasElement }) => {
    await drawn(canvasElement, 4)
    await expect(fills(canvasElement)).toEqual([
      'rgb(122, 69, 199)',
      'rgb(68, 112, 214)',
      'rgb(212, 122, 31)',
      'rgb(22, 121, 74)',
    ])
    document.documentElement.dataset.theme = 'dark'
    await waitFor(() => expect(fills(canvasElement)[1]).toBe('rgb(255, 230, 128)'))
    document.documentElement.dataset.theme = 'light'
    await waitFor(() => expect(fills(canvasElement)[1]).toBe('rgb(68, 112, 214)'))
  },
}
export const AllZero: Story = {
  args: { slices: tickets.map((slice) => ({ ...slice, value: 0 })) },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('figure')).toHaveTextContent('0tickets')
    await expect(parts(canvasElement)).toEqual([])
  },
}
export const NoParts: Story = { args: { slices: [] } }
export const OnePart: Story = {
  args: { slices: tickets.map((slice, at) => (at === 3 ? slice : { ...slice, value: 0 })) },
  play: ({ canvasElement }) => drawn(canvasElement, 1),
}
export const BadNumbers: Story = {
  args: {
    slices: [
      { label: 'New', value: Number.NaN },
      { label: 'Active', value: -4 },
      { label: 'Reopened', value: null },
      { label: 'Closed', value: 12 },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await drawn(canvasElement, 1)
    await expect(canvas.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'New–',
      'Active–',
      'Reopened–',
      'Closed12',
    ])
  },
}
/** The total fits inside the ring, and no name in the legend is broken to make room for its number. */
export const TwelveDigits: Story = {
  args: { slices: tickets.map((slice) => ({ ...slice, value: slice.value! * 789_123_456 })) },
  play: async ({ canvas, canvasElement }) => {
    await drawn(canvasElement, 4)
    await document.fonts.ready
    const total = canvas.getByText('997,452,048,384').getBoundingClientRect()
    const ring = canvasElement.querySelector('.apexcharts-pie')!.getBoundingClientRect()
    const middle = ring.top + ring.height / 2
    // The inner arc of a part belongs to the hole.
    const radius = Math.min(
      ...[
        ...parts(canvasElement)[0]!
          .getAttribute('d')!
          .matchAll(/A ?([\d.]+)/g),
      ].map(([, arc]) => Number(arc)),
    )
    const away = Math.max(Math.abs(total.top - middle), Math.abs(total.bottom - middle))
    await expect(total.width / 2).toBeLessThan(Math.sqrt(radius ** 2 - away ** 2))
    await expect(canvas.getByText('Reopened').getClientRects()).toHaveLength(1)
    await expect(canvas.getByText('Reopened').getBoundingClientRect().height).toBeLessThan(24)
  },
}
export const TwelveParts: Story = {
  args: {
    slices: Array.from({ length: 12 }, (_, at) => ({ label: `Status ${at + 1}`, value: 12 + ((at * 29) % 40) })),
  },
  play: ({ canvasElement }) => drawn(canvasElement, 12),
}
export const LongNames: Story = {
  args: {
    slices: [{ label: LONG_NAME, value: 58 }, { label: 'تذاكر الدعم المفتوحة 🎫', value: 214 }, ...tickets.slice(2)],
  },
  play: async () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth),
}
export const Narrow: Story = {
  globals: { viewport: { value: 'narrowest' } },
  decorators: [
    (Story) => (
      <div style={{ width: 220 }}>
        <Story />
      </div>
    ),
  ],
}
export const Dark: Story = { ...Default, globals: { theme: 'dark' } }
