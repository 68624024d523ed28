/** The tabs of a record's page that a person may see. */
import { canOpen, canRead, type Access } from '@contract/permissions'
import { PAGES } from '@resources/pages'
import type { RecordTab, Resource, Row } from '@resources/resource'

/** @returns the tabs whose page the person may open, and whose reference to the record they may read */
export const tabsFor = ({ page }: Pick<Resource<Row>, 'page'>, access: Access): RecordTab[] =>
  (page?.tabs ?? []).filter(({ resource, by }) => {
    const subjects = PAGES.find((each) => each.resource === resource)?.subjects ?? []
    return canOpen(access, subjects) && subjects.some((subject) => canRead(access, subject, by))
  })
