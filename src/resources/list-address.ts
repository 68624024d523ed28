/**
 * The grammar of a list's address: search, filters, order and columns, the open form, and the shown record or
 * selection. An address survives a reload and a forced sign-in, and can be sent to a colleague. Pure functions in both
 * directions; no other file writes or reads these names.
 */
import type { SubjectRights } from '@contract/permissions'

/** The table's view, in the form of the design system's Table. */
export interface ListView {
  search: string
  /** Column → the chosen values, the text or the range; under `{column}.not` the excluded values. */
  filters: Record<string, string[]>
  sort: { key: string; order: 'asc' | 'desc' } | null
  /** Keys in order; null: the default columns. */
  columns: string[] | null
}

/** The form that is open above the list, and the record in it; of `duplicate` the record that is copied. */
export type OpenForm = { name: 'create' } | { name: string; id: string }
/** The forms of a list, by name. */
export type KnownForms = Readonly<Record<string, unknown>>

const FILTER = 'f.'

/** Suffix of a filter that excludes rows, as in the API. */
const NOT = /\.not$/
/** @returns the column of a filter. @param filter its name in a view */
export const filteredColumn = (filter: string): string => filter.replace(NOT, '')

/** Values may contain commas, which are escaped with a backslash. */
const join = (values: readonly string[]) => values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',')
const split = (text: string) => (text.match(/(?:\\.|[^,\\])+/g) ?? []).map((value) => value.replace(/\\(.)/g, '$1'))

/** @param known keys of the columns that exist for this person; anything else in the address is ignored */
export function readView(query: URLSearchParams, known: readonly string[]): ListView {
  const filters: Record<string, string[]> = {}
  for (const [name, text] of query) {
    const key = name.slice(FILTER.length)
    const values = name.startsWith(FILTER) && known.includes(filteredColumn(key)) ? split(text) : []
    if (values.length > 0) filters[key] = values
  }
  const sort = query.get('sort') ?? ''
  const key = sort.replace(/^-/, '')
  const columns = (query.get('columns') ?? '').split(',').filter((column) => known.includes(column))
  return {
    search: query.get('q') ?? '',
    filters,
    sort: known.includes(key) ? { key, order: sort.startsWith('-') ? 'desc' : 'asc' } : null,
    columns: columns.length > 0 ? columns : null,
  }
}

/** @returns a new query: the view's parts replaced, everything else (an open form) kept */
export function writeView(query: URLSearchParams, view: ListView): URLSearchParams {
  const next = new URLSearchParams(
    [...query].filter(([name]) => !['q', 'sort', 'columns'].includes(name) && !name.startsWith(FILTER)),
  )
  if (view.search) next.set('q', view.search)
  for (const [key, values] of Object.entries(view.filters)) if (values.length > 0) next.set(FILTER + key, join(values))
  if (view.sort) next.set('sort', (view.sort.order === 'desc' ? '-' : '') + view.sort.key)
  if (view.columns) next.set('columns', view.columns.join(','))
  return next
}

/** The form in the address; null if there is none, or the list has no such form. */
export function readForm(query: URLSearchParams, forms: KnownForms): OpenForm | null {
  const [name = '', id] = (query.get('form') ?? '').split(':')
  if (!Object.hasOwn(forms, name)) return null
  if (name === 'create') return { name }
  return id ? { name, id } : null
}

/** Whether the form adds a record. */
export const addsRecord = ({ name }: Pick<OpenForm, 'name'>): boolean => name === 'create' || name === 'duplicate'

/** @returns a new query with this form open, or without a form */
export function writeForm(query: URLSearchParams, form: OpenForm | null): URLSearchParams {
  const next = new URLSearchParams(query)
  if (form) next.set('form', 'id' in form ? `${form.name}:${form.id}` : form.name)
  else next.delete('form')
  return next
}

/** Id of the record that the address shows next to the list; null if there is none. */
export const readPeek = (query: URLSearchParams): string | null => query.get('peek') || null

/** @returns a new query with this record next to the list, or with none */
export function writePeek(query: URLSearchParams, id: string | null): URLSearchParams {
  const next = new URLSearchParams(query)
  if (id) next.set('peek', id)
  else next.delete('peek')
  return next
}

/**
 * The form in the address, if the person may save it, because an address can be sent to anybody.
 * @returns null otherwise
 */
export function permittedForm(
  query: URLSearchParams,
  rights: Pick<SubjectRights, 'create' | 'update'>,
  forms: KnownForms,
): OpenForm | null {
  const form = readForm(query, forms)
  return form && (addsRecord(form) ? rights.create : rights.update) ? form : null
}

/**
 * Several lists may share an address: each except the page's own has a prefix for its names.
 * @param prefix '' for the page's own list
 * @returns the list's part of the query, without the prefix
 */
export const partOfQuery = (query: URLSearchParams, prefix: string): URLSearchParams =>
  prefix === ''
    ? query
    : new URLSearchParams(
        [...query]
          .filter(([name]) => name.startsWith(prefix))
          .map(([name, value]) => [name.slice(prefix.length), value]),
      )

/** @returns the whole query with a new part for this list */
export const withPart = (query: URLSearchParams, prefix: string, part: URLSearchParams): URLSearchParams =>
  prefix === ''
    ? part
    : new URLSearchParams([
        ...[...query].filter(([name]) => !name.startsWith(prefix)),
        ...[...part].map(([name, value]) => [`${prefix}${name}`, value]),
      ])

/**
 * Id of the record that the address opens on its own page, as the links of notifications do (spec 2, /support); null if
 * there is none.
 */
export const readOpened = (query: URLSearchParams): string | null => query.get('id') || null

/** Name of the tab in the address; null if there is none. */
export const readTab = (query: URLSearchParams): string | null => query.get('tab') || null

/**
 * @param fixed fields that the tab itself filters by
 * @returns a new query that shows this tab, or all rows; search and other filters stay
 */
export function writeTab(query: URLSearchParams, tab: string | null, fixed: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of ['peek', 'only', ...fixed.map((field) => FILTER + field)]) next.delete(name)
  if (tab) next.set('tab', tab)
  else next.delete('tab')
  return next
}

/** Token of the records to which the address limits the list ('Show these 79'); null if there is none. */
export const readSelection = (query: URLSearchParams): string | null => query.get('only') || null

/** @returns a new query without a limit to records of an action */
export function dropSelection(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('only')
  return next
}

/** The state of a list that a link opens. */
export interface ListTarget {
  search?: string
  /** Column → the chosen values. */
  filters?: Readonly<Record<string, readonly string[]>>
  form?: OpenForm
  /** Id of the record that is shown next to the list. */
  peek?: string
  /** Token of the records to which the list is limited. */
  selection?: string
}

/** @param route of the list @returns the address that opens it in this state */
export function listPath(route: string, { search, filters = {}, form, peek, selection }: ListTarget): string {
  const view = { search: search ?? '', filters: {} as Record<string, string[]>, sort: null, columns: null }
  for (const [key, values] of Object.entries(filters)) view.filters[key] = [...values]
  const query = writePeek(writeForm(writeView(new URLSearchParams(), view), form ?? null), peek ?? null)
  if (selection) query.set('only', selection)
  return `${route}?${query.toString()}`
}
