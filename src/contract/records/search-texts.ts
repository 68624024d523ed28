/** Texts for search engines (catalogue, Search texts): a group of fields that records of the public site share. */
import { FREE_TEXT } from '../patterns'
import { flag, image, integer, longText, someOf, text, url } from './field'

/** Lengths that search engines show completely, in characters. */
export const SEARCH_TEXT_LENGTH = {
  title: { good: 30, max: 60 },
  description: { good: 70, max: 160 },
  text: { good: 300 },
} as const

/** Points for each of the five checks of the score. */
export const SEO_CHECK_POINTS = 20

/** What a record lacks for search engines: a value for each check that fails, in the order of the checks. */
export const SEO_LACKS = {
  NO_TITLE: 'No search title',
  SHORT_TITLE: `Search title under ${SEARCH_TEXT_LENGTH.title.good} characters`,
  NO_DESCRIPTION: 'No search description',
  SHORT_DESCRIPTION: `Search description under ${SEARCH_TEXT_LENGTH.description.good} characters`,
  NO_IMAGE: 'No image',
  SHORT_TEXT: `Text under ${SEARCH_TEXT_LENGTH.text.good} characters`,
  HIDDEN: 'Hidden from search engines',
} as const
export type SeoLack = keyof typeof SEO_LACKS
const SEO_CHECKS = 5
/** @param lacks how many checks fail @returns the score, 0 to 100 */
export const seoScoreOf = (lacks: number): number => (SEO_CHECKS - lacks) * SEO_CHECK_POINTS

/** What the checks look at. `text`: that of the record itself. */
export interface SeoFacts {
  meta_title: string
  meta_description: string
  text: string
  hasImage: boolean
  isHidden: boolean
}
const lengthOf = (text: string) => Array.from(text).length

/** @returns what a record lacks for search engines */
export function seoLacks({ meta_title, meta_description, text, hasImage, isHidden }: SeoFacts): SeoLack[] {
  const { title, description, text: own } = SEARCH_TEXT_LENGTH
  const found: (SeoLack | false)[] = [
    meta_title === '' ? 'NO_TITLE' : lengthOf(meta_title) < title.good && 'SHORT_TITLE',
    meta_description === '' ? 'NO_DESCRIPTION' : lengthOf(meta_description) < description.good && 'SHORT_DESCRIPTION',
    !hasImage && 'NO_IMAGE',
    lengthOf(text) < own.good && 'SHORT_TEXT',
    isHidden && 'HIDDEN',
  ]
  return found.filter((each) => each !== false)
}

/** The group. `seo_score` and `seo_lacks` need their SQL in the source (server/platform/records/search-texts.ts). */
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
  seo_score: integer('SEO score', {}, { derived: true, required: true, explainedBy: 'seo_lacks', unit: '/ 100' }),
  seo_lacks: someOf('SEO lacks', SEO_LACKS, { derived: true, filter: true }),
} as const
