/** The records that a bulk action did not change, and why. */
import { styled } from 'styled-components'
import { LongList } from '@design-system/components/LongList/LongList'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { space, token } from '@design-system/tokens/tokens'

export interface BulkFailuresProps {
  title: string
  failures: readonly { id: string; name: string; reason: string }[]
  onRetry: () => void
  onClose: () => void
}

const Record = styled.div`
  strong {
    display: block;
    font-weight: 520;
    color: ${token.text.primary};
  }
`
const Stack = styled.div`
  display: grid;
  gap: ${space[12]};
`

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
      <Stack>
        <p>They are as they were, and stay selected. The others are done.</p>
        <LongList label={title} items={failures} keyOf={({ id }) => id}>
          {({ name, reason }) => (
            <Record>
              <strong dir="auto">{name}</strong>
              {reason}
            </Record>
          )}
        </LongList>
      </Stack>
    </Modal>
  )
}
