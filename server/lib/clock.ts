/** The time by which the server issues tokens, ends shifts and writes entries; tests set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}
