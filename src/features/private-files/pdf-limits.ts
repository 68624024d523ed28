/** Which PDFs are shown, and what is said of the others. Without pdf.js, so that a viewer of images does not load it. */

import type { PdfRefusal } from '@ports/pdf'

/** Number of pages of a PDF that is shown; a user's document has a few. */
export const PDF_PAGES_MAX = 100

/** The message of each refusal; `ofFile` is the title if no page can be shown. A missing one fails the type check. */
export const PDF_REFUSED: Readonly<Record<PdfRefusal, { title: string; ofFile?: string; text: string }>> = {
  locked: {
    title: 'This PDF needs a password',
    text: 'Ask the user to send it again without one.',
  },
  broken: {
    title: 'This PDF is damaged',
    text: 'It has no pages that can be read. Ask the user to send it again.',
  },
  unreadable: {
    title: 'This page cannot be shown',
    ofFile: 'This PDF cannot be shown',
    text: 'A part of the PDF is damaged, or of a kind that is not supported. Ask the user to send it as a photo.',
  },
  long: {
    title: `This PDF has more than ${PDF_PAGES_MAX} pages`,
    text: 'That is more than is shown here. Ask the user for the pages that matter, or download it.',
  },
  slow: {
    title: 'This page takes too long to draw',
    ofFile: 'This PDF takes too long to open',
    text: 'The PDF is too complex to be shown here. Ask the user to send it as a photo.',
  },
  unloaded: {
    title: 'PDFs cannot be shown at the moment',
    text: 'The part of the console that shows them could not be loaded.',
  },
}
