/** Determines the tabs of a record's page that a person may see. */
import { canOpen, canRead, type Access } from '@contract/permissions'
import { PAGES } from '@resources/pages'
import type { RecordTab, Resource, Row } from '@resources/resource'

/** A tab with the records of another list, or with the versions of a versioned record. */
export type ShownTab = { kind: 'records'; key: string; title: string; tab: RecordTab } | VersionsTab
interface VersionsTab {
  kind: 'versions'
  key: string
  title: string
}
const VERSIONS: VersionsTab = { kind: 'versions', key: 'versions', title: 'Versions' }

/** @returns the subjects of a tab's list; the right to read any of them opens its page */
const subjectsOf = ({ resource }: RecordTab) => PAGES.find((each) => each.resource === resource)?.subjects ?? []
const isOpen = (tab: RecordTab, access: Access) =>
  canOpen(access, subjectsOf(tab)) && subjectsOf(tab).some((subject) => canRead(access, subject, tab.by))

/** @returns the subjects that a tab requires if the person may read none of them; null if the tab is open or unknown */
export function lockedTab({ page }: Pick<Resource<Row>, 'page'>, access: Access, key: string | undefined) {
  const tab = page?.tabs?.find((each) => each.key === key)
  return tab && !isOpen(tab, access) ? subjectsOf(tab) : null
}

/**
 * @returns the tabs whose list the person may open and whose reference to the record they may read, then the versions
 */
export function tabsFor({ page, operations }: Pick<Resource<Row>, 'page' | 'operations'>, access: Access): ShownTab[] {
  const records = (page?.tabs ?? []).filter((tab) => isOpen(tab, access))
  return [
    ...records.map((tab): ShownTab => ({ kind: 'records', key: tab.key, title: tab.title, tab })),
    ...(operations.versions ? [VERSIONS] : []),
  ]
}
