import type { PendingPort } from '@ports/pending'

/** Where the console keeps a bulk action whose outcome is not known yet. @param list slug of its list */
export const planSlot = (list: string) => `bulk.${list}`
/** Where it keeps the outcome of each record of the action. @param list slug of its list */
export const itemPrefix = (list: string) => `bulk-item.${list}.`

/** @returns whether a bulk action of the list was started before a reload and has no outcome */
export const isBulkActionPending = (pending: PendingPort, list: string): boolean =>
  pending.list(planSlot(list)).length > 0
