/**
 * The picture of a list: frame, head and first rows, painted as soon as the calls of the page's head have responses,
 * while the code of the console is still loading. The build inserts this script and its data into the page of each list
 * (build/pages.ts). React renders the list behind the picture, which is removed once the list is complete
 * (end-picture.ts); until then nothing in it can be clicked or focused.
 */
import { canOpen, canRead, isOffered, type Access } from '@contract/permissions'
import { paintFirstRows } from '@design-system/patterns/Table/first-rows'
import { actionsWidth } from '@design-system/patterns/Table/sizes'
import { rowHeights } from '@design-system/tokens/row-heights'
import { cellText } from '@features/shared/cell-text'
import { isCollapsed, STARTS_WIDE } from '@features/shell/sidebar-width'
import type { FirstCall } from '@resources/first-calls'
import type { ColumnDefinition, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import { readKept } from '@screens/list/column-layout'
import type { Pictured } from './draw-lists'
import { IN_PAGE } from './in-page'

/** The data of a list, created by the build (draw-lists.tsx). */
export interface ListPicture extends Pick<FirstCall, 'url' | 'accept' | 'isPaged'> {
  /** Subjects of the list's page. */
  subjects: readonly string[]
  subject: Parameters<typeof canRead>[1]
  slug: string
  columns: PictureColumn[]
  /** For each tab: the fields that the person must be allowed to read. */
  tabs: string[][]
  linked: boolean
  /** Maximum number of actions of a row. */
  mostActions: number
}

/** A column of the table without its functions, and the data for its texts. */
export interface PictureColumn {
  column: Pictured
  shown: Pick<ColumnDefinition<Row>, 'field' | 'kind' | 'labels' | 'items' | 'nothing'>
  /** The column renders its cells itself. */
  isRich: boolean
}

/** The calls of the page's head that the picture waits for. */
const PERMISSIONS = '/api/v1/user-permissions'
const PROFILE = '/api/v1/admin/profile'
const JSON_TYPE = 'application/json'

/** Makes the page behind the picture invisible, so that the browser does not paint it. */
const UNSEEN = '#root{visibility:hidden}'

/**
 * The picture matches the list only from this width: in narrower windows the bar above the list has two lines once its
 * buttons are known, and the rows on a phone have two lines with other cells.
 */
const WIDE_ENOUGH = '(min-width: 1024px)'

/** Number of rows below those in view: enough for the table to have a scrollbar. */
const ROWS_BELOW = 4

/** @returns a call that the page's head has made */
const callTo = (accept: string, path: string) =>
  Object.entries(window.pitbossBegun?.calls ?? {}).find(
    ([key]) => key.startsWith(`${accept} `) && key.endsWith(path),
  )?.[1]

/** @returns a copy of the response to such a call, because the console reads the original; null if it failed */
async function copyOf(accept: string, path: string): Promise<Response | null> {
  const answer = await callTo(accept, path)?.answer.catch(() => null)
  // If the console has already taken the call, a copy would lock the stream that the console is about to read.
  if (!callTo(accept, path)) return null
  return answer?.ok && !answer.bodyUsed ? answer.clone() : null
}

const dataOf = async <T>(answer: Response | null): Promise<T | null> =>
  answer === null ? null : ((await answer.json()) as { data: T }).data

/** @param most maximum number of rows @returns the first rows of a list that is streamed with one record per line */
async function firstOfStream(answer: Response, most: number): Promise<Row[]> {
  const reader = answer.body!.getReader()
  const decoder = new TextDecoder()
  let lines = ['']
  for (;;) {
    const { done, value } = await reader.read()
    const text = lines.pop()! + decoder.decode(value, { stream: !done })
    lines.push(...text.split('\n'))
    if (!done && lines.length <= most) continue
    // Cancels only this copy.
    if (!done) void reader.cancel()
    lines = lines.slice(0, -1)
    return lines
      .slice(0, most)
      .map((line) => JSON.parse(line) as Row)
      .filter((row) => 'id' in row)
  }
}

const fromTemplate = (part: keyof typeof IN_PAGE.listParts) =>
  document.importNode((document.getElementById(IN_PAGE.listParts[part]) as HTMLTemplateElement).content, true)

/** Inserts the list without rows invisibly, so that it is styled and laid out while the responses are in flight. */
function prepare(): HTMLElement {
  let sidebar: string | null = null
  try {
    sidebar = localStorage.getItem('pitboss.sidebar')
  } catch {
    // Storage is not allowed: the sidebar starts with its default width.
  }
  const host = document.createElement('div')
  host.dataset.picture = ''
  host.inert = true
  host.ariaHidden = 'true'
  host.style.cssText = 'position:fixed;inset:0;z-index:1;visibility:hidden'
  host.append(
    fromTemplate('style'),
    fromTemplate(isCollapsed(sidebar, matchMedia(STARTS_WIDE).matches) ? 'collapsed' : 'expanded'),
  )
  host.querySelector('[data-page]')!.replaceWith(fromTemplate('page'))
  document.body.append(host)
  return host
}

/** @returns the person's columns and layout; null if the picture would not match the list */
function lookOf(list: ListPicture, access: Access, preferences: Record<string, string>) {
  if (!canOpen(access, list.subjects)) return null
  const columns = list.columns.filter(({ shown }) => isOffered(access, list.subject, shown.field))
  const kept = readKept(
    preferences[`columns.${list.slug}`] ?? null,
    columns.map(({ shown }) => shown.field),
  )
  // The head and the rows contain only the default columns.
  return kept.columns ? null : { columns, kept }
}

/** Resolves immediately after the next frame. */
const afterFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Shows the picture, unless it would not match the list: then it is removed, and the console shows the list later. */
async function showList(list: ListPicture): Promise<void> {
  const rowHeight =
    rowHeights[(document.documentElement.dataset.density ?? '') as keyof typeof rowHeights] ?? rowHeights.default
  const most = Math.ceil(innerHeight / rowHeight) + ROWS_BELOW
  const answers = Promise.all([
    copyOf(JSON_TYPE, PERMISSIONS).then((answer) => dataOf<Access>(answer)),
    copyOf(JSON_TYPE, PROFILE).then((answer) => dataOf<{ preferences?: Record<string, string> }>(answer)),
    copyOf(list.accept, list.url).then((answer) =>
      answer === null ? null : list.isPaged ? dataOf<Row[]>(answer) : firstOfStream(answer, most),
    ),
  ])
  const host = prepare()
  window.pitbossPicture = host
  const [access, profile, rows] = await answers.catch(() => [null, null, null] as const)
  const look = access && profile && lookOf(list, access, profile.preferences ?? {})
  if (!look || !rows?.length || document.getElementById('root')!.hasChildNodes()) return host.remove()
  if (!list.tabs.some((fields) => fields.every((field) => canRead(access, list.subject, field))))
    host.querySelector('[data-tab-strip]')?.remove()
  const isPainted = paintFirstRows<Row>(host.querySelector('[data-table]')!, {
    columns: look.columns.map(({ column, shown, isRich }) => ({
      ...column,
      text: (row) => cellText(shown, valuesOfRow(row)[shown.field]),
      ...(isRich && { render: () => null }),
    })),
    look: look.kept,
    selectable: true,
    linked: list.linked,
    actions: actionsWidth(list.mostActions, false),
    rowHeight,
    rows: rows.slice(0, most),
    isMuted: ({ is_deleted: isDeleted }) => isDeleted === true,
  })
  if (!isPainted) return host.remove()
  const unseen = document.createElement('style')
  unseen.textContent = UNSEEN
  host.append(unseen)
  host.style.visibility = ''
  void window.pitbossBegun?.codeFailed?.then(() => {
    if (!host.isConnected) return
    const failure = document.createElement('div')
    failure.style.cssText = 'position:fixed;inset:0 0 auto;z-index:2'
    failure.append(fromTemplate('failure'))
    document.body.append(failure)
  })
  // A page in the background has no frames.
  if (!document.hidden) await afterFrame()
}

const list = JSON.parse(document.getElementById(IN_PAGE.list)!.textContent!) as ListPicture
// Without this call nobody is signed in, or the address contains a search.
if (callTo(list.accept, list.url) && matchMedia(WIDE_ENOUGH).matches) window.pitbossBegun!.pictured = showList(list)
