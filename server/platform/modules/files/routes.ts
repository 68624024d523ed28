/** Uploads and downloads of files (contract, files). */
import { ERROR_CODE } from '@contract/errors'
import { factsOf, PDF_TYPE, refusalOf, type FileRule } from '@contract/files'
import type { UploadedFile } from '@contract/http/files'
import type { Subject } from '@contract/permissions'
import type { FileAnswer, Json, Origin, PlainCall, RoutesOf } from '@server/platform/operations/call'
import { HttpFailure, notFound, rejected } from '@server/platform/operations/failure'
import type { Principal, Writer } from '@server/platform/modules/access/principal'
import type { WriteKey } from '@server/platform/modules/idempotency/keys'
import { hexOf } from '@server/platform/lib/bytes'
import type { Crypto } from '@server/platform/ports/crypto'
import type { FileTools } from '@server/platform/ports/files'
import { refusalOfPdf } from './pdf'
import type { FileRepository, NewFile } from './repository'

const FOREVER = 'public, max-age=31536000, immutable'
const PRIVATE = 'no-store, private'
/** Time after which a person with too many uploads may try again: some are deleted by then. */
const RETRY_SECONDS = 3600

const tooManyUploads = () =>
  new HttpFailure(
    429,
    ERROR_CODE.tooMany,
    'Too many of your uploads are in no record yet. Save your records, or try again tomorrow: unused uploads are deleted after a day.',
    { retryAfterSeconds: RETRY_SECONDS },
  )

/** A refused file, reported at the field that every upload has. */
const refused = (sentence: string) => rejected({ file: [sentence] }, sentence)

type Content = Pick<NewFile, 'contentType' | 'bytes' | 'width' | 'height' | 'thumbnail'>

/** Checks a file and converts an image to its stored form. @throws 422 */
async function contentOf(bytes: Uint8Array, rule: FileRule, tools: FileTools): Promise<Content> {
  const refusal = refusalOf(bytes, rule)
  if (refusal !== null) throw refused(refusal)
  if (factsOf(bytes).type === PDF_TYPE) {
    const pdfRefusal = await refusalOfPdf(bytes, tools)
    if (pdfRefusal !== null) throw refused(pdfRefusal)
    return { contentType: PDF_TYPE, bytes, width: null, height: null, thumbnail: null }
  }
  const reading = await tools.readImage(bytes, rule)
  if (!reading.ok) throw refused(reading.refusal)
  return reading.image
}

/** `attachment` for content that a browser would run or open in its own viewer. */
const disposition = (name: string | null, contentType: string): string => {
  const kind = contentType === PDF_TYPE ? 'attachment' : 'inline'
  return name === null ? kind : `${kind}; filename*=UTF-8''${encodeURIComponent(name)}`
}

export interface FilesDeps {
  files: FileRepository
  fileTools: FileTools
  crypto: Pick<Crypto, 'sha256'>
}

interface UploadCall {
  query: { field: string; name?: string | undefined }
  file: Uint8Array
  writer: Writer
  origin: Origin
  key: WriteKey | null
}
interface ViewCall {
  params: { id: string; file: string }
  principal: Principal
  origin: Origin
}

/**
 * The handlers of a record's files.
 * @param record `requireRead` throws 404 where the record does not exist for this person
 */
export function createRecordFiles(
  { files, fileTools, crypto }: FilesDeps,
  record: {
    domain: string
    subject: Subject
    fields: Readonly<Record<string, FileRule>>
    /** The fields with private files that a person may read. */
    readable: (principal: Principal) => readonly string[]
    requireRead: (id: string, principal: Principal) => Promise<unknown>
  },
) {
  const { domain, subject, fields, readable, requireRead } = record
  const purposeOf = (field: string) => `${domain}.${field}`
  return {
    upload: async ({ query, file, ...by }: UploadCall): Promise<{ json: Json<UploadedFile> }> => {
      const rule = fields[query.field]!
      const content = await contentOf(file, rule, fileTools)
      const json = await files.insert(
        {
          ...content,
          purpose: purposeOf(query.field),
          subject,
          visibility: rule.visibility,
          sha256: hexOf(crypto.sha256(content.bytes)),
          name: query.name ?? null,
        },
        by,
      )
      if (json === null) throw tooManyUploads()
      return { json }
    },

    file: async ({ params, ...by }: ViewCall): Promise<{ file: FileAnswer }> => {
      await requireRead(params.id, by.principal)
      const purposes = readable(by.principal).map(purposeOf)
      const found = await files.viewPrivate({ file: params.file, recordId: params.id, purposes, subject }, by)
      if (!found) throw notFound()
      const { content_type, bytes, name } = found
      return {
        file: {
          bytes,
          contentType: content_type,
          cacheControl: PRIVATE,
          disposition: disposition(name, content_type),
          isPublic: false,
        },
      }
    },
  }
}

const etagOf = (sha256: string, size: string | undefined) => (size === undefined ? sha256 : `${sha256}-${size}`)

/** Hash of the reader's cached copy, from `If-None-Match`. */
function knownTo({ request, query }: PlainCall<'files.get'>): string | null {
  const known = request.headers['if-none-match']
  const [, etag = '', sha256 = ''] =
    /^(?:W\/)?"(([0-9a-f]{64})[\w-]*)"$/.exec(typeof known === 'string' ? known : '') ?? []
  return etag === etagOf(sha256, query.size) ? sha256 : null
}

export const createFilesRoutes = ({ files }: Pick<FilesDeps, 'files'>): RoutesOf<'files'> => ({
  async 'files.get'(call) {
    const { size } = call.query
    const found = await files.findPublic(call.params.id, size, knownTo(call))
    if (!found) throw notFound()
    return {
      bytes: found.bytes,
      contentType: found.content_type,
      etag: etagOf(found.sha256, size),
      cacheControl: FOREVER,
      isPublic: true,
    }
  },
})
