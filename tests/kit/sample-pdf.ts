/** PDFs written object by object, so that tests define their content. Runs in Node and in the browser. */

/** @returns the bytes of a text of single-byte characters */
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0)!)

export interface SamplePdf {
  /** The line of writing of each page. */
  pages?: readonly string[]
  /** Further entries of the catalog, such as an action that runs when the file is opened. */
  catalog?: string
  /** Further entries of the trailer. */
  trailer?: string
}

/** A whole PDF of A4 pages with one line of large writing each. */
export function writtenPdf({
  pages = ['One page'],
  catalog = '',
  trailer = '',
}: SamplePdf = {}): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const writing = `0.8 0.2 0.2 rg 60 760 475 6 re f 0 g BT /F1 40 Tf 60 700 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${writing.length} >>\nstream\n${writing}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return bytesOf(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

/** It asks for a password: no key fits these entries. */
export const lockedPdf = (): Uint8Array<ArrayBuffer> =>
  writtenPdf({
    trailer: `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -44 /O <${'5a'.repeat(32)}> /U <${'3c'.repeat(32)}> >>`,
  })

/** It begins like a PDF, and has no pages. */
export const brokenPdf = (): Uint8Array<ArrayBuffer> => bytesOf('%PDF-1.7\nThe rest was lost on the way.\n%%EOF\n')

/** A script in the three places where a viewer would run one: at the opening, when a page is shown, and on a name. */
export const scriptedPdf = (): Uint8Array<ArrayBuffer> => {
  const script = '<< /S /JavaScript /JS (window.hasRun = true; app.alert\\("It runs"\\)) >>'
  return writtenPdf({
    pages: ['With a script'],
    catalog: `/OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(run) ${script}] >> >>`,
  })
}
