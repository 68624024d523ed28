/** What is requested, by whom, and who has decided. */
import { Ban, Check, Clock, TimerOff, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { APPROVAL_STATUSES, type Approval } from '@contract/entities/approval'
import { Identifier } from '@design-system/components/Identifier/Identifier'
import { KeyValueList, type KeyValue } from '@design-system/components/KeyValueList/KeyValueList'
import { StatusPill } from '@design-system/primitives/StatusPill/StatusPill'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { formatTime } from '@features/shared/format'
import { isIdentifier } from '@features/shared/identifier'
import { Link } from '@features/shared/Link'
import { Money } from '@features/shared/Money'

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
/** A detail as people read it: a time in their own zone, an address in groups of letters. */
function shown({ label, value }: Approval['details'][number]): ReactNode {
  if (ISO_TIME.test(value)) return formatTime(value)
  return isIdentifier(value) ? <Identifier text={value} of={label.toLowerCase()} /> : <bdi>{value}</bdi>
}

const factsOf = (approval: Approval, recordPath: string | null): KeyValue[] => [
  // What costs nothing itself, such as the rate of a coin, has no amount.
  ...(Number(approval.amount) > 0
    ? [{ label: 'Amount', value: <Money amount={approval.amount} currency={approval.currency} /> }]
    : []),
  ...approval.details.map((detail) => ({ label: detail.label, value: shown(detail) })),
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

export const ApprovalPill = ({ status }: Pick<Approval, 'status'>) => (
  <StatusPill {...PILLS[status]}>{APPROVAL_STATUSES[status]}</StatusPill>
)

export interface ApprovalFactsProps {
  approval: Approval
  /** Page of the record that it is about; null: no link. */
  recordPath: string | null
}

export const ApprovalFacts = ({ approval, recordPath }: ApprovalFactsProps) => (
  <KeyValueList items={factsOf(approval, recordPath)} />
)
