/** The data of the mock platform: seeded, kept in memory, reset by `resetDb`. */
import { SESSION_SECONDS } from '@contract/constants'
import type { Access } from '@contract/permissions'
import type { Remembered } from './records/verbs/history'
import type { RecordVersion } from '@contract/records/versions'
import type { Preferences } from '@contract/entities/preferences'
import type { Role } from '@contract/entities/role'
import type { Handover } from '@contract/entities/shift'
import type { RecordKey } from '@contract/records/records'
import type {
  ChatMessagePushed,
  NotificationPushed,
  NotificationsChanged,
  NotificationsStand,
  RecordChanged,
} from '@contract/socket'
import type { MockApproval } from './approvals'
import { ACCESS_BY_ROLE, ROLES } from './fixtures/access'
import { notificationFixture, type NotificationRecord } from './fixtures/notification'
import { handoversFor, shiftFixture, type ShiftRecord } from './fixtures/shift'
import { chatFixture, ticketFixture, type MessageRecord } from './fixtures/support'
import { HOME_STORE, PARTNER_STORE, staffFixture, type StaffRecord } from './fixtures/staff'
import { userFixture, type UserRecord } from './fixtures/user'
import { makeToken } from './fixtures/session'
import type { DemoFile } from '@demo/files'
import type { DemoUser } from '@demo/rows'
import { accessWith, permissionSetRows } from './permission-sets'
import type { StoredRecord } from './records/behaviour'
import { seedFiles, seedHistory, seedRecords } from './records/seed'
import { transactionsOf } from './records/money/wallet-transaction'
import { sentinelStaff, sentinelUsers } from './sentinels'

export interface MockSession {
  id: string
  staffId: string
  /** In milliseconds since 1970. */
  startedAt: number
  /** Time of the last step-up, in milliseconds since 1970. */
  steppedUpAt?: number
}

/** A write that took effect under an Idempotency-Key. */
export interface KeyedResponse {
  /** Parameters, query and body, as JSON. */
  request: string
  /** The person's permissions at that time, as JSON. */
  access: string
  body: string
  contentType: string
}

/** Events for the live socket of the mocks. */
export type MockEvent =
  | { type: 'record:changed'; payload: RecordChanged }
  | { type: 'access:changed' }
  | { type: 'session:ended'; sessionId: string }
  | { type: 'notification'; staffId: string; payload: NotificationPushed }
  | { type: 'notifications:changed'; staffId: string; payload: NotificationsChanged }
  | { type: 'notifications:allRead'; staffId: string; payload: NotificationsStand & { success: true } }
  | { type: 'chat:message'; assigneeId: string | null; payload: ChatMessagePushed }
  | { type: 'unread:changed' }

/** An uploaded file. The mocks store it unchanged: they do not decode images. */
export interface MockFile {
  id: string
  /** The field of a record that it is for, as `record.field`. */
  purpose: string
  visibility: 'public' | 'private'
  createdBy: string
  contentType: string
  name: string | null
  bytes: Uint8Array<ArrayBuffer>
  /** Its record; null until one references it. */
  recordId: string | null
  /** When a record referenced it first; null: with the record itself. */
  attachedAt: string | null
}

export interface MockDb {
  approvals: MockApproval[]
  staff: StaffRecord[]
  users: UserRecord[]
  roles: readonly Role[]
  /** Codes of the partners' stores. */
  stores: readonly string[]
  /** Role → its permissions. */
  access: Record<string, Access>
  sessions: Map<string, MockSession>
  /** The session of a browser without its own cookie header: a page cannot send an httpOnly cookie to a mock. */
  browserSession: string | null
  csrfTokens: Set<string>
  /** Email or account → times of failed attempts, in milliseconds since 1970. */
  failedAttempts: Map<string, number[]>
  /** Entries sent to `_log`. */
  log: { level: string; code: string; message?: string }[]
  notifications: NotificationRecord[]
  shifts: ShiftRecord[]
  handovers: Handover[]
  messages: MessageRecord[]
  /** Name of a record → its rows. */
  records: { [N in RecordKey]: StoredRecord[] }
  /** Id of a record → its changes, newest first. */
  history: Map<string, Remembered[]>
  /** Id of a versioned record → its versions, newest first. */
  versions: Map<string, RecordVersion[]>
  /** Staff → number of two-factor setups started and not confirmed. */
  twoFactorSetups: Map<string, number>
  /** Staff → their preferences. */
  preferences: Map<string, Preferences>
  /** Staff → their unused recovery codes, and when they were created. */
  recoveryCodes: Map<string, { unused: string[]; created_at: string }>
  /** Number of sets of recovery codes created so far: each set is different. */
  recoveryCodeSets: number
  /** Person, operation and Idempotency-Key → the request, and the response to repeat. */
  keyed: Map<string, KeyedResponse>
  /** App key → its id, store and state. */
  appKeys: Map<string, { id: string; store: string; isRevoked: boolean }>
  /** Uploads, by id. */
  files: Map<string, MockFile>
  /** Number of the next new record. */
  nextNumber: number
}

/** The initial work of each of the demo's people. */
function workOf(staff: readonly StaffRecord[]) {
  const people = staff.slice(0, 9)
  const [lead, support, other] = [people[3]!, people[4]!, staff[11]!]
  const offered = people.map((person, index) => handoversFor(person, index, person === support ? lead : support, other))
  return {
    handovers: offered.flat(),
    notifications: people.flatMap((person, index) =>
      notificationFixture(
        person.id,
        index,
        offered[index]!.map(({ id }) => id),
      ),
    ),
    shifts: shiftFixture(people),
    messages: [],
    versions: new Map<string, RecordVersion[]>(),
    twoFactorSetups: new Map<string, number>(),
  }
}

