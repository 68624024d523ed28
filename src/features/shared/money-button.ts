/** The button of an action on money, and the amount that is typed to confirm it (look, section 8). */
import { groupDigits, hundredthsOf, moneyText } from '@contract/amounts'
import { movedAmount, type MoneyEffect } from '@contract/records/money/money-effect'
import type { MoneyButton } from '@contract/records/record'
import type { AskedTyping } from '@design-system/components/ConfirmModal/ConfirmModal'

/** From this amount on, it is typed to confirm. */
const TYPED_FROM = '1000.00'

/** Why an action cannot be confirmed while the server works out what it would do. */
export const WORKING = 'What will happen is being worked out.'

type Moved = Pick<MoneyEffect, 'amount' | 'currency' | 'accounts'>
/** The amounts of an action, one for each currency, because amounts of different currencies have no sum. */
function amountsOf({ amount, currency, accounts }: Moved): { amount: string; currency: string }[] {
  const currencies = [...new Set(accounts.map((each) => each.currency))]
  const amounts =
    currencies.length > 1
      ? currencies.map((each) => ({
          amount: movedAmount(accounts.filter((account) => account.currency === each)),
          currency: each,
        }))
      : [{ amount, currency }]
  return amounts.flatMap(({ amount: moved, ...each }) =>
    moved === null || hundredthsOf(moved) === 0n ? [] : [{ amount: moved, ...each }],
  )
}

/**
 * @param values typed input
 * @returns 'Grant 25.00 USD', 'Pay 8.00 EUR and 8.00 USD'; null where the action has no amount
 */
export function buttonText(button: MoneyButton, moved: Moved, values: Readonly<Record<string, string>>): string | null {
  const amounts = amountsOf(moved)
  if (amounts.length === 0) return null
  const text = typeof button === 'string' ? button : button.texts[values[button.by] ?? '']
  const shown = amounts.map(({ amount, currency }) => moneyText(amount, currency)).join(' and ')
  return text?.replace('{amount}', shown) ?? null
}

/** @returns what must be typed; undefined below the amount from which on it is asked */
export function typedAmount(moved: Moved): AskedTyping | undefined {
  const large = amountsOf(moved).find(({ amount }) => hundredthsOf(amount) >= hundredthsOf(TYPED_FROM))
  if (!large) return undefined
  return {
    label: 'Type the amount to confirm',
    value: groupDigits(large.amount),
    unit: large.currency,
    hint: `Asked at ${moneyText(TYPED_FROM, large.currency)} and above.`,
  }
}
