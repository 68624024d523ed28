/** SQL of the score of search texts (catalogue, Search texts). */
import { SEARCH_TEXT_LENGTH, SEO_CHECK_POINTS } from '@contract/records/search-texts'

const { title, description, text } = SEARCH_TEXT_LENGTH
const between = (column: string, from: number, to: number) => `char_length(${column}) between ${from} and ${to}`

/**
 * @param images conditions of which one must be true: that the record has an image
 * @param textLength SQL of the number of characters in its text
 * @returns SQL of the score of the row `u`
 */
export const seoScore = (images: readonly string[], textLength = 'char_length(u.description)'): string => {
  const checks = [
    between('u.meta_title', title.good, title.max),
    between('u.meta_description', description.good, description.max),
    ...(images.length > 0 ? [images.join(' or ')] : []),
    `${textLength} >= ${text.good}`,
    'u.noindex is not true',
  ]
  return `(${checks.map((check) => `coalesce((${check})::int, 0)`).join(' + ')}) * ${SEO_CHECK_POINTS}`
}