/** Codes of the partners' stores. */
const STORES = [PARTNER_STORE, 'EASTGATE', 'LAKESIDE', 'MRDN'] as const

const seededFile = (
  { id, purpose, visibility, recordId, name, contentType, bytes }: DemoFile,
  createdBy: string,
): MockFile => ({
  id,
  purpose,
  visibility,
  createdBy,
  contentType,
  name,
  bytes,
  recordId,
  attachedAt: null,
})

type InStore = Readonly<{ id: string; store_code: string | null; third_party_store_code: string | null }>
/** Ids of people by the code of their store. */
function peopleOf(staff: readonly InStore[], users: readonly InStore[]) {
  const byStore = (all: readonly InStore[]) =>
    Object.fromEntries(
      [HOME_STORE, ...STORES].map((code) => [
        code,
        all.filter((each) => (each.third_party_store_code ?? each.store_code) === code).map(({ id }) => id),
      ]),
    )
  return { users: byStore(users), admin: byStore(staff) }
}

/** The fields of users that demo rows repeat. */
const known = (user: UserRecord): DemoUser => ({
  ...user,
  store: user.third_party_store_code ?? user.store_code ?? HOME_STORE,
})
function demoOf(staff: StaffRecord[]) {
  const users = userFixture()
  return [[staff[0]!.store_code ?? HOME_STORE, ...STORES], peopleOf(staff, users), users.map(known)] as const
}

/** The demo rows and their files: the same after each reset, so they are made once and copied. */
interface DemoData {
  records: MockDb['records']
  files: readonly MockFile[]
}
function demoDataOf(staff: StaffRecord[]): DemoData {
  const demo = demoOf(staff)
  return {
    records: {
      ...seedRecords(staff.slice(0, 2), ...demo),
      permissionSet: permissionSetRows(staff),
      walletTransaction: transactionsOf(userFixture()),
      ticket: ticketFixture(PARTNER_STORE),
      chat: chatFixture(PARTNER_STORE),
    },
    files: seedFiles(...demo).map((file) => seededFile(file, staff[0]!.id)),
  }
}
let demoData: DemoData | undefined

function seed(): MockDb {
  const staff = [...staffFixture(), ...sentinelStaff()]
  demoData ??= demoDataOf(staff)
  return {
    staff,
    ...workOf(staff),
    records: structuredClone(demoData.records),
    history: seedHistory(demoData.records),
    users: [...userFixture(), ...sentinelUsers()],
    roles: ROLES,
    stores: STORES,
    access: structuredClone(ACCESS_BY_ROLE) as Record<string, Access>,
    approvals: [],
    sessions: new Map(),
    browserSession: null,
    csrfTokens: new Set(),
    failedAttempts: new Map(),
    log: [],
    preferences: new Map(),
    recoveryCodes: new Map(),
    recoveryCodeSets: 0,
    keyed: new Map(),
    appKeys: new Map(),
    // Bytes are never changed, so copies share them.
    files: new Map(demoData.files.map((file) => [file.id, { ...file }])),
    nextNumber: 1,
  }
}

/** The one database of the mocks. `resetDb` replaces its parts, so keep a reference to `db` and not to a part of it. */
export const db: MockDb = seed()

const listeners = new Set<(event: MockEvent) => void>()

/** Resets everything to the seed; `over` replaces parts of it. */
export function resetDb(over: Partial<MockDb> = {}): void {
  Object.assign(db, seed(), over)
}

/** @returns a function that unsubscribes */
export function onMockEvent(listener: (event: MockEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let isRehearsal = false
/** Runs `work` on a copy of the data, and discards its changes: for dry runs. Nobody is notified. */
export function rehearse<T>(work: () => T): T {
  const { files: _files, ...kept } = db
  Object.assign(db, structuredClone(kept))
  isRehearsal = true
  try {
    return work()
  } finally {
    isRehearsal = false
    Object.assign(db, kept)
  }
}

/** Notifies the consoles; during a rehearsal, nobody. */
export function tell(event: MockEvent): void {
  if (isRehearsal) return
  for (const listener of listeners) listener(event)
}

export const accessOf = (staff: StaffRecord): Access =>
  accessWith({ sets: db.records.permissionSet, byRole: db.access }, staff)

/** The session with this id and its owner, if it is still valid. */
export function liveSession(id: string | null, nowMs: number): { session: MockSession; staff: StaffRecord } | null {
  const session = id === null ? undefined : db.sessions.get(id)
  const staff = session && db.staff.find((record) => record.id === session.staffId)
  if (!session || !staff || staff.is_deleted || nowMs >= session.startedAt + SESSION_SECONDS.absolute * 1000)
    return null
  return { session, staff }
}

/** Starts a session for a member of staff. @returns its id */
export function beginSession(staff: StaffRecord, nowMs: number): string {
  const id = crypto.randomUUID()
  db.sessions.set(id, { id, staffId: staff.id, startedAt: nowMs })
  return id
}

export function endSession(id: string): void {
  if (db.sessions.delete(id)) tell({ type: 'session:ended', sessionId: id })
}

/** Ends all sessions of a person except one. */
export function endSessionsOf(staffId: string, except?: string): void {
  for (const session of [...db.sessions.values()])
    if (session.staffId === staffId && session.id !== except) endSession(session.id)
}

/**
 * Signs this browser in as a person with a role, without the login page.
 * @param seconds validity of the token
 * @returns the access token, as GET session returns it
 */
export function signInAs(role: string, seconds?: number): string {
  const staff = db.staff.find((record) => record.role === role && !record.is_deleted)
  if (!staff) throw new Error(`The mocks have nobody of the role ${role}`)
  const now = Date.now()
  db.browserSession = beginSession(staff, now)
  return makeToken(staff.id, db.browserSession, now, seconds)
}
