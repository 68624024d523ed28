/** Enabling and disabling, as the act that rows and record pages run (spec 4, Account). */
import type { ResourceOperations, Row } from './resource'

/** Toasts of spec section 8. */
const SUCCESS = { enabled: 'Successfully Enabled', disabled: 'Successfully Disabled' } as const

/** Name of the act. */
export const ENABLE_DISABLE = 'enableDisable'

/** @param operations of the resource @returns its acts by name */
export const accountActs = <R extends Row>(operations: ResourceOperations<R>) => ({
  [ENABLE_DISABLE]: {
    operation: operations.update as never,
    success: (payload: Readonly<Record<string, unknown>>) => (payload.is_deleted === true ? SUCCESS.disabled : SUCCESS.enabled),
  },
})
