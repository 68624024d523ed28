/** Paths with fixed names precede those with parameters: in `users/list`, `list` is not an id. */
export const byFixedNames = (left: { path: string }, right: { path: string }): number =>
  left.path.split(':').length - right.path.split(':').length
