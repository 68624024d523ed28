/**
 * A page that this person may not open: which permission is missing, and who can grant it (screens.md: no reason
 * given).
 */
import { Lock } from 'lucide-react'
import type { Subject } from '@contract/permissions'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LinkButton } from '@features/shared/LinkButton'
import { Middle } from '../page.styles'
import { subjectWords, WHO_CAN_GRANT } from '@features/shared/subject-words'

export interface ForbiddenProps {
  /** The page's schema names; any of them grants access. */
  subjects: readonly Subject[]
  /** What the page lets people do. Default: read. */
  to?: 'read' | 'change'
}

export default function Forbidden({ subjects, to = 'read' }: ForbiddenProps) {
  const missing = subjects.map((subject) => `“${subjectWords(subject)}”`).join(' or ')
  return (
    <Middle>
      <EmptyState
        icon={Lock}
        title="You may not open this page"
        text={`It needs the right to ${to} ${missing}. ${WHO_CAN_GRANT}`}
        actions={<LinkButton to="/">Go to Home</LinkButton>}
      />
    </Middle>
  )
}
