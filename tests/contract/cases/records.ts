/** The cases of records, generated from their definitions (src/contract/records), so that new records are covered too. */
import type { RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import type { Case } from '../environment'
import { recordAlphabetCases } from './record-alphabets'
import { recordAppCases } from './record-apps'
import { approvalCasesOf } from './record-approvals'
import { recordClaimCases } from './record-claims'
import { recordQueueCases } from './record-queue'
import { recordRevealCases } from './record-reveals'
import { recordListCases } from './record-lists'
import { recordMaskCases } from './record-masks'
import { recordPageCases } from './record-pages'
import { recordManyCases } from './record-many'
import { moneyCases } from './record-money'
import { recordPreviewCases } from './record-previews'
import { timelineCases } from './record-timeline'
import { recordVersionCases } from './record-versions'
import { recordTypedCases } from './record-typed'
import { recordWriteCases } from './record-writes'

/** Every case of one record. */
export const casesOfRecord = (record: RecordDefinition): Case[] => [
  ...recordListCases(record),
  ...recordAlphabetCases(record),
  ...(record.reads === 'paged' ? recordPageCases(record) : []),
  ...recordWriteCases(record),
  ...recordTypedCases(record),
  ...recordClaimCases(record),
  ...recordQueueCases(record),
  ...recordRevealCases(record),
  ...approvalCasesOf(record),
  ...recordManyCases(record),
  ...recordPreviewCases(record),
  ...moneyCases(record),
  ...timelineCases(record),
  ...recordVersionCases(record),
  ...recordAppCases(record),
  ...recordMaskCases(record),
]

export const recordCases: readonly Case[] = ALL_RECORDS.flatMap(casesOfRecord)
