import { bonusFor, type BonusTerms, type TestedDeposit } from '@contract/records/money/deposit-bonus'
import { depositBonusType } from '@contract/records/money/deposit-bonus-type'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'

export const depositBonusTypes = recordTable(depositBonusType, 'deposit_bonus_types')

export default defineSource(depositBonusType, {
  table: depositBonusTypes,
  scope: { store: 'row' },
  derived: {},
  preview: async ({ rowsOf, body, storeOfNew, at }) => {
    // A deposit is made in one store, and only the types of that store apply.
    const types = await rowsOf(storeOfNew)
    return bonusFor(types as unknown as BonusTerms[], body as unknown as TestedDeposit, at)
  },
})
