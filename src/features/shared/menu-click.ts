/**
 * Distinguishes a click on a menu link from other navigation to the same page (spec 2, Sidebar: Quick chat and
 * Support).
 */

/** The `location.state` that every menu link sets. */
export const MENU_CLICK = { menuClick: true } as const

/** Whether the current location was reached by a click on a menu link. @param state `state` of React Router's location */
export const isMenuClick = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'menuClick' in state
