import { DAYS, amount0, flag, integer, label32, references, text3000 } from '../field'
import { defineRecord } from '../record'

/** A preview counts the referrals of this many days. */
export const PREVIEW_DAYS = 90

/** The refusal of disabling criteria that a rule may still apply. */
export const CRITERIA_IN_USE = (rule: string) =>
  `The referral rule ${rule} uses them. End it, or choose other criteria for it first.`

/** What a referred user must have done before the referral earns a bonus: all of it (catalogue, /referral-bonus-criteria). */
export const referralCriteria = defineRecord({
  name: 'referralCriteria',
  base: 'referral-bonus-criteria',
  subject: 'ReferralBonusCriteria',
  noun: ['referral criteria', 'referral criteria'],
  namedBy: ['name'],
  reads: 'whole',
  switch: true,
  fields: {
    name: label32('Name', { required: true, unique: true, search: true }),
    min_deposit: amount0('Minimum deposit', { hint: 'Smaller deposits do not count' }),
    min_deposit_count: integer(
      'Deposits',
      { min: 0, max: 999 },
      { hint: 'How many deposits of at least the minimum', unit: ['deposit', 'deposits'] },
    ),
    min_wager: amount0('Minimum wager', { hint: 'Stakes of settled rounds together' }),
    kyc_required: flag('Verified identity'),
    within_days: integer('Within', { min: 1, max: 365 }, { required: true, hint: 'After signing up', unit: DAYS }),
    exclude_same_device: flag('Not from the same device'),
    exclude_same_ip: flag('Not from the same address'),
    levels: references('Levels', 'userLevel', { hint: 'The new user has one of these; empty for any level' }),
  },
  preview: {
    of: 'save',
    label: 'In words',
    from: [
      'min_deposit',
      'min_deposit_count',
      'min_wager',
      'kyc_required',
      'within_days',
      'exclude_same_device',
      'exclude_same_ip',
      'levels',
    ],
    answers: {
      sentence: text3000('Criteria', { required: true }),
      referrals: integer(`Referrals of the last ${PREVIEW_DAYS} days`, {}, { required: true }),
      would_qualify: integer('Would qualify', {}, { required: true }),
    },
  },
})
