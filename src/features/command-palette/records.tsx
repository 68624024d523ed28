/** Records that a person may read, found with the search of their lists. */
import { ERROR_WORDS, failed, ok, type ApiError, type Result } from '@contract/errors'
import { accountLabel } from '@contract/labels'
import { can, canOpen, canRead, type Access } from '@contract/permissions'
import { fold, phoneDigits, searchWords } from '@contract/search'
import type { ApiPort } from '@ports/api'
import { searchedColumns } from '@resources/fields'
import { loadResource } from '@resources/load'
import type { Page } from '@resources/page'
import { PAGES } from '@resources/pages'
import { reached, recordPath } from '@resources/record-path'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow, textOf, valuesOfRow } from '@resources/row-values'
import { LabelPill } from '../shared/label/LabelPill'
import { MENU_ICONS } from '../shared/menu-icons'
import { CircleUser } from 'lucide-react'
import type { Line } from './pages'

/** Maximum number of records of each kind that are requested. */
export const RECORDS_OF_A_KIND = 5
/** Of a record beside its name: what tells it apart, and whatever else a search may have found it by. */
const tellingFields = ({ columns, nameFields, record }: Resource<Row>): string[] => {
  const searched = new Set(
    searchedColumns(columns).filter((field) => !(nameFields as readonly string[]).includes(field)),
  )
  const unique = Object.entries(record.fields).flatMap(([name, field]) => (field.unique ? [name] : []))
  return [...new Set([...unique.filter((field) => searched.has(field)), ...searched])]
}

/** The pages whose records the person may search. */
const searchablePages = (access: Access) =>
  PAGES.filter(
    ({ screen, subjects }) =>
      screen === 'list' && canOpen(access, subjects) && subjects.some((subject) => can(access, 'read', subject)),
  )
export const searchableSlugs = (access: Access): string[] => searchablePages(access).map(({ slug }) => slug)

const isKind = (line: Line, slug: string) => line.id.startsWith(`record ${slug} `)

/** Those of the lines found earlier that may still be opened. */
export const stillAllowed = (lines: readonly Line[], access: Access): Line[] => {
  const slugs = searchableSlugs(access)
  return lines.filter((line) => slugs.some((slug) => isKind(line, slug)))
}

/** @param words of the search, folded: the line shows the text that contains one of them */
function lineOf(resource: Resource<Row>, row: Row, access: Access, words: readonly string[]): Line {
  const values = valuesOfRow(row)
  const name = nameOfRow(resource, row)
  const telling = tellingFields(resource)
    .map((field) => textOf(values[field]))
    .filter((text) => text && text !== name)
  const foundBy = telling.find((text) =>
    words.some((word) => fold(text).includes(word) || phoneDigits(text).includes(word)),
  )
  const noun = resource.noun.one
  const icon = PAGES.find(({ slug }) => slug === resource.slug)?.menu?.icon ?? ''
  return {
    id: `record ${resource.slug} ${row.id}`,
    title: name,
    icon: MENU_ICONS[icon] ?? CircleUser,
    detail: foundBy ?? telling[0],
    keywords: telling,
    note: noun.charAt(0).toUpperCase() + noun.slice(1),
    state: row.is_deleted ? <LabelPill label={accountLabel(true)} size="list" /> : undefined,
    href: recordPath(
      reached(resource, access),
      { id: row.id, name: telling[0] ?? name },
      can(access, 'update', resource.subject),
    ),
  }
}

/** The result of a search. */
export interface FoundRecords {
  lines: Line[]
  /** Titles of the lists that could not be searched. */
  missing: string[]
}

/** @returns lines of one kind, in the order of its list */
async function findKind(
  api: ApiPort,
  access: Access,
  page: Page,
  words: string,
  signal: AbortSignal,
): Promise<Result<Line[]>> {
  const resource = await loadResource(page.resource).catch(() => null)
  // Its code could not be loaded: to the person, the server could not be reached.
  if (!resource) return failed({ kind: 'network', message: ERROR_WORDS.network })
  const fields = [
    ...resource.nameFields,
    ...tellingFields(resource),
    ...(resource.switch ? ['is_deleted'] : []),
  ].filter((field) => canRead(access, resource.subject, field))
  const query = { search: words, itemNo: RECORDS_OF_A_KIND, fields }
  const answer = await api.call(resource.operations.list, { query }, { signal })
  if (!answer.ok) return answer
  const searched = searchWords(words)
  return ok(answer.value.data.slice(0, RECORDS_OF_A_KIND).map((row) => lineOf(resource, row, access, searched)))
}

/**
 * Searches records of every kind at once. A list that fails does not affect the others.
 * @param words the search
 * @returns the results of the other lists and the first failure; a failure where every list failed
 */
export async function findRecords(
  api: ApiPort,
  access: Access,
  words: string,
  signal: AbortSignal,
): Promise<Result<{ found: FoundRecords; failure: ApiError | null }>> {
  const answers = await Promise.all(
    searchablePages(access).map(async (page) => ({ page, answer: await findKind(api, access, page, words, signal) })),
  )
  const failures = answers.flatMap(({ page, answer }) =>
    answer.ok ? [] : [{ title: page.title, error: answer.error }],
  )
  const failure = failures[0]?.error ?? null
  if (failure && failures.length === answers.length) return failed(failure)
  const lines = answers.flatMap(({ answer }) => (answer.ok ? answer.value : []))
  return ok({ found: { lines, missing: failures.map(({ title }) => title) }, failure })
}
