/** The signed-in person as the shell shows them. */
export interface Person {
  username: string
  /** First and last name; empty if the profile could not be read. */
  name: string
  role: string
  /** URL of the picture. */
  avatar: string | null
  /** A token and a username exist (spec 2, Top bar). */
  online: boolean
}

/** Why the person's data could not be read, and a function to retry. */
export interface Trouble {
  problem: string
  /** A retry is in flight. */
  busy?: boolean
  onRetry: () => void
}
