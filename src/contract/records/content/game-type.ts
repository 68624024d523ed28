import { image, integer, label32, percent, privateFiles, reference, slug, text3000 } from '../field'
import { defineRecord } from '../record'
import { searchTexts } from '../search-texts'

/** Types of games (catalogue, /seo/game-types). */
export const gameType = defineRecord({
  name: 'gameType',
  base: 'admin-game-type',
  appBase: 'game-type',
  subject: 'GameTypes',
  noun: ['game type', 'game types'],
  namedBy: ['name'],
  reads: 'whole',
  ordered: true,
  switch: true,
  fields: {
    icon: image('Icon', { public: true }),
    name: label32('Name', { required: true, unique: true, search: true, public: true }),
    slug: slug('Slug', 'name', { required: true, unique: true, public: true }),
    games_count: integer('Games', {}, { derived: true, required: true }),
    wagering_weight: percent('Wagering weight', {
      required: true,
      hint: 'How much of a stake counts towards wagering; for new rounds only',
    }),
    description: text3000('Description', { public: true }),
    ...searchTexts,
    documents: privateFiles('Documents', 10, { hint: 'Certificates and test reports' }),
  },
  actions: {
    moveTo: {
      label: 'Move games to…',
      needs: 'update',
      asks: { to: reference('Game type', 'gameType', { required: true }) },
      tells: ['to'],
      question: 'Move the games of',
      effect: 'All of its games get the other type instead. It can be disabled afterwards.',
      gerund: 'Moving the games of',
      participle: 'moved to another type',
      past: 'moved the games to another type',
      success: 'Successfully Updated',
    },
  },
})
