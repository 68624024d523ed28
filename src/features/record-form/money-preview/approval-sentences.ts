/** Who must approve an action on money, and why, in sentences (ledger, Approvals). */
import { groupDigits, moneyText } from '@contract/amounts'
import type { MoneyEffect } from '@contract/records/money/money-effect'
import { USER_ACCOUNTS } from '@contract/records/money/user-accounts'

type Needed = Pick<MoneyEffect, 'approvers' | 'deciders' | 'alone_up_to' | 'one_up_to' | 'needs_step_up' | 'currency'> &
  Partial<Pick<MoneyEffect, 'next'>>
const NUMBERS = ['Nobody', 'One person', 'Two people'] as const

/** The tier of the policy that applies. */
function tierOf({ approvers, alone_up_to, one_up_to, currency, next }: Needed): string {
  const money = (amount: string) => moneyText(amount, currency)
  if (approvers === 2)
    return one_up_to === null
      ? 'Two other people must approve it.'
      : `Above ${money(one_up_to)}: two other people must approve it.`
  if (approvers === 1)
    return alone_up_to === null
      ? 'One other person must approve it, whatever the amount.'
      : `Above ${money(alone_up_to)}: one other person must approve it.`
  return alone_up_to === null
    ? (next ?? 'It takes effect at once.')
    : `It takes effect at once: up to ${money(alone_up_to)} nobody else must approve it.`
}

/** Whether too few people may approve it: it would wait until it expires. */
export const lacksDeciders = ({ approvers, deciders }: Pick<Needed, 'approvers' | 'deciders'>): boolean =>
  deciders !== null && deciders < approvers

/** @returns the sentences, the first one with the tier that applies */
export function approvalSentences(needed: Needed): string[] {
  const { approvers, deciders, needs_step_up } = needed
  return [
    approvers > 0 ? `${tierOf(needed)} Nothing changes before.` : tierOf(needed),
    ...(lacksDeciders(needed) ? [`${NUMBERS[deciders!]} may approve it now. An administrator can raise limits.`] : []),
    ...(needs_step_up
      ? [`Whoever ${approvers > 0 ? 'approves it' : 'does it'} confirms with password and code first.`]
      : []),
  ]
}

/** @returns what screen readers are told of an effect: the accounts, then who must approve it */
export const spokenEffect = (effect: MoneyEffect): string =>
  [
    ...effect.accounts.map(({ user, account, currency, before, after, change }) =>
      before === null || after === null
        ? `${USER_ACCOUNTS[account]} of ${user}: ${moneyText(change, currency)}.`
        : `${USER_ACCOUNTS[account]} of ${user}: ${groupDigits(before)} becomes ${moneyText(after, currency)}.`,
    ),
    ...(effect.problem === null ? [] : [`It could not take effect now: ${effect.problem}`]),
    ...approvalSentences(effect),
  ].join(' ')
