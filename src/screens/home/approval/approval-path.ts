/** Where an approval is shown, and under which subject consoles are told of it. */
/** Query of the home page that opens an approval, as in the links of notifications. */
export const APPROVAL_QUERY = 'id'
export const pathOfApproval = (id: string): string => `/?${APPROVAL_QUERY}=${encodeURIComponent(id)}`
/** Consoles are told of approvals under the subject whose right they need. */
export const APPROVALS_SUBJECT = 'TransactionRecords'
