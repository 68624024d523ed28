/** Texts that are no words, but letters and digits that people compare, such as addresses and hashes. */

/** Longer than a word of letters and digits alone. */
const IDENTIFIER = /^[A-Za-z0-9]{26,}$/

/** @returns whether a text that no field describes is such an identifier */
export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text)
