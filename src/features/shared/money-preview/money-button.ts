/** The button of an action on money, and the amount that is typed to confirm it (look, section 8). */
import { groupDigits, hundredthsOf, moneyText } from '@contract/amounts'
import type { MoneyEffect } from '@contract/records/money/money-effect'
import type { MoneyButton } from '@contract/records/record'
import type { AskedTyping } from '@design-system/components/ConfirmModal/ConfirmModal'

/** From this amount on, it is typed to confirm. */
const TYPED_FROM = '1000.00'

/**
 * @param values typed input
 * @returns 'Grant 25.00 USD'; null where the action has no amount
 */
export function buttonText(
  button: MoneyButton,
  { amount, currency }: Pick<MoneyEffect, 'amount' | 'currency'>,
  values: Readonly<Record<string, string>>,
): string | null {
  if (amount === null || hundredthsOf(amount) === 0n) return null
  const text = typeof button === 'string' ? button : button.texts[values[button.by] ?? '']
  return text?.replace('{amount}', moneyText(amount, currency)) ?? null
}

/** @returns what must be typed; undefined below the amount from which on it is asked */
export function typedAmount({ amount, currency }: Pick<MoneyEffect, 'amount' | 'currency'>): AskedTyping | undefined {
  if (amount === null || hundredthsOf(amount) < hundredthsOf(TYPED_FROM)) return undefined
  return {
    label: 'Type the amount to confirm',
    value: groupDigits(amount),
    unit: currency,
    hint: `Asked at ${moneyText(TYPED_FROM, currency)} and above.`,
  }
}
