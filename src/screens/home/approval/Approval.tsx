/** One approval: what is requested, who has decided, and the decision. */
import { Ban, Check, Clock, TimerOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { APPROVAL_POLICIES, APPROVAL_STATUSES, type Approval } from '@contract/entities/approval'
import { KeyValueList, type KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import { StatusPill } from '@design-system/primitives/StatusPill/StatusPill'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { formatTime } from '@features/shared/format'
import { Link } from '@features/shared/Link'
import { Money } from '@features/shared/Money'
import { Canvas } from '../../page.styles'
import { Card, CardHead, CardTitle, Grid } from '../Home.styles'

const PILLS = {
  PENDING: { tone: 'warning', icon: Clock },
  APPROVED: { tone: 'success', icon: Check },
  REJECTED: { tone: 'danger', icon: X },
  EXPIRED: { tone: 'neutral', icon: TimerOff },
  CANCELLED: { tone: 'neutral', icon: Ban },
} as const

/** Who has decided, and who must: '1 of 2, amara'. */
const given = ({ decisions, required }: Approval): string => {
  const approved = decisions.filter(({ decision }) => decision === 'APPROVED').map(({ by }) => by.username)
  return [`${approved.length} of ${required}`, ...approved].join(', ')
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A detail as people read it: a time in their own zone. */
const shown = (value: string): ReactNode => (ISO_TIME.test(value) ? formatTime(value) : <bdi>{value}</bdi>)

const factsOf = (approval: Approval, recordPath: string | null): KeyValue[] => [
  { label: 'Amount', value: <Money amount={approval.amount} currency={approval.currency} /> },
  ...approval.details.map(({ label, value }) => ({ label, value: shown(value) })),
  { label: 'Requested by', value: approval.requested_by.username },
  { label: 'Requested', value: formatTime(approval.requested_at) },
  ...(approval.status === 'PENDING'
    ? [{ label: 'Expires', value: formatTime(approval.expires_at) }]
    : approval.settled_at
      ? [{ label: APPROVAL_STATUSES[approval.status], value: formatTime(approval.settled_at) }]
      : []),
  ...(approval.required > 0 ? [{ label: 'Approvals', value: given(approval) }] : []),
  ...approval.decisions
    .filter(({ reason }) => reason)
    .map(({ by, reason }) => ({ label: `Reason of ${by.username}`, value: <bdi>{reason}</bdi> })),
  ...(recordPath === null
    ? []
    : [
        {
          label: 'Record',
          value: (
            <TextLink as={Link} to={recordPath}>
              Open it
            </TextLink>
          ),
        },
      ]),
]

export interface ApprovalViewProps {
  approval: Approval
  /** Page of the record that it is about; null if this person may not open it. */
  recordPath: string | null
  /** The decision, or why there is none. */
  children: ReactNode
}

export function ApprovalView({ approval, recordPath, children }: ApprovalViewProps) {
  return (
    <Canvas>
      <Grid>
        <Card aria-labelledby="approval">
          <CardHead>
            <CardTitle id="approval">
              {APPROVAL_POLICIES[approval.policy]}: <bdi>{approval.title}</bdi>
            </CardTitle>
            <StatusPill {...PILLS[approval.status]}>{APPROVAL_STATUSES[approval.status]}</StatusPill>
          </CardHead>
          <KeyValueList items={factsOf(approval, recordPath)} />
        </Card>
        <Card aria-labelledby="approval-decision">
          <CardHead>
            <CardTitle id="approval-decision">Decision</CardTitle>
            <TextLink as={Link} to="/">
              My queue
            </TextLink>
          </CardHead>
          {children}
        </Card>
      </Grid>
    </Canvas>
  )
}
