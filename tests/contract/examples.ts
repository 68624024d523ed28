/** A valid input for every operation: those of records are generated from their definitions; a missing one of another operation fails the type check. */
import type { OperationId, OperationOf } from '@contract/http/catalogue'
import type { AnyOperation } from '@contract/http/operation'
import { RECORD_OPERATIONS } from '@contract/records/operations'
import type { InputOf } from '@ports/api'
import { samplePng } from '@tests/kit/sample-files'
import { inputOf, PASSWORD } from './record-examples'

/** Values from which an example is built. */
export interface Given {
  /** Id of an existing record. */
  id: string
  /** Letters that nothing else uses. */
  unique: string
  csrfToken: string
}

const one = ({ id }: Given) => ({ params: { id } })
const nothing = () => ({})

export { PASSWORD }

export type Examples = { [Id in OperationId]: (given: Given) => InputOf<OperationOf<Id>> }

export const EXAMPLES: Examples = {
  'auth.session': nothing,
  'auth.csrf': nothing,
  'auth.providers': nothing,
  'auth.signIn': ({ csrfToken }) => ({
    params: { provider: 'credentials' },
    body: { csrfToken, callbackUrl: '/', json: true },
  }),
  'auth.callback': ({ csrfToken, unique }) => ({
    params: { provider: 'credentials' },
    body: {
      csrfToken,
      callbackUrl: '/',
      json: true,
      email: `nobody.${unique}@contract.example`,
      password: PASSWORD,
      two_fa_token: null,
    },
  }),
  'auth.signOut': ({ csrfToken }) => ({ body: { csrfToken, callbackUrl: '/', json: true } }),
  'auth.log': () => ({ body: { level: 'info', code: 'CONTRACT_SUITE', message: 'A line of the contract suite' } }),
  'profile.get': nothing,
  'profile.access': nothing,
  'profile.counts': nothing,
  'profile.preferences': () => ({ body: { preferences: { 'columns.contract-suite': '{"columns":null}' } } }),
  'profile.changePassword': () => ({
    body: { current_password: PASSWORD, new_password: `${PASSWORD}x`, confirm_password: `${PASSWORD}x` },
  }),
  'roles.list': nothing,
  'twoFactor.status': ({ id }) => ({ params: { userId: id } }),
  'twoFactor.setup': ({ id }) => ({ body: { userId: id } }),
  'twoFactor.enable': ({ id }) => ({ body: { userId: id, twoFAToken: '123 456' } }),
  'twoFactor.disable': ({ id }) => ({ body: { userId: id } }),
  'twoFactor.stepUp': () => ({ body: { password: PASSWORD, twoFAToken: null } }),
  'twoFactor.recoveryCodes': nothing,
  'twoFactor.newRecoveryCodes': nothing,
  'notifications.list': () => ({ query: { page: 1, itemNo: 5 } }),
  'notifications.read': one,
  'notifications.readAll': () => ({ query: { up_to: 0 } }),
  'approvals.list': ({ id }) => ({ query: { about: id } }),
  'approvals.get': ({ id }) => ({ params: { id } }),
  'approvals.approve': ({ id }) => ({ params: { id }, body: {} }),
  'approvals.reject': ({ id }) => ({ params: { id }, body: { reason: 'Not agreed' } }),
  'shift.details': nothing,
  'shift.toggle': ({ id }) => ({ params: { shiftId: id } }),
  'shift.handOver': ({ id }) => ({
    body: {
      to_staff_ids: [id],
      summary: 'Two tickets',
      items: [{ type: 'NOTE', next_action: 'Call the bank', urgency: 'LOW' }],
    },
  }),
  'shift.handover': ({ id }) => ({ params: { handoverId: id } }),
  'shift.accept': ({ id }) => ({ params: { keyword_id: id } }),
  'support.postMessage': ({ id }) => ({
    params: { ticketId: id },
    body: { client_id: id, body: 'A line of the contract suite', sender: 'USER' },
  }),
  'support.read': ({ id }) => ({ params: { ticketId: id } }),
  'chat.postMessage': ({ id }) => ({
    params: { chatId: id },
    body: { client_id: id, body: 'A line of the contract suite', sender: 'USER' },
  }),
  'chat.read': ({ id }) => ({ params: { chatId: id } }),
  'unread.counts': nothing,
  'files.get': ({ id }) => ({ params: { id }, query: {} }),
  'health.live': nothing,
  'health.ready': nothing,
}

/** An input without types, as it is sent. */
export interface Input {
  params?: Record<string, string>
  query?: Record<string, string | number | string[]>
  body?: Record<string, unknown>
  /** The body of an upload. */
  file?: Uint8Array<ArrayBuffer>
}
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const RECORD_CALLS = new Map(RECORD_OPERATIONS.map((each) => [each.operation.id, each]))

/** @returns the example of any operation. Records that the body refers to do not exist, except those in `given`. */
export function exampleOf(operation: AnyOperation, given: Partial<Given> = {}): Input {
  const whole: Given = { id: NOBODY, unique: 'abcdefgh', csrfToken: 'none', ...given }
  const ofRecord = RECORD_CALLS.get(operation.id)
  const input: Input = ofRecord
    ? inputOf(ofRecord.record, ofRecord.call, whole)
    : (EXAMPLES[operation.id as OperationId](whole) as Input)
  return operation.upload ? { ...input, file: samplePng() } : input
}
