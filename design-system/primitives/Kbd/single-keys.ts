/**
 * Shortcuts of one key (`/`, `?`): they never fire while one types, and a person can switch them off (look, section 8), since
 * speech input and a slip of the hand press them too. Whether they are on is an attribute of the root element, as the theme is.
 */

/** Whether shortcuts of one key are on. */
export const singleKeysAreOn = (): boolean => document.documentElement.dataset.singleKeys !== 'off'

/** Switches them for the whole page. */
export function setSingleKeys(on: boolean): void {
  if (on) delete document.documentElement.dataset.singleKeys
  else document.documentElement.dataset.singleKeys = 'off'
}

/** Whether keys that are pressed there are typed into something. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'))

/** @param key as in `KeyboardEvent.key`. @returns whether this press is that shortcut, and may act */
export const isSingleKey = (event: KeyboardEvent, key: string): boolean =>
  event.key === key &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isTypedInto(event.target) &&
  singleKeysAreOn()
