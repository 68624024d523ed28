/** Enabling and disabling, as the action that rows and record pages run (spec 4, Account). */
import type { Resource, ResourceOperations, Row } from './resource'

/** Toasts of spec section 8. */
const SUCCESS = { enabled: 'Successfully Enabled', disabled: 'Successfully Disabled' } as const

/** Name of the action. */
export const ENABLE_DISABLE = 'enableDisable'

/** 312 → '312', 4812 → '4,812'. */
const number = (value: number) => value.toLocaleString('en-US')

/** @param operations of the resource; @param noun what its records are called. @returns its actions by name */
export const accountActions = <R extends Row>(operations: ResourceOperations<R>, noun: Resource['noun']) => ({
  [ENABLE_DISABLE]: {
    operation: operations.update as never,
    success: (payload: Readonly<Record<string, unknown>>) =>
      payload.is_deleted === true ? SUCCESS.disabled : SUCCESS.enabled,
    outcome: (payload: Readonly<Record<string, unknown>>, done: number, total: number) =>
      `${done === total ? number(done) : `${number(done)} of ${number(total)}`} ${total === 1 ? noun.one : noun.many} ${payload.is_deleted === true ? 'disabled' : 'enabled'}`,
  },
})
