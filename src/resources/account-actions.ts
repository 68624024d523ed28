/** The actions of account lists: enabling and disabling (spec 4, Account), and those that ask for a reason. */
import { listPath } from './list-address'
import type { Resource, Row } from './resource'

/** Toasts of spec section 8. */
const SUCCESS = { enabled: 'Successfully Enabled', disabled: 'Successfully Disabled' } as const

/** Name of the action. */
export const ENABLE_DISABLE = 'enableDisable'

type Payload = Readonly<Record<string, unknown>>
const disables = (payload: Payload): boolean => payload.is_deleted === true

/** @returns the body of the call that disables or enables an account */
export const enableDisablePayload = (isDeleted: boolean) => ({ is_deleted: isDeleted })

/** @returns the actions of a resource's records, with the words for them */
export const accountActions = <R extends Row>({
  slug,
  route,
  noun,
  operations,
  reasonActions = [],
}: Pick<Resource<R>, 'slug' | 'route' | 'noun' | 'operations' | 'reasonActions'>) => ({
  list: slug,
  route,
  selectionPath: (token: string) => listPath(route, { selection: token }),
  noun,
  actions: {
    [ENABLE_DISABLE]: {
      operation: operations.update as never,
      success: (payload: Payload) => (disables(payload) ? SUCCESS.disabled : SUCCESS.enabled),
      gerund: (payload: Payload) => (disables(payload) ? 'Disabling' : 'Enabling'),
      participle: (payload: Payload) => (disables(payload) ? 'disabled' : 'enabled'),
      reverse: (payload: Payload) => enableDisablePayload(!disables(payload)),
    },
    ...Object.fromEntries(
      reasonActions.map(({ key, operation, success, gerund, participle }) => [
        key,
        {
          operation: operation as never,
          success: () => success,
          gerund: () => gerund,
          participle: () => participle,
        },
      ]),
    ),
  },
})
