/** Sizes of the table that scripts compute with (look, section 6): CSS pixels. */
export const HEAD_HEIGHT = 34
export const SELECT_WIDTH = 40
export const GUTTER = 24
/** Of a two-line row. */
export const PHONE_ROW = 64

/** Actions of a row that fit beside its menu. */
export const ACTIONS_AT_ONCE = 2
const ACTION_WIDTH = 28
/** How wide the actions of a row are: two icons and a menu, on a phone the menu alone. @param most that a row can have */
export const actionsWidth = (most: number, phone: boolean): number =>
  phone ? ACTION_WIDTH + 16 : Math.min(most, ACTIONS_AT_ONCE + 1) * (ACTION_WIDTH + 2) + 16
