import { jackpotErrors, valuesOfJackpot, type JackpotValues, type SentJackpot } from '@contract/records/play/jackpots'
import { rejected } from '../../refusal'
import type { Behaviour } from '../behaviour'

/** See the source: server/records/play/jackpot-record.ts. */
export const jackpotRecordBehaviour: Behaviour = {
  appCalls: {
    report({ body, store, rows, add }) {
      const sent = valuesOfJackpot(body as unknown as SentJackpot)
      const known = rows('jackpotRecord').find(
        (row) => row.store_code === store && String(row.hit_id).toLowerCase() === sent.hit_id.toLowerCase(),
      )
      const errors = jackpotErrors(sent, known as unknown as JackpotValues | undefined)
      if (Object.keys(errors).length > 0) throw rejected(errors)
      return known ?? add({ ...sent })
    },
  },
}
