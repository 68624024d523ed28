/** What is said of a private file. Pure functions. */
import { PDF_TYPE } from '@contract/file-types'
import type { PrivateFile } from '@contract/files'

const TYPES: Readonly<Record<string, string>> = {
  [PDF_TYPE]: 'PDF',
  'image/png': 'PNG image',
  'image/jpeg': 'JPEG image',
  'image/webp': 'WebP image',
  'image/gif': 'GIF image',
}

/** Whether the browser can display it; the pages of a PDF are drawn. */
export const isImage = ({ content_type }: Pick<PrivateFile, 'content_type'>): boolean => content_type !== PDF_TYPE

/** @param index of the file in its field, from 0 @returns the name that its owner gave it, or its number */
export const nameOfFile = ({ name }: Pick<PrivateFile, 'name'>, index: number): string => name ?? `File ${index + 1}`

const STEP = 1000
/** '940 bytes', '14 kB', '2.1 MB'. @param bytes whole */
export function sizeText(bytes: number): string {
  if (bytes < STEP) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < (STEP - 0.5) * STEP) return `${Math.round(bytes / STEP)} kB`
  return `${(bytes / STEP / STEP).toFixed(1)} MB`
}

/** 'PNG image · 14 kB' */
export const describeFile = ({ content_type, byte_size }: PrivateFile): string =>
  `${TYPES[content_type] ?? content_type} · ${sizeText(byte_size)}`
