/** Texts for search engines (catalogue, Search texts): a group of fields that records of the public site share. */
import { FREE_TEXT } from '../patterns'
import { flag, image, integer, longText, text, url } from './field'

/** Lengths that search engines show completely, in characters. */
export const SEARCH_TEXT_LENGTH = {
  title: { good: 30, max: 60 },
  description: { good: 70, max: 160 },
  text: { good: 300 },
} as const

/** Points for each of the five checks of the score. */
export const SEO_CHECK_POINTS = 20

/** The group. `seo_score` needs its SQL in the source (server/records/search-texts.ts). */
export const searchTexts = {
  meta_title: text('Search title', FREE_TEXT, SEARCH_TEXT_LENGTH.title.max, {
    best: { from: SEARCH_TEXT_LENGTH.title.good, to: SEARCH_TEXT_LENGTH.title.max },
    public: true,
  }),
  meta_description: longText('Search description', FREE_TEXT, SEARCH_TEXT_LENGTH.description.max, {
    best: { from: SEARCH_TEXT_LENGTH.description.good, to: SEARCH_TEXT_LENGTH.description.max },
    public: true,
  }),
  canonical_url: url('Canonical address', { hint: 'Where the same page has another main address', public: true }),
  og_image: image(
    'Image of social cards',
    { hint: 'At least 600 × 315 pixels', public: true },
    { width: 600, height: 315 },
  ),
  noindex: flag('Hidden from search engines', { public: true }),
  seo_score: integer('SEO score', {}, { derived: true, required: true }),
} as const

/** Whether a record has the group: its forms then show a preview of the search result and the social card. */
export const hasSearchTexts = (fields: Readonly<Record<string, object>>): boolean =>
  Object.entries(searchTexts).every(([name, field]) => fields[name] === field)
