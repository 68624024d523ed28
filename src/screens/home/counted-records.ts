/** What Home shows of the server's counts: how the lists are called, and where each figure leads. */
import { ERROR_WORDS, failed, ok, type Result } from '@contract/errors'
import type { DataOf } from '@contract/http/operation'
import type { profileOperations } from '@contract/http/profile'
import { listPath } from '@resources/list-address'
import { loadResource } from '@resources/load'
import { PAGES } from '@resources/pages'
import { closedValues } from '@features/shared/cell-text'

type Answer = DataOf<(typeof profileOperations)['counts']>

export interface CountedGroup {
  /** What the menu calls the list. */
  word: string
  /** The list. */
  route: string
  /** Null: it could not be counted now. */
  total: number | null
  /** Those with a certain value; `to`: the list, filtered by it. */
  parts: readonly { word: string; count: number; to: string }[]
}
export interface Counts {
  groups: readonly CountedGroup[]
  counted_at: string
}

/** @returns one group; null where no list shows these records */
async function groupOf({ subject, total, parts }: Answer['records'][number]): Promise<CountedGroup | null> {
  const page = PAGES.find(({ screen, subjects }) => screen === 'list' && subjects.includes(subject))
  if (!page) return null
  const { route, title, menu, resource } = page
  const { columns } = await loadResource(resource)
  const wordOf = (field: string, value: string) => {
    const column = columns.find((one) => one.field === field)
    return (column && closedValues(column)?.find((one) => one.value === value)?.label) ?? value
  }
  return {
    word: menu?.title ?? title,
    route,
    total,
    parts: parts.map(({ field, value, count }) => ({
      word: wordOf(field, value),
      count,
      to: listPath(route, { filters: { [field]: [value] } }),
    })),
  }
}

/** @returns what is shown; a failure where the code of a list, which says how its values are called, could not be loaded */
export async function shownCounts({ records, counted_at }: Answer): Promise<Result<Counts>> {
  try {
    const groups = await Promise.all(records.map(groupOf))
    return ok({ groups: groups.filter((group) => group !== null), counted_at })
  } catch {
    return failed({ kind: 'network', message: ERROR_WORDS.network })
  }
}
