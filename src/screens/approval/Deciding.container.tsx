/** The decision of one approval, or why this person has none, wherever the approval is shown. */
import { useState } from 'react'
import { APPROVAL_REFUSAL, type Approval } from '@contract/entities/approval'
import { Banner } from '@design-system/components/Banner/Banner'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { useConsole } from '@console/console'
import DecisionContainer from '@features/decision/Decision.container'
import type { Row } from '@resources/resource'
import { APPROVAL_ACTIONS, APPROVAL_PLAN, APPROVALS, standingOf } from './approval-decision'
import { pathOfApproval } from './approval-path'
import type { WhatChangedProps } from './WhatChanged.container'

const WhatChanged = lazyComponent<WhatChangedProps>(() => import('./WhatChanged.container'), {
  name: 'What has changed',
  preload: 'onDemand',
})

/** Why this person has nothing to decide, where that is not a decision; null: they may decide, or it is decided. */
export function messageOf(approval: Approval): string | null {
  const { status, refusal } = approval
  if (status === 'PENDING')
    return refusal === null || refusal === 'DECIDED' || refusal === 'SETTLED' ? null : APPROVAL_REFUSAL[refusal]
  const standing = standingOf(approval, undefined)
  return standing.is === 'open' ? null : (standing.said ?? null)
}

export interface DecidingProps {
  approval: Approval
  /** The decision that is prepared first. Default: to approve. */
  prepared?: 'approve' | 'reject'
  /** It may have changed, and must be read again. */
  onOutdated: () => void
}

/** Once a person could decide, the decision stays: it tells how that went. What has changed is shown where a change cancelled it. */
export function Deciding({ approval, prepared, onOutdated }: DecidingProps) {
  const { define } = useConsole().activity()
  // Before a decision looks for the call that an earlier page has sent.
  useState(() => define(APPROVAL_ACTIONS))
  const message = messageOf(approval)
  const [began] = useState(message === null)
  return (
    <>
      {!began && message !== null ? (
        <Banner tone="neutral">{message}</Banner>
      ) : (
        <DecisionContainer
          resource={APPROVALS}
          row={approval as unknown as Row}
          record={{ name: approval.title, href: pathOfApproval(approval.id) }}
          plan={APPROVAL_PLAN}
          prepared={prepared}
          begins
          onOutdated={onOutdated}
          onMade={() => undefined}
          onMissed={() => undefined}
          next={null}
        />
      )}
      {approval.status === 'CANCELLED' && <WhatChanged approval={approval} />}
    </>
  )
}
