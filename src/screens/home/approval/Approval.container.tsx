/** One approval on the home page, opened from a notification or from My queue. */
import { useEffect, useState } from 'react'
import { SearchX, TriangleAlert } from 'lucide-react'
import { useSelector } from '@xstate/react'
import { APPROVAL_REFUSAL, type Approval } from '@contract/entities/approval'
import { describeError, ok } from '@contract/errors'
import { approvalsOperations } from '@contract/http/approvals'
import { canOpen } from '@contract/permissions'
import { Banner } from '@design-system/components/Banner/Banner'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading } from '@console/reading'
import DecisionContainer from '@features/decision/Decision.container'
import { LinkButton } from '@features/shared/LinkButton'
import { OutdatedBanner } from '@features/shared/OutdatedBanner'
import { usePageTitle } from '@features/shared/page-title'
import { pageAt } from '@resources/menu'
import type { Row } from '@resources/resource'
import { Middle } from '../../page.styles'
import { APPROVAL_ACTIONS, APPROVAL_PLAN, APPROVALS, standingOf } from './approval-decision'
import { pathOfApproval } from './approval-path'
import { ApprovalView } from './Approval'

/** Pages of the records that approvals are about. */
const ROUTES: Readonly<Record<string, string>> = {
  users: '/users',
  bonus: '/bonus',
  offer: '/offers',
  fortuneWheel: '/fortune-wheel',
}

/** Why this person has nothing to decide, where that is not a decision; null: they may decide, or it is decided. */
function messageOf(approval: Approval): string | null {
  const { status, refusal } = approval
  if (status === 'PENDING')
    return refusal === null || refusal === 'DECIDED' || refusal === 'SETTLED' ? null : APPROVAL_REFUSAL[refusal]
  const standing = standingOf(approval, undefined)
  return standing.is === 'open' ? null : (standing.said ?? null)
}

/** Once a person could decide, the decision stays: it tells how that went. */
function Decide({ approval, onOutdated }: { approval: Approval; onOutdated: () => void }) {
  const message = messageOf(approval)
  const [began] = useState(message === null)
  if (!began && message !== null) return <Banner tone="neutral">{message}</Banner>
  return (
    <DecisionContainer
      resource={APPROVALS}
      row={approval as unknown as Row}
      record={{ name: approval.title, href: pathOfApproval(approval.id) }}
      plan={APPROVAL_PLAN}
      begins
      onOutdated={onOutdated}
      onMade={() => undefined}
      onMissed={() => undefined}
      next={null}
    />
  )
}

export interface ApprovalContainerProps {
  id: string
}

export default function ApprovalContainer({ id }: ApprovalContainerProps) {
  const running = useConsole()
  const { api, actors, settled } = running
  const { define, onRow } = running.activity()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  usePageTitle('Approval')
  // Before a decision looks for the call that an earlier page has sent.
  useState(() => define(APPROVAL_ACTIONS))
  const reading = useReading<Approval>(async (signal) => {
    const answer = await api.call(approvalsOperations.get, { params: { id } }, { signal })
    settled.mark()
    return answer.ok ? ok(answer.value.data) : answer
  })
  const { value: approval, refresh, retry, error, state } = reading
  useFreshRecord(id, refresh)
  useEffect(() => onRow((list, row) => list === APPROVALS.slug && row.id === id && refresh()), [onRow, id, refresh])

  if (!approval || error?.kind === 'notFound')
    return (
      <Middle>
        {error?.kind === 'notFound' ? (
          <EmptyState
            role="alert"
            icon={SearchX}
            title="There is no such approval"
            text="It does not exist, or your rights do not include what it is about."
            actions={<LinkButton to="/">My queue</LinkButton>}
          />
        ) : error && state !== 'loading' ? (
          <EmptyState
            role="alert"
            icon={TriangleAlert}
            tone="danger"
            title="The approval could not be read"
            text={describeError(error)}
            requestId={error.requestId ?? null}
            actions={
              <Button variant="primary" onClick={retry}>
                Try again
              </Button>
            }
          />
        ) : (
          <LoadingIndicator label="Reading the approval" />
        )}
      </Middle>
    )
  const route = ROUTES[approval.record]
  return (
    <ApprovalView
      approval={approval}
      recordPath={
        route !== undefined && canOpen(access, pageAt(route)?.subjects ?? []) ? `${route}/${approval.record_id}` : null
      }
    >
      {state === 'outdated' && <OutdatedBanner error={error!} onRetry={retry} />}
      <Decide approval={approval} onOutdated={refresh} />
    </ApprovalView>
  )
}
