import { image, label32, percent, privateFiles, slug } from '../field'
import { defineRecord } from '../record'

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
    slug: slug('Slug', 'name', { required: true, unique: true, search: true, public: true }),
    wagering_weight: percent('Wagering weight', {
      required: true,
      hint: 'How much of a stake counts towards wagering; for new rounds only',
    }),
    documents: privateFiles('Documents', 10, { hint: 'Certificates and test reports' }),
  },
})
