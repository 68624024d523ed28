/** The sentence about an action on many records: its progress or its outcome. Pure. */
import { formatCount } from '../shared/format'

export interface BulkOutcome {
  state:
    | 'running'
    | 'checking'
    | 'stopping'
    | 'partly'
    | 'stopped'
    | 'interrupted'
    | 'uncertain'
    | 'succeeded'
    | 'closed'
  total: number
  done: number
  refused: number
  /** Not tried. */
  left: number
  /** Without a response. */
  unconfirmed: number
  /** Why the server ended the run early; null if it did not. */
  problem: string | null
  /** 'Disabling' and 'disabled'. */
  gerund: string
  participle: string
  /** Names the records; omitted where the context already does. */
  noun?: { readonly one: string; readonly many: string }
}

/** @returns 'Disabling 120 of 391 users', '312 of 391 users disabled, 79 refused' */
export function bulkText({
  state,
  total,
  done,
  refused,
  left,
  unconfirmed,
  problem,
  gerund,
  participle,
  noun,
}: BulkOutcome): string {
  const records = noun ? ` ${total === 1 ? noun.one : noun.many}` : ''
  const outOf = `${formatCount(done)} of ${formatCount(total)}${records} ${participle}`
  switch (state) {
    case 'running':
      return `${gerund} ${formatCount(done + refused)} of ${formatCount(total)}${records}`
    case 'stopping':
      return `Stopping. ${outOf}`
    case 'partly':
      return `${outOf}, ${formatCount(refused)} refused`
    case 'checking':
      return `${outOf}. No answer for ${formatCount(unconfirmed)} yet: checking whether they were ${participle}...`
    case 'stopped':
      return `${outOf}, ${formatCount(left)} not tried`
    case 'interrupted':
      return `${outOf}, ${formatCount(left)} not tried. ${problem ?? ''}`
    case 'uncertain':
      return `${outOf}${left > 0 ? `, ${formatCount(left)} not tried` : ''}. It is not known whether ${unconfirmed === 1 ? '1 more was' : `${formatCount(unconfirmed)} more were`} ${participle}: the server has not answered.`
    default:
      return `${formatCount(done)}${records} ${participle}`
  }
}
