/** Changes of one record: new ones, edits, the switch, actions, roll back and claims. */
import { SENT_FOR_APPROVAL } from '@contract/entities/approval'
import { REASON } from '@contract/entities/history'
import { isEnableDisable } from '@contract/records/calls'
import { dependentErrors, emptiedBy, touchesDependents } from '@contract/records/dependents'
import type { Field } from '@contract/records/field'
import { storedItems } from '@contract/records/items'
import { limitErrors, touchesLimits } from '@contract/records/limits'
import { rangeErrors, touchesRange } from '@contract/records/ranges'
import { type RecordDefinition, fileRulesOf, fixedField, isInRows, stateRefusal } from '@contract/records/record'
import { ALL_RECORDS, recordNamed } from '@contract/records/records'
import { filesIn } from '@contract/records/references'
import { ROLL_BACK } from '@contract/records/versions'
import { defaultsOf } from '@demo/rows'
import { cancelApprovals } from '../../approvals'
import { type Answer, callerOf } from '../../call'
import { db, tell } from '../../db'
import { type ClaimStore, requireClaim } from '../../handlers/claims'
import { attachFiles } from '../../handlers/files'
import { mockId } from '../../ids'
import { Refusal, rejected, stale } from '../../refusal'
import { bodyOfVersion, keepVersion, rememberVersions } from '../../versions'
import type { StoredRecord } from '../behaviour'
import type { RecordCall, Values } from './call'
import { find, findToWrite, requireReferences, requireUnique } from './checks'
import { remember } from './history'
import { behaviourOf, isErased, keptRows, rowsOf } from './rows'
import { storeOfNew, withoutStore } from './stores'
import { readable, valueOf, whole } from './sent'

const rootOf = (record: RecordDefinition) => record.partOf?.record ?? record.name
/** Tells consoles that a row changed, and the rows whose derived values follow from it. @param derived only derived values changed */
export function changed(record: RecordDefinition, row: StoredRecord, derived?: true): void {
  const { id, version } = row
  // Rows of one table may belong to several records: consoles that see any of them are notified.
  for (const { subject } of ALL_RECORDS.filter((each) => rootOf(each) === rootOf(record)))
    tell({ type: 'record:changed', payload: { subject, id, version, ...(derived ? { derived } : {}) } })
  // Records derived from these rows change too.
  for (const [name, field] of Object.entries(record.feeds ?? {})) {
    const fed = keptRows(name).find((each) => each.id === row[field])
    if (fed) changed(recordNamed(name), fed, true)
  }
}

/** Tells consoles to read a record again whose history shows more. @param id of it, in whichever record it is */
export function historyChanged(id: unknown): void {
  const record = ALL_RECORDS.find(({ name, partOf }) => !partOf && keptRows(name).some((row) => row.id === id))
  if (record)
    changed(
      record,
      keptRows(record.name).find((row) => row.id === id)!,
      true,
    )
}

/** Values of a body as the platform stores them: without secrets, and with all fields of list items. */
const withoutSecrets = ({ fields }: RecordDefinition, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !fields[name] || isInRows(fields[name]))
      .map(([name, value]) => [name, storedOf(fields[name], value)]),
  )
const storedOf = (field: Field | undefined, value: unknown) =>
  field?.type.kind === 'list' ? storedItems(field.type, value) : value
/** An empty text is stored as null. */
const emptied = (body: Values): Values =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]))

/**
 * Assigns the files of a body to the record.
 * @param owner id of the person or the app
 * @throws 422 at the field if a file is not the owner's upload for it
 */
export function attach(record: RecordDefinition, body: Values, id: string, owner: string): void {
  const fields = Object.keys(fileRulesOf(record))
  attachFiles(Object.fromEntries(fields.map((field) => [`${record.name}.${field}`, filesIn(body, field)])), id, owner)
}

/** Whether a versioned record is active, so that its content is binding. */
export const isActive = (record: RecordDefinition, row: StoredRecord) =>
  behaviourOf(record.name).isActive?.(row) ?? false

/** Saves the content of an earlier version, as an edit. */
function rollBack(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const row = findToWrite(record, call)
  const sent = whole(record, row)
  const body = bodyOfVersion(record, row, sent, isActive(record, row), call.body.version_no)
  return edit(record, { ...call, body, told: call.body }, ROLL_BACK)
}

/** Writes values into a record, which cancels what waits for approval there. @param options `isRequest`: the call itself asks for one */
export function change(
  record: RecordDefinition,
  call: RecordCall,
  values: Values,
  action: string,
  message: string,
  beside: Values = {},
  { isRequest = false } = {},
): Answer<unknown> {
  const row = rowsOf(record.name).find(({ id }) => id === call.params.id)!
  const before = Object.fromEntries(Object.keys(values).map((field) => [field, row[field]]))
  const at = new Date(call.now).toISOString()
  rememberVersions(record, row, whole(record, row), isActive(record, row))
  Object.assign(row, values, beside, { version: row.version + 1, updatedAt: new Date(call.now).toISOString() })
  remember(record, row, call, action, Object.keys(before), before)
  if (!isRequest && Object.keys(values).length > 0)
    cancelApprovals(row.id, Object.keys(values), callerOf(call).staff, at)
  behaviourOf(record.name).after?.(action, row, call.body, rowsOf, callerOf(call))
  const { id, username } = callerOf(call).staff
  keepVersion(record, row, { sent: whole(record, row), isActive: isActive(record, row), at, by: { id, username } })
  changed(record, row)
  return { data: readable(record, row, callerOf(call)) as never, message }
}

