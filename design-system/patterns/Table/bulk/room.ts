/** The bulk bar and the air around it: what the list keeps free below its last row, CSS pixels. Apart from the bar, which comes later. */
export const BULK_ROOM = { wide: 72, phone: 132 } as const
