/** Changes of one record: edits, the switch, actions, roll back and claims. */
import { endsClaim } from '@contract/records/queue'
import { SENT_FOR_APPROVAL } from '@contract/entities/approval'
import { isEnableDisable } from '@contract/records/calls'
import { emptiedBy, touchesDependents, touchesRow } from '@contract/records/dependents'
import { touchesLimits } from '@contract/records/limits'
import { touchesRange } from '@contract/records/ranges'
import { toldInputs, type ActionDefinition, type Fields } from '@contract/records/record'
import { referencesIn } from '@contract/records/references'
import { ROLL_BACK } from '@contract/records/versions'
import type { Answer, Json } from '@server/platform/operations/call'
import { rejected } from '@server/platform/operations/failure'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import { actsAs } from '@server/platform/modules/approvals/actor'
import { requireStepUp } from '@server/platform/modules/two-factor/step-up'
import { APPROVAL_EFFECTS } from '@server/platform/records/approval-effects'
import { requestAction, writtenBy } from '@server/platform/records/approvals'
import { ENDS_CLAIM, requireClaim, type claim } from '@server/platform/records/claims'
import { decidedThen } from '@server/platform/records/queues'
import type { Prepared, RecordSource, RuleCall } from '@server/platform/records/source'
import type { RecordVersions } from '@server/platform/records/versions'
import type { Changes, Columns, Within } from '@server/platform/records/writes'
import { answer, type RecordCall, type RecordRoutesDeps } from './call'
import type { Checks } from './checks'
import { columnsOfBody } from './columns'
import type { Transactions } from './transaction'

/** Records whose rows may wait for approval, so that a change may cancel it. */
const MAY_WAIT: ReadonlySet<string> = new Set(Object.values(APPROVAL_EFFECTS).map(({ record }) => record ?? ''))

const nothingToChange = () => rejected({}, 'There is nothing to change.')

/** The part of a body, beside its reason, that the history shows; undefined: none. */
function toldOf(action: ActionDefinition, body: Readonly<Record<string, unknown>>) {
  const isGiven = (name: string) => body[name] !== undefined && body[name] !== null && body[name] !== ''
  const told = toldInputs(action).filter((name) => name !== 'reason' && isGiven(name))
  return told.length > 0 ? Object.fromEntries(told.map((name) => [name, body[name]])) : undefined
}

/** What an edit, the switch or an action writes. */
interface Change {
  columns: Columns
  action: string
  message: string
  reason?: string
  /** The person's other answers, as far as the history shows them. */
  asked?: Readonly<Record<string, unknown>> | undefined
  /** The states in which it is allowed. */
  from?: ActionDefinition['from']
  /** The value that whoever acts relies on. */
  relies?: string | undefined
  /** The rule of an action. It returns further columns. @param stored the row before the change, with fields that the person may not read */
  run?:
    | ((call: RuleCall & { id: string }, stored: Readonly<Record<string, unknown>>) => Promise<Columns | void>)
    | undefined
  /** Assignments in addition to the columns, which the audit does not show. SQL */
  sets?: readonly string[]
  /** Of the body; by default the record's own. */
  fields?: Fields
}

/** A prepared change of one record. */
interface Writing {
  source: RecordSource
  call: RecordCall
  fields: Fields
  changes: Changes
  prepared: Prepared
  run: Change['run']
}

