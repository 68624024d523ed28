/** What Home shows of the server's counts: the disabled accounts of the lists in which the person may enable them. */
import type { DataOf } from '@contract/http/operation'
import type { profileOperations } from '@contract/http/profile'
import { can, type Access } from '@contract/permissions'
import { listPath } from '@resources/list-address'
import { PAGES } from '@resources/pages'

type Answer = DataOf<(typeof profileOperations)['counts']>

export interface CountedGroup {
  /** What the menu calls the list. */
  word: string
  /** The list, with the disabled ones. */
  to: string
  /** Null: they could not be counted now. */
  disabled: number | null
}
export interface Counts {
  groups: readonly CountedGroup[]
  counted_at: string
}

const DISABLED = { field: 'is_deleted', value: 'true' } as const

/** @returns the counts of records that the person may enable, and that a list shows */
export const shownCounts = ({ records, counted_at }: Answer, access: Access): Counts => ({
  counted_at,
  groups: records.flatMap(({ subject, total, parts }): CountedGroup[] => {
    const page = PAGES.find(({ screen, subjects }) => screen === 'list' && subjects.includes(subject))
    if (!page || !can(access, 'delete', subject)) return []
    const part = parts.find(({ field, value }) => field === DISABLED.field && value === DISABLED.value)
    if (!part && total !== null) return []
    return [
      {
        word: page.menu?.title ?? page.title,
        to: listPath(page.route, { filters: { [DISABLED.field]: [DISABLED.value] } }),
        disabled: total === null ? null : part!.count,
      },
    ]
  }),
})
