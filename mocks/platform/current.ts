/** What overrides need of the scene that runs now: the scene itself uses overrides (sentinels.ts). */
interface Current {
  /** Another one in each story, and in each try of it. */
  story: number
  /** The platform's own answer to a call of the page. */
  usualAnswer: (request: Request) => Promise<Response>
}

export const current: Current = {
  story: 0,
  usualAnswer: () => Promise.reject(new Error('No scene has begun: a story begins one with consoleStory')),
}
