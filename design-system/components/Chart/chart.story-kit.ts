/** Numbers for stories of charts, from the pictures of the look. */
import type { BarPoint } from '../BarChart/bar-data'
import type { Slice } from '../DonutChart/donut-data'

const DEPOSITS = [
  86_240.5, 92_110, 79_480.25, 104_300, 118_900.75, 131_600, 97_420, 88_000.4, 101_250, 110_480, 96_700, 124_030.6,
  138_802.1, 71_640,
]
const WITHDRAWALS = [
  51_200, 60_400.9, 55_310, 62_750, 74_180, 88_430.35, 69_900, 49_870, 58_240, 66_120, 61_300, 79_510, 92_714, 38_200,
]

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** @param before days before 20 November 2026 */
const dayOf = (before: number) => new Date(Date.UTC(2026, 10, 20 - before))

/** The two weeks of the picture, today last. */
export const twoWeeks: BarPoint[] = DEPOSITS.map((deposit, at) => {
  const date = dayOf(DEPOSITS.length - 1 - at)
  const isToday = at === DEPOSITS.length - 1
  return {
    label: isToday ? 'Today' : day.format(date),
    title: fullDay.format(date).replace(',', ''),
    values: [deposit, WITHDRAWALS[at]!],
    strong: isToday,
  }
})

/** Days with amounts that rise and fall, the same each time. */
export const manyDays = (count: number): BarPoint[] =>
  Array.from({ length: count }, (_, at) => {
    const date = dayOf(count - 1 - at)
    const deposit = 60_000 + 50_000 * Math.abs(Math.sin(at * 1.7)) + ((at * 7919) % 9000)
    return {
      label: day.format(date),
      title: fullDay.format(date).replace(',', ''),
      values: [deposit, deposit * (0.4 + 0.3 * Math.abs(Math.cos(at)))],
    }
  })

/** Dollars with cents, without the sign, which the chart adds. */
export const dollars = (value: number): string =>
  `$${new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value)}`

/** The four parts of the picture; two of their colours came from the server. */
export const tickets: Slice[] = [
  { label: 'New', value: 58 },
  { label: 'Active', value: 214 },
  { label: 'Reopened', value: 45, colour: '#9A3783' },
  { label: 'Closed', value: 947, colour: '#8A8FA3' },
]

/** A name of 200 letters without a possible line break. */
export const LONG_NAME = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(4).slice(0, 200)
