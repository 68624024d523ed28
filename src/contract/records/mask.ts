/** What is hidden of a field whose definition says `masked`: its last part, such as the last number of an address. */
const LAST_PART = /[^.:]+$/
/** Stands for what is hidden. */
export const HIDDEN = '•••'

/** @returns the text as it is sent: '203.0.113.7' → '203.0.113.•••' */
export const masked = (text: string): string => text.replace(LAST_PART, HIDDEN)
