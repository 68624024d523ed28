/** The accounts of a user (ledger, Transfers). */
export const USER_ACCOUNTS = { CASH: 'Cash', BONUS: 'Bonus', LOCKED: 'Locked', RECEIVABLE: 'Owed' } as const
