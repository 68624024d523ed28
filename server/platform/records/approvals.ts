/**
 * Actions that others approve (ledger.md, Approvals): the definition says what is approved and how it reads, the source keeps its effect.
 * The effect is what the action writes: at once where nobody else must approve it, otherwise with the last decision.
 */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import {
  approvedActions,
  describeApproval,
  policyOf,
  type ActionApproval,
  type ApprovalFacts,
} from '@contract/records/action-approval'
import type { ActionDefinition } from '@contract/records/record'
import { decisionsOf, openStates, STATUS } from '@contract/records/queue'
import type { RecordKey } from '@contract/records/records'
import { createParams } from '@server/platform/db/params'
import type { Queryable } from '@server/platform/ports/db'
import type { Changed, EffectCall, Effects, EffectsByType } from '@server/platform/modules/approvals/effects'
import { requestApproval } from '@server/platform/modules/approvals/request'
import { decided } from './queues'
import type { RecordSource, RuleCall } from './source'
import { columnsOfBody } from './verbs/columns'
import type { Columns } from './writes'

/** Input of an effect on the row of the action. */
export interface ApprovedCall extends Pick<RuleCall, 'tx' | 'body' | 'at' | 'touched'> {
  id: string
  /** Who acts alone, or decided last. */
  actorId: string
}
/** The same where nobody decided in time: then nobody acts. */
export type RefusedCall = Omit<ApprovedCall, 'actorId'> & { actorId: string | null }
/** Input of a request: that of a rule, and the row as somebody reads it who may read everything. */
export type RequestCall = RuleCall & { id: string; row: Readonly<Record<string, unknown>> }

/** What a request finds out and adds. */
export interface Requested {
  facts?: ApprovalFacts
  /** Written with the request, whether it waits or not; the effect overrides them. */
  columns?: Columns
  /** Id of the row that it added, which is approved in place of the action's own. Only with `added`. */
  subject?: string
}

/** What a source adds to an action that others approve. */
export interface ApprovalSource {
  /** Runs before the approval is stored. @throws a refusal */
  request?: (call: RequestCall) => Promise<Requested | void>
  /** Runs once the request waits: it writes what a trigger compares the effect with. */
  whileWaiting?: (call: RequestCall) => Promise<void>
  /** The effect, beside what the definition sets. @returns further columns. @throws a refusal: then nothing is decided */
  approved?: (call: ApprovedCall) => Promise<Columns | void>
  /** It was rejected, or nobody decided in time. @returns columns; without them only what is derived from the approval changes */
  refused?: (call: RefusedCall) => Promise<Columns | void>
  /** Of a request that adds a row: where it is, and what follows. */
  added?: Effects & {
    table: string
    /** Subject of its audit entries; null: only its requester writes it. */
    auditedAs: string | null
  }
}

type Approved = ActionDefinition & { approval: ActionApproval }

/** The store of a row, and the currency of the user that its approval is about: others have amounts in the platform's. */
async function placeOf(tx: Queryable, source: RecordSource, id: string, user: string | null) {
  const [found] = await tx.query<{ store: string | null; currency: string | null }>(
    `select ${source.store} as store, (select p.currency from users p where p.id = $2::uuid) as currency
     from ${source.table} where id = $1::uuid`,
    [id, user],
  )
  return { store: found!.store, currency: found!.currency ?? PLATFORM_CURRENCY }
}

/** The record that people know the approval by. */
function aboutOf({ record }: RecordSource, { approval }: Approved, { id, row }: RequestCall) {
  const { about } = approval
  const type = about === undefined ? undefined : record.fields[about]!.type
  return type?.kind === 'reference'
    ? { record: type.to as RecordKey, id: (row[about!] as { id: string }).id }
    : { record: (record.partOf?.record ?? record.name) as RecordKey, id }
}

function isNeeded({ when }: ActionApproval, { row, body }: Pick<RequestCall, 'row' | 'body'>): boolean {
  if (when === undefined) return true
  if ('asked' in when) return (body[when.asked] ?? '') !== ''
  return when.values.includes(row[when.field] as string | boolean)
}

/**
 * What the definition of an action says that it writes: constants, and inputs that are kept. An input that is left out empties its field,
 * unless the action edits.
 * @param body the inputs
 */
export const writtenBy = (
  { sets = {}, keeps = [], edits }: Pick<ActionDefinition, 'sets' | 'keeps' | 'edits'>,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  ...sets,
  ...Object.fromEntries(
    keeps.flatMap((input) => (edits && body[input] === undefined ? [] : [[input, body[input] ?? null]])),
  ),
})

/** The effect on the action's own row. */
async function effectOn(source: RecordSource, name: string, call: ApprovedCall): Promise<Columns> {
  return {
    ...columnsOfBody(source.record, writtenBy(source.record.actions[name]!, call.body)),
    ...(await source.approvals[name]?.approved?.(call)),
  }
}

/**
 * Requests the approval of an action, in its transaction; it has its effect at once where nobody else must approve it.
 * @returns the columns that the action writes
 * @throws the refusals of the request; 403 where whoever acts alone lacks the limit or a step-up; 422 where it waits already
 */
