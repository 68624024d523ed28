import type { EngineState } from './engine/row-engine'
import type { Span } from './engine/windowing'
import { formatDay, formatSpan } from '../../components/DateRange/days'
import { filtersInForce } from './engine/conditions'
import type { Bounds, Column, Days, TableStatus, TableView, TableWords } from './types'

/** 48216 → '48,216'. @param value whole */
export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** '1 user', '5,388 users'. */
export const counted = (value: number, { one, many }: TableWords['noun']): string =>
  `${number(value)} ${value === 1 ? one : many}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'Select all 4,812 that match', 'Select all 240'; of a paged list 'Select the 300 that are loaded'. */
export const chooseAllWords = ({ length, filtered, pages }: EngineState): string =>
  pages
    ? `Select the ${number(pages.held)} that are loaded`
    : `Select all ${number(length)}${filtered ? ' that match' : ''}`

/** The verb that chooses every row that a paged list finds, also those that nobody has loaded. */
export const chooseMatchingWords = ({ filtered }: EngineState): string =>
  filtered ? 'Select all that match' : 'Select the whole list'

/** How many rows are chosen. @param count of those that are at hand */
export const chosenWords = (count: number, allMatching: boolean, { filtered, pages }: EngineState): string =>
  allMatching && pages
    ? filtered
      ? 'All that match selected'
      : 'The whole list selected'
    : `${number(count)} selected`

/** What the foot says about the rows in sight (look, section 6). */
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
  // How many there are in all is counted elsewhere.
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

/** The words of a filter's values: its options' labels, its days, or the text itself. */
export function filterWords<Row>(column: Column<Row>, values: readonly string[]): string {
  const { filter } = column
  if (filter?.kind === 'numbers') return values.map((value) => boundsWords(filter.read(value))).join(', ')
  if (filter?.kind === 'days') return values.map((value) => daysWords(filter.read(value))).join(', ')
  return filter?.kind === 'oneOf'
    ? values.map((value) => filter.options.find((option) => option.value === value)?.label ?? value).join(', ')
    : values.join(', ')
}

/** 'is', 'is any of', 'is not', 'is none of' or 'contains'. @param excludes rows with these values are left out */
export function filterVerb<Row>({ filter }: Column<Row>, values: readonly string[], excludes = false): string {
  if (filter?.kind === 'text') return 'contains'
  const hasSeveral = filter?.kind === 'oneOf' && values.length > 1
  if (excludes) return hasSeveral ? 'is none of' : 'is not'
  return hasSeveral ? 'is any of' : 'is'
}

/**
 * Title and sentence when no row matches.
 * @param loaded null where the source searches and only matches are read
 * @param scope label of the rows that the caller narrows the table to
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

/** What is said of changes that wait; null: none. */
export function outdatedWords(
  { outdated, filtered }: EngineState,
  arrivals: number,
  noun: TableWords['noun'],
): { text: string; verb: string } | null {
  const added = (outdated?.added ?? 0) + arrivals
  // Whether those that wait outside match is not known before they are shown.
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
