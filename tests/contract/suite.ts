/**
 * The conformance suite: every requirement of the contract that can be checked from outside, as data. It runs against
 * the reference server and, with `npm run contract -- --host URL`, any back end that implements the contract.
 */
import { accessCases } from './cases/access'
import { approvalCases } from './cases/approvals'
import { appCases } from './cases/apps'
import { coinRateCases } from './cases/coin-rates'
import { payoutDetailCases } from './cases/payout-details'
import { platformAccountCases } from './cases/platform-accounts'
import { cryptoDepositCases } from './cases/crypto-deposits'
import { withdrawalCases } from './cases/withdrawals'
import { manualDepositCases } from './cases/manual-deposits'
import { depositBonusCases } from './cases/deposit-bonus'
import { documentCases } from './cases/documents'
import { telegramCases } from './cases/telegram'
import { fileCases } from './cases/files'
import { activationCases } from './cases/activations'
import { grantCases } from './cases/grants'
import { offerClaimCases } from './cases/offer-claims'
import { idempotencyCases } from './cases/idempotency'
import { listCases } from './cases/lists'
import { openWorkCases } from './cases/open-work'
import { operationCases } from './cases/operations'
import { permissionSetCases } from './cases/permission-sets'
import { recordCases } from './cases/records'
import { roundCases } from './cases/rounds'
import { referralCriteriaCases } from './cases/referral-criteria'
import { spinCases } from './cases/spins'
import { signInCases } from './cases/sign-in'
import { socketCases } from './cases/socket'
import { twoFactorCases } from './cases/two-factor'
import { workCases } from './cases/work'
import { writeCases } from './cases/writes'
import type { Case } from './environment'

export interface Group {
  title: string
  cases: readonly Case[]
}

/** Operations that cannot succeed anywhere yet. Remove an operation once it succeeds. */
export const WITHOUT_SUCCESS: readonly string[] = []

export const SUITE: readonly Group[] = [
  { title: 'Sign-in', cases: signInCases },
  { title: 'Every operation', cases: operationCases },
  { title: 'Lists', cases: listCases },
  { title: 'Records', cases: recordCases },
  { title: 'Deposit bonuses', cases: depositBonusCases },
  { title: 'Documents of users', cases: documentCases },
  { title: 'Telegram accounts', cases: telegramCases },
  { title: 'What the users’ apps send', cases: appCases },
  { title: 'Reported rounds', cases: roundCases },
  { title: 'Open work of staff', cases: openWorkCases },
  { title: 'Approvals', cases: approvalCases },
  { title: 'Fixed rates of coins', cases: coinRateCases },
  { title: 'Manual deposits', cases: manualDepositCases },
  { title: 'Crypto deposits', cases: cryptoDepositCases },
  { title: 'Withdrawals', cases: withdrawalCases },
  { title: 'Payout details', cases: payoutDetailCases },
  { title: 'Platform accounts', cases: platformAccountCases },
  { title: 'Activations of campaigns', cases: activationCases },
  { title: 'Grants of bonuses', cases: grantCases },
  { title: 'Claims of offers', cases: offerClaimCases },
  { title: 'Spins of wheels', cases: spinCases },
  { title: 'Referral criteria', cases: referralCriteriaCases },
  { title: 'Permission sets of single people', cases: permissionSetCases },
  { title: 'Access', cases: accessCases },
  { title: 'Writes', cases: writeCases },
  { title: 'Idempotency keys', cases: idempotencyCases },
  { title: 'Files', cases: fileCases },
  { title: 'Two-factor', cases: twoFactorCases },
  { title: 'Notifications, shifts and unread counts', cases: workCases },
  { title: 'Live socket', cases: socketCases },
]
