/** Tags, one small closed union over all machines. */
export type Tag = 'busy' | 'error' | 'hidden'

/** What a replay must see on the screen in a state: written for QA, checked by the path executors. */
export interface StateMeta {
  /** One sentence in the words of the screen. */
  shows: string
}
