/** Statements about uploaded files. */
import { FILE_LIMITS } from '@contract/files'
import type { Clock } from '@server/platform/ports/clock'
import { CONSTRAINT, type Db, type Param } from '@server/platform/ports/db'
import { createParams, type Params } from '@server/platform/db/params'
import type { Origin } from '@server/platform/operations/call'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { ownerIdOf, type Principal, type Writer } from '@server/platform/modules/access/principal'
import { auditInsert } from '@server/platform/modules/audit/entry'
import { statementOf, type WriteKey } from '@server/platform/modules/idempotency/keys'

/** A file to store. */
export interface NewFile {
  purpose: string
  subject: string
  visibility: 'public' | 'private'
  contentType: string
  bytes: Uint8Array
  sha256: string
  width: number | null
  height: number | null
  thumbnail: Uint8Array | null
  name: string | null
}
/** A stored file. `bytes` is null where the reader's cached copy is current. */
export interface FoundFile {
  content_type: string
  sha256: string
  bytes: Uint8Array | null
  name: string | null
}
/** Number of files that one statement deletes: a longer one would block the writes on PGlite's single connection. */
const SWEEP_BATCH = 100

/**
 * SQL for the value of a column that references files: marks them as the record's and returns the ids (migration `files`). The
 * statement fails where a file belongs to another person, purpose, store or record, or was deleted; `attachmentField` reads that
 * from the constraint of the error.
 * @param options `recordId`: SQL of the record's id
 */
export function attachedFiles(
  params: Params,
  ids: readonly string[],
  { purpose, writer, recordId, at }: { purpose: string; writer: Writer; recordId: string; at: string },
): string {
  const values: [Param, string][] = [
    [ids, 'uuid[]'],
    [purpose, 'text'],
    [ownerIdOf(writer), 'uuid'],
    [writer.store, 'text'],
  ]
  const given = values.map(([value, type]) => params.add(value, type)).join(', ')
  return `attach_files(${given}, ${recordId}, ${params.add(at, 'timestamptz')})`
}

/** @returns the field whose files a write could not attach, from the constraint in its error; null for any other constraint */
export const attachmentField = (constraint: string): string | null =>
  constraint.startsWith(`${CONSTRAINT.filesAttachable}.`)
    ? constraint.slice(CONSTRAINT.filesAttachable.length + 1)
    : null

/** @param options `unattachedPerPerson`: number of uploads per person that may wait for their record */
export function createFileRepository({
  db,
  clock,
  unattachedPerPerson = FILE_LIMITS.unattachedPerPerson,
}: {
  db: Db
  clock: Clock
  unattachedPerPerson?: number
}) {
  const now = () => new Date(clock.now()).toISOString()

  return {
    /** @returns the upload as JSON; null where the writer has too many uploads without a record */
    async insert(
      file: NewFile,
      { writer, origin, key }: { writer: Writer; origin: Origin; key: WriteKey | null },
    ): Promise<string | null> {
      const params = createParams()
      const owner = params.add(ownerIdOf(writer), 'uuid')
      const values = [
        params.add(uuidV7(clock.now()), 'uuid'),
        params.add(file.purpose, 'text'),
        params.add(file.visibility, 'text'),
        params.add(file.contentType, 'text'),
        params.add(file.bytes.length, 'integer'),
        params.add(file.width, 'integer'),
        params.add(file.height, 'integer'),
        params.add(file.sha256, 'text'),
        params.add(file.bytes, 'bytea'),
        params.add(file.thumbnail, 'bytea'),
        params.add(file.name, 'text'),
        owner,
        params.add(writer.store, 'text'),
        params.add(now(), 'timestamptz'),
      ]
      const audit = auditInsert(
        params,
        clock,
        { actorId: writer.staffId, action: 'upload', subject: file.subject, origin },
        {
          id: 'null',
          before: 'null',
          after: `jsonb_build_object('file', uploaded.id, 'purpose', uploaded.purpose, 'sha256', uploaded.sha256)`,
          from: 'from uploaded',
        },
      )
      const ctes = `with uploaded as (insert into files
        (id, purpose, visibility, content_type, byte_size, width, height, sha256, bytes, thumbnail, name, created_by, store, created_at)
        select ${values.join(', ')}
        where (select count(*) from files where created_by = ${owner} and attached_at is null) < ${params.add(unattachedPerPerson, 'integer')}
        returning *), audit as (${audit})`
      const result = `select json_build_object('id', id, 'content_type', content_type, 'byte_size', byte_size, 'width', width,
        'height', height, 'name', name)::text as j from uploaded`
      const [row] = await db.query<{ j: string }>(statementOf(key, params, ctes, result, { data: 'j' }), params.values)
      return row?.j ?? null
    },

    /** @param knownSha256 hash of the reader's cached copy */
    async findPublic(id: string, size: 'thumb' | undefined, knownSha256: string | null): Promise<FoundFile | null> {
      const column = size === 'thumb' ? 'thumbnail' : 'bytes'
      const [row] = await db.query<FoundFile>(
        `select content_type, sha256, name, case when sha256 = $2::text then null else ${column} end as bytes
         from files where id = $1::uuid and visibility = 'public'`,
        [id, knownSha256],
      )
      return row ?? null
    },

    /** Reads a private file of a record and writes an audit entry of the view, in one statement. @param of `purposes`: `record.field` of the fields that the person may read */
    async viewPrivate(
      { file, recordId, purposes, subject }: { file: string; recordId: string; purposes: string[]; subject: string },
      { principal, origin }: { principal: Principal; origin: Origin },
    ): Promise<FoundFile | null> {
      const params = createParams()
      const record = params.add(recordId, 'uuid')
      const found = `select id, content_type, sha256, name, bytes from files where id = ${params.add(file, 'uuid')}
        and record_id = ${record} and visibility = 'private' and purpose = any(${params.add(purposes, 'text[]')})`
      const audit = auditInsert(
        params,
        clock,
        { actorId: principal.staffId, action: 'view-file', subject, origin },
        { id: `${record}::text`, before: 'null', after: `jsonb_build_object('file', found.id)`, from: 'from found' },
      )
      const [row] = await db.query<FoundFile>(
        `with found as (${found}), audit as (${audit}) select content_type, sha256, name, bytes from found`,
        params.values,
      )
      return row ?? null
    },

    /** Deletes uploads that have had no record for a day, in batches. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now() - FILE_LIMITS.unattachedMs).toISOString()
      for (;;) {
        const [row] = await db.query<{ count: number }>(
          `with deleted as (delete from files where attached_at is null and id in
             (select id from files where attached_at is null and created_at < $1::timestamptz order by created_at limit ${SWEEP_BATCH} for update skip locked) returning 1)
           select count(*)::int as count from deleted`,
          [before],
        )
        if (row!.count < SWEEP_BATCH) return
      }
    },
  }
}
export type FileRepository = ReturnType<typeof createFileRepository>
