/** Where an approval is shown. */
/** Query of the home page that opens an approval, as in the links of notifications. */
export const APPROVAL_QUERY = 'id'
export const pathOfApproval = (id: string): string => `/?${APPROVAL_QUERY}=${encodeURIComponent(id)}`
