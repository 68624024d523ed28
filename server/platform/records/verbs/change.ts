/** Changes of one record: edits, the switch, actions, roll back and claims. */
import { SENT_FOR_APPROVAL } from '@contract/entities/approval'
import { isEnableDisable } from '@contract/records/calls'
import { emptiedBy, touchesDependents } from '@contract/records/dependents'
import { touchesLimits } from '@contract/records/limits'
import { touchesRange } from '@contract/records/ranges'
import type { ActionDefinition, Fields } from '@contract/records/record'
import { referencesIn } from '@contract/records/references'
import { ROLL_BACK } from '@contract/records/versions'
import type { Answer, Json } from '@server/platform/operations/call'
import { rejected } from '@server/platform/operations/failure'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import { actsAs } from '@server/platform/modules/approvals/actor'
import { requireStepUp } from '@server/platform/modules/two-factor/step-up'
import { APPROVAL_EFFECTS } from '@server/platform/records/approval-effects'
import { ENDS_CLAIM, requireClaim, type claim } from '@server/platform/records/claims'
import type { RecordSource, RuleCall } from '@server/platform/records/source'
import type { RecordVersions } from '@server/platform/records/versions'
import type { Columns, Within } from '@server/platform/records/writes'
import { answer, type RecordCall, type RecordRoutesDeps } from './call'
import type { Checks } from './checks'
import { columnsOfBody } from './columns'
import type { Transactions } from './transaction'

/** Records whose rows may wait for approval, so that a change may cancel it. */
const MAY_WAIT: ReadonlySet<string> = new Set(Object.values(APPROVAL_EFFECTS).map(({ record }) => record ?? ''))

const nothingToChange = () => rejected({}, 'There is nothing to change.')

/** The part of a body, beside its reason, that the history shows; undefined: none. */
function toldOf({ tells = [] }: ActionDefinition, body: Readonly<Record<string, unknown>>) {
  const told = tells.filter((name) => body[name] !== undefined && body[name] !== null && body[name] !== '')
  return told.length > 0 ? Object.fromEntries(told.map((name) => [name, body[name]])) : undefined
}

