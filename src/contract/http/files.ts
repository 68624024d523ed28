/** Uploaded files: what the calls of a record with files carry (records/calls.ts), and the call that serves public images. */
import * as yup from 'yup'
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

/** Query of an upload. @param fields names of the record's fields that take files */
export const uploadQuery = (fields: readonly string[]) =>
  parameters({
    /** The field that the file is for. */
    field: yup.string().oneOf(fields).required(),
    /** The name that the person's file has. */
    name: yup.string().max(255).optional(),
  })

/** Path parameters of a private file: the record, and the file. */
export const privateFileParams = yup.object({ id: id(), file: id() }).noUnknown().strict()

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
