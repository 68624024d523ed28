export interface ClockPort {
  /** Milliseconds since 1970. */
  now(): number
}
