import type { Rule } from '../../patterns'
import { list, richText, text, text255 } from '../field'
import { publishingActions, publishingFields } from '../publishing'
import { defineRecord } from '../record'
import { searchTexts } from '../search-texts'
import { versionActions, versionFields } from '../versions'

const PATH: Rule = {
  pattern: /^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*)?$/,
  message: '/ and parts of small letters, digits and single hyphens, like /help/bonus-terms',
  reads: 'word',
}

/** Pages of the public site (catalogue, /seo/pages). */
export const sitePage = defineRecord({
  name: 'sitePage',
  base: 'admin-pages',
  subject: 'SeoPages',
  noun: ['page', 'pages'],
  namedBy: ['path'],
  reads: 'whole',
  fields: {
    path: text('Path', PATH, 200, { required: true, unique: true, search: true }),
    title: text255('Title', { required: true, search: true }),
    body: richText('Body', { search: true }),
    redirects_from: list(
      'Redirects from',
      { path: text('Path', PATH, 200, { required: true }) },
      { one: 'path', most: 50 },
      { hint: 'Addresses that lead here' },
    ),
    ...searchTexts,
    ...publishingFields,
    ...versionFields,
  },
  actions: { ...publishingActions('page'), ...versionActions('page') },
})
