/**
 * Every operation, by id. The server's routes and the mock handlers are each a `Record<OperationId, …>`, so that a
 * missing one fails the type check. The console imports the domains that a screen needs, never this file.
 */
import { approvalsOperations } from './approvals'
import { authOperations } from './auth'
import { chatOperations } from './chat'
import { filesOperations } from './files'
import { healthOperations } from './health'
import { notificationsOperations } from './notifications'
import { profileOperations } from './profile'
import { roleOperations } from './roles'
import { shiftOperations } from './shift'
import { supportOperations } from './support'
import { twoFactorOperations } from './two-factor'
import { unreadOperations } from './unread'
import type { AnyOperation } from './operation'
import { RECORD_OPERATIONS } from '../records/operations'
import type { RecordKey } from '../records/records'

const all = [
  ...Object.values(authOperations),
  ...Object.values(profileOperations),
  ...Object.values(roleOperations),
  ...Object.values(twoFactorOperations),
  ...Object.values(notificationsOperations),
  ...Object.values(approvalsOperations),
  ...Object.values(shiftOperations),
  ...Object.values(supportOperations),
  ...Object.values(chatOperations),
  ...Object.values(unreadOperations),
  ...Object.values(healthOperations),
  ...Object.values(filesOperations),
]

type Every = (typeof all)[number]
export type OperationId = Every['id']
/** Ids of the catalogue's operations and of those of records. */
export type EveryOperationId = OperationId | `${RecordKey}.${string}`
export type OperationOf<Id extends OperationId> = Extract<Every, { id: Id }>

export const catalogue = Object.fromEntries(all.map((operation) => [operation.id, operation])) as unknown as {
  [Id in OperationId]: OperationOf<Id>
}

/** Every operation of the API: the catalogue's, and those of the records. */
export const EVERY_OPERATION: readonly AnyOperation[] = [
  ...(all as unknown as AnyOperation[]),
  ...RECORD_OPERATIONS.map(({ operation }) => operation),
]

/**
 * @returns an operation by its id, including those of records
 * @throws if there is none, which is a programming error
 */
export function operationById(id: EveryOperationId): AnyOperation {
  const found = EVERY_OPERATION.find((operation) => operation.id === id)
  if (!found) throw new Error(`There is no operation ${id}`)
  return found
}
