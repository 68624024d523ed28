/** What spins of both kinds of wheel have in common (catalogue, /daily-spin-record and /skill-fortune-record). */
import { awaitsApproval } from '../action-approval'
import { amount0, flag, integer, oneOf, reference, states, text255, time } from '../field'
import { moneyPreview } from '../money/money-effect'
import type { ActionDefinition } from '../record'
import { COUNTED_REWARD, SPIN_REWARDS } from './fortune-wheel'

export const SPIN_STATUSES = { CREDITED: 'Credited', VOID: 'Void' } as const

const kept = { write: 'never', required: true } as const
const shown = { ...kept, filter: true } as const

export const spinFields = {
  user: reference('User', 'users', { ...shown, search: true }),
  wheel: reference('Wheel', 'fortuneWheel', shown),
  /** Whose odds and prices applied. */
  wheel_version: integer('Wheel version', { min: 1 }, kept),
  segment: text255('Segment', { ...kept, public: true }),
  reward_type: oneOf('Reward', SPIN_REWARDS, { ...shown, public: true }),
  /** An amount, or a number of spins. */
  reward_value: amount0('Value', { ...kept, public: true, counts: COUNTED_REWARD }),
  /** What the user paid; a free spin costs nothing. */
  cost: amount0('Price', { ...kept, public: true }),
  is_free: flag('Free spin', { ...kept, initial: false }),
  /** What it cost the platform: the money that was won less the price. */
  net: amount0('Net', { derived: true, required: true }),
  status: states('Status', SPIN_STATUSES, { CREDITED: ['VOID'] }, { ...shown, initial: 'CREDITED', public: true }),
  awaits_approval: awaitsApproval,
  void_reason: text255('Reason', { write: 'never' }),
} as const
export const spunAt = (label: string) => time(label, { ...shown, public: true })

/** Whoever may update the spins asks for it, and another person approves (ledger, SPIN_VOID). @param type of the approval */
export const spinActions = <Type extends string>(type: Type) =>
  ({
    void: {
      label: 'Void…',
      needs: 'update',
      movesMoney: true,
      elsewhere: true,
      from: { field: 'status', values: ['CREDITED'], otherwise: 'This spin is void already.' },
      sets: { status: 'VOID' },
      approval: {
        policy: 'SPIN_VOID',
        type,
        about: 'user',
        amount: ['won'],
        title: 'Void the spin of {user} on {wheel}',
        details: ['segment', 'won', 'cost', 'reason'],
      },
      asks: { reason: text255('Reason', { required: true }) },
      reasonIn: 'void_reason',
      preview: moneyPreview([], 'Void the spin of {amount}'),
      question: 'Void',
      effect:
        'Another person must approve it. Then its price is paid back and what was won is taken back; what the user has spent of it, the user owes.',
      gerund: 'Voiding',
      participle: 'sent for approval',
      past: 'voided the spin',
      success: 'Sent for approval',
      tone: 'danger',
    },
  }) as const satisfies Record<string, ActionDefinition>
