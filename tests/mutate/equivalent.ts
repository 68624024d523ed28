/**
 * Changes that no test can notice, because the program does the same with them. Each has its reason. An entry that matches no
 * surviving change fails `npm run mutate`, so the list cannot outlive the code that it is about.
 */
export interface Equivalent {
  file: string
  /** The line of the source, without indentation: line numbers move, and the line itself says what is meant. */
  line: string
  /** What Stryker puts in place of the changed part. */
  replacement: string
  reason: string
}

export const EQUIVALENT: readonly Equivalent[] = []
