/** Uploaded files: the calls that a record with files has, and the one that serves public images. */
import * as yup from 'yup'
import { FILE_LIMITS, typesOf, type FileRule } from '../files'
import type { Subject } from '../permissions'
import { id, parameters } from '../schema'
import { defineOperation, idParams, nothing } from './operation'

/** An upload, as its call answers it. A later body of the record references `id`. */
export const uploadedFileSchema = yup.object({
  id: id(),
  content_type: yup.string().required(),
  byte_size: yup.number().integer().min(1).required(),
  width: yup.number().integer().min(1).nullable().defined(),
  height: yup.number().integer().min(1).nullable().defined(),
  /** The name that the person's file had, where the call gave one. */
  name: yup.string().nullable().defined(),
})
export type UploadedFile = yup.InferType<typeof uploadedFileSchema>

/** The files of one record. */
export interface FilesOfRecord<D extends string, F extends string> {
  /** First part of the operations' ids. */
  domain: D
  /** Path of the record, below /api/v1. */
  base: string
  subject: Subject
  /** One and several, in words. */
  noun: readonly [string, string]
  /** Field → what it takes. */
  fields: Readonly<Record<F, FileRule>>
}

/** Path parameters of a private file: the record, and the file. */
const privateFileParams = yup.object({ id: id(), file: id() }).noUnknown().strict()

/**
 * The calls of a record with files (contract, files): the upload, for whoever may create or update the record, and the private
 * file, for whoever may read it. The upload's body is the file itself, not a form: one file a call needs no parts, whoever sends
 * it (a browser, curl) adds one header at most, and the size is known before the first byte is read.
 */
export const fileOperations = <const D extends string, const F extends string>({
  domain,
  base,
  subject,
  noun,
  fields,
}: FilesOfRecord<D, F>) => ({
  upload: defineOperation({
    id: `${domain}.upload`,
    method: 'POST',
    path: `/api/v1/${base}/files`,
    access: { action: 'create', or: 'update', subject },
    envelope: 'standard',
    upload: {
      types: [...new Set(Object.values<FileRule>(fields).flatMap(typesOf))],
      maxBytes: FILE_LIMITS.bytes,
    },
    summary: `Uploads a file for ${noun[1]}: the body is the file itself. A file that no record references is deleted after a day.`,
    query: parameters({
      /** The field that the file is for. */
      field: yup
        .string()
        .oneOf(Object.keys(fields) as F[])
        .required(),
      /** The name that the person's file has. */
      name: yup.string().max(255).optional(),
    }),
    data: uploadedFileSchema,
  }),
  file: defineOperation({
    id: `${domain}.file`,
    method: 'GET',
    path: `/api/v1/${base}/:id/files/:file`,
    access: { action: 'read', subject },
    envelope: 'file',
    summary: `A private file of one of the ${noun[1]}. Each call is written to the audit log.`,
    params: privateFileParams,
    data: nothing,
  }),
})

export const filesOperations = {
  get: defineOperation({
    id: 'files.get',
    method: 'GET',
    path: '/files/:id',
    access: 'public',
    envelope: 'file',
    summary: 'A public image, whole or as a thumbnail. Its content never changes.',
    params: idParams,
    query: parameters({
      size: yup
        .string()
        .oneOf(['thumb'] as const)
        .optional(),
    }),
    data: nothing,
  }),
} as const
