/** Names of rails, as the server's settings have them. */
import type { Rule } from '../patterns'

export const RAIL_NAME_MAX = 32
export const RAIL_NAME = {
  pattern: /^[A-Z][A-Z0-9_]*$/,
  message: 'Capital letters, digits and underscores, such as BANK',
  reads: 'word',
} as const satisfies Rule
