/** The state and the actions of publishable records (catalogue, Publishing). */
import { NOT_IN_FUTURE } from '@contract/records/publishing'
import { rejected } from '@server/platform/operations/failure'
import type { RuleCall } from './source'
import type { Columns } from './writes'

/**
 * The state as SQL: one expression for column, filter and sort. It uses the statement's clock: inside a transaction `now()` does
 * not advance, so that a page published in it would still be reported as scheduled.
 */
export const publishingState = {
  value: `case when u.published_at is null then 'DRAFT' when u.published_at > statement_timestamp() then 'SCHEDULED' else 'PUBLISHED' end`,
} as const

const publishedAt = (value: string | null): Promise<Columns> =>
  Promise.resolve({ published_at: { value, type: 'timestamptz' } })

export const publishingRules = {
  publish: ({ at }: RuleCall) => publishedAt(at),
  async schedule({ at, body }: RuleCall) {
    const wanted = body.at as string
    if (Date.parse(wanted) <= Date.parse(at)) throw rejected({ at: [NOT_IN_FUTURE] })
    return publishedAt(wanted)
  },
  unpublish: () => publishedAt(null),
} as const
