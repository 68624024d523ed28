/**
 * What a record's history consists of (records, A page of one record): the kinds of its entries, their names, and where they come from.
 * Without schemas, because the console needs it with every page of a record.
 */
import type { RecordDefinition } from './record'

/** Kinds of entries, by which a history can be filtered. */
export const HISTORY_KINDS = ['changes', 'approvals', 'claims', 'money', 'files'] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** Where an entry comes from: a member of staff, the platform, an app of the users, the user in question, or an import. */
export const HISTORY_SENDERS = ['STAFF', 'PLATFORM', 'APP', 'USER', 'IMPORT'] as const
export type HistorySender = (typeof HISTORY_SENDERS)[number]

/** The action of the first entry of every history. */
export const CREATION = 'create'

/**
 * Actions of entries about approvals, by what happened to the approval; the entry's input has the approval's title as
 * `approval`.
 */
export const APPROVAL_EVENTS = {
  request: 'requestApproval',
  approve: 'approveRequest',
  reject: 'rejectRequest',
  expire: 'expireRequest',
  cancel: 'cancelRequest',
} as const

/** Actions of entries about private files and about money. */
export const FILE_EVENTS = { upload: 'upload', view: 'view-file' } as const
export const MONEY_EVENT = 'post'
const CLAIM_EVENTS = ['claim', 'takeOver', 'release'] as const

/** The actions of entries about a record's claim; an action of the record may have the same name as one of them. */
export const claimEventsOf = (record: Pick<RecordDefinition, 'queue' | 'actions'>): string[] =>
  record.queue ? CLAIM_EVENTS.filter((event) => !(event in record.actions)) : []

/** Who made a row without a creator. @param valueOf the row's value of a field */
export function originOf(
  { origin, appCalls }: Pick<RecordDefinition, 'origin' | 'appCalls'>,
  valueOf: (field: string) => unknown,
): HistorySender {
  const named = origin?.in && origin.in.is[valueOf(origin.in.field) as string]
  return named ?? origin?.from ?? (appCalls ? 'APP' : 'PLATFORM')
}
