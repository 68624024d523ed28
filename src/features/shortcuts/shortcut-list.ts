/** The only list of all shortcuts of the console, by where they apply. It includes the keys of single components. */
import type { KeyGroup } from '@design-system/components/KeySheet/KeySheet'
import { FIND_KEYS, HELP_KEY } from '../shared/shortcut-keys'

export const SHORTCUTS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    lines: [
      { words: 'Find a page, a record or an action', keys: [FIND_KEYS] },
      { words: 'Keyboard shortcuts', keys: [HELP_KEY], single: true },
      { words: 'Search the list', keys: ['/'], single: true },
      { words: 'Close what is open, or clear a search', keys: ['Escape'] },
    ],
  },
  {
    title: 'While finding',
    lines: [
      { words: 'Move', keys: ['ArrowUp', 'ArrowDown'] },
      { words: 'Open', keys: ['Enter'] },
      { words: 'Open in a new tab', keys: ['Mod+Enter'] },
    ],
  },
  {
    title: 'In the menu',
    lines: [
      { words: 'Open a section of the narrow sidebar', keys: ['ArrowRight'] },
      { words: 'Back to the sidebar', keys: ['ArrowLeft'] },
    ],
  },
  {
    title: 'In a list',
    lines: [
      { words: 'Move between cells', keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] },
      { words: 'Page up, page down', keys: ['PageUp', 'PageDown'] },
      { words: 'First or last cell of the row', keys: ['Home', 'End'] },
      { words: 'First or last row', keys: ['Mod+Home', 'Mod+End'] },
      { words: 'Open the row, or enter the cell', keys: ['Enter'] },
      { words: 'Look into the row beside the list', keys: ['P'], single: true },
      { words: 'Enter the cell’s controls', keys: ['F2'] },
      { words: 'Back from the cell’s controls', keys: ['Escape'] },
      { words: 'Choose the row', keys: ['Space'] },
      { words: 'Choose up to here', keys: ['Shift+Space'] },
      { words: 'Choose further rows', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
      { words: 'Choose all rows', keys: ['Mod+A'] },
    ],
  },
  {
    title: 'At a desk',
    lines: [
      { words: 'Decide, or claim', keys: ['Enter'] },
      { words: 'Ask again', keys: ['A'], single: true },
      { words: 'Verify', keys: ['V'], single: true },
      { words: 'Reject', keys: ['X'], single: true },
      { words: 'Choose the first reason, the second, and so on', keys: ['1', '2'], single: true },
      { words: 'Write a message', keys: ['M'], single: true },
      { words: 'Decide from within a field', keys: ['Mod+Enter'] },
      { words: 'Back from a field to the decision', keys: ['Escape'] },
      { words: 'Skip', keys: ['S'], single: true },
      { words: 'Next, where nothing can be decided', keys: ['N'], single: true },
      { words: 'Zoom in', keys: ['+'], single: true },
      { words: 'Zoom out', keys: ['-'], single: true },
      { words: 'Whole image', keys: ['0'], single: true },
      { words: 'Turn the image', keys: ['R'], single: true },
      { words: 'Previous or next file', keys: ['ArrowLeft', 'ArrowRight'] },
      { words: 'Two files side by side', keys: ['C'], single: true },
    ],
  },
  {
    title: 'Among the columns',
    lines: [{ words: 'Move the column', keys: ['Alt+ArrowUp', 'Alt+ArrowDown'] }],
  },
]
