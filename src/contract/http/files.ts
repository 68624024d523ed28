/**
 * Uploaded files: the input and output of the calls of a record with files (records/calls.ts), and the call that serves
 * public images.
 */
import * as yup from 'yup'
import { id, parameters } from '../schema'
import { defineOperation, idParams, nothing } from './operation'

/** The response to an upload. A later body of the record references `id`. */
export const uploadedFileSchema = yup.object({
  id: id(),
  content_type: yup.string().required(),
  byte_size: yup.number().integer().min(1).required(),
  width: yup.number().integer().min(1).nullable().defined(),
  height: yup.number().integer().min(1).nullable().defined(),
  /** The original name of the file, if the call contained it. */
  name: yup.string().nullable().defined(),
})
export type UploadedFile = yup.InferType<typeof uploadedFileSchema>

/** Query of an upload. @param fields names of the record's file fields */
export const uploadQuery = (fields: readonly string[]) =>
  parameters({
    /** The field that the file is for. */
    field: yup.string().oneOf(fields).required(),
    /** The original name of the file. */
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
