/** The page of one record, found by the record's name: for what refers to records of any list. */
import { canOpen, type Access } from '@contract/permissions'
import type { RecordDefinition } from '@contract/records/record'
import { PAGES } from './pages'
import type { Page } from './page'

/** A record and its id, as approvals and notifications contain it. */
export interface RecordRef {
  /** Name of the record: 'bonusGrant'. */
  record: string
  id: string
}

/** @returns the list of a record whose records have pages; undefined if there is none */
export function listOfRecord(record: string): Page | undefined {
  const file = record.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return PAGES.find(({ resource, recordTitle }) => recordTitle !== undefined && resource?.split('/')[1] === file)
}

/**
 * @returns the list under whose route the pages of its rows are: its own, or for a part of another record without pages that of the
 * whole record, which has the same rows; undefined if there is none
 */
export const listWithPages = ({ name, partOf }: Pick<RecordDefinition, 'name' | 'partOf'>): Page | undefined =>
  listOfRecord(name) ?? (partOf && listOfRecord(partOf.record))

/** @returns the address of a record's page; null if there is none, or the person may not open it */
export function pathOfRecordPage({ record, id }: RecordRef, access: Access): string | null {
  const page = listOfRecord(record)
  return page && canOpen(access, page.subjects) ? `${page.route}/${encodeURIComponent(id)}` : null
}
