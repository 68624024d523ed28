import { image, images, integer, label32, list, references, slug, text255, text3000 } from '../field'
import { publishingActions, publishingFields } from '../publishing'
import { defineRecord } from '../record'
import { searchTexts } from '../search-texts'

/** Game brands on which users play (catalogue, /seo/platform). */
export const platform = defineRecord({
  name: 'platform',
  base: 'admin-game-brand',
  appBase: 'game-brand',
  subject: 'SeoPlatforms',
  noun: ['platform', 'platforms'],
  namedBy: ['name'],
  reads: 'whole',
  ordered: true,
  switch: true,
  sharedThrough: { link: 'storePlatform', by: 'platform', field: 'id' },
  fields: {
    logo: image('Logo', { required: true, public: true }),
    name: label32('Name', { required: true, unique: true, search: true, public: true }),
    slug: slug('Slug', 'name', { required: true, unique: true, search: true, public: true }),
    categories: references('Categories', 'brandCategory', { filter: true, public: true }),
    games_count: integer('Games', {}, { derived: true, required: true }),
    short_description: text255('Short description', { public: true }),
    description: text3000('Description', { public: true }),
    images: images('Images', 8, { public: true }),
    faq: list(
      'Questions and answers',
      { question: text255('Question', { required: true }), answer: text3000('Answer', { required: true }) },
      { one: 'question', most: 20 },
      { public: true },
    ),
    ...searchTexts,
    ...publishingFields,
  },
  actions: publishingActions('platform'),
})
