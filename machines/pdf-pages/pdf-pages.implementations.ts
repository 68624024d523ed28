/** The implementations of the PDF pages machine over the library that draws PDFs. */
import { fromCallback } from 'xstate'
import type { OpenPdf, PdfPort, PdfRefusal } from '@ports/pdf'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import { pdfPagesMachine, type PdfPagesEvent } from './pdf-pages.machine'

export interface PdfPagesDependencies {
  /** Loads the library. @throws if it cannot be loaded; the next call tries again */
  load: () => Promise<PdfPort>
  onLineBack: OnLineBack
}

/** @returns the machine with everything provided, ready to start; one for each place that shows a PDF */
export function createPdfPagesImplementations({ load, onLineBack }: PdfPagesDependencies) {
  /** The file of the running `openFile`. */
  let file: OpenPdf | null = null

  return pdfPagesMachine.provide({
    actors: {
      openFile: fromCallback<PdfPagesEvent, { content: Blob }>(({ input: { content }, sendBack }) => {
        const leaving = new AbortController()
        const { signal } = leaving
        let own: OpenPdf | null = null
        const open = async (): Promise<OpenPdf | PdfRefusal> => {
          const library = await load().catch(() => null)
          if (signal.aborted || library === null) return 'unloaded'
          // It throws when the signal fires, and then nobody waits for the answer.
          return library.openPdf(content, signal).catch(() => 'unreadable' as const)
        }
        void open().then((answer) => {
          if (typeof answer === 'string') return signal.aborted || sendBack({ type: 'pdf.refused', refusal: answer })
          if (signal.aborted) return answer.close()
          own = file = answer
          sendBack({ type: 'pdf.opened', count: answer.count })
        })
        return () => {
          leaving.abort()
          own?.close()
          if (file === own) file = null
        }
      }),
      drawPage: answered<Blob | PdfRefusal, { place: number }>(async ({ input: { place }, signal }) =>
        file ? file.draw(place, signal).catch(() => 'unreadable' as const) : 'unreadable',
      ),
      lineFeed: createLineFeed<PdfPagesEvent>(onLineBack),
    },
  })
}
