import { hundredthsOf } from '@contract/amounts'
import { JACKPOT_LEVELS } from '@contract/records/play/jackpot-record'
import { jackpotErrors, valuesOfJackpot, type JackpotValues, type SentJackpot } from '@contract/records/play/jackpots'
import { aboutUser, addTo, awaitsApproval, requestApproval, type MockEffect } from '../../approvals'
import { db, tell } from '../../db'
import { rejected } from '../../refusal'
import type { Behaviour } from '../behaviour'

const CONFIRMATION = 'jackpot_confirmation'
export const confirmationEffect: MockEffect = ({ subject, status }, at) => {
  if (status !== 'APPROVED') return
  const row = db.records.jackpotRecord.find(({ id }) => id === subject.id)!
  Object.assign(row, { status: 'CONFIRMED', updatedAt: at, version: row.version + 1 })
  tell({ type: 'record:changed', payload: { subject: 'JackpotRecords', id: row.id, version: row.version } })
}

/** See the source: server/platform/records/play/jackpot-record.ts. */
export const jackpotRecordBehaviour: Behaviour = {
  derive: { awaits_approval: ({ id }) => awaitsApproval([CONFIRMATION], id) },
  actions: {
    confirm(row, _body, rows, at, caller) {
      const user = rows('users').find(({ id }) => id === row.user)!
      const alone = requestApproval(
        {
          policy: 'JACKPOT',
          permission: 'JackpotRecords',
          ...aboutUser(user),
          row: { record: 'jackpotRecord', id: row.id },
          title: `Confirm the jackpot ${row.hit_id as string}`,
          details: [
            { label: 'Level', value: JACKPOT_LEVELS[row.level as keyof typeof JACKPOT_LEVELS] },
            { label: 'Amount', value: `${row.amount as string} ${user.currency as string}` },
          ],
          amount: row.amount as string,
          subject: { type: CONFIRMATION, id: row.id },
          // Alone, the action itself writes the status.
          effect: () => undefined,
        },
        at,
        caller,
      )
      if (alone) return { status: 'CONFIRMED' }
    },
    pay(row, _body, _rows, at) {
      addTo(row.user as string, 'cash_balance', Number(hundredthsOf(row.amount as string)), 'JACKPOT', row.id)
      return { paid_at: at }
    },
  },
  appCalls: {
    report({ body, store, rows, add }) {
      const sent = valuesOfJackpot(body as unknown as SentJackpot)
      const known = rows('jackpotRecord').find((row) => row.store_code === store && row.hit_id === sent.hit_id)
      const errors = jackpotErrors(sent, known as unknown as JackpotValues | undefined)
      if (Object.keys(errors).length > 0) throw rejected(errors)
      return known ?? add({ ...sent })
    },
  },
}
