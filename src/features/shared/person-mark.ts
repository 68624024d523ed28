/** Tells the people of one device apart in what is kept for each of them, without keeping who they are (contract: the user's id is not stored). */

/**
 * @param userId of the signed-in person
 * @returns 53 bits of it as a text: the same on each visit, and no way back to the id, of which it holds less than half
 */
export function personMark(userId: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < userId.length; at++) {
    const code = userId.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