/** @returns how one record is changed. Each throws 404, 409 with the row as it is now, 403 without a step-up, or 422 at the field */
export function createChanges(
  { db, clock, live, writes }: Pick<RecordRoutesDeps, 'db' | 'clock' | 'live' | 'writes'>,
  {
    transactions: { inTransaction, ruleOf, tellFed },
    checks: { prepare, reach, requireState, requireRelied, requireValues, requireVersion },
    versions,
  }: { transactions: Transactions; checks: Checks; versions: RecordVersions },
) {
  /** Adds the columns that a body empties because they depend on values that it changes. @param stored the row before the change */
  const withEmptied = (
    { source, call, fields, changes }: Writing,
    stored: Readonly<Record<string, unknown>>,
  ): Changes =>
    fields === source.record.fields
      ? {
          ...changes,
          columns: { ...changes.columns, ...columnsOfBody(source.record, emptiedBy(source.record, stored, call.body)) },
        }
      : changes

  /** One statement: other values are read only where references or rules between fields need them. */
  async function changeWithoutRules(writing: Writing, within: Within | undefined): Promise<Answer<unknown>> {
    const { source, call, fields, changes, prepared } = writing
    const { record } = source
    const { params, ifMatch, principal, origin, body, key } = call
    const isOwn = fields === record.fields
    const needsStored =
      referencesIn(fields, body).length > 0 ||
      touchesRange(record, body) ||
      (isOwn ? touchesDependents(record, body) || touchesLimits(record, body) : touchesRow(fields))
    const whole = needsStored
      ? withEmptied(writing, await requireValues(source, call, fields, within?.on ?? db))
      : changes
    const written = await writes.update(source, params.id, ifMatch, whole, { principal, origin, key }, within)
    const tell = () => prepared.afterCommit?.(live, written.returned as Readonly<Record<string, unknown>>)
    if (within) within.afterCommit(tell)
    else tell()
    await tellFed(source, params.id, within)
    return answer(written, changes.message)
  }

  /** A transaction: the rules of the record and of the action run before and after the statement. */
  async function changeWithRules(writing: Writing, within: Within): Promise<Answer<unknown>> {
    const { source, call, fields, changes, prepared, run } = writing
    const { params, ifMatch, principal, origin, body, key } = call
    const stored = await requireValues(source, call, fields, within.on)
    const whole = withEmptied(writing, stored)
    let isWaiting = false
    const waits = () => void (isWaiting = true)
    const rule = ruleOf(within, { principal, origin, id: params.id, body, waits })
    // Whoever changes what waits for approval is named to its requester.
    if (MAY_WAIT.has(source.record.name)) await actsAs(within.on, principal.staffId)
    await source.check?.(rule)
    const more = (await run?.(rule, stored)) ?? {}
    const written = await writes.update(
      source,
      params.id,
      ifMatch,
      { ...whole, at: rule.at, columns: { ...whole.columns, ...more } },
      { principal, origin, key: null },
      within,
    )
    within.afterCommit(() => prepared.afterCommit?.(live, written.returned as Readonly<Record<string, unknown>>))
    await source.afterWrite?.(rule)
    await prepared.afterWrite?.(rule)
    await tellFed(source, params.id, within)
    if (source.versions) await versions.keep(source, { id: params.id, principal, on: within.on, at: rule.at })
    // Read again, so that the response contains what the rules changed. An erased record can no longer be read.
    const json =
      within.isPart || more.erased_at ? 'null' : (await writes.read(source, params.id, principal, within.on)).json
    const answered = answer(
      { json: json as Json<never>, version: written.version },
      isWaiting ? SENT_FOR_APPROVAL : changes.message,
    )
    await key?.inTransaction(within.on, answered)
    return answered
  }

  /** Prepares a change, and writes it with rules where the record, the action or the preparation has some. */
  async function change(
    source: RecordSource,
    call: RecordCall,
    {
      columns,
      action,
      message: success,
      reason,
      asked,
      from,
      relies,
      run,
      sets = [],
      fields = source.record.fields,
    }: Change,
    outer?: Within,
  ): Promise<Answer<unknown>> {
    const prepared = await prepare(source, call, action, call.params.id, outer?.on)
    if (from) await requireState(source, call, from, outer?.on ?? db)
    if (relies !== undefined) await requireRelied(source, call, relies, outer?.on ?? db)
    const message = (await reach(source, call, action))?.message ?? success
    const changes = {
      ...prepared.with,
      sets: [...(prepared.with?.sets ?? []), ...sets],
      columns: { ...columns, ...prepared.columns },
      action,
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(asked === undefined ? {} : { asked }),
    }
    const writing = { source, call, fields, changes, prepared, run }
    const hasRules =
      MAY_WAIT.has(source.record.name) ||
      Boolean(source.check ?? source.afterWrite ?? run ?? source.versions ?? prepared.afterWrite)
    return hasRules
      ? inTransaction(true, (within) => changeWithRules(writing, within!), outer)
      : inTransaction(false, (within) => changeWithoutRules(writing, within), outer)
  }

  const enableDisable = (source: RecordSource, call: RecordCall, outer?: Within): Promise<Answer<unknown>> => {
    const isDeleted = call.body.is_deleted === true
    const changes = {
      columns: { is_deleted: { value: isDeleted, type: 'boolean' } },
      action: isDeleted ? 'disable' : 'enable',
      message: isDeleted ? SUCCESS_MESSAGE.disabled : SUCCESS_MESSAGE.enabled,
    }
    return change(source, call, changes, outer)
  }

  const update = async (source: RecordSource, call: RecordCall): Promise<Answer<unknown>> => {
    if (source.record.switch && isEnableDisable(call.body)) return enableDisable(source, call)
    const columns = columnsOfBody(source.record, call.body)
    if (Object.keys(columns).length === 0) throw nothingToChange()
    return change(source, call, { columns, action: 'update', message: SUCCESS_MESSAGE.updated })
  }

  /** Writes the content of an earlier version as an edit: every rule of an edit applies. */
  async function rollBack(source: RecordSource, call: RecordCall): Promise<Answer<unknown>> {
    const { params, principal, body: asked } = call
    await requireVersion(source, call, db)
    const body = await versions.bodyOf(source, params.id, asked.version_no as number, principal)
    const action = source.record.actions[ROLL_BACK]!
    const changes = {
      columns: columnsOfBody(source.record, body),
      action: ROLL_BACK,
      message: action.success,
      asked: toldOf(action, asked),
    }
    return change(source, { ...call, body }, changes)
  }

  async function act(source: RecordSource, call: RecordCall, name: string, outer?: Within): Promise<Answer<unknown>> {
    const action = source.record.actions[name]!
    // Of a bulk call it is checked once, before the first record.
    if (action.stepUp && !outer) {
      // Nobody is asked for a password for a record that does not exist for them, or that has changed.
      await requireVersion(source, call, db)
      await requireStepUp({ db, clock }, call.principal)
    }
    if (name === ROLL_BACK && source.versions) return rollBack(source, call)
    const { from, approval, relies } = action
    const { record } = source
    const columns = approval ? {} : columnsOfBody(record, writtenBy(action, call.body))
    const own: Change['run'] = approval
      ? (rule, row) => requestAction(source, name, { ...rule, row })
      : source.actions[name]
    const inQueue: Change['run'] = async (rule, row) => {
      // Of many records at once nobody works on each: what nobody has claimed needs no claim, and what others have is left out.
      const needed = outer ? 'offered' : undefined
      await requireClaim(source, { rule, principal: call.principal, origin: call.origin, clock, writes }, needed)
      const more = (await own?.(rule, row)) ?? {}
      const by = { by: call.principal.staffId, at: rule.at }
      return record.queue ? { ...decidedThen(record, name, { ...columns, ...more }, by), ...more } : more
    }
    const changes = {
      columns,
      action: name,
      message: action.success,
      ...(typeof call.body.reason === 'string' && call.body.reason !== '' ? { reason: call.body.reason } : {}),
      asked: toldOf(action, call.body),
      from,
      relies,
      run: record.queue ? inQueue : own,
      ...(record.queue && endsClaim(action) ? { sets: ENDS_CLAIM } : {}),
      fields: action.asks ?? {},
    }
    return change(source, call, changes, outer)
  }

  /** Claims or releases a record: the row is locked, and the answer is stored under the key together with the effect. */
  const changeClaim = (
    perform: typeof claim,
    source: RecordSource,
    call: RecordCall,
    outer?: Within,
  ): Promise<Answer<unknown>> =>
    inTransaction(
      true,
      async (within) => {
        const { principal, origin, params, body, key } = call
        const rule = ruleOf(within!, { principal, origin, id: params.id, body })
        const written = await perform(source, { rule, principal, origin, clock, writes })
        await tellFed(source, params.id, within)
        const answered = answer(written, SUCCESS_MESSAGE.updated)
        await key?.inTransaction(within!.on, answered)
        return answered
      },
      outer,
    )

  return { update, enableDisable, act, changeClaim }
}
