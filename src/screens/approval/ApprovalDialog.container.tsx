/** One approval above the page where the person found it: what is requested, and its decision. */
import { APPROVAL_POLICIES } from '@contract/entities/approval'
import { describeError } from '@contract/errors'
import { Banner } from '@design-system/components/Banner/Banner'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { OutdatedBanner } from '@features/shared/OutdatedBanner'
import { ApprovalFacts } from './ApprovalFacts'
import { Sections } from './approval.styles'
import { useApproval } from './approval-reading.container'
import { Deciding, type DecidingProps } from './Deciding.container'

export interface ApprovalDialogProps extends Pick<DecidingProps, 'prepared'> {
  id: string
  /** What is requested, until it is read. */
  title: string
  onClose: () => void
}

export default function ApprovalDialog({ id, title, prepared, onClose }: ApprovalDialogProps) {
  const { value: approval, error, state, refresh, retry } = useApproval(id)
  return (
    <Modal
      title={approval ? `${APPROVAL_POLICIES[approval.policy]}: ${approval.title}` : title}
      size="large"
      onClose={onClose}
    >
      {approval ? (
        <Sections>
          {state === 'outdated' && <OutdatedBanner error={error!} onRetry={retry} />}
          <ApprovalFacts approval={approval} recordPath={null} />
          <Deciding approval={approval} prepared={prepared} onOutdated={refresh} />
        </Sections>
      ) : error && state !== 'loading' ? (
        <Banner
          tone="danger"
          action={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {describeError(error)}
        </Banner>
      ) : (
        <LoadingIndicator label="Reading the approval" />
      )}
    </Modal>
  )
}
