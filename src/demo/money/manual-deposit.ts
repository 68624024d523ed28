/** Manual deposits of the last weeks: most are decided, and the newest wait, like on a busy morning. */
import { feeOf } from '@contract/records/money/method-fee'
import { drawnDocument } from '../documents'
import { daysBefore, demoId, nthPerson, type RowsOf } from '../rows'
import { paymentMethods } from '../system/payment-method'

const COUNT = 120
/** Number of the newest ones, which nobody has decided. */
const WAITING = 26
const DECIDED = ['COMPLETED', 'COMPLETED', 'REJECTED', 'COMPLETED', 'COMPLETED'] as const
const SOURCES = ['APP', 'APP', 'CHAT', 'APP', 'TELEGRAM'] as const
const REJECTED = [
  { reason_code: 'NOT_RECEIVED', user_text: 'We have not received it yet. Please ask your bank.' },
  { reason_code: 'UNREADABLE', user_text: 'Por favor, envía una foto más clara.' },
  { reason_code: 'NAME_MISMATCH', user_text: 'The payer is another person. We send the money back.', returned: 'DUE' },
  { reason_code: 'DUPLICATE', user_text: null },
] as const
const PAYERS = ['Maria Jansen', 'Zoë Müller', 'Đặng Văn Minh', 'สมชาย ใจดี', null] as const
const NAMES = ['Überweisung.png', 'สลิปโอนเงิน.png', 'comprovante PIX.png', 'IMG_3310.png'] as const
/** Each proof has another colour, and so another content. */
const colourOf = (index: number) => ((index * 654_321 + 2_051_048) % 0xff_ff_ff).toString(16).padStart(6, '0')
/** Numbers of the members of staff with the roles FINANCE and MANAGER. */
const DECIDERS = [5, 5, 2] as const
/** Places of the methods of the own store that take deposits, and of the partner's. */
const OWN_METHODS = [0, 2, 1, 0] as const
const PARTNER_METHOD = 3

/** Mostly round, as people pay. */
const amountOf = (index: number) =>
  `${20 + ((index * index * 31 + index * 17) % 29) * (index % 7 === 3 ? 90 : 10)}.${index % 5 === 2 ? '75' : '00'}`

export const manualDeposits: RowsOf<'manualDeposit'> = Array.from({ length: COUNT }, (_, index) => {
  const age = COUNT - index
  const isWaiting = age <= WAITING
  // The proof of some never came.
  const isExpired = !isWaiting && index % 19 === 6
  const status = isWaiting || isExpired ? 'PENDING' : DECIDED[index % DECIDED.length]!
  const sent = isWaiting ? age * 0.04 : 1 + age * 0.35
  const isPartner = index % 9 === 4
  const method = isPartner ? PARTNER_METHOD : OWN_METHODS[index % OWN_METHODS.length]!
  const { account_label, fee_fixed = null, fee_percent = null } = paymentMethods[method]!
  const amount = amountOf(index)
  const { fee, net } = feeOf({ fee_fixed, fee_percent }, amount)
  // Of those that wait, one has the proof and one the reference of the deposit before it, and some have no proof yet.
  const of = isWaiting && index % 11 === 5 ? index - 1 : index
  const hasProof = !isExpired && (!isWaiting || index % 8 !== 6)
  return {
    reference: `MD-${30_000 + index}`,
    user: nthPerson('users', 40 + ((index * 7) % 60)),
    payment_method: demoId('paymentMethod', method),
    amount,
    fee,
    net_amount: net,
    payer_name: PAYERS[index % PAYERS.length]!,
    external_ref:
      index % 6 === 1
        ? null
        : `TX${((isWaiting && index % 13 === 7 ? index - 1 : index) * 7919 + 100_003).toString(36).toUpperCase()}`,
    proof: hasProof ? [drawnDocument('card', colourOf(of), NAMES[of % NAMES.length]!)] : [],
    account_label: account_label ?? null,
    source: SOURCES[index % SOURCES.length]!,
    sent_at: daysBefore(sent),
    status,
    ...(status !== 'PENDING' && {
      decided_by: nthPerson('admin', DECIDERS[index % DECIDERS.length]!),
      decided_at: daysBefore(sent - 0.05 - (index % 7) / 40),
    }),
    ...(status === 'REJECTED' && REJECTED[index % REJECTED.length]!),
    by: 'nobody',
    at: daysBefore(sent),
    ...(isPartner && { of: 'partner' as const }),
  }
})
