/** Jackpots that users hit (catalogue, /jackpot-record). */
import { jackpotRecord } from '@contract/records/play/jackpot-record'
import { recordResource } from '../record-resource'
import { JACKPOT_STATUS_PILLS } from './pills'

export const resource = recordResource(jackpotRecord, {
  slug: 'jackpot-record',
  route: '/jackpot-record',
  empty: { title: 'No jackpots yet', text: 'Jackpots appear here as the apps report them.' },
  columns: ['hit_id', 'level', 'pool_before', 'amount', 'user', 'game', 'hit_at', 'status', 'sla_state', 'claimed_by'],
  widths: {
    hit_id: 110,
    level: 90,
    pool_before: 140,
    amount: 140,
    user: 150,
    game: 180,
    hit_at: 148,
    status: 124,
    sla_state: 96,
  },
  pills: { status: JACKPOT_STATUS_PILLS },
  // Apps report them.
  without: ['Creator'],
  page: {
    figures: ['user', 'amount', 'pool_before', 'hit_at', 'paid_at'],
    lead: ['confirm', 'pay', 'resume', 'hold'],
    sections: [
      { title: 'Jackpot', fields: ['user', 'level', 'game', 'hit_at'] },
      { title: 'Money', fields: ['amount', 'pool_before', 'paid_at'] },
    ],
    states: ['status'],
    warnings: {
      status: { HELD: 'Held: it is not confirmed and not paid until its review is resumed.' },
    },
  },
  icons: { confirm: 'user-check', pay: 'coins', hold: 'clock', resume: 'undo' },
})
