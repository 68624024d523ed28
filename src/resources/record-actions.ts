/**
 * The actions of a list's records, in the form for the activity: the switch (spec 4, Account), and the resource's
 * calls.
 */
import { BULK_CLAIMS, type BulkClaim } from '@contract/records/claims'
import { listPath } from './list-address'
import type { Resource, Row } from './resource'

/** Toasts of spec section 8. */
const SUCCESS = {
  enabled: 'Successfully Enabled',
  disabled: 'Successfully Disabled',
  updated: 'Successfully Updated',
} as const

/** Name of the action that enables or disables. */
export const ENABLE_DISABLE = 'enableDisable'

/** Name of the action that saves the order of a list. */
export const ORDER = 'order'
/** @returns the id of the save of a list's order in the activity */
export const orderIdOf = (slug: string): string => `order of ${slug}`
/** @returns the name of a list's order in messages, and its address */
export const orderRecordOf = ({ noun, route }: Pick<Resource<Row>, 'noun' | 'route'>) => ({
  name: `the order of the ${noun.many}`,
  href: route,
})

type Payload = Readonly<Record<string, unknown>>
const disables = (payload: Payload): boolean => payload.is_deleted === true

/** @returns the body of the call that disables or enables a record */
export const enableDisablePayload = (isDeleted: boolean) => ({ is_deleted: isDeleted })

/** The texts of claims of many records. */
const CLAIMING = {
  claim: { success: () => SUCCESS.updated, gerund: () => 'Claiming', participle: () => 'claimed' },
  release: { success: () => SUCCESS.updated, gerund: () => 'Releasing', participle: () => 'released' },
} as const satisfies Readonly<Record<BulkClaim, object>>

/** @returns the actions of a resource's records, with their texts */
export const recordActions = <R extends Row>({
  slug,
  route,
  subject,
  noun,
  operations,
  actions,
  switch: switches,
}: Pick<Resource<R>, 'slug' | 'route' | 'subject' | 'noun' | 'operations' | 'actions' | 'switch'>) => ({
  list: slug,
  subject,
  route,
  selectionPath: (token: string) => listPath(route, { selection: token }),
  noun,
  actions: {
    ...(switches && {
      [ENABLE_DISABLE]: {
        operation: operations.update as never,
        bulk: operations.bulk?.[ENABLE_DISABLE],
        success: (payload: Payload) => (disables(payload) ? SUCCESS.disabled : SUCCESS.enabled),
        gerund: (payload: Payload) => (disables(payload) ? 'Disabling' : 'Enabling'),
        participle: (payload: Payload) => (disables(payload) ? 'disabled' : 'enabled'),
        reverse: (payload: Payload) => enableDisablePayload(!disables(payload)),
      },
    }),
    ...(operations.order && {
      [ORDER]: {
        operation: operations.order as never,
        ofList: true as const,
        success: () => SUCCESS.updated,
        gerund: () => 'Saving',
        participle: () => 'saved',
      },
    }),
    ...Object.fromEntries(
      BULK_CLAIMS.flatMap((verb) => {
        const bulk = operations.bulk?.[verb]
        return bulk ? [[verb, { ...CLAIMING[verb], operation: operations[verb] as never, bulk }]] : []
      }),
    ),
    ...Object.fromEntries(
      [...actions, ...(switches?.interrupts?.through ? [switches.interrupts.through] : [])].flatMap((action) =>
        action.kind === 'call'
          ? [
              [
                action.key,
                {
                  operation: action.operation as never,
                  ...(action.underClaim && { claim: operations.claim as never }),
                  bulk: operations.bulk?.[action.key],
                  success: () => action.success,
                  gerund: () => action.gerund,
                  participle: () => action.participle,
                },
              ],
            ]
          : [],
      ),
    ),
  },
})
