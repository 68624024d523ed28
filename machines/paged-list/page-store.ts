/**
 * The rows of a paged list: pages around the place where reading began. Pages further down (`on`) are read with the
 * cursors of the list's order, pages further up (`back`) with those of the opposite order. Pages far from the visible
 * rows are dropped; their cursors are kept, so that each page can be read again, and the visible rows stay where they
 * are.
 */
import { PAGE_ROWS, type Strand } from '@contract/records/page-query'

/**
 * A change of the rows. `entered`: the rows were replaced, and the row at `at` is to be shown first. `moved`: rows were
 * added or removed. `patched`: the values of some rows changed.
 */
export type PageChange =
  | { kind: 'entered'; at: number }
  /** `shift`: by how many positions the first visible row has moved. */
  | { kind: 'moved'; shift: number }
  | { kind: 'patched'; positions: readonly number[] }

/** A call for one page. */
export interface PageRequest {
  readonly strand: Strand
  /** null: the first page of its strand. */
  readonly cursor: string | null
  readonly itemNo: number
  /** The dropped or old page that is read again; null: a further page. */
  readonly page: number | null
}

/** One page as the server returned it, in the direction of the strand. */
export interface PageAnswer<Row> {
  readonly rows: readonly Row[]
  /** null: the strand ends with this page. */
  readonly next: string | null
}

/** How the rows are sorted, to distinguish a new row from a row on a page that was dropped. */
export interface KeyOrder<Row> {
  /** null if the person may not read the field. */
  keyOf: (row: Row) => string | null
  descending: boolean
}

/** Number of rows requested when a page is read again: it may contain more rows than before. */
const AGAIN_ROWS = 200
/** Number of rows beyond the visible ones that are read ahead. */
const AHEAD = 100
/** Maximum number of rows kept; the pages farthest from the visible rows are dropped first. */
const HELD_MOST = 4_000
/** Maximum number of rows that a list spans: browsers limit the height of an element. */
export const SPAN_MOST = 500_000

interface Page<Row> {
  readonly key: number
  readonly strand: Strand
  readonly cursor: string | null
  count: number
  /** In the order shown; null: dropped. */
  rows: Row[] | null
  /** Its values may be out of date: the page is read again when it becomes visible. */
  isOld: boolean
  /** Id of the last row in the direction of the strand. */
  lastId: string
  /** Sort keys of the first and the last row in the order shown. */
  firstKey: string | null
  lastKey: string | null
  start: number
}

/** What is kept of a list when its screen is left: enough to read the same rows again. */
export interface PageMemory {
  readonly pages: readonly Pick<Page<unknown>, 'strand' | 'cursor' | 'count' | 'lastId' | 'firstKey' | 'lastKey'>[]
  readonly strands: Readonly<Record<Strand, { next: string | null; isDone: boolean }>>
  /** Index of the first visible row. */
  readonly first: number
}

interface Versioned {
  id: string
  version: number
}

/** Read access to the rows. */
export interface PageRows<Row> {
  /** Number of rows that were read, including dropped ones. */
  readonly length: number
  /** null: the row was dropped. */
  rowAt(index: number): Row | null
  /** Index of a row that is held; -1 for any other row. */
  indexOf(id: string): number
  get(id: string): Row | undefined
  readonly heldCount: number
  /** The rows that are held, in their order. */
  held(): Row[]
  /** Keeps rows with these ids even when their pages are dropped. */
  keep(ids: ReadonlySet<string>): void
  /** The kept rows, with their last known values. */
  kept(): Row[]
  /** Whether the rows reach the start and the end of the list. */
  readonly reaches: { readonly start: boolean; readonly end: boolean }
  /** @returns a function that unsubscribes */
  subscribe(listener: (change: PageChange) => void): () => void
}