export async function requestAction(source: RecordSource, name: string, call: RequestCall): Promise<Columns> {
  const action = source.record.actions[name] as Approved
  const { approval } = action
  const { request, whileWaiting, added } = source.approvals[name] ?? {}
  const { facts = {}, columns = {}, subject = call.id } = (await request?.(call)) ?? {}
  const alone: ApprovedCall = { ...call, actorId: call.principal.staffId }
  if (!isNeeded(approval, call)) return { ...columns, ...(await effectOn(source, name, alone)) }
  const about = aboutOf(source, action, call)
  const { store, currency } = await placeOf(call.tx, source, call.id, about.record === 'users' ? about.id : null)
  const stored = await requestApproval(call, {
    policy: policyOf(approval, call.row),
    subjectType: approval.type,
    subjectId: subject,
    permission: action.subject ?? source.record.subject,
    about: { ...about, store },
    ...describeApproval(source.record, action, call.row, call.body, facts, currency),
    currency,
    asked: call.body,
  })
  if (stored === 'PENDING') {
    await whileWaiting?.(call)
    return columns
  }
  if (!added) return { ...columns, ...(await effectOn(source, name, alone)) }
  const { tx, at } = call
  for (const { record, ids, edited } of await added.approved({
    tx,
    subjectId: subject,
    actorId: alone.actorId,
    at,
    asked: call.body,
  }))
    // The row of the action is told of with the action.
    if (record !== source.record.name) await call.touched(record, ids, edited)
  return columns
}

/** Writes the columns of an effect to the row of the action, as a change of its own. */
async function writeRow(tx: Queryable, { table }: RecordSource, id: string, at: string, columns: Columns) {
  const params = createParams()
  const sets = Object.entries(columns).map(([column, { value, type }]) => `${column} = ${params.add(value, type)}`)
  await tx.query(
    `update ${table} set ${[...sets, 'version = version + 1', `updated_at = ${params.add(at, 'timestamptz')}`].join(', ')}
     where id = ${params.add(id, 'uuid')}`,
    params.values,
  )
}

/** What follows from the decision about an action on its own row. */
function effectsOn(source: RecordSource, name: string): Effects {
  const record = source.record.name as RecordKey
  const run = async (
    { tx, subjectId, actorId, at, asked }: EffectCall,
    effect: (call: RefusedCall) => Promise<Columns | void>,
  ): Promise<Changed[]> => {
    const others: Changed[] = []
    const columns = await effect({
      tx,
      id: subjectId,
      body: asked,
      at,
      actorId,
      touched: async (other, ids, edited) => void others.push({ record: other, ids, ...(edited && { edited }) }),
    })
    if (columns) await writeRow(tx, source, subjectId, at, columns)
    return [{ record, ids: [subjectId], ...(columns && { edited: true as const }) }, ...others]
  }
  const { refused: ownRefused } = source.approvals[name] ?? {}
  /** Whoever requested a decision had decided; where it leads back to a state in which records are decided, nobody has. */
  const refused = async (call: RefusedCall): Promise<Columns | void> => {
    const columns = await ownRefused?.(call)
    if (!source.record.queue || !decisionsOf(source.record).some(([decision]) => decision === name)) return columns
    const state = columns?.[STATUS]?.value
    const isOpen = state === undefined || openStates(source.record).includes(state as string)
    return isOpen ? { ...decided(null, call.at), ...columns } : columns
  }
  return {
    record,
    approved: (call) => run(call, (own) => effectOn(source, name, { ...own, actorId: own.actorId! })),
    refused: (call) => run(call, refused),
  }
}

/** The database's row about a type of approvals (`approval_subjects`). */
export interface ApprovalSubject {
  subject_type: string
  subject_table: string
  record: string | null
  audited_as: string | null
  written_by: readonly string[]
}
interface ApprovedAction {
  type: string
  effects: Effects
  subject: Omit<ApprovalSubject, 'subject_type'>
}

/**
 * What is corrected during its review is decided by others than those who have written it: a request, a rejection and a reopening are
 * changes too, so that whoever corrected it is soon not the last who changed it.
 */
function writingActions({ actions }: RecordSource['record']): string[] {
  const edits = Object.keys(actions).filter((name) => actions[name]!.edits && !actions[name]!.approval)
  return edits.length > 0 ? ['create', ...edits] : []
}

/** @param sources of all records @returns every action that others approve */
const allApproved = (sources: Readonly<Record<string, RecordSource>>): ApprovedAction[] =>
  Object.values(sources).flatMap((source) =>
    source.record.partOf
      ? []
      : approvedActions(source.record).map(([name, action]): ApprovedAction => {
          const { type, notBy = [] } = action.approval
          const { added } = source.approvals[name] ?? {}
          return added
            ? {
                type,
                effects: added,
                subject: {
                  subject_table: added.table,
                  record: added.record ?? null,
                  audited_as: added.auditedAs,
                  written_by: [],
                },
              }
            : {
                type,
                effects: effectsOn(source, name),
                subject: {
                  subject_table: source.table,
                  record: source.record.name,
                  audited_as: source.record.subject,
                  written_by: [...writingActions(source.record), ...notBy],
                },
              }
        }),
  )

/** @returns what follows from approvals, by the type of what they are about */
export const effectsOf = (sources: Readonly<Record<string, RecordSource>>): EffectsByType =>
  Object.fromEntries(allApproved(sources).map(({ type, effects }) => [type, effects]))

/** @returns what the database knows of each type of approvals */
export const subjectsOf = (sources: Readonly<Record<string, RecordSource>>): ApprovalSubject[] =>
  allApproved(sources).map(({ type, subject }) => ({ subject_type: type, ...subject }))

/** SQL of `awaits_approval`: whether an action on a row waits for approval. @param types of approvals @param alias of the row */
export const awaitsApprovalSql = (types: readonly string[], alias = 'u'): string =>
  `exists (select from approvals a where a.subject_type in (${types.map((type) => `'${type}'`).join(', ')}) and a.subject_id = ${alias}.id
    and a.status = 'PENDING' and a.expires_at > statement_timestamp())`
