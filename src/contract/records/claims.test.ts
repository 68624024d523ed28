import { expect, it } from 'vitest'
import { isBulkClaim } from './claims'
import { decisionsOf } from './queue'
import { bulkRight } from './record'
import { ALL_RECORDS } from './records'

const CLAIMED = ALL_RECORDS.filter(({ bulk }) => bulk.some(isBulkClaim))

it('of many records at once people claim, release and reject, and never approve what needs a claim', () => {
  expect(CLAIMED.map(({ name }) => name).toSorted()).toEqual([
    'cryptoWithdrawal',
    'manualDeposit',
    'manualWithdrawal',
    'userDocVerification',
  ])
  for (const record of CLAIMED) {
    expect(record.bulk, record.name).toEqual(['claim', 'release', 'reject'])
    const kinds = decisionsOf(record).flatMap(([name, { kind }]) => (record.bulk.includes(name) ? [kind] : []))
    expect(kinds, record.name).toEqual(['reject'])
  }
})

it('whoever claims many has the right to claim one', () => {
  for (const record of CLAIMED)
    for (const name of ['claim', 'release'])
      expect(bulkRight(record, name), record.name).toEqual({ action: 'update', subject: record.subject })
})
