import type { EngineState } from './engine/row-engine'
import type { Span } from './engine/windowing'
import { formatDay, formatSpan } from '../../components/DateRange/days'
import { filtersInForce } from './engine/conditions'
import type { Bounds, Column, Days, TableStatus, TableView, TableWords } from './types'

/** 48216 → '48,216'. @param value whole number */
export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** '1 user', '5,388 users'. */
export const counted = (value: number, { one, many }: TableWords['noun']): string =>
  `${number(value)} ${value === 1 ? one : many}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Select all 4,812 that match', 'Select all 240'; for a paged list 'Select the 300 that are loaded'. */
export const chooseAllWords = ({ length, filtered, pages }: EngineState): string =>
  pages
    ? `Select the ${number(pages.held)} that are loaded`
    : `Select all ${number(length)}${filtered ? ' that match' : ''}`

/** Label of the button that selects all matching rows of a paged list, loaded or not. */
export const chooseMatchingWords = ({ filtered }: EngineState): string =>
  filtered ? 'Select all that match' : 'Select the whole list'

/** Number of selected rows as text. @param count of the loaded ones */
export const chosenWords = (count: number, allMatching: boolean, { filtered, pages }: EngineState): string =>
  allMatching && pages
    ? filtered
      ? 'All that match selected'
      : 'The whole list selected'
    : `${number(count)} selected`

/** @returns the text of the foot about the rows in view (look, section 6) */
export function footText(
  status: TableStatus,
  { length, loaded, filtered, counting, pages }: EngineState,
  visible: Span,
  noun: TableWords['noun'],
  total: number | null,
): string {
  if (status === 'loading') return `Loading ${noun.many}`
  if (loaded === 0) return status === 'unreachable' || status === 'noPermission' ? '' : '0 rows'
  if (status === 'streaming') {
    const of = total === null ? '' : ` of ${number(total)}`
    return filtered
      ? `${number(length)} match so far · ${number(loaded)}${of} loaded`
      : `${number(loaded)}${of} rows so far · totals wait for the end`
  }
  if (length === 0) return counting ? 'Counting' : `0 of ${number(loaded)} rows`
  const sight = `Rows ${number(visible.first + 1)}–${number(Math.max(visible.first + 1, visible.end))} of`
  // The total is displayed elsewhere.
  if (pages) return `${sight} ${number(length)}${pages.start && pages.end ? '' : ' read so far'}`
  if (!filtered) return `${sight} ${number(loaded)}`
  return counting
    ? `${sight} … matching · ${number(loaded)} loaded`
    : `${sight} ${number(length)} matching · ${number(loaded)} loaded`
}

/** '3 Nov – 14 Nov 2026', 'from 3 Nov 2026', 'until 14 Nov 2026'. */
const daysWords = ({ from, to }: Days): string =>
  from && to ? formatSpan({ from, to }) : from ? `from ${formatDay(from)}` : to ? `until ${formatDay(to)}` : 'any time'

/** '10 – 20.50', 'from 10', 'up to 20.50'. */
const boundsWords = ({ from, to }: Bounds): string =>
  from && to ? `${from} – ${to}` : from ? `from ${from}` : to ? `up to ${to}` : 'any number'

/** @returns the values of a filter as text: labels of options, numbers, days, or the text itself */
export function filterWords<Row>(column: Column<Row>, values: readonly string[]): string {
  const { filter } = column
  if (filter?.kind === 'numbers') return values.map((value) => boundsWords(filter.read(value))).join(', ')
  if (filter?.kind === 'days') return values.map((value) => daysWords(filter.read(value))).join(', ')
  return filter?.kind === 'oneOf'
    ? values.map((value) => filter.options.find((option) => option.value === value)?.label ?? value).join(', ')
    : values.join(', ')
}

/** 'is', 'is any of', 'is not', 'is none of' or 'contains'. @param excludes the filter hides rows with these values */
export function filterVerb<Row>({ filter }: Column<Row>, values: readonly string[], excludes = false): string {
  if (filter?.kind === 'text') return 'contains'
  const hasSeveral = filter?.kind === 'oneOf' && values.length > 1
  if (excludes) return hasSeveral ? 'is none of' : 'is not'
  return hasSeveral ? 'is any of' : 'is'
}

/**
 * Title and text if no row matches.
 * @param loaded null if the source searches, so that only matches are loaded
 * @param scope label of the rows that the caller limits the table to
 */
export function noMatchWords<Row>(
  columns: readonly Column<Row>[],
  view: TableView,
  loaded: number | null,
  noun: TableWords['noun'],
  scope?: string,
): { title: string; text: string } {
  const filters = filtersInForce(columns, view.filters).map(
    ({ column, values, excludes }) =>
      `${column.title} ${filterVerb(column, values, excludes)} ${filterWords(column, values)}`,
  )
  const search = view.search.trim()
  const hidden = [...(scope ? [`Only ${scope}`] : []), ...filters, ...(search ? [`“${search}”`] : [])]
  return {
    title: `No ${noun.one} matches`,
    text:
      loaded === null
        ? `Searched for: ${hidden.join(' and ')}.`
        : `${counted(loaded, noun)} ${loaded === 1 ? 'is' : 'are'} loaded. Hidden by: ${hidden.join(' and ')}.`,
  }
}

/** 'Users could not be loaded'. */
export const failedTitle = ({ many }: TableWords['noun']): string => `${capital(many)} could not be loaded`

/** @returns text and button for changes that are not displayed yet; null if there are none */
export function outdatedWords(
  { outdated, filtered }: EngineState,
  arrivals: number,
  noun: TableWords['noun'],
): { text: string; verb: string } | null {
  const added = (outdated?.added ?? 0) + arrivals
  // It is unknown whether records outside of the source match.
  const match = filtered && arrivals === 0 ? (added === 1 ? ' matches' : ' match') : ''
  if (added > 0)
    return {
      text: `${number(added)} new ${added === 1 ? noun.one : noun.many}${match}.`,
      verb: added === 1 ? 'Show it' : 'Show them',
    }
  if (outdated && outdated.left > 0)
    return {
      text: `${counted(outdated.left, noun)} no longer ${outdated.left === 1 ? 'matches' : 'match'}.`,
      verb: 'Filter again',
    }
  return outdated?.order ? { text: 'Order is out of date.', verb: 'Sort again' } : null
}
