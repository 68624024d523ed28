import { amountOf, hundredthsOf } from '@contract/amounts'
import {
  WHEEL_REFUSAL,
  WHEEL_TERMS,
  expectedValueOf,
  wheelErrors,
  type Segment,
  type WheelTerms,
} from '@contract/records/play/wheel'
import type { MockEffect } from '../../approvals'
import { db } from '../../db'
import { rejected } from '../../refusal'
import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { approvedCampaign, runningBeside } from '../rules'
import { netOf, spinsOn } from './spins'

const campaign = approvedCampaign('fortuneWheel', {
  policy: 'WHEEL',
  permission: 'FortuneWheel',
  label: 'Budget a day',
  nameOf: ({ name }) => name as string,
  costOf: ({ budget_per_day }) => Number(hundredthsOf(budget_per_day as string)),
  limit: 'budget_per_day',
})

/** A store has one wheel of each kind at a time (server/platform/records/play/fortune-wheel.ts). */
function requireAlone(me: StoredRecord, at: string, field?: string): void {
  const other = runningBeside(me, db.records.fortuneWheel, at, 'kind')
  if (other === undefined) return
  throw field ? rejected({ [field]: [WHEEL_REFUSAL.active(other)] }) : rejected({}, WHEEL_REFUSAL.active(other))
}

export const wheelActivationEffect: MockEffect = (approval, at) => {
  if (approval.status === 'APPROVED')
    requireAlone(
      db.records.fortuneWheel.find(({ id }) => id === approval.subject.id)!,
      at,
    )
  campaign.effect(approval, at)
}

const today = (row: StoredRecord, rows: RowsOf) => spinsOn(row, rows, new Date().toISOString())

export const fortuneWheelBehaviour: Behaviour = {
  ...campaign.behaviour,
  derive: {
    ...campaign.behaviour.derive,
    expected_value: ({ segments }) => expectedValueOf(segments as Segment[]),
    spins_today: (row, rows) => today(row, rows).length,
    cost_today: (row, rows) => amountOf(today(row, rows).reduce((sum, spin) => sum + hundredthsOf(netOf(spin)), 0n)),
  },
  actions: {
    ...campaign.behaviour.actions,
    activate(row, body, rows, at, caller) {
      requireAlone(row, at)
      return campaign.behaviour.actions.activate(row, body, rows, at, caller)
    },
  },
  check(row, body) {
    const errors = WHEEL_TERMS.some((name) => name in body)
      ? wheelErrors({ segments: [], ...row, ...body } as WheelTerms)
      : {}
    if (Object.keys(errors).length > 0) throw rejected(errors)
    campaign.behaviour.check(row, body)
    if (row && typeof row.activated_at === 'string' && typeof row.ended_at !== 'string')
      requireAlone({ ...row, ...body } as StoredRecord, new Date().toISOString(), 'starts_at')
  },
}
