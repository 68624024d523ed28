/** SQL of what search texts lack, and of their score (catalogue, Search texts). */
import { SEARCH_TEXT_LENGTH, seoScoreOf, SEO_CHECK_POINTS, type SeoLack } from '@contract/records/search-texts'
import type { FieldSource } from './table'

const { title, description, text } = SEARCH_TEXT_LENGTH
const lack = (condition: string, value: SeoLack) => `when ${condition} then '${value}'`
const textLacks = (column: string, good: number, none: SeoLack, short: SeoLack) =>
  [lack(`coalesce(${column}, '') = ''`, none), lack(`char_length(${column}) < ${good}`, short)].join(' ')

/**
 * @param images conditions of which one must be true: that the record has an image
 * @param textLength SQL of the number of characters in its text
 * @returns sources of the derived fields of the group, for the row `u`
 */
export function seoDerived(
  images: readonly string[],
  textLength = 'char_length(u.description)',
): { seo_score: Pick<FieldSource, 'value'>; seo_lacks: Pick<FieldSource, 'value' | 'key' | 'compared'> } {
  const checks = [
    textLacks('u.meta_title', title.good, 'NO_TITLE', 'SHORT_TITLE'),
    textLacks('u.meta_description', description.good, 'NO_DESCRIPTION', 'SHORT_DESCRIPTION'),
    lack(`(${images.join(' or ')}) is not true`, 'NO_IMAGE'),
    lack(`coalesce(${textLength}, 0) < ${text.good}`, 'SHORT_TEXT'),
    lack('u.noindex is true', 'HIDDEN'),
  ]
  const lacks = `array_remove(array[${checks.map((check) => `case ${check} end`).join(', ')}], null)`
  return {
    seo_score: { value: `${seoScoreOf(0)} - cardinality(${lacks}) * ${SEO_CHECK_POINTS}` },
    seo_lacks: {
      value: lacks,
      key: `nullif(array_to_string(${lacks}, ','), '')`,
      compared: { sql: lacks, type: 'text[]' },
    },
  }
}
