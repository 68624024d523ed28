/** The shortcuts that hold everywhere: small, since the frame listens to them from the start. What they are called stands in the list of all. */
import { isSingleKey } from '@design-system/primitives/Kbd/single-keys'

export const FIND_KEYS = 'Mod+K'
export const HELP_KEY = '?'

/** What a key press asks for, wherever it is pressed; null: nothing of ours. */
export function wishOf(event: KeyboardEvent): 'find' | 'help' | null {
  if (event.defaultPrevented || event.isComposing) return null
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k')
    return 'find'
  return isSingleKey(event, HELP_KEY) ? 'help' : null
}
