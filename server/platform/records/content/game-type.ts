import { gameType } from '@contract/records/content/game-type'
import { rejected } from '@server/platform/operations/failure'
import { refuseInUse } from '@server/platform/records/in-use'
import { recordTable } from '@server/platform/records/record-table'
import { seoDerived } from '@server/platform/records/search-texts'
import { defineSource, type ChangedRow } from '@server/platform/records/source'

export const gameTypes = recordTable(gameType, 'game_types')

export default defineSource(gameType, {
  table: gameTypes,
  scope: { store: 'row' },
  derived: {
    // Including disabled games, which could be enabled again.
    games_count: { value: '(select count(*)::int from games g where g.game_type_id = u.id)', type: 'integer' },
    ...seoDerived(['u.og_image_id is not null', 'u.icon_id is not null']),
  },
  check: refuseInUse({
    count: 'select count(*)::int as n from games where game_type_id = $1::uuid',
    users: ['game', 'games'],
  }),
  actions: {
    async moveTo({ tx, id, body, at, changed }) {
      const to = body.to as string
      if (to === id) throw rejected({ to: ['Choose another game type'] })
      const games = await tx.query<ChangedRow>(
        `update games set version = version + 1, updated_at = $3::timestamptz, game_type_id = $2::uuid
         where game_type_id = $1::uuid returning id::text as id, version, store_code`,
        [id, to, at],
      )
      changed('game', games)
      const target = await tx.query<ChangedRow>(
        'select id::text as id, version, store_code from game_types where id = $1::uuid',
        [to],
      )
      changed('gameType', target, true)
    },
  },
})
