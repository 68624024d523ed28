import { gameType } from '@contract/records/content/game-type'
import { recordTable } from '../record-table'
import { defineSource } from '../source'

export const gameTypes = recordTable(gameType, 'game_types')

export default defineSource(gameType, { table: gameTypes, scope: { store: 'row' }, derived: {} })
