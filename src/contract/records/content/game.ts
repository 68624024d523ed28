import { image, images, oneOf, percent, reference, slug, someOf, text, text3000 } from '../field'
import { publishingActions, publishingFields } from '../publishing'
import { defineRecord } from '../record'
import { searchTexts } from '../search-texts'

export const GAME_TAGS = { NEW: 'New', HOT: 'Hot', TOP: 'Top' } as const
/** What a game still lacks. */
export const GAME_LACKS = { IMAGE: 'Image', TEXTS: 'Texts' } as const
export const VOLATILITIES = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High' } as const

const NAME = { pattern: /^(?=.{2,80}$)\S+(?: \S+)*$/u, message: '2 to 80 characters, single spaces' }

/** Games of the platforms, as the public site shows them (catalogue, /seo/games). */
export const game = defineRecord({
  name: 'game',
  base: 'admin-game',
  subject: 'Games',
  noun: ['game', 'games'],
  namedBy: ['name'],
  reads: 'whole',
  ordered: true,
  switch: true,
  sharedThrough: { link: 'storePlatform', by: 'platform', field: 'platform' },
  bulk: ['tags'],
  imports: {
    key: 'slug',
    columns: ['slug', 'name', 'platform', 'game_type', 'tags', 'rtp', 'volatility', 'meta_title', 'meta_description'],
  },
  fields: {
    thumbnail: image('Thumbnail', { public: true }),
    name: text('Name', NAME, 80, { required: true, search: true, public: true }),
    slug: slug('Slug', 'name', { required: true, unique: true, search: true, public: true }),
    platform: reference('Platform', 'platform', { required: true, filter: true, public: true }),
    game_type: reference('Game type', 'gameType', { required: true, filter: true, public: true }),
    tags: someOf('Tags', GAME_TAGS, { filter: true, public: true }),
    rtp: percent('RTP', { hint: 'Return to player', public: true }),
    volatility: oneOf('Volatility', VOLATILITIES, { filter: true, public: true }),
    screenshots: images('Screenshots', 6, { public: true }),
    description: text3000('Description', { public: true }),
    ...searchTexts,
    missing: someOf('Missing', GAME_LACKS, { derived: true, filter: true }),
    ...publishingFields,
  },
  actions: {
    ...publishingActions('game'),
    tags: {
      label: 'Tags…',
      needs: 'update',
      asks: { add: someOf('Add', GAME_TAGS), remove: someOf('Remove', GAME_TAGS) },
      question: 'Change the tags of',
      effect: 'Tags that are not chosen stay as they are.',
      gerund: 'Changing the tags of',
      participle: 'changed',
      past: 'changed the tags',
      success: 'Successfully Updated',
    },
  },
})
