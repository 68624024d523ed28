/** What the handlers of a record's calls share: the parsed call, their dependencies, and the shape of an answer. */
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { Answer, FileAnswer, Json, Origin } from '@server/platform/operations/call'
import type { Live } from '@server/platform/live/live'
import type { Principal } from '@server/platform/modules/access/principal'
import type { StorableAnswer, WriteKey } from '@server/platform/modules/idempotency/keys'
import type { Keys } from '@server/platform/lib/secrets'
import type { Outbox } from '@server/platform/modules/outbox/worker'
import type { HistoryReader } from '@server/platform/modules/audit/history'
import type { FileRepository } from '@server/platform/modules/files/repository'
import type { AppCaller } from '@server/platform/modules/apps/keys'
import type { ErasureKeys } from '@server/platform/records/erasure'
import type { RecordLists } from '@server/platform/records/list'
import type { RecordPages } from '@server/platform/records/pages'
import type { RecordWrites, Written } from '@server/platform/records/writes'
import type { PrepareCall } from '@server/platform/records/source'
import type { Crypto } from '@server/platform/ports/crypto'
import type { FileTools } from '@server/platform/ports/files'

export interface RecordRoutesDeps {
  db: Db
  clock: Clock
  lists: RecordLists
  pages: RecordPages
  keys: Pick<Keys, 'digest' | 'sealFor' | 'openFor' | 'entrusted'>
  erasure: ErasureKeys
  writes: RecordWrites
  history: HistoryReader
  live: Live
  outbox: Pick<Outbox, 'wake'>
  files: FileRepository
  fileTools: FileTools
  crypto: Crypto
  checkRail: PrepareCall['checkRail']
  onError: (error: unknown, what: string) => void
}

/** A call of a record, after its input was parsed and its right checked. */
export interface RecordCall {
  params: { id: string }
  query: object
  body: Readonly<Record<string, unknown>>
  ifMatch: number
  ifMatches: readonly number[] | null
  principal: Principal
  /** Set for a call by an app, which has no principal. */
  app: AppCaller
  origin: Origin
  key: WriteKey | null
  streamed: boolean
  /** The body of an upload. */
  file: Uint8Array
  readonly signal: AbortSignal
}
export type RecordAnswer = Answer<unknown> | { file: FileAnswer }
export type RecordHandler = (call: RecordCall) => Promise<RecordAnswer>

/** @returns a written or read row as an answer that can be stored under a key */
export const answer = ({ json, version }: Written, message?: string): StorableAnswer => ({
  json: json as Json<unknown>,
  version,
  message,
})
