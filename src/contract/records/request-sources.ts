/** Through what a user asked for something; STAFF: a person entered it for them. */
export const APP_SOURCES = { APP: 'App', CHAT: 'Chat', TELEGRAM: 'Telegram' } as const
export const REQUEST_SOURCES = { ...APP_SOURCES, STAFF: 'Staff' } as const
