import { styled } from 'styled-components'
import { numeric, token, type } from '@design-system/tokens/tokens'
import { groupDigits } from './format'

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
  /** Decimal string with all its places. */
  amount: string
  /** Its code; '' where it is not known. */
  currency: string
}

/** An amount as look.md section 7 has it: digits grouped, every place, the currency's code beside it; never abbreviated. */
export const Money = ({ amount, currency }: Props) => (
  <Amount data-zero={/^-?0+(\.0+)?$/.test(amount) || undefined}>
    {groupDigits(amount)}
    {currency && <Code>{currency}</Code>}
  </Amount>
)
