/** The secret of the stories' platform: stories have no secrets, and sessions need one. */
export const STORY_SECRET = 'stories have no secrets, and sessions need one'
