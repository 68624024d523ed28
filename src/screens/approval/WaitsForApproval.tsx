/** That a record waits for approval: what is requested, by whom, and the buttons to decide it, or why this person may not. */
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import { Buttons } from './approval.styles'

export interface WaitsForApprovalProps {
  /** What is requested. */
  title: string
  /** Username of the requester. */
  requestedBy: string
  /** Why this person may not decide it; null: they may. */
  problem: string | null
  onApprove: () => void
  onReject: () => void
}

export const WaitsForApproval = ({ title, requestedBy, problem, onApprove, onReject }: WaitsForApprovalProps) => (
  <Banner
    tone="violet"
    role="note"
    action={
      problem === null && (
        <Buttons>
          <Button size="small" onClick={onReject}>
            Reject…
          </Button>
          <Button size="small" variant="primary" onClick={onApprove}>
            Approve…
          </Button>
        </Buttons>
      )
    }
  >
    Waits for approval: <bdi>{title}</bdi>, requested by <bdi>{requestedBy}</bdi>. {problem}
  </Banner>
)
