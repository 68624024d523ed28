/** The pages of a PDF, one at a time. The file is open, with a worker of its own, only while the component shows it. */
import { useEffect, useState } from 'react'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import type { OpenPdf } from './pdf'
import type { PdfRefusal } from './pdf-limits'

const pdfCode = lazyModule(() => import('./pdf'))

/** What is shown of a PDF. */
export interface PdfPages {
  /** The page, once it is drawn. */
  image: Blob | null
  /** Why it is not shown. */
  refusal: PdfRefusal | null
  /** Which page it is, the first is 0, and of how many; `count` is 0 until the file is open. */
  place: number
  count: number
  turnTo: (place: number) => void
  /** Opens the file again. */
  retry: () => void
}

const isRefusal = (answer: OpenPdf | Blob | PdfRefusal): answer is PdfRefusal => typeof answer === 'string'

/** @param content of a PDF; null while there is none */
export function usePdfPages(content: Blob | null): PdfPages {
  const [tries, setTries] = useState(0)
  const [file, setFile] = useState<{ of: Blob; answer: OpenPdf | PdfRefusal } | null>(null)
  const [turned, setTurned] = useState<{ of: Blob | null; place: number }>({ of: null, place: 0 })
  const [page, setPage] = useState<{ of: OpenPdf; place: number; answer: Blob | PdfRefusal } | null>(null)
  useEffect(() => {
    if (!content) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    let open: OpenPdf | null = null
    const read = async () => {
      const code = await pdfCode.load().catch(() => null)
      if (signal.aborted) return
      const answer = code === null ? 'unloaded' : await code.openPdf(content, signal)
      if (!isRefusal(answer)) open = answer
      if (signal.aborted) open?.close()
      else setFile({ of: content, answer })
    }
    // It is rejected only after leaving.
    read().catch(() => undefined)
    return () => {
      leaving.abort()
      open?.close()
      setFile(null)
    }
  }, [content, tries])

  const answer = file?.of === content ? file?.answer : undefined
  const open = answer === undefined || isRefusal(answer) ? null : answer
  const place = turned.of === content ? turned.place : 0
  useEffect(() => {
    if (!open) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    open.draw(place, signal).then(
      (drawn) => signal.aborted || setPage({ of: open, place, answer: drawn }),
      () => undefined,
    )
    return () => {
      leaving.abort()
      setPage(null)
    }
  }, [open, place])

  const drawn = page?.of === open && page?.place === place ? page.answer : undefined
  const shown = answer !== undefined && isRefusal(answer) ? answer : drawn
  return {
    image: shown !== undefined && !isRefusal(shown) ? shown : null,
    refusal: shown !== undefined && isRefusal(shown) ? shown : null,
    place,
    count: open?.count ?? 0,
    turnTo: (to) => setTurned({ of: content, place: to }),
    retry: () => setTries((now) => now + 1),
  }
}
