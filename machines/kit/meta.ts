/** The tags that a state may have. One closed union for all machines. */
export type Tag = 'busy' | 'error' | 'hidden'

/** What the screen shows in a state. Written for QA; the path executors check it. */
export interface StateMeta {
  /** One sentence that uses the labels of the screen. */
  shows: string
}
