/** Space below the last row for the bulk bar, CSS pixels. In its own file, because the bar is loaded later. */
export const BULK_ROOM = { wide: 72, phone: 132 } as const