/** @returns how one record is changed. Each throws 404, 409 with the row as it is now, 403 without a step-up, or 422 at the field */
export function createChanges(
  { db, clock, live, writes }: Pick<RecordRoutesDeps, 'db' | 'clock' | 'live' | 'writes'>,
  {
    transactions: { inTransaction, ruleOf, tellFed },
    checks: { prepare, requireState, requireValues, requireVersion },
    versions,
  }: { transactions: Transactions; checks: Checks; versions: RecordVersions },
) {
  const refersTo = (fields: Fields, body: RecordCall['body']) => referencesIn(fields, body).length > 0

  async function change(
    source: RecordSource,
    call: RecordCall,
    {
      columns,
      action,
      message,
      reason,
      asked,
      from,
      run,
      sets = [],
      fields = source.record.fields,
    }: {
      columns: Columns
      from?: ActionDefinition['from']
      /** Of the body; by default the record's own. */
      fields?: Fields
      action: string
      message: string
      reason?: string
      /** The person's other answers, as far as the history shows them. */
      asked?: Readonly<Record<string, unknown>> | undefined
      run?: ((call: RuleCall & { id: string }) => Promise<Columns | void>) | undefined
      /** Assignments in addition to the columns, which the audit does not show. SQL */
      sets?: readonly string[]
    },
    outer?: Within,
  ): Promise<Answer<unknown>> {
    const { params, ifMatch, principal, origin, body, key } = call
    const { check, after } = source
    const prepared = await prepare(source, call, action, params.id, outer?.on)
    if (from) await requireState(source, call, from, outer?.on ?? db)
    const changes = {
      ...prepared.with,
      sets: [...(prepared.with?.sets ?? []), ...sets],
      columns: { ...columns, ...prepared.columns },
      action,
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(asked === undefined ? {} : { asked }),
    }
    // Whoever changes what waits for approval is named to its requester (`actsAs`).
    const mayWait = MAY_WAIT.has(source.record.name)
    const hasRules = mayWait || Boolean(check ?? after ?? run ?? source.versions ?? prepared.after)
    return inTransaction(
      hasRules,
      async (within) => {
        // Without rules a change is one statement: only references and rules between fields need to read other values.
        const isOwn = fields === source.record.fields
        const looks = refersTo(fields, body) || touchesRange(source.record, body)
        const stored =
          hasRules || looks || (isOwn && (touchesDependents(source.record, body) || touchesLimits(source.record, body)))
            ? await requireValues(source, call, fields, within?.on ?? db)
            : null
        const emptied = stored && isOwn ? columnsOfBody(source.record, emptiedBy(source.record, stored, body)) : {}
        const whole = { ...changes, columns: { ...changes.columns, ...emptied } }
        if (!hasRules || !within) {
          const written = await writes.update(source, params.id, ifMatch, whole, { principal, origin, key }, within)
          const tell = () => prepared.committed?.(live, written.returned as Readonly<Record<string, unknown>>)
          if (within) within.afterCommit(tell)
          else tell()
          await tellFed(source, params.id, within)
          return answer(written, message)
        }
        let isWaiting = false
        const waits = () => void (isWaiting = true)
        const rule = ruleOf(within, { principal, origin, id: params.id, body, waits })
        if (mayWait) await actsAs(within.on, principal.staffId)
        await check?.(rule)
        const more = (await run?.(rule)) ?? {}
        const written = await writes.update(
          source,
          params.id,
          ifMatch,
          { ...whole, at: rule.at, columns: { ...whole.columns, ...more } },
          { principal, origin, key: null },
          within,
        )
        within.afterCommit(() => prepared.committed?.(live, written.returned as Readonly<Record<string, unknown>>))
        await after?.(rule)
        await prepared.after?.(rule)
        await tellFed(source, params.id, within)
        if (source.versions) await versions.keep(source, { id: params.id, principal, on: within.on, at: rule.at })
        // Read again, so that the response contains what the rules changed. An erased record can no longer be read.
        const json =
          within.isPart || more.erased_at ? 'null' : (await writes.read(source, params.id, principal, within.on)).json
        const answered = answer(
          { json: json as Json<never>, version: written.version },
          isWaiting ? SENT_FOR_APPROVAL : message,
        )
        await key?.inTransaction(within.on, answered)
        return answered
      },
      outer,
    )
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
    const { from, sets = {}, underClaim } = action
    const own = source.actions[name]
    const underOwn = async (rule: RuleCall & { id: string }) => {
      await requireClaim(source, { rule, principal: call.principal, origin: call.origin, clock, writes })
      return own?.(rule)
    }
    const changes = {
      columns: columnsOfBody(source.record, sets),
      action: name,
      message: action.success,
      ...(typeof call.body.reason === 'string' && call.body.reason !== '' ? { reason: call.body.reason } : {}),
      asked: toldOf(action, call.body),
      from,
      run: underClaim ? underOwn : own,
      ...(underClaim ? { sets: ENDS_CLAIM } : {}),
      fields: action.asks ?? {},
    }
    return change(source, call, changes, outer)
  }

  /** Claims or releases a record: the row is locked, and the answer is stored under the key together with the effect. */
  const changeClaim = (perform: typeof claim, source: RecordSource, call: RecordCall): Promise<Answer<unknown>> =>
    inTransaction(true, async (within) => {
      const { principal, origin, params, body, key } = call
      const rule = ruleOf(within!, { principal, origin, id: params.id, body })
      const written = await perform(source, { rule, principal, origin, clock, writes })
      await tellFed(source, params.id, within)
      const answered = answer(written, SUCCESS_MESSAGE.updated)
      await key?.inTransaction(within!.on, answered)
      return answered
    })

  return { update, enableDisable, act, changeClaim }
}
