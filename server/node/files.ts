/** Images with sharp, and zlib of Node. */
import { inflateSync } from 'node:zlib'
import type { FileTools } from '@server/platform/ports/files'
import { readImage } from './images'

export const nodeFiles: FileTools = {
  readImage,
  inflate: async (packed, max) => inflateSync(packed, { maxOutputLength: max }),
}
