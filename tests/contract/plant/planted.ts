/** The fault that is planted in the reference server at this moment. plant.ts puts these hooks around the server's modules. */
import type { HistoryEntry } from '@contract/entities/history'
import type { HistoryFields } from '@server/modules/audit/history'
import type { RecordSource } from '@server/records/source'
import type { RecordTable } from '@server/records/table'
import type { Db, Queryable } from '@server/db/db'
import type { AppCaller } from '@server/modules/apps/keys'
import type { ListQuery } from '@server/records/filters'
import type { Principal, Reader } from '@server/modules/access/principal'
import type { claim, requireClaim } from '@server/records/claims'
import type { Preview } from '@server/records/preview'
import type { RecordVersions } from '@server/records/versions'

/** What a list is asked for. */
export interface Asked {
  kind: RecordTable
  query: ListQuery
  principal: Reader
}
/** A call of a record, before its handler. */
export interface Called {
  principal: Principal
  ifMatch: number
  params: { id: string }
  query: object
  body: Readonly<Record<string, unknown>>
}

/** One fault. It changes what the server does, never what the cases know. */
export interface Fault {
  record: string
  /** Type of the fault, for the figures. */
  type: string
  /** What it does, as a sentence without its subject. */
  title: string
  /** Parts of the names of the cases that should catch it; they run first. */
  hints: readonly string[]
  /** Lists and streams of the record are read in another way. */
  list?: (asked: Asked) => Asked
  /** A list's total is another one. @param all the total without search and filters */
  total?: (total: number, all: () => Promise<number>) => number | Promise<number>
  /** Single rows are read, and sent back after writes, in another way. */
  row?: (kind: RecordTable, principal: Reader) => [RecordTable, Reader]
  /** Histories show other fields. */
  history?: (fields: HistoryFields) => HistoryFields
  /** Histories have other entries. */
  entries?: (entries: readonly HistoryEntry[]) => HistoryEntry[]
  /** Written columns, by the field's name. @param at which kind of write */
  writes?: (field: string, at: 'create' | 'update') => boolean
  /** The items of a list are stored in another way. @param field its name */
  items?: (field: string, items: readonly object[]) => readonly object[]
  /** A call of the record is another one. @param currentVersion reads the row's version */
  call?: (verb: string, called: Called, currentVersion: () => Promise<number>) => Called | Promise<Called>
  /** Another app calls with a key, or one calls with a key that is not in use. @param real reads the key as it is */
  appCaller?: (key: string, real: (key: string) => Promise<AppCaller | null>, db: Db) => Promise<AppCaller | null>
  /** Versions are kept, read or rolled back to in another way. @param real as the server does it */
  versions?: (real: RecordVersions, db: Queryable) => Partial<RecordVersions>
  /** Claims are made, ended, asked for or ended by an action in another way. @param real as the server does it */
  claims?: {
    claim?: (real: typeof claim) => typeof claim
    release?: (real: typeof claim) => typeof claim
    requireClaim?: (real: typeof requireClaim) => typeof requireClaim
    /** Actions leave the claim as it is. */
    stays?: true
  }
  /** A preview is answered in another way. @param real as the server does it */
  preview?: (real: Preview, db: Db) => Preview
  /** The source is another one for as long as the fault is planted. @returns puts it back */
  source?: (source: RecordSource) => () => void
}

export const planted: { fault: Fault | null } = { fault: null }
