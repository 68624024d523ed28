/** Manual withdrawals of the last weeks: most are paid, and the newest wait, some of them with something to clear up. */
import { feeOf } from '@contract/records/money/method-fee'
import { maskedDetail } from '@contract/records/money/payout-mask'
import { drawnDocument } from '../documents'
import { daysAfter, daysBefore, demoId, nthPerson, type RowsOf } from '../rows'
import { paymentMethods } from '../system/payment-method'
import { payoutValue } from './payout-accounts'

const COUNT = 110
/** Number of the newest ones, which are open. */
const OPEN = 30
const DECIDED = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'REJECTED', 'COMPLETED', 'CANCELLED', 'COMPLETED'] as const
/** States of the open ones that do not wait for a decision, by their place among them. */
const IN_WORK: Readonly<Record<number, 'ON_HOLD' | 'APPROVED' | 'PROCESSING' | 'UNKNOWN' | 'FAILED'>> = {
  1: 'UNKNOWN',
  3: 'FAILED',
  4: 'ON_HOLD',
  6: 'PROCESSING',
  7: 'APPROVED',
  9: 'ON_HOLD',
  11: 'APPROVED',
  13: 'FAILED',
}
const SOURCES = ['APP', 'APP', 'APP', 'CHAT', 'TELEGRAM'] as const
const REJECTED = [
  { reason_code: 'VERIFICATION', user_text: 'Please send your documents first. Then request it again.' },
  { reason_code: 'NAME_MISMATCH', user_text: 'A conta precisa estar no seu nome.' },
  { reason_code: 'SUSPECTED_FRAUD', user_text: null },
] as const
const HELD = ['Waits for the answer about the second account.', 'รอเอกสารจากผู้ใช้'] as const
/** Numbers of the members of staff with the roles FINANCE and MANAGER. */
const DECIDERS = [5, 5, 2] as const
/** Places of the methods of the own store that pay users, and of the partner's. */
const [BANK, PIX, WALLET] = [0, 2, 5] as const
/** Some are paid to somebody else. */
const OTHER_PAYEES = ['Karl Brandt', 'Đặng Văn Minh', 'สมชาย ใจดี'] as const

const amountOf = (index: number) =>
  `${25 + ((index * index * 13 + index * 29) % 23) * (index % 9 === 4 ? 130 : 15)}.${index % 6 === 1 ? '50' : '00'}`

const receiptOf = (index: number) =>
  drawnDocument(
    index % 2 === 0 ? 'card' : 'letter',
    '2f6f5e',
    index % 2 === 0 ? `comprovante-${index}.png` : `Beleg ${index}.pdf`,
  )

/** Which of the method's fields are the destination: the first one. @param index of the row */
export const methodOf = (index: number): number => {
  const place = index - (COUNT - OPEN)
  // What a rail does not answer, or refuses, is paid by the bank.
  if ([1, 3, 6, 13].includes(place)) return BANK
  // Staff pay what is approved.
  if (place === 7 || place === 11) return PIX
  return index % 8 === 5 ? WALLET : index % 3 === 1 ? PIX : BANK
}

export const manualWithdrawals: RowsOf<'manualWithdrawal'> = Array.from({ length: COUNT }, (_, index) => {
  const place = index - (COUNT - OPEN)
  const isOpen = place >= 0
  const status = isOpen ? (IN_WORK[place] ?? 'PENDING') : DECIDED[index % DECIDED.length]!
  const sent = isOpen ? (OPEN - place) * 0.045 : 1.4 + (COUNT - OPEN - index) * 0.4
  const method = methodOf(index)
  const { fee_fixed = null, fee_percent = null, rail = null, payout_fields = [] } = paymentMethods[method]!
  const amount = amountOf(index)
  const { fee, net } = feeOf({ fee_fixed, fee_percent }, amount)
  const isDecided = status !== 'PENDING' && status !== 'ON_HOLD' && status !== 'CANCELLED'
  const decided = daysBefore(sent - 0.02 - (index % 5) / 60)
  return {
    reference: `W-${58_000 + index}`,
    user: nthPerson('users', 20 + ((index * 11) % 70)),
    payment_method: demoId('paymentMethod', method),
    amount,
    fee,
    net_amount: net,
    // Replaced by the user's own name where it is empty (server/db/demo-withdrawals.ts).
    payee: index % 7 === 6 ? OTHER_PAYEES[index % OTHER_PAYEES.length]! : '',
    destination: maskedDetail(payoutValue(payout_fields[0]!.pattern, index)),
    source: SOURCES[index % SOURCES.length]!,
    requested_at: daysBefore(sent),
    status,
    rail,
    ...(isDecided && { decided_by: nthPerson('admin', DECIDERS[index % DECIDERS.length]!), decided_at: decided }),
    ...(status === 'REJECTED' && REJECTED[index % REJECTED.length]!),
    ...(status === 'ON_HOLD' && {
      hold_reason: HELD[place % HELD.length]!,
      ...(place % 2 === 0 && { wakes_at: daysAfter(2) }),
    }),
    ...(status === 'COMPLETED' && {
      external_ref: `BK${(index * 104_729 + 1_000_003).toString(36).toUpperCase()}`,
      paid_at: daysBefore(sent - 0.2),
      // Staff add the receipt of what they have paid, as a picture or as a letter of the bank.
      ...(rail === null && { proof: [receiptOf(index)] }),
    }),
    by: 'nobody',
    at: daysBefore(sent),
    ...(method === WALLET && { of: 'partner' as const }),
  }
})
