/** Limits of the roles for approvals (ledger.md): one amount for all policies. Null: no limit; a role that is missing has no right to approve. */
import { APPROVAL_POLICIES } from '@contract/entities/approval'

const UP_TO: Readonly<Record<string, string | null>> = {
  SUPER_ADMIN: null,
  ADMIN: '100000.00',
  MANAGER: '20000.00',
  FINANCE: '20000.00',
  RISK: '1000.00',
  SUPPORT_LEAD: '100.00',
}

/** A limit as a permission set has it. `up_to` null: none. */
export interface ApprovalLimit {
  policy: keyof typeof APPROVAL_POLICIES
  up_to: string | null
}

/** @returns the limits of a role's permission set */
export const approvalLimitsOf = (role: string): ApprovalLimit[] => {
  const limit = UP_TO[role]
  return limit === undefined
    ? []
    : (Object.keys(APPROVAL_POLICIES) as ApprovalLimit['policy'][]).map((policy) => ({ policy, up_to: limit }))
}
