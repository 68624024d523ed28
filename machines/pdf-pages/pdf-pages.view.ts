/** Maps a snapshot of the pages of a PDF to what its viewer shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { PdfRefusal } from '@ports/pdf'
import type { pdfPagesMachine } from './pdf-pages.machine'

type Snapshot = SnapshotFrom<typeof pdfPagesMachine>
type Leaf<Value> = Value extends string ? Value : Value extends { open: infer Inner } ? Inner : never
export type PdfPagesState = Leaf<Snapshot['value']>

export interface PdfPagesView {
  state: PdfPagesState
  /** The picture of the page; null unless it is shown. */
  image: Blob | null
  /** Why the file or the page is not shown. */
  refusal: PdfRefusal | null
  /** Which page it is, the first is 0, and of how many; `count` is 0 unless the file is open. */
  place: number
  count: number
}

const REFUSALS: Readonly<Partial<Record<PdfPagesState, PdfRefusal>>> = {
  encrypted: 'locked',
  damaged: 'broken',
  tooLong: 'long',
  tooSlow: 'slow',
  pageTooSlow: 'slow',
  unsupported: 'unreadable',
  pageUnreadable: 'unreadable',
  notLoaded: 'unloaded',
}

/** @param snapshot of `pdfPagesMachine` @returns a flat object: two are equal if their properties are */
export function selectPdfPagesView({ value, context: { image, place, count } }: Snapshot): PdfPagesView {
  const state = typeof value === 'string' ? value : value.open
  return { state, image, refusal: REFUSALS[state] ?? null, place, count }
}

/** @param send of the actor */
export const pdfPagesCommands = (send: ActorRefFrom<typeof pdfPagesMachine>['send']) => ({
  open: (content: Blob) => send({ type: 'pdf.open', content }),
  leave: () => send({ type: 'pdf.leave' }),
  turnTo: (place: number) => send({ type: 'page.turn', place }),
  retry: () => send({ type: 'pdf.retry' }),
})
