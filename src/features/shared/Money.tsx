import { groupDigits } from '@contract/amounts'
import { styled } from 'styled-components'
import { numeric, token, type } from '@design-system/tokens/tokens'

const Amount = styled.span`
  ${type.amount}
  ${numeric}
  white-space: nowrap;
  &[data-zero] {
    color: ${token.text.muted};
    font-weight: 400;
  }
`
const Code = styled.span`
  margin-left: 4px;
  color: ${token.text.muted};
  font-size: ${11.5 / 16}rem;
  font-weight: 500;
`

interface Props {
  /** Decimal string with all decimal places. */
  amount: string
  /** The currency's code; '' if unknown. */
  currency: string
}

/**
 * An amount as look.md section 7 requires: grouped digits, all decimal places, followed by the currency's code; never
 * abbreviated.
 */
export const Money = ({ amount, currency }: Props) => (
  <Amount data-zero={/^-?0+(\.0+)?$/.test(amount) || undefined}>
    {groupDigits(amount)}
    {currency && <Code>{currency}</Code>}
  </Amount>
)
