/**
 * Single-key shortcuts (`/`, `?`): they never fire while the person types, and can be switched off (look, section 8), since speech
 * input and accidental presses trigger them too. Their state is an attribute of the root element, like the theme.
 */

/** Whether single-key shortcuts are on. */
export const singleKeysAreOn = (): boolean => document.documentElement.dataset.singleKeys !== 'off'

/** Switches them on or off for the whole page. */
export function setSingleKeys(on: boolean): void {
  if (on) delete document.documentElement.dataset.singleKeys
  else document.documentElement.dataset.singleKeys = 'off'
}

/** Whether key presses on this target are text input. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [role="textbox"], [role="combobox"]'))

/** @param key as in `KeyboardEvent.key`. @returns whether this press is that shortcut, and enabled */
export const isSingleKey = (event: KeyboardEvent, key: string): boolean =>
  event.key === key &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isTypedInto(event.target) &&
  singleKeysAreOn()
