import { rejected } from '../../refusal'
import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { refuseInUse, seoDerive } from '../rules'

const gamesOf = (row: StoredRecord, rows: RowsOf) => rows('game').filter(({ game_type }) => game_type === row.id)

/** See the source: server/platform/records/content/game-type.ts. */
export const gameTypeBehaviour: Behaviour = {
  derive: {
    games_count: (row, rows) => gamesOf(row, rows).length,
    ...seoDerive(({ og_image, icon }) => Boolean(og_image ?? icon)),
  },
  check: refuseInUse(gamesOf, ['game', 'games']),
  actions: {
    moveTo(row, { to }, rows, at, _caller, tells) {
      if (to === row.id) throw rejected({ to: ['Choose another game type'] })
      for (const game of gamesOf(row, rows)) {
        Object.assign(game, { game_type: to, version: game.version + 1, updatedAt: at })
        tells('game', game)
      }
      tells(
        'gameType',
        rows('gameType').find(({ id }) => id === to)!,
        true,
      )
    },
  },
}
