/** Uploaded files in the mocks: refused as the server refuses them, stored unchanged. */
import { PDF_TYPE, type FileRule } from '@contract/file-types'
import { factsOf, pdfRefusalOf, refusalOf, UPLOAD_AGAIN, type PrivateFile } from '@contract/files'
import type { UploadedFile } from '@contract/http/files'
import type { Answer, Call, HandlersOf } from '../call'
import { db, type MockFile } from '../db'
import { mockId } from '../ids'
import { notFound, Refusal, rejected } from '../refusal'

const FOREVER = 'public, max-age=31536000, immutable'

function uploaded({ id, contentType, name, bytes }: MockFile): UploadedFile {
  const facts = factsOf(bytes)
  const { width = null, height = null } = 'width' in facts ? facts : {}
  return { id, content_type: contentType, byte_size: bytes.length, width, height, name }
}

/** Accepts a file for a record. @param fields the file rules of its fields @param owner id of the person or the app @throws Refusal 422 with a message */
export function upload(
  domain: string,
  fields: Readonly<Record<string, FileRule>>,
  call: Pick<Call<unknown, { field: string; name?: string | undefined }>, 'query' | 'file'>,
  owner: string,
): Answer<UploadedFile> {
  const { query, file } = call
  const rule = fields[query.field]!
  const { type } = factsOf(file)
  const refusal =
    refusalOf(file, rule) ?? (type === PDF_TYPE ? pdfRefusalOf(new TextDecoder('latin1').decode(file)) : null)
  if (refusal !== null) throw new Refusal(422, { message: refusal, errors: { file: [refusal] } })
  const kept: MockFile = {
    id: mockId('file', db.files.size + 1),
    purpose: `${domain}.${query.field}`,
    visibility: rule.visibility,
    createdBy: owner,
    contentType: type!,
    name: query.name ?? null,
    bytes: file,
    recordId: null,
    attachedAt: null,
  }
  db.files.set(kept.id, kept)
  return { data: uploaded(kept) }
}

/** @returns the files with these ids, as a row shows them */
export const privateFilesOf = (ids: readonly string[]): PrivateFile[] =>
  ids.flatMap((id) => {
    const file = db.files.get(id)
    return file ? [{ id, name: file.name, content_type: file.contentType, byte_size: file.bytes.length }] : []
  })

/** A private file of a record that the caller may read. @param purposes `record.field` of the fields that the caller may read */
export function privateFile(purposes: readonly string[], params: { id: string; file: string }): Answer<never> {
  const file = db.files.get(params.file)
  if (file?.visibility !== 'private' || file.recordId !== params.id || !purposes.includes(file.purpose))
    throw notFound()
  const disposition = file.contentType === PDF_TYPE ? 'attachment' : 'inline'
  return {
    data: null as never,
    file: file.bytes,
    headers: [
      ['Content-Type', file.contentType],
      ['Cache-Control', 'no-store, private'],
      [
        'Content-Disposition',
        file.name === null ? disposition : `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      ],
      ['X-Content-Type-Options', 'nosniff'],
    ],
  }
}

/**
 * Assigns files to a record after all other checks of the write: all of them, or none.
 * @param files ids by purpose: the field, as `record.field`
 * @throws 422 at the field if a file belongs to another person, purpose or record, or no longer exists
 * @param owner id of the person or the app
 */
export function attachFiles(files: Readonly<Record<string, readonly string[]>>, recordId: string, owner: string): void {
  const found = Object.entries(files).flatMap(([purpose, ids]) =>
    ids.map((id) => ({ purpose, file: db.files.get(id) })),
  )
  for (const { purpose, file } of found)
    if (
      file?.purpose !== purpose ||
      (file.recordId !== recordId && (file.recordId !== null || file.createdBy !== owner))
    )
      throw rejected({ [purpose.split('.')[1]!]: [UPLOAD_AGAIN] })
  const now = new Date().toISOString()
  for (const { file } of found) Object.assign(file!, { recordId, attachedAt: file!.attachedAt ?? now })
}

/** The contents of files in an order of their own: two lists of files with the same content are equal. */
export const contentsOf = (ids: readonly string[]): string =>
  ids
    .map((id) => String(db.files.get(id)?.bytes ?? id))
    .toSorted()
    .join()

export const filesHandlers: HandlersOf<'files'> = {
  'files.get': ({ params }) => {
    const file = db.files.get(params.id)
    if (file?.visibility !== 'public') throw notFound()
    return {
      data: null,
      file: file.bytes,
      headers: [
        ['Content-Type', file.contentType],
        ['Cache-Control', FOREVER],
        ['ETag', `"${file.id}"`],
        ['X-Content-Type-Options', 'nosniff'],
      ],
    }
  },
}
