/** Documents of the demo, and what colleagues do with them, for stories. */
import type { PrivateFile } from '@contract/files'
import type { Reference } from '@contract/records/field'
import { colleague, recordOf, rowsOf, sql } from '@mocks/scene'

/** A document as the platform returns it. */
export interface StoredDocument {
  id: string
  version: number
  reference: string
  user: Reference
  doc_type: string
  status: string
  files: readonly PrivateFile[]
  claimed_by: { id: string; username: string } | null
  claim_until: string | null
  stated_number: string | null
  number_also_of: readonly Reference[]
  number: string | null
  expires_at: string | null
  reason_codes: readonly string[]
}

/** @returns documents in the order of their list, the newest first. @param query as of the list */
export const documentsOf = (query: Record<string, string> = {}): Promise<StoredDocument[]> =>
  rowsOf<StoredDocument>('userDocVerification', query)
/** @returns the newest document that waits for a decision and that nobody has claimed */
export const newestUndecided = async (): Promise<StoredDocument> =>
  (await documentsOf({ status: 'PENDING', itemNo: '1' }))[0]!
/** @returns the documents that wait, the one that has waited longest first */
export const longestWaiting = (): Promise<StoredDocument[]> =>
  documentsOf({ status: 'PENDING', sort_by: 'submitted_at', sort_order: 'asc' })
/** @returns a document as it is now */
export const storedDocument = ({ id }: { id: string }): Promise<StoredDocument> =>
  recordOf<StoredDocument>('userDocVerification', id)

/** Somebody claims a document, as from another console. @param role of this person @param note takes it over from whoever has it */
export const claimDocument = (role: string, { id }: { id: string }, note?: string): Promise<StoredDocument> =>
  colleague(role).call('userDocVerification.claim', { params: { id }, body: note === undefined ? {} : { note } })
/** The person who has claimed a document releases it. @param seconds after which the claim ends; without it at once */
export const releaseDocument = (role: string, { id }: { id: string }, seconds?: number): Promise<StoredDocument> =>
  colleague(role).call('userDocVerification.release', {
    params: { id },
    body: seconds === undefined ? {} : { after_seconds: seconds },
  })

/** Gives a file of a document other content. */
export const rewriteFile = (file: PrivateFile, type: string, bytes: Uint8Array) =>
  sql(
    `update files set content_type = $2::text, bytes = $3::bytea, byte_size = length($3::bytea),
       sha256 = encode(sha256($3::bytea), 'hex') where id = $1::uuid`,
    [file.id, type, bytes],
  )
