/** The tabs of a record's page that a person may see. */
import { canOpen, canRead, type Access } from '@contract/permissions'
import { PAGES } from '@resources/pages'
import type { RecordTab, Resource, Row } from '@resources/resource'

/** A tab with the records of another list, or with what a versioned record promised. */
export type ShownTab = { kind: 'records'; key: string; title: string; tab: RecordTab } | VersionsTab
interface VersionsTab {
  kind: 'versions'
  key: string
  title: string
}
const VERSIONS: VersionsTab = { kind: 'versions', key: 'versions', title: 'Versions' }

/** @returns the tabs whose page the person may open and whose reference to the record they may read, then the record's versions */
export function tabsFor({ page, operations }: Pick<Resource<Row>, 'page' | 'operations'>, access: Access): ShownTab[] {
  const records = (page?.tabs ?? []).filter(({ resource, by }) => {
    const subjects = PAGES.find((each) => each.resource === resource)?.subjects ?? []
    return canOpen(access, subjects) && subjects.some((subject) => canRead(access, subject, by))
  })
  return [
    ...records.map((tab): ShownTab => ({ kind: 'records', key: tab.key, title: tab.title, tab })),
    ...(operations.versions ? [VERSIONS] : []),
  ]
}
