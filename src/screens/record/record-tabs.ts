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

/** Any of these opens the page of a tab's list. */
const subjectsOf = ({ resource }: RecordTab) => PAGES.find((each) => each.resource === resource)?.subjects ?? []
const isOpen = (tab: RecordTab, access: Access) =>
  canOpen(access, subjectsOf(tab)) && subjectsOf(tab).some((subject) => canRead(access, subject, tab.by))

/** @returns what one must be able to read for a tab that the person does not have; null: they have it, or there is none */
export function lockedTab({ page }: Pick<Resource<Row>, 'page'>, access: Access, key: string | undefined) {
  const tab = page?.tabs?.find((each) => each.key === key)
  return tab && !isOpen(tab, access) ? subjectsOf(tab) : null
}

/** @returns the tabs whose page the person may open and whose reference to the record they may read, then the record's versions */
export function tabsFor({ page, operations }: Pick<Resource<Row>, 'page' | 'operations'>, access: Access): ShownTab[] {
  const records = (page?.tabs ?? []).filter((tab) => isOpen(tab, access))
  return [
    ...records.map((tab): ShownTab => ({ kind: 'records', key: tab.key, title: tab.title, tab })),
    ...(operations.versions ? [VERSIONS] : []),
  ]
}
