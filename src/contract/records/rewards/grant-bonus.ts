/** The action of users that makes a grant: apart from the record of grants, which the list of users does not load. */
import { amount, reference, text255 } from '../field'
import { moneyPreview } from '../money/money-effect'
import type { ActionDefinition } from '../record'

/** Grants a bonus to a user; the policy of ledger.md decides how many others must approve. */
export const grantBonus = {
  label: 'Grant bonus…',
  needs: 'update',
  subject: 'Bonus',
  movesMoney: true,
  elsewhere: true,
  asks: {
    bonus: reference('Bonus', 'bonus', { required: true }),
    amount: amount('Amount', { hint: 'Of a bonus that gives a percentage; a fixed one gives its own amount' }),
    note: text255('Note', { required: true, hint: 'Whoever approves reads it' }),
  },
  tells: ['note', 'bonus', 'amount'],
  approval: {
    policy: 'BONUS',
    type: 'bonus_grant',
    amount: ['amount'],
    title: 'Grant {amount} of {bonus_name}: {record}',
    details: ['bonus', 'to_wager', 'expiry_days', 'note'],
  },
  preview: moneyPreview(['bonus', 'amount'], 'Grant {amount}'),
  question: 'Grant a bonus to',
  effect: 'Up to your limit the user has it at once. Above it, other people must approve it first.',
  gerund: 'Granting a bonus to',
  participle: 'granted a bonus, or sent for approval',
  past: 'granted a bonus',
  success: 'Bonus granted',
} as const satisfies ActionDefinition
