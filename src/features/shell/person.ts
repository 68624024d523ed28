/** Whom the shell shows as signed in. */
export interface Person {
  username: string
  /** First and last name; empty while the profile could not be read. */
  name: string
  role: string
  /** Address of the picture. */
  avatar: string | null
  /** A token and a username exist (spec 2, Top bar). */
  online: boolean
}

/** Why the person's own data could not be read, and how to ask again. */
export interface Trouble {
  problem: string
  /** It is being asked again. */
  busy?: boolean
  onRetry: () => void
}
