/** Jobs of game platforms over HTTP (docs/connect-a-rail.md). */
import * as yup from 'yup'
import {
  JOB_KINDS,
  JOB_STATES,
  type CreditBalance,
  type JobLine,
  type Outcome,
  type PlatformJob,
  type PlatformRail,
} from '@server/platform/ports/rails'
import { callRail, type RailConnection } from './call'
import { about, amount, amountOrNone, externalRef, readNamed, readStatement, reason, reference, time } from './protocol'

const kind = () => yup.string().oneOf(JOB_KINDS).required()
/** A job, as a platform sends it. */
export const jobSchema = yup.object({
  reference: reference(),
  kind: kind(),
  state: yup.string().oneOf(JOB_STATES).required(),
  credits: amountOrNone(),
  external_ref: externalRef(),
  reason: reason(),
})
const balanceSchema = yup.object({ username: yup.string().min(1).max(64).required(), credits: amount(), at: time() })
const lineSchema = yup.object({
  reference: reference(),
  external_ref: externalRef(),
  kind: kind(),
  credits: amount(),
  at: time(),
})
/** An event of a platform: the job as it is now. */
export const jobEventSchema = yup.object({
  type: yup.string().oneOf(['job.done', 'job.failed']).required(),
  job: jobSchema.required(),
})

/** Whether a job that is done says how many credits it moved. */
export const saysEverything = ({ state, credits }: Pick<PlatformJob, 'state' | 'credits'>): boolean =>
  state !== 'DONE' || credits !== null
const complete = <J extends PlatformJob | null>(outcome: Outcome<J>): Outcome<J> =>
  outcome.is === 'answered' && outcome.answer !== null && !saysEverything(outcome.answer)
    ? { is: 'unknown', why: 'the answer lacks the credits that were moved' }
    : outcome

/** @returns the platform at an address */
export function createHttpPlatformRail(connection: RailConnection): PlatformRail {
  return {
    async run(order) {
      const call = { method: 'POST', path: 'jobs', body: order } as const
      const outcome = await callRail<PlatformJob>(connection, call, jobSchema)
      return complete(about({ reference: order.reference, kind: order.kind }, outcome))
    },
    async lookUp(named) {
      const path = `jobs/${encodeURIComponent(named)}`
      return complete(about({ reference: named }, await readNamed<PlatformJob>(connection, path, jobSchema)))
    },
    async balance(username) {
      const path = `accounts/${encodeURIComponent(username)}/balance`
      return about({ username }, await readNamed<CreditBalance>(connection, path, balanceSchema))
    },
    check: () => callRail<{ at: string }>(connection, { method: 'GET', path: 'check' }, yup.object({ at: time() })),
    statement: (day) => readStatement<JobLine>(connection, day, lineSchema),
  }
}
