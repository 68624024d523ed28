/**
 * Files of demo rows: generated, so that the demo and the stories have the same ones without binaries in the
 * repository. A row contains a description of the drawing; the code that stores the rows also stores the files.
 */
import type { PDF_TYPE } from '@contract/file-types'
import { fileRulesOf } from '@contract/records/record'
import { RECORDS, type RecordKey } from '@contract/records/records'
import { isDocument } from '@contract/rich-text/words'
import { bannerOf } from './banners'
import { documentOf } from './documents'
import { iconOf } from './icons'
import { demoId, type DemoRow } from './rows'

/** The drawing that a text of a demo row describes. */
export interface Drawing {
  name: string
  contentType: 'image/png' | typeof PDF_TYPE
  /** Pixels of an image. */
  size: { width: number; height: number } | null
  bytes: () => Uint8Array<ArrayBuffer>
}

/** A file of a demo row. */
export interface DemoFile extends Omit<Drawing, 'bytes'> {
  id: string
  /** The field that it belongs to, as `record.field`. */
  purpose: string
  visibility: 'public' | 'private'
  /** The demo row that references it; for a public file the first one. */
  recordId: string
  bytes: Uint8Array<ArrayBuffer>
}

const drawingOf = (value: unknown): Drawing | null =>
  typeof value === 'string' ? (iconOf(value) ?? bannerOf(value) ?? documentOf(value)) : null

/** Calls a function with each file of a field's value: of a text, of several texts, of the images of a document. @returns the value with its results */
function withFiles(value: unknown, fileOf: (file: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(fileOf)
  if (!isDocument(value)) return fileOf(value)
  const content = value.content.map((block) =>
    block.type === 'image' ? { ...block, attrs: { ...block.attrs, file: fileOf(block.attrs.file) } } : block,
  )
  return { ...value, content }
}

const hash = (text: string) =>
  Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffffffff, 7)

/** A field of files: identical drawings for a public one are one file; a private file belongs to one record. */
interface FileField {
  field: string
  purpose: string
  visibility: 'public' | 'private'
}
const fieldsOf = new Map<RecordKey, readonly FileField[]>()
function fileFields(name: RecordKey): readonly FileField[] {
  const known = fieldsOf.get(name)
  if (known) return known
  const fields = Object.entries(fileRulesOf(RECORDS[name])).map(([field, { visibility }]) => ({
    field,
    purpose: `${name}.${field}`,
    visibility,
  }))
  fieldsOf.set(name, fields)
  return fields
}
const placeOf = ({ purpose, visibility }: FileField, index: number) =>
  visibility === 'public' ? purpose : `${purpose} ${index}`
const idOf = (place: string, drawn: string) =>
  `01900000-0000-7000-9000-${hash(`${place} ${drawn}`).toString(16).padStart(12, '0')}`

/** @param index of the row among the demo rows of its record @returns the row with ids of files instead of their descriptions */
export const withFileIds = (name: RecordKey, row: DemoRow, index: number): DemoRow => {
  const ids = fileFields(name).flatMap((of) => {
    const value = row[of.field]
    const idIn = (each: unknown) => (drawingOf(each) ? idOf(placeOf(of, index), each as string) : each)
    return value === undefined ? [] : [[of.field, withFiles(value, idIn)]]
  })
  return { ...row, ...Object.fromEntries(ids) }
}

/** @returns the files that the demo rows of a record reference */
export function filesOf(name: RecordKey, rows: readonly DemoRow[]): DemoFile[] {
  const files = new Map<string, DemoFile>()
  const drawn = new Map<string, Uint8Array<ArrayBuffer>>()
  rows.forEach((row, index) => {
    for (const of of fileFields(name))
      withFiles(row[of.field], (text) => {
        const drawing = drawingOf(text)
        if (!drawing) return
        const id = idOf(placeOf(of, index), text as string)
        if (files.has(id)) return
        const bytes = drawn.get(text as string) ?? drawing.bytes()
        drawn.set(text as string, bytes)
        const { purpose, visibility } = of
        files.set(id, { ...drawing, purpose, visibility, id, recordId: demoId(name, index), bytes })
      })
  })
  return [...files.values()]
}
