import { label32, list, references, slug, text255, text3000 } from '../field'
import { publishingActions, publishingFields } from '../publishing'
import { defineRecord } from '../record'

/** Game brands that users play on (catalogue, /seo/platform). */
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
  fields: {
    name: label32('Name', { required: true, unique: true, search: true, public: true }),
    slug: slug('Slug', 'name', { required: true, unique: true, search: true, public: true }),
    categories: references('Categories', 'brandCategory', { filter: true, public: true }),
    faq: list(
      'Questions and answers',
      { question: text255('Question', { required: true }), answer: text3000('Answer', { required: true }) },
      { one: 'question', most: 20 },
      { public: true },
    ),
    ...publishingFields,
  },
  actions: publishingActions('platform'),
})
