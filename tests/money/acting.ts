/** How the workers of the money test act: on a row under its version, and about its approval. And what a flow notes of it. */
import type { Approval } from '@contract/entities/approval'
import { ERROR_CODE } from '@contract/errors'
import { approvalsOperations } from '@contract/http/approvals'
import type { Answer, Driver, Random, Sender } from './driver'

const APPROVALS = approvalsOperations.list.path

/** The people of one worker. */
export interface People {
  manager: Sender
  finance: Sender
  admin: Sender
  boss: Sender
}
export type App = ReturnType<Driver['app']>

/** What a rail carries out: its outcome is known at the end of the run. */
export type RailFlow = 'payout' | 'coinPayout' | 'load' | 'redeem' | 'coins'
export type FlowKind = 'adjust' | 'grant' | 'claim' | 'jackpot' | 'spin' | 'deposit' | 'withdrawal' | RailFlow
/** What one flow was told. Amounts in cents. */
export interface Told {
  kind: FlowKind
  /** What finds its row: the note, or the id. */
  mark: string
  user: string
  /** `none`: refused before anything was stored. `open`: stored, and nothing moved. */
  end: 'none' | 'open' | 'moved' | 'reversed'
  /** Change of the user's money. */
  net: number
}
export type Flow = (people: People, random: Random, user: string, mark: string) => Promise<Told>

export const money = (cents: number) => (cents / 100).toFixed(2)
/** @returns a decimal text with two places in cents */
export const cents = (amount: string) => Math.round(Number(amount) * 100)

/** What an approval is found by. */
export interface Wanted {
  record: string
  /** What its title or one of its details contains. */
  text: string
}
/** @returns the id of a pending approval that the sender sees */
export async function findApproval(by: Sender, { record, text }: Wanted): Promise<string> {
  const found = (await by.read<Approval[]>(APPROVALS)).find(
    ({ record_id, title, details }) =>
      record_id === record && [title, ...details.map(({ value }) => value)].some((each) => each.includes(text)),
  )
  if (!found) throw new Error(`${by.email} sees no approval of ${record} with ${text}`)
  return found.id
}
/** Decides an approval by its id. */
export async function decideOn(by: Sender, id: string, verb: 'approve' | 'reject'): Promise<Answer<Approval>> {
  const { version } = await by.read<Approval>(`${APPROVALS}/${id}`)
  return by.write<Approval>('PATCH', `${APPROVALS}/${id}/${verb}`, {
    body: verb === 'approve' ? {} : { reason: 'Money test' },
    ifMatch: version,
  })
}

/**
 * Decides an approval, one person after the other until it is decided.
 * @returns its status; `REFUSED` where its effect was refused, or would be another one than was asked for
 */
export async function decide(
  by: readonly Sender[],
  wanted: Wanted,
  verb: 'approve' | 'reject' = 'approve',
): Promise<'APPROVED' | 'REJECTED' | 'REFUSED'> {
  let status: Approval['status'] = 'PENDING'
  let id: string | undefined
  for (const sender of by) {
    id ??= await findApproval(sender, wanted)
    const answer = await decideOn(sender, id, verb)
    if (answer.status === 422 || answer.code === ERROR_CODE.stale) return 'REFUSED'
    if (answer.status !== 200) throw new Error(answer.text)
    status = answer.data.status
    if (status !== 'PENDING') break
  }
  if (status !== 'APPROVED' && status !== 'REJECTED') throw new Error(`the approval of ${wanted.text} stays ${status}`)
  return status
}

/** How often a row is read again because somebody has changed it meanwhile. */
const TRIES = 20
/**
 * An action of a row with its present version; a colleague's change in between is read again.
 * @throws where it is refused each time: that is no change of a colleague
 */
export async function act(by: Sender, path: string, action: string, body: object = {}): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const { version } = await by.read<{ version: number }>(path)
    const answer = await by.write<Record<string, unknown>>('PATCH', `${path}/${action}`, { body, ifMatch: version })
    if (answer.status !== 409) return answer
    if (tries === TRIES) throw new Error(`${action} by ${by.email}: ${answer.text}`)
  }
}
/** The same, of what must succeed. @returns the row */
export async function done(by: Sender, path: string, action: string, body: object = {}) {
  const answer = await act(by, path, action, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.data
}

/** Claims a row, also one that a colleague holds. @returns its version; null where its state has changed, so that nobody claims it any more */
export async function claimed(by: Sender, path: string): Promise<number | null> {
  const answer = await by.write<{ version: number }>('PATCH', `${path}/claim`, { body: { note: 'Money test' } })
  if (answer.status === 200) return answer.data.version
  if (answer.status !== 409) throw new Error(answer.text)
  return null
}
/** An action that a rail may be faster than. @returns whether it was done */
export async function isInTime(by: Sender, path: string, action: string, body: object): Promise<boolean> {
  const version = await claimed(by, path)
  if (version === null) return false
  const { status, text } = await by.write('PATCH', `${path}/${action}`, { body, ifMatch: version })
  if (status !== 200 && status !== 409 && status !== 422) throw new Error(text)
  return status === 200
}
