/** What follows from an approval: in the transaction of the last decision, or of its end without one. */
import type { RecordKey } from '@contract/records/records'
import type { Queryable } from '@server/platform/ports/db'

/** Input of an effect. */
export interface EffectCall {
  tx: Queryable
  subjectId: string
  /** Who decided last; null: nobody decided in time. */
  actorId: string | null
  /** ISO time. */
  at: string
  /** The inputs of the action, as they were requested. */
  asked: Readonly<Record<string, unknown>>
}
/** Rows of a record that show other values after the commit. `edited`: their version is another one, too. */
export interface Changed {
  record: RecordKey
  ids: readonly string[]
  edited?: true
}
/** The effects of approvals about one type of subject. */
export interface Effects {
  /** The record of the row that the approval waits at, if it is one (`approval_subjects`): its history shows the decisions. */
  record?: RecordKey
  /** @throws a refusal: then nothing is decided */
  approved: (call: EffectCall) => Promise<readonly Changed[]>
  /** It was rejected, or nobody decided it in time. */
  refused?: (call: EffectCall) => Promise<readonly Changed[]>
}
/** By the type of the subject. */
export type EffectsByType = Readonly<Record<string, Effects>>
