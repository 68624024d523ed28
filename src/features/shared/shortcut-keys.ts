/**
 * The shortcuts that work on every page. A small module, because the frame listens for them from the start. Their
 * descriptions are in the list of all shortcuts.
 */
import { isSingleKey } from '@design-system/primitives/Kbd/single-keys'

export const FIND_KEYS = 'Mod+K'
export const HELP_KEY = '?'

/** The command of a key press, wherever it is pressed; null if it is not a shortcut of the console. */
export function wishOf(event: KeyboardEvent): 'find' | 'help' | null {
  if (event.defaultPrevented || event.isComposing) return null
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k')
    return 'find'
  return isSingleKey(event, HELP_KEY) ? 'help' : null
}
