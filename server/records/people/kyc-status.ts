/** Whether a user has proved who they are: it follows from their documents, and is stored nowhere (catalogue, /user-doc-verification). */
import { IDENTITY_DOCS } from '@contract/records/people/user-doc-verification'
import type { FieldSource } from '../table'

const IDENTITY = `(${IDENTITY_DOCS.map((type) => `'${type}'`).join(', ')})`

/**
 * The status of a document: a claim makes an undecided one one in review, and time one that was verified expired.
 * @param alias of the row of `user_documents` @returns SQL
 */
export const documentStatus = (alias: string): string =>
  `case when ${alias}.outcome = 'PENDING' and ${alias}.claim_until > statement_timestamp() then 'IN_REVIEW'
    when ${alias}.outcome = 'VERIFIED' and ${alias}.expires_at <= statement_timestamp() then 'EXPIRED' else ${alias}.outcome end`

/**
 * A user's status. A document counts until the user sends a newer one of its kind, of which the three that prove an identity
 * are one; the first rule that holds applies.
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

/** Joins the status as `kyc.status`. `u` is the user. */
export const KYC_JOIN = `cross join lateral (select ${STATUS} as status from (
    select distinct on (k.kind) k.kind, ${documentStatus('t')} as status from user_documents t
    cross join lateral (select case when t.doc_type in ${IDENTITY} then 'IDENTITY' else t.doc_type end as kind) k
    where t.user_id = u.id order by k.kind, t.submitted_at desc, t.id desc
  ) d) kyc`

/** The field of a user's source, over the join `kyc`. */
export const kycStatus: Partial<FieldSource> & Pick<FieldSource, 'value'> = { value: 'kyc.status', joins: ['kyc'] }
