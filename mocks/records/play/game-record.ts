import { amountOf, hundredthsOf } from '@contract/amounts'
import { isSameRound, roundErrors, valuesOfRound, type KnownRound, type SentRound } from '@contract/records/play/rounds'
import { rejected } from '../../refusal'
import { countWagering } from '../rewards/bonus-grant'
import type { Behaviour, StoredRecord } from '../behaviour'

const hundredths = (row: StoredRecord, name: string) => hundredthsOf(row[name] as string)

/** See the source: server/platform/records/play/game-record.ts. */
export const gameRecordBehaviour: Behaviour = {
  derive: {
    net: (row) => amountOf(hundredths(row, 'stake') - hundredths(row, 'win')),
    lines: (row) => {
      const end = row.settled_at ?? row.started_at
      return [
        { kind: 'BET', amount: amountOf(hundredths(row, 'stake') + hundredths(row, 'refund')), at: row.started_at },
        { kind: 'REFUND', amount: row.refund, at: end },
        { kind: 'WIN', amount: row.win, at: end },
      ].filter(({ amount }) => hundredthsOf(amount as string) > 0n)
    },
  },
  appCalls: {
    report({ body, store, rows, add, change, at }) {
      const rounds = body.rounds as SentRound[]
      const known = new Map(
        rows('gameRecord')
          .filter(({ store_code }) => store_code === store)
          .map((row) => [row.round_id as string, row]),
      )
      const errors = roundErrors(rounds, (roundId) => known.get(roundId) as KnownRound | undefined)
      if (Object.keys(errors).length > 0) throw rejected(errors)
      const written: StoredRecord[] = []
      const outcomes = rounds.map((round) => {
        const values = valuesOfRound(round)
        const before = known.get(round.round_id)
        if (before && isSameRound(before as unknown as KnownRound, values)) return 'same'
        const game = rows('game').find(({ id }) => id === values.game)!
        const stored = { ...values, platform: game.platform, game_type: game.game_type }
        if (before) {
          change(before, 'report', stored)
          written.push(before)
        } else written.push(add({ ...stored, round_id: round.round_id, user: round.user }))
        return before ? 'changed' : 'added'
      })
      countWagering(written, rows, at)
      const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
      return { added: count('added'), changed: count('changed'), same: count('same') }
    },
  },
}
