/** The sentence about an action on many records: how far it is, or how it ended. Pure. */
import { formatCount } from './format'

export interface BulkOutcome {
  state: 'running' | 'stopping' | 'partly' | 'stopped' | 'succeeded' | 'closed'
  total: number
  done: number
  refused: number
  /** Not tried, or without a response. */
  left: number
  /** Why the run ended early; null where the person stopped it. */
  problem: string | null
  /** 'Disabling' and 'disabled'. */
  gerund: string
  participle: string
  /** Names the records; left out where the place already does. */
  noun?: { readonly one: string; readonly many: string }
}

/** @returns 'Disabling 120 of 391 users', '312 of 391 users disabled, 79 refused' */
export function bulkText({
  state,
  total,
  done,
  refused,
  left,
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
    case 'stopped':
      return `${outOf}, ${formatCount(left)} ${problem ? 'not confirmed' : 'not tried'}${problem ? `. ${problem}` : ''}`
    default:
      return `${formatCount(done)}${records} ${participle}`
  }
}
