/** Whether a user's identity is verified: derived from their documents, and not stored (catalogue, /user-doc-verification). */
import { IDENTITY_DOCS, userDocVerification } from '@contract/records/people/user-doc-verification'
import { shownState } from '@server/platform/records/states'
import type { FieldSource } from '@server/platform/records/table'

const IDENTITY = `(${IDENTITY_DOCS.map((type) => `'${type}'`).join(', ')})`

/** A verified document expires with time. @param alias of the row of `user_documents` @returns SQL */
export const documentExpiry = (alias: string): string => `${alias}.expires_at <= statement_timestamp()`
/** The status of a document, as its rows show it. */
const documentStatus = shownState(userDocVerification, { EXPIRED: documentExpiry })

/**
 * A user's status. A document counts until the user sends a newer one of its kind; the three kinds that prove an identity count
 * as one. The first matching rule applies.
 */
const STATUS = `case
    when bool_or(d.kind = 'IDENTITY' and d.status = 'REJECTED') then 'REJECTED'
    when bool_or(d.status = 'EXPIRED') then 'EXPIRED'
    when bool_or(d.status = 'RESUBMIT_REQUIRED') then 'RESUBMIT_REQUIRED'
    when bool_or(d.status = 'IN_REVIEW') then 'IN_REVIEW'
    when bool_or(d.status = 'PENDING') then 'PENDING'
    when bool_or(d.kind = 'IDENTITY' and d.status = 'VERIFIED')
      and bool_or(d.kind = 'PROOF_OF_ADDRESS' and d.status = 'VERIFIED') then 'VERIFIED'
    else 'NOT_STARTED' end`

/** Joins the status as `kyc.status`. @param user alias of the user @returns SQL */
export const kycJoin = (user: string): string => `cross join lateral (select ${STATUS} as status from (
    select distinct on (k.kind) k.kind, ${documentStatus('t')} as status from user_documents t
    cross join lateral (select case when t.doc_type in ${IDENTITY} then 'IDENTITY' else t.doc_type end as kind) k
    where t.user_id = ${user}.id order by k.kind, t.submitted_at desc, t.id desc
  ) d) kyc`

/** The field of a user's source, based on the join `kyc`. */
export const kycStatus: Partial<FieldSource> & Pick<FieldSource, 'value'> = { value: 'kyc.status', joins: ['kyc'] }
