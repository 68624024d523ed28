/** The name of a record that another one refers to: a link to its page if the person may open it. */
import { useSelector } from '@xstate/react'
import { Link } from '@features/shared/Link'
import { canOpen, type Subject } from '@contract/permissions'
import type { Reference } from '@contract/records/field'
import { useConsole } from '@console/console'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { PAGES } from '@resources/pages'

interface RecordLinkProps {
  /** Subject of the referenced records. */
  subject: Subject
  record: Reference
}

export function RecordLink({ subject, record: { id, name } }: RecordLinkProps) {
  const access = useSelector(useConsole().actors.access, (snapshot) => snapshot.context.access)
  // A list whose records have their own pages has a noun for them.
  const page = PAGES.find(({ subjects, recordTitle }) => recordTitle !== undefined && subjects.includes(subject))
  return page && canOpen(access, page.subjects) ? (
    <TextLink as={Link} to={`${page.route}/${id}`}>
      <bdi>{name}</bdi>
    </TextLink>
  ) : (
    <bdi>{name}</bdi>
  )
}