/** Runs the record's own rules before a write. @param row null for a new one @throws a refusal */
export const prepare = (
  record: RecordDefinition,
  call: RecordCall,
  action: string,
  row: StoredRecord | null,
): Values => {
  const caller = callerOf(call)
  return (
    behaviourOf(record.name).prepare?.(action, row, call.body, caller, (each) => readable(record, each, caller)) ?? {}
  )
}

/** The switch. */
export function enableDisable(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const isDeleted = call.body.is_deleted === true
  prepare(record, call, isDeleted ? 'disable' : 'enable', find(record, call))
  const row = findToWrite(record, call)
  behaviourOf(record.name).check?.(row, call.body, rowsOf, null)
  return change(
    record,
    call,
    { is_deleted: isDeleted },
    isDeleted ? 'disable' : 'enable',
    isDeleted ? 'Successfully Disabled' : 'Successfully Enabled',
  )
}

/** The data that the claim functions need about a record and its caller. */
export const claimsOf = (record: RecordDefinition, call: RecordCall): ClaimStore => ({
  record,
  caller: callerOf(call),
  now: call.now,
  sent: (row) => readable(record, row, callerOf(call)),
  remember: (row, action, before, after) =>
    remember(
      record,
      { ...row, claimed_by: after },
      { ...call, told: { [REASON]: call.body.note } },
      action,
      ['claimed_by'],
      { claimed_by: before },
    ),
  announce: (row) => changed(record, row, true),
})

/** An action with all rules. */
export function act(record: RecordDefinition, call: RecordCall, name: string): Answer<unknown> {
  const action = record.actions[name]!
  if (name === ROLL_BACK) return rollBack(record, call)
  const beside = prepare(record, call, name, find(record, call))
  const row = findToWrite(record, call)
  const { from, sets = {}, asks = {} } = action
  if (from && !from.values.includes(valueOf(record, from.field, row) as string | boolean))
    throw stale(readable(record, row, callerOf(call)), stateRefusal(record, from))
  requireReferences(asks, call.body, callerOf(call))
  if (action.underClaim) requireClaim(claimsOf(record, call), row)
  let isWaiting = false
  const more =
    behaviourOf(record.name).actions?.[name]?.(
      row,
      call.body,
      rowsOf,
      new Date(call.now).toISOString(),
      { ...callerOf(call), waits: () => void (isWaiting = true) },
      (other, changedRow, derived) => changed(recordNamed(other), changedRow, derived),
    ) ?? {}
  const ended = action.underClaim ? { claimed_by: null, claim_until: null } : {}
  const message = isWaiting ? SENT_FOR_APPROVAL : action.success
  const answer = change(
    record,
    call,
    { ...sets, ...more },
    name,
    message,
    { ...beside, ...ended },
    { isRequest: isWaiting },
  )
  return isErased(row) ? { ...answer, data: null as never } : answer
}

/** An edit with all rules. @param action its name in the history */
export function edit(record: RecordDefinition, call: RecordCall, action: 'update' | typeof ROLL_BACK): Answer<unknown> {
  const beside = prepare(record, call, action, find(record, call))
  const row = findToWrite(record, call)
  requireReferences(record.fields, call.body, callerOf(call), row)
  const errors = {
    ...(touchesRange(record, call.body) ? rangeErrors(record, { ...row, ...call.body }) : {}),
    ...(touchesLimits(record, call.body) ? limitErrors(record, { ...row, ...call.body }) : {}),
    ...(touchesDependents(record, call.body) ? dependentErrors(record, row, call.body) : {}),
  }
  if (Object.keys(errors).length > 0) throw rejected(errors)
  behaviourOf(record.name).check?.(row, call.body, rowsOf, null)
  requireUnique(record, call.body, row, callerOf(call))
  attach(record, call.body, row.id, callerOf(call).staff.id)
  return change(
    record,
    call,
    { ...emptied(withoutSecrets(record, call.body)), ...emptiedBy(record, row, call.body) },
    action,
    'Successfully Updated',
    beside,
  )
}

/** A new record, with all rules. @throws 422 at the field */
export function create(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  const caller = callerOf(call)
  const beside = prepare(record, call, 'create', null)
  const given = withoutStore(call.body, caller)
  requireReferences(record.fields, call.body, callerOf(call))
  behaviourOf(record.name).check?.(null, call.body, rowsOf, storeOfNew(record, call.body, caller))
  requireUnique(record, call.body, null, caller)
  const at = new Date(call.now).toISOString()
  const rows = keptRows(record.name)
  const fixed = fixedField(record)
  const body = withoutSecrets(record, given)
  const id = mockId('fresh', db.nextNumber++)
  attach(record, call.body, id, caller.staff.id)
  const row: StoredRecord = {
    id,
    version: 1,
    ...defaultsOf(record),
    ...body,
    ...(fixed !== null && { [fixed]: record.partOf!.value }),
    ...(record.switch && { is_deleted: false }),
    ...(record.ordered && { position: Math.max(0, ...rows.map(({ position }) => position as number)) + 1 }),
    store_code: storeOfNew(record, call.body, caller),
    Creator: { id: caller.staff.id, username: caller.staff.username },
    createdAt: at,
    updatedAt: at,
    ...beside,
  }
  rows.push(row)
  behaviourOf(record.name).after?.('create', row, call.body, rowsOf, callerOf(call))
  remember(record, row, call, 'create', Object.keys(body), null)
  changed(record, row)
  return { data: readable(record, row, caller) as never, message: 'Successfully Added' }
}

/** An edit, or the switch. @throws 409 with the row, 422 at the field */
export function update(record: RecordDefinition, call: RecordCall): Answer<unknown> {
  if (record.switch && isEnableDisable(call.body)) return enableDisable(record, call)
  if (Object.keys(call.body).length === 0)
    throw new Refusal(422, { message: 'There is nothing to change.', errors: {} })
  return edit(record, call, 'update')
}
