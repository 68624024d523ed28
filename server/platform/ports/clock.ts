/** The time source for tokens, shifts and entries; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}
