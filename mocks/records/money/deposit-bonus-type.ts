import { bonusFor, type BonusTerms, type TestedDeposit } from '@contract/records/money/deposit-bonus'
import type { Behaviour } from '../behaviour'

/** See the source: server/platform/records/money/deposit-bonus-type.ts. */
export const depositBonusTypeBehaviour: Behaviour = {
  preview: ({ body, rows, at }) => bonusFor(rows as unknown as BonusTerms[], body as unknown as TestedDeposit, at),
}
