/** Sizes of the table that scripts need (look, section 6), CSS pixels. */
export const HEAD_HEIGHT = 34
export const SELECT_WIDTH = 40
export const GUTTER = 24
/** Height of a two-line row. */
export const PHONE_ROW = 64

/** Number of actions displayed next to the menu of a row. */
export const ACTIONS_AT_ONCE = 2
const ACTION_WIDTH = 28
/** @param most maximum number of actions @returns width of two icons and a menu, or on a phone of the menu */
export const actionsWidth = (most: number, phone: boolean): number =>
  phone ? ACTION_WIDTH + 16 : Math.min(most, ACTIONS_AT_ONCE + 1) * (ACTION_WIDTH + 2) + 16
