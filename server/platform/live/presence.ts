/** For how long after their last live socket people count as online, and as away. SQL intervals. */
export const PRESENCE_ENDS = { online: '90 seconds', away: '15 minutes' } as const