export interface PageStore<Row> extends PageRows<Row> {
  /** Replaces all rows. @param at the row that is shown first */
  enter(
    strands: Partial<Record<Strand, PageAnswer<Row> | 'unread'>>,
    order: KeyOrder<Row>,
    at: 'top' | 'bottom' | 'on',
  ): void
  /** Continues where an earlier screen of the same list was left. */
  resume(memory: PageMemory, order: KeyOrder<Row>): void
  memory(): PageMemory
  /** Sets the range of visible rows. */
  see(first: number, end: number): void
  /**
   * @returns the page to read next: a visible one that was dropped or may be out of date, otherwise a further one; null
   * if none is needed
   */
  need(): PageRequest | null
  put(request: PageRequest, answer: PageAnswer<Row>): void
  /** Replaces the row of a record, unless the row is newer. */
  patch(row: Row): void
  remove(ids: readonly string[]): void
  /** Marks the rows as out of date: visible rows are read again, the others are dropped. */
  outdate(): void
  /**
   * Whether a matching record that is not held belongs between the rows that are held: a new record, or one that moved
   * there.
   */
  isNews(row: Row): boolean
  clear(): void
}

const compareKeys = (left: string, right: string): number => {
  const [a, b] = [Number(left), Number(right)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b
  return left < right ? -1 : left > right ? 1 : 0
}

/** @returns an empty store */
export function createPageStore<Row extends Versioned>(): PageStore<Row> {
  let pages: Page<Row>[] = []
  let length = 0
  let strands: Record<Strand, { next: string | null; isDone: boolean }> = nothingRead()
  let order: KeyOrder<Row> = { keyOf: () => null, descending: true }
  let sight = { first: 0, end: 0 }
  let keys = 0
  const pageOf = new Map<string, Page<Row>>()
  let keptIds: ReadonlySet<string> = new Set()
  const keptRows = new Map<string, Row>()
  const listeners = new Set<(change: PageChange) => void>()
  const notify = (change: PageChange) => listeners.forEach((listener) => listener(change))

  function nothingRead() {
    return { on: { next: null, isDone: true }, back: { next: null, isDone: true } }
  }
  const measure = () => {
    length = 0
    for (const page of pages) {
      page.start = length
      length += page.count
    }
  }
  /** The page that contains an index, by binary search. */
  const pageAt = (index: number): Page<Row> | undefined => {
    let [low, high] = [0, pages.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (pages[middle]!.start <= index) low = middle
      else high = middle - 1
    }
    return pages[low]
  }
  const hold = (page: Page<Row>, shown: Row[]) => {
    page.rows = shown
    page.count = shown.length
    page.isOld = false
    page.firstKey = shown.length > 0 ? order.keyOf(shown[0]!) : null
    page.lastKey = shown.length > 0 ? order.keyOf(shown.at(-1)!) : null
    page.lastId = (page.strand === 'on' ? shown.at(-1) : shown[0])?.id ?? page.lastId
    for (const row of shown) {
      pageOf.set(row.id, page)
      if (keptIds.has(row.id)) keptRows.set(row.id, row)
    }
  }
  const drop = (page: Page<Row>) => {
    for (const { id } of page.rows ?? []) if (pageOf.get(id) === page) pageOf.delete(id)
    page.rows = null
    page.isOld = false
  }
  const asShown = (strand: Strand, rows: readonly Row[]) => (strand === 'on' ? [...rows] : rows.toReversed())

  /** Makes a change and reports by how much it moved the first visible row. */
  const moving = (change: () => void) => {
    const page = pageAt(sight.first)
    const offset = page ? sight.first - page.start : 0
    const row = page?.rows?.[offset]
    const before = sight.first
    change()
    pages = pages.filter(({ count }) => count > 0)
    measure()
    if (!page) return notify({ kind: 'moved', shift: 0 })
    const home = row && pageOf.get(row.id)
    const at = home?.rows ? home.rows.findIndex(({ id }) => id === row!.id) : -1
    const after = at >= 0 ? home!.start + at : page.start + Math.min(offset, Math.max(0, page.count - 1))
    const shift = after - before
    sight = { first: sight.first + shift, end: sight.end + shift }
    notify({ kind: 'moved', shift })
  }
  const dropFar = () => {
    let heldRows = pageOf.size
    if (heldRows <= HELD_MOST) return
    const middle = (sight.first + sight.end) / 2
    const distance = ({ start, count }: Page<Row>) => Math.abs(start + count / 2 - middle)
    for (const page of pages.filter(({ rows }) => rows).sort((a, b) => distance(b) - distance(a))) {
      if (heldRows <= HELD_MOST) break
      heldRows -= page.count
      drop(page)
    }
  }
  const begin = (strand: Strand, cursor: string | null): Page<Row> => ({
    key: (keys += 1),
    strand,
    cursor,
    count: 0,
    rows: [],
    isOld: false,
    lastId: '',
    firstKey: null,
    lastKey: null,
    start: 0,
  })
  const further = (strand: Strand, cursor: string | null, { rows, next }: PageAnswer<Row>) => {
    strands[strand] = { next, isDone: next === null }
    const page = begin(strand, cursor)
    hold(
      page,
      asShown(
        strand,
        rows.filter(({ id }) => !pageOf.has(id)),
      ),
    )
    if (strand === 'on') pages.push(page)
    else pages.unshift(page)
  }
  /**
   * Sets the rows of a page that is read again: up to the row that ended it before. If that row no longer exists, up to
   * the first row that another page holds, or else one row fewer than before.
   */
  const again = (page: Page<Row>, { rows, next }: PageAnswer<Row>) => {
    const isOutermost = page === (page.strand === 'on' ? pages.at(-1) : pages[0])
    const last = rows.findIndex(({ id }) => id === page.lastId)
    const elsewhere = rows.findIndex(({ id }) => pageOf.has(id) && pageOf.get(id) !== page)
    let end = last >= 0 ? last + 1 : elsewhere >= 0 ? elsewhere : Math.max(0, page.count - 1)
    if (isOutermost && strands[page.strand].isDone) {
      end = rows.length
      strands[page.strand] = { next, isDone: next === null }
    }
    for (const { id } of page.rows ?? []) pageOf.delete(id)
    hold(
      page,
      asShown(
        page.strand,
        rows.slice(0, end).filter(({ id }) => !pageOf.has(id)),
      ),
    )
  }

  const store: PageStore<Row> = {
    get length() {
      return length
    },
    get heldCount() {
      return pageOf.size
    },
    get reaches() {
      return { start: strands.back.isDone, end: strands.on.isDone }
    },
    rowAt(index) {
      const page = pageAt(index)
      return page?.rows?.[index - page.start] ?? null
    },
    get(id) {
      return pageOf.get(id)?.rows?.find((row) => row.id === id) ?? keptRows.get(id)
    },
    indexOf(id) {
      const page = pageOf.get(id)
      return page?.rows ? page.start + page.rows.findIndex((row) => row.id === id) : -1
    },
    held: () => pages.flatMap(({ rows }) => rows ?? []),
    keep(ids) {
      keptIds = ids
      for (const id of keptRows.keys()) if (!ids.has(id)) keptRows.delete(id)
      for (const id of ids) {
        const row = store.get(id)
        if (row) keptRows.set(id, row)
      }
    },
    kept: () => [...keptRows.values()],
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    enter(answers, keyOrder, at) {
      pages = []
      pageOf.clear()
      order = keyOrder
      strands = nothingRead()
      for (const strand of ['on', 'back'] as const) {
        const answer = answers[strand]
        if (answer === 'unread') strands[strand] = { next: null, isDone: false }
        else if (answer) further(strand, null, answer)
      }
      pages = pages.filter(({ count }) => count > 0)
      measure()
      const first =
        at === 'top' ? 0 : at === 'bottom' ? length : (pages.find(({ strand }) => strand === 'on')?.start ?? length)
      // The number of visible rows stays the same.
      sight = { first, end: first + sight.end - sight.first }
      notify({ kind: 'entered', at: first })
    },
    resume(memory, keyOrder) {
      pageOf.clear()
      order = keyOrder
      pages = memory.pages.map((page) => ({ ...begin(page.strand, page.cursor), ...page, rows: null }))
      strands = { on: { ...memory.strands.on }, back: { ...memory.strands.back } }
      measure()
      sight = { first: memory.first, end: memory.first + 1 }
      notify({ kind: 'entered', at: memory.first })
    },
    memory: () => ({
      pages: pages.map(({ strand, cursor, count, lastId, firstKey, lastKey }) => ({
        strand,
        cursor,
        count,
        lastId,
        firstKey,
        lastKey,
      })),
      strands: { on: { ...strands.on }, back: { ...strands.back } },
      first: sight.first,
    }),
    see(first, end) {
      sight = { first, end }
    },
    need() {
      const { first, end } = sight
      const middle = (first + end) / 2
      const distance = ({ start, count }: Page<Row>) => Math.max(0, start - middle, middle - (start + count))
      let nearest: Page<Row> | null = null
      for (const page of pages) {
        if ((page.rows && !page.isOld) || page.start >= end + AHEAD || page.start + page.count <= first - AHEAD)
          continue
        if (!nearest || distance(page) < distance(nearest)) nearest = page
      }
      if (nearest) return { strand: nearest.strand, cursor: nearest.cursor, itemNo: AGAIN_ROWS, page: nearest.key }
      if (length >= SPAN_MOST) return null
      const wanted: Strand | null =
        !strands.on.isDone && end + AHEAD > length ? 'on' : !strands.back.isDone && first - AHEAD < 0 ? 'back' : null
      return wanted && { strand: wanted, cursor: strands[wanted].next, itemNo: PAGE_ROWS, page: null }
    },
    put(request, answer) {
      const page = request.page === null ? null : pages.find(({ key }) => key === request.page)
      // The rows were replaced meanwhile.
      if (page === undefined) return
      moving(() => (page ? again(page, answer) : further(request.strand, request.cursor, answer)))
      dropFar()
    },
    patch(row) {
      if (keptRows.has(row.id)) keptRows.set(row.id, row)
      const page = pageOf.get(row.id)
      const at = page?.rows?.findIndex(({ id }) => id === row.id) ?? -1
      if (!page?.rows || at < 0 || page.rows[at]!.version > row.version) return
      page.rows[at] = { ...page.rows[at], ...row }
      notify({ kind: 'patched', positions: [page.start + at] })
    },
    remove(ids) {
      const gone = new Set(ids.filter((id) => pageOf.has(id)))
      for (const id of ids) keptRows.delete(id)
      if (gone.size === 0) return
      const touched = new Set([...gone].map((id) => pageOf.get(id)!))
      moving(() => {
        for (const id of gone) pageOf.delete(id)
        for (const page of touched) {
          const { isOld } = page
          hold(
            page,
            page.rows!.filter(({ id }) => !gone.has(id)),
          )
          page.isOld = isOld
        }
      })
    },
    outdate() {
      const { first, end } = sight
      for (const page of pages) {
        if (!page.rows) continue
        if (page.start < end + AHEAD && page.start + page.count > first - AHEAD) page.isOld = true
        else drop(page)
      }
    },
    isNews(row) {
      const key = order.keyOf(row)
      if (pages.length === 0 || key === null) return true
      /** Positive: `row` is shown below `other`. */
      const below = (other: string | null) =>
        other === null ? 0 : compareKeys(key, other) * (order.descending ? -1 : 1)
      if (below(pages[0]!.firstKey) < 0) return strands.back.isDone
      if (below(pages.at(-1)!.lastKey) > 0) return strands.on.isDone
      const home = pages.find(({ lastKey }) => below(lastKey) <= 0)
      return home?.rows !== null || below(home.firstKey) < 0
    },
    clear() {
      store.enter({}, order, 'top')
    },
  }
  return store
}
