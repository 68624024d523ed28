import { LENGTH } from '../../constants'
import { STORE_CODE } from '../../patterns'
import { label32, oneOf, text } from '../field'
import { defineRecord } from '../record'

export const STORE_KINDS = { OWN: 'Own', THIRD_PARTY: 'Partner' } as const

/** The stores of the platform and of its partners. They have no screen of their own yet. */
export const store = defineRecord({
  name: 'store',
  base: 'admin-store',
  subject: 'Settings',
  noun: ['store', 'stores'],
  namedBy: ['name'],
  identifiedBy: 'code',
  reads: 'whole',
  decidesStore: true,
  fields: {
    name: label32('Name', { required: true, write: 'never', search: true }),
    code: text('Code', STORE_CODE, LENGTH.storeCode.max, { required: true, write: 'never', search: true }),
    kind: oneOf('Kind', STORE_KINDS, { required: true, write: 'never', filter: true }),
  },
})
