/** The library that draws PDFs, as its users see it. */

/** Why a PDF, or a page of it, is not shown. `unloaded`: the code that draws PDFs could not be loaded. */
export type PdfRefusal = 'locked' | 'broken' | 'unreadable' | 'long' | 'slow' | 'unloaded'

/** A PDF that can be shown. */
export interface OpenPdf {
  /** Number of its pages, at least 1. */
  readonly count: number
  /**
   * Draws a page.
   * @param place of the page, the first is 0
   * @returns an image, or why there is none. @throws when `signal` fires
   */
  draw(place: number, signal: AbortSignal): Promise<Blob | PdfRefusal>
  /** Frees the memory of the file, and ends its worker. */
  close(): void
}

export interface PdfPort {
  /**
   * Opens a PDF in a worker of its own.
   * @returns its pages, or why they cannot be shown. @throws when `signal` fires
   */
  openPdf(content: Blob, signal: AbortSignal): Promise<OpenPdf | PdfRefusal>
}
