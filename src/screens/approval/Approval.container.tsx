/** One approval on the home page, opened from My queue. */
import { SearchX, TriangleAlert } from 'lucide-react'
import { useSelector } from '@xstate/react'
import { describeError } from '@contract/errors'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import { LinkButton } from '@features/shared/LinkButton'
import { OutdatedBanner } from '@features/shared/OutdatedBanner'
import { usePageTitle } from '@features/shared/page-title'
import { pathOfRecordPage } from '@resources/record-page'
import { Middle } from '../page.styles'
import { ApprovalView } from './Approval'
import { useApproval } from './approval-reading.container'
import { Deciding } from './Deciding.container'

export interface ApprovalContainerProps {
  id: string
}

export default function ApprovalContainer({ id }: ApprovalContainerProps) {
  const { actors } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  usePageTitle('Approval')
  const { value: approval, refresh, retry, error, state } = useApproval(id)

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
  return (
    <ApprovalView
      approval={approval}
      recordPath={
        pathOfRecordPage(approval.row, access) ??
        pathOfRecordPage({ record: approval.record, id: approval.record_id }, access)
      }
    >
      {state === 'outdated' && <OutdatedBanner error={error!} onRetry={retry} />}
      <Deciding approval={approval} onOutdated={refresh} />
    </ApprovalView>
  )
}
