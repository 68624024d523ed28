/** Compares two documents part by part. Pure. */
import { markdownOfBlock } from '@contract/rich-text/markdown'
import type { RichText } from '@contract/rich-text/rich-text'

/** A part of one of the documents, or a number of parts in a row that both have. */
export type ComparedPart = { is: 'removed' | 'added'; text: string } | { is: 'same'; parts: number }

const partsOf = (document: RichText | null): string[] => (document?.content ?? []).map(markdownOfBlock)

/**
 * @param before and @param after null: no document
 * @returns what was removed and added, in the order of the texts; a changed part is removed and added
 */
export function comparedTexts(before: RichText | null, after: RichText | null): ComparedPart[] {
  const [old, next] = [partsOf(before), partsOf(after)]
  // The longest sequence of parts that both have: documents have at most a hundred.
  const common = Array.from({ length: old.length + 1 }, () => new Array<number>(next.length + 1).fill(0))
  for (let left = old.length - 1; left >= 0; left--)
    for (let right = next.length - 1; right >= 0; right--)
      common[left]![right] =
        old[left] === next[right]
          ? common[left + 1]![right + 1]! + 1
          : Math.max(common[left + 1]![right]!, common[left]![right + 1]!)
  const compared: ComparedPart[] = []
  let [left, right] = [0, 0]
  while (left < old.length || right < next.length) {
    const last = compared.at(-1)
    if (left < old.length && old[left] === next[right]) {
      if (last?.is === 'same') compared[compared.length - 1] = { is: 'same', parts: last.parts + 1 }
      else compared.push({ is: 'same', parts: 1 })
      left++
      right++
    } else if (right >= next.length || (left < old.length && common[left + 1]![right]! >= common[left]![right + 1]!))
      compared.push({ is: 'removed', text: old[left++]! })
    else compared.push({ is: 'added', text: next[right++]! })
  }
  return compared
}
