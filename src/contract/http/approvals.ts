/** Approvals (ledger.md): what the caller may decide, one approval, and its decision. */
import * as yup from 'yup'
import { approvalSchema, approveSchema, rejectSchema } from '../entities/approval'
import { id, parameters } from '../schema'
import { defineOperation } from './operation'

const path = '/api/v1/admin/profile/approvals'
const params = yup.object({ id: id() }).noUnknown().strict()

export const approvalsOperations = {
  list: defineOperation({
    id: 'approvals.list',
    method: 'GET',
    path,
    access: 'signedIn',
    envelope: 'list',
    summary:
      'The approvals that the caller may decide, those that expire first at the top; at most 200. `about`: instead, what waits about one record, whoever may decide it.',
    query: parameters({ about: id().optional() }),
    data: yup.array(approvalSchema).required(),
  }),
  get: defineOperation({
    id: 'approvals.get',
    method: 'GET',
    path: `${path}/:id`,
    access: 'signedIn',
    envelope: 'standard',
    summary: 'One approval, for its requester and for those who may read what it is about.',
    params,
    data: approvalSchema,
  }),
  approve: defineOperation({
    id: 'approvals.approve',
    method: 'PATCH',
    path: `${path}/:id/approve`,
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Approves; the last required approval has the requested effect at once. 403 for the requester, for whoever changed the row last, and without right or limit; 409 with the approval if it is settled or has changed since the version in If-Match.',
    params,
    body: approveSchema,
    data: approvalSchema,
    ifMatch: true,
    idempotencyKey: 'required',
  }),
  reject: defineOperation({
    id: 'approvals.reject',
    method: 'PATCH',
    path: `${path}/:id/reject`,
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Rejects, with a reason; one rejection suffices. Refused like an approval.',
    params,
    body: rejectSchema,
    data: approvalSchema,
    ifMatch: true,
    idempotencyKey: 'required',
  }),
} as const
