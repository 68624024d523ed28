/** Row height of each density, in pixels, for windowing. */
export const rowHeights = { compact: 32, default: 40, comfortable: 48 } as const
