/** Which texts that people type mean the same. Each function takes and returns SQL. */

/** A number in normalised form: 'x4k-22 10' and 'X4K2210' are equal. @param column of the number */
export const numberKey = (column: string): string => `fold(regexp_replace(${column}, '[\\s./-]', '', 'g'))`

/** The words of a name, whatever separates them. */
const nameWords = (name: string) =>
  `string_to_array(btrim(regexp_replace(fold(${name}), $$[\\s,.'’-]+$$, ' ', 'g')), ' ')`
/** Whether a text has each word of a name, in any order. */
export const isNameIn = (name: string, text: string): string => `${nameWords(name)} <@ ${nameWords(text)}`
