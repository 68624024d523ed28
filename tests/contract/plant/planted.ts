/** The fault that is currently planted in the reference server. plant.ts installs these hooks around the server's modules. */
import type { HistoryEntry } from '@contract/entities/history'
import type { HistoryFields } from '@server/platform/modules/audit/history'
import type { RecordSource } from '@server/platform/records/source'
import type { RecordTable } from '@server/platform/records/table'
import type { Db, Queryable } from '@server/platform/ports/db'
import type { AppCaller } from '@server/platform/modules/apps/keys'
import type { ListQuery } from '@server/platform/records/filters'
import type { Principal, Reader } from '@server/platform/modules/access/principal'
import type { claim, requireClaim } from '@server/platform/records/claims'
import type { Preview } from '@server/platform/records/preview'
import type { RecordVersions } from '@server/platform/records/versions'

/** Arguments of a list. */
export interface Asked {
  kind: RecordTable
  query: ListQuery
  principal: Reader
}
/** Arguments of a record's call, before its handler runs. */
export interface Called {
  principal: Principal
  ifMatch: number
  params: { id: string }
  query: object
  body: Readonly<Record<string, unknown>>
}

/** One fault. It changes the behaviour of the server, never the expectations of the cases. */
export interface Fault {
  record: string
  /** Type of the fault, for the figures. */
  type: string
  /** What it does, as a sentence without its subject. */
  title: string
  /** Parts of the names of the cases that should catch it; they run first. */
  hints: readonly string[]
  /** Changes how lists and streams of the record are read. */
  list?: (asked: Asked) => Asked
  /** Changes a list's total. @param all the total without search and filters */
  total?: (total: number, all: () => Promise<number>) => number | Promise<number>
  /** Changes how single rows are read, and returned after writes. */
  row?: (kind: RecordTable, principal: Reader) => [RecordTable, Reader]
  /** Changes the fields of histories. */
  history?: (fields: HistoryFields) => HistoryFields
  /** Changes the entries of histories. */
  entries?: (entries: readonly HistoryEntry[]) => HistoryEntry[]
  /** Which columns are written, by the field's name. @param at the kind of write */
  writes?: (field: string, at: 'create' | 'update') => boolean
  /** Changes how the items of a list are stored. @param field its name */
  items?: (field: string, items: readonly object[]) => readonly object[]
  /** Changes a call of the record. @param currentVersion reads the row's version */
  call?: (verb: string, called: Called, currentVersion: () => Promise<number>) => Called | Promise<Called>
  /** Changes the app of a key, or accepts an invalid key. @param real reads the key correctly */
  appCaller?: (key: string, real: (key: string) => Promise<AppCaller | null>, db: Db) => Promise<AppCaller | null>
  /** Changes how versions are kept, read or restored. @param real the server's behaviour */
  versions?: (real: RecordVersions, db: Queryable) => Partial<RecordVersions>
  /** Changes how claims are made, ended, required or ended by an action. @param real the server's behaviour */
  claims?: {
    claim?: (real: typeof claim) => typeof claim
    release?: (real: typeof claim) => typeof claim
    requireClaim?: (real: typeof requireClaim) => typeof requireClaim
    /** Actions do not end the claim. */
    stays?: true
  }
  /** Changes the answer of a preview. @param real the server's behaviour */
  preview?: (real: Preview, db: Db) => Preview
  /** Changes the source while the fault is planted. @returns restores it */
  source?: (source: RecordSource) => () => void
}

export const planted: { fault: Fault | null } = { fault: null }
