/** The pages of a PDF, one at a time: the machine, over the library that draws PDFs, which is loaded with the first of them. */
import { createContext, use, useLayoutEffect, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { createPdfPagesImplementations } from '@machines/pdf-pages/pdf-pages.implementations'
import { pdfPagesCommands, selectPdfPagesView, type PdfPagesView } from '@machines/pdf-pages/pdf-pages.view'
import type { PdfPort } from '@ports/pdf'
import { useConsole } from '@console/console'

const pdfCode = lazyModule((): Promise<PdfPort> => import('./pdf'))

/** Loads the library; a story provides another one. */
export const PdfCode = createContext<() => Promise<PdfPort>>(pdfCode.load)

/** What is shown of a PDF. */
export interface PdfPages extends PdfPagesView {
  turnTo: (place: number) => void
  /** Opens the file again. */
  retry: () => void
}

/** @param content of a PDF; null while there is none */
export function usePdfPages(content: Blob | null): PdfPages {
  const { onLineBack } = useConsole()
  const load = use(PdfCode)
  const [machine] = useState(() => createPdfPagesImplementations({ load, onLineBack }))
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectPdfPagesView, shallowEqual)
  const [{ open, leave, turnTo, retry }] = useState(() => pdfPagesCommands((event) => actor.send(event)))
  // Runs before paint: a page of one file must never appear under the name of another.
  useLayoutEffect(() => {
    if (!content) return undefined
    open(content)
    return leave
  }, [content, open, leave])
  return { ...view, turnTo, retry }
}
