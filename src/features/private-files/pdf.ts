/**
 * Draws the pages of a PDF as images, with pdf.js (docs/decisions.md, Files). Nothing in the file runs: pdf.js executes scripts and
 * actions only through a viewer's sandbox, which is not part of this console, and the policy of the page forbids `eval` and wasm.
 * This module is loaded with the first PDF.
 */
import {
  getDocument,
  GlobalWorkerOptions,
  InvalidPDFException,
  RenderingCancelledException,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- the import is the address of the file, not the file
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url&no-inline'
import jpegUrl from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url&no-inline'
import { FILE_LIMITS } from '@contract/files'
import type { OpenPdf, PdfRefusal } from '@ports/pdf'
import { PDF_PAGES_MAX } from './pdf-limits'

/** The longer side of a drawn page, in pixels: 200 per inch of an A4 page, so that small print stays legible when enlarged. */
const LONGEST_SIDE = 2400
/** Time after which opening a file or drawing a page is given up. */
const PATIENCE_MS = 20_000

/** Tables that assign characters to the fonts of Chinese, Japanese and Korean documents, each read when a file needs it. */
const characterMaps = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

class CharacterMaps {
  async fetch({ name }: { name: string }) {
    const url = characterMaps[`/node_modules/pdfjs-dist/cmaps/${name}.bcmap`]
    const answer = url === undefined ? null : await fetch(url)
    if (!answer?.ok) throw new Error(`No character map ${name}`)
    return { cMapData: new Uint8Array(await answer.arrayBuffer()), isCompressed: true }
  }
}

/** @returns what `work` returns, or 'slow' if it takes too long; `end` then ends it */
async function inTime<T>(work: Promise<T>, end: () => void): Promise<T | 'slow'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), PATIENCE_MS)
  })
  try {
    const first = await Promise.race([work, late])
    if (first === 'slow') {
      // Ended work fails later, when nobody waits for it.
      work.catch(() => undefined)
      end()
    }
    return first
  } finally {
    clearTimeout(timer)
  }
}

const refusalOf = (error: unknown): PdfRefusal => {
  // The library does not export the class.
  if (error instanceof Error && error.name === 'PasswordException') return 'locked'
  return error instanceof InvalidPDFException ? 'broken' : 'unreadable'
}

async function drawPage(file: PDFDocumentProxy, place: number, signal: AbortSignal): Promise<Blob | PdfRefusal> {
  const page = await file.getPage(place + 1)
  signal.throwIfAborted()
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: LONGEST_SIDE / Math.max(width, height, 1) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(viewport.width))
  canvas.height = Math.max(1, Math.round(viewport.height))
  const drawing = page.render({ canvas, viewport })
  const cancel = () => drawing.cancel()
  signal.addEventListener('abort', cancel)
  try {
    if ((await inTime(drawing.promise, cancel)) === 'slow') return 'slow'
    const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    return image ?? 'unreadable'
  } finally {
    signal.removeEventListener('abort', cancel)
    page.cleanup()
    // A canvas keeps its pixels until it is collected, otherwise.
    canvas.width = 0
  }
}

/**
 * Opens a PDF in a worker of its own.
 * @returns its pages, or why they cannot be shown. @throws when `signal` fires
 */
export async function openPdf(content: Blob, signal: AbortSignal): Promise<OpenPdf | PdfRefusal> {
  const data = new Uint8Array(await content.arrayBuffer())
  signal.throwIfAborted()
  GlobalWorkerOptions.workerSrc = workerUrl
  const task = getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    // pdf.js appends the name of its decoder for JPEG 2000 to this address.
    wasmUrl: `${new URL(jpegUrl, document.baseURI).href}?/`,
    CMapReaderFactory: CharacterMaps,
    // A page is small; its images could be of any size.
    maxImageSize: FILE_LIMITS.pixels,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => void task.destroy()
  signal.addEventListener('abort', close)
  try {
    const file = await inTime(task.promise, close)
    signal.throwIfAborted()
    if (file === 'slow') return file
    if (file.numPages > PDF_PAGES_MAX) {
      close()
      return 'long'
    }
    return {
      count: file.numPages,
      async draw(place, leaving) {
        try {
          return await drawPage(file, place, leaving)
        } catch (error) {
          leaving.throwIfAborted()
          return error instanceof RenderingCancelledException ? 'slow' : refusalOf(error)
        }
      },
      close,
    }
  } catch (error) {
    signal.throwIfAborted()
    close()
    return refusalOf(error)
  } finally {
    signal.removeEventListener('abort', close)
  }
}
