/** Which records an action on many did not change, and why. */
import { styled } from 'styled-components'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { space, token, type } from '@design-system/tokens/tokens'
import { formatCount } from '@features/shared/format'

export interface BulkFailuresProps {
  title: string
  failures: readonly { id: string; name: string; reason: string }[]
  onRetry: () => void
  onClose: () => void
}

const Records = styled.ul`
  margin-block-start: ${space[12]};
  ${type.cell}
  li {
    padding-block: ${space[8]};
    border-top: 1px solid ${token.border.subtle};
    overflow-wrap: anywhere;
  }
  strong {
    display: block;
    font-weight: 520;
    color: ${token.text.primary};
  }
`

/** More than these nobody reads; all of them stay selected. */
const SHOWN = 100

export default function BulkFailures({ title, failures, onRetry, onClose }: BulkFailuresProps) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      size="large"
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Close
          </Button>
          <Button size="large" variant="primary" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <p>They are as they were, and stay selected. The others are done.</p>
      <Records>
        {failures.slice(0, SHOWN).map(({ id, name, reason }) => (
          <li key={id}>
            <strong>{name}</strong>
            {reason}
          </li>
        ))}
        {failures.length > SHOWN && <li>and {formatCount(failures.length - SHOWN)} more</li>}
      </Records>
    </Modal>
  )
}
