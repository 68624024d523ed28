/** The files of game types. */
import { fileOperations } from './files'

/** Field → what it takes. */
export const GAME_TYPE_FILES = {
  icon: { visibility: 'public' },
  documents: { visibility: 'private' },
} as const

export const gameTypeFileOperations = fileOperations({
  domain: 'gameType',
  base: 'admin-game-type',
  subject: 'GameTypes',
  noun: ['game type', 'game types'],
  fields: GAME_TYPE_FILES,
})
