/** Calendar days as ISO strings, `2026-11-20`: without time and zone, so that none can shift them. */

/** The first and the last day, both included; '' where an end is open. */
export interface Span {
  from: string
  to: string
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const written = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const withoutYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const isoOf = (date: Date) => date.toISOString().slice(0, 10)
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
const pad = (number: number, places: number) => String(number).padStart(places, '0')

/** Whether this is an existing day as an ISO string. */
export function isDay(text: string): boolean {
  const [, year, month, day] = (ISO.exec(text) ?? []).map(Number)
  return !!year && !!month && month <= 12 && !!day && day <= daysIn(year, month)
}

/** '20 Nov 2026'; an invalid day is returned unchanged. */
export const formatDay = (day: string): string => (isDay(day) ? written.format(at(day)) : day)

/** '1 Nov – 20 Nov 2026', '20 Nov 2026' for a single day, '' for an empty span. */
export function formatSpan({ from, to }: Span): string {
  if (!from && !to) return ''
  if (from === to) return formatDay(from)
  const sameYear = isDay(from) && isDay(to) && from.slice(0, 4) === to.slice(0, 4)
  return `${sameYear ? withoutYear.format(at(from)) : formatDay(from)} – ${formatDay(to)}`
}

/** @param count may be negative */
export const addDays = (day: string, count: number): string => isoOf(new Date(at(day).getTime() + count * 86_400_000))

/** Number of days, including both ends. */
export const countDays = ({ from, to }: Span): number =>
  Math.round((at(to).getTime() - at(from).getTime()) / 86_400_000) + 1

/** @param zone name of a time zone; default: the person's own */
export function dayOf(time: Date | number, zone?: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: zone,
  }).formatToParts(time)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** The month of a day, from its first to its last day. */
function monthOf(day: string): Span {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return { from: `${day.slice(0, 7)}-01`, to: `${day.slice(0, 7)}-${pad(daysIn(year, month), 2)}` }
}

/** A named span. */
export interface Preset {
  label: string
  span: (today: string) => Span
}

export const PRESETS: readonly Preset[] = [
  { label: 'Today', span: (today) => ({ from: today, to: today }) },
  { label: 'Yesterday', span: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }) },
  { label: 'Last 7 days', span: (today) => ({ from: addDays(today, -6), to: today }) },
  { label: 'This month', span: monthOf },
  { label: 'Last month', span: (today) => monthOf(addDays(`${today.slice(0, 7)}-01`, -1)) },
]

/** The part of a span between two days; null where there is none. '' leaves an end open. */
export function within({ from, to }: Span, min: string, max: string): Span | null {
  const cut = { from: min && from < min ? min : from, to: max && to > max ? max : to }
  return cut.from <= cut.to ? cut : null
}

/** The parsed day, or the error. */
export type ReadDay = { day: string } | { fault: string }

function check(year: number, month: number, day: number, yearText: string): ReadDay {
  if (yearText.length !== 4) return { fault: 'Write the year with four digits' }
  if (month < 1 || month > 12) return { fault: `There is no month ${month}: the day comes first, as in 20 Nov 2026` }
  if (day < 1 || day > daysIn(year, month))
    return { fault: `${MONTH_NAMES[month - 1]} ${year} has ${daysIn(year, month)} days` }
  return { day: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` }
}

/**
 * Parses a day in common formats: 2026-11-20, 20 Nov 2026, 20.11.2026, 20/11/2026, and without the year for the current one.
 * @param today ISO
 */
export function readDay(typed: string, today: string): ReadDay {
  const text = typed.trim().toLowerCase()
  const thisYear = today.slice(0, 4)
  const iso = /^(\d{4})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{1,2})$/.exec(text)
  if (iso) return check(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[1]!)
  const numbers = /^(\d{1,2})\s*[-./\s]\s*(\d{1,2})(?:\s*[-./\s]\s*(\d*))?$/.exec(text)
  if (numbers)
    return check(Number(numbers[3] || thisYear), Number(numbers[2]), Number(numbers[1]), numbers[3] || thisYear)
  const named = /^(\d{1,2})\.?\s*-?\s*([a-z]{3,})\.?,?\s*-?\s*(\d*)$/.exec(text)
  if (named) {
    const month = MONTHS.indexOf(named[2]!.slice(0, 3)) + 1
    if (month > 0 && MONTH_NAMES[month - 1]!.toLowerCase().startsWith(named[2]!))
      return check(Number(named[3] || thisYear), month, Number(named[1]), named[3] || thisYear)
  }
  return { fault: 'Write the day as 20 Nov 2026 or 2026-11-20' }
}

export interface Limits {
  /** First and last day that can be chosen; '' for no limit. */
  min: string
  max: string
  today: string
}

/** The result of parsing a span. */
export interface Reading {
  span: Span | null
  faults: Partial<Span>
}

/** Parses both typed ends, with an error for each. */
export function readSpan(typed: Span, { min, max, today }: Limits): Reading {
  const faults: Partial<Span> = {}
  const read = (end: keyof Span, missing: string): string => {
    if (typed[end].trim() === '') {
      faults[end] = missing
      return ''
    }
    const result = readDay(typed[end], today)
    if ('fault' in result) faults[end] = result.fault
    else if (min && result.day < min) faults[end] = `Not before ${formatDay(min)}`
    else if (max && result.day > max) faults[end] = `Not after ${formatDay(max)}`
    return 'day' in result ? result.day : ''
  }
  const span = { from: read('from', 'Enter the first day'), to: read('to', 'Enter the last day') }
  if (span.from && span.to && span.to < span.from) faults.to ??= 'The last day is before the first'
  return { span: faults.from || faults.to ? null : span, faults }
}
