/** Compares the user's statements with the account data, with hints on differences. */
import type { ReactNode } from 'react'
import { CircleCheck, ShieldAlert, TriangleAlert } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { mono, radius, space, token, type } from '@design-system/tokens/tokens'

export interface ComparedFact {
  label: string
  stated: string | null
  /** Value on the account; undefined if the person may not read it, or the account has no such field. */
  account?: string | null
  /** Result of the comparison. */
  hint?: { tone: 'success' | 'warning' | 'danger'; text: ReactNode }
  /** Displayed in a monospaced font, for comparison character by character. */
  isCode?: boolean
}

export interface DocumentFactsProps {
  /** The user who sent the document. */
  user: ReactNode
  facts: readonly ComparedFact[]
  /** Whether the account data is displayed, or why not. */
  account: 'shown' | 'loading' | 'hidden' | 'failed'
}

const HINT_ICONS = { success: CircleCheck, warning: TriangleAlert, danger: ShieldAlert } as const

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  ${type.cell}
  caption {
    padding-block-end: ${space[8]};
    text-align: start;
    ${type.cardTitle}
  }
  th,
  td {
    padding: ${space[4]} ${space[8]} ${space[4]} 0;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  thead th {
    ${type.meta}
    color: ${token.text.muted};
  }
  tbody th {
    width: 28%;
    color: ${token.text.muted};
    font-weight: 400;
  }
  tbody tr + tr[data-fact] > * {
    border-block-start: 1px solid ${token.border.subtle};
  }
  code {
    ${mono}
    color: ${token.text.primary};
  }
`
const Hint = styled.span`
  display: flex;
  align-items: flex-start;
  gap: ${space[6]};
  padding: ${space[2]} ${space[6]};
  border-radius: ${radius.tag};
  ${type.meta}
  svg {
    flex: none;
    margin-block-start: 1px;
  }
  &[data-tone='success'] {
    color: ${token.tone.success.fg};
  }
  &[data-tone='warning'] {
    background: ${token.tone.warning.tint};
    color: ${token.tone.warning.fg};
  }
  &[data-tone='danger'] {
    background: ${token.tone.danger.tint};
    color: ${token.tone.danger.fg};
  }
`

const Value = ({ text, isCode }: { text: string | null | undefined; isCode?: boolean }) =>
  text ? isCode ? <code>{text}</code> : <bdi>{text}</bdi> : <>–</>

export function DocumentFacts({ user, facts, account }: DocumentFactsProps) {
  const hasAccount = account !== 'hidden'
  const columns = hasAccount ? 2 : 1
  return (
    <Table aria-busy={account === 'loading' || undefined}>
      <caption>{user}</caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Fact</VisuallyHidden>
          </th>
          <th scope="col">Stated</th>
          {hasAccount && <th scope="col">{account === 'failed' ? 'Account (not loaded)' : 'Account'}</th>}
        </tr>
      </thead>
      {facts.map(({ label, stated, account: known, hint, isCode }) => (
        <tbody key={label}>
          <tr data-fact>
            <th scope="row">{label}</th>
            <td>
              <Value text={stated} isCode={isCode} />
            </td>
            {hasAccount && (
              <td>
                <Value text={known} isCode={isCode} />
              </td>
            )}
          </tr>
          {hint && (
            <tr>
              <td colSpan={columns + 1}>
                <Hint data-tone={hint.tone}>
                  <Icon icon={HINT_ICONS[hint.tone]} size="pill" />
                  <span>{hint.text}</span>
                </Hint>
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </Table>
  )
}
