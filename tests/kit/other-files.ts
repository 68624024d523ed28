/** The first bytes of files that are chosen as images by mistake, with the refusal that names each. */
const bytesOf = (latin1: string): Uint8Array<ArrayBuffer> => Uint8Array.from(latin1, (letter) => letter.charCodeAt(0))
const box = (type: string, brands: string) =>
  bytesOf(`\0\0\0${String.fromCharCode(12 + brands.length)}ftyp${type}\0\0\0\0${brands}\0\0\0\x08mdat`)
const zip = (...names: string[]) =>
  bytesOf(
    names
      .map(
        (name) =>
          `PK\x03\x04\x14\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0${String.fromCharCode(name.length)}\0\0\0${name}`,
      )
      .join(''),
  )

export interface OtherFile {
  readonly what: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The refusals of a field for images, and of one for private files. */
  readonly image: RegExp
  readonly file: RegExp
}
const named = (what: string, bytes: Uint8Array<ArrayBuffer>): OtherFile => ({
  what,
  bytes,
  image: new RegExp(
    `^This is ${what.replace(/[()]/g, '\\$&')}, not an image\\. Choose a PNG, JPEG, WebP or GIF file\\.$`,
  ),
  file: new RegExp(
    `^This is ${what.replace(/[()]/g, '\\$&')}, neither an image nor a PDF\\. Choose a PNG, JPEG, WebP, GIF or PDF file\\.$`,
  ),
})
const saved = (what: string, as: string, bytes: Uint8Array<ArrayBuffer>): OtherFile => {
  const sentence = new RegExp(`^This is ${what.replace(/[()]/g, '\\$&')}\\. Save it as ${as} first\\.$`)
  return { what, bytes, image: sentence, file: sentence }
}
const document = (what: string, bytes: Uint8Array<ArrayBuffer>): OtherFile => ({
  ...named(what, bytes),
  file: saved(what, 'PDF', bytes).file,
})

export const OTHER_FILES: readonly OtherFile[] = [
  saved('a HEIC photo', 'JPEG', box('heic', 'mif1heic')),
  saved('a HEIC photo', 'JPEG', box('mif1', 'mif1miafheic')),
  saved('a HEIC photo', 'JPEG', box('hevc', 'msf1hevc')),
  saved('an AVIF image', 'JPEG', box('avif', 'avifmif1miaf')),
  saved('an AVIF image', 'JPEG', box('mif1', 'mif1avif')),
  saved('a raw photo of a camera', 'JPEG', box('crx ', 'crx isom')),
  saved('a TIFF image', 'JPEG', bytesOf('II*\0\x08\0\0\0\x0e\0')),
  saved('a TIFF image', 'JPEG', bytesOf('MM\0*\0\0\0\x08')),
  saved('a JPEG XL image', 'JPEG', bytesOf('\0\0\0\x0cJXL \r\n\x87\n')),
  saved('a JPEG 2000 image', 'JPEG', bytesOf('\0\0\0\x0cjP  \r\n\x87\n')),
  saved('a BMP image', 'PNG', bytesOf('BM\x46\0\0\0\0\0\0\0\x36\0\0\0')),
  saved('a Photoshop file', 'PNG', bytesOf('8BPS\0\x01\0\0\0\0\0\0')),
  saved('an icon file (ICO)', 'PNG', bytesOf('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0')),
  document('a Word document', zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml')),
  document('an Excel workbook', zip('[Content_Types].xml', 'xl/workbook.xml')),
  document('a PowerPoint presentation', zip('[Content_Types].xml', 'ppt/presentation.xml')),
  document('an OpenDocument file', zip('mimetypeapplication/vnd.oasis.opendocument.text')),
  document('a Word, Excel or PowerPoint file', bytesOf('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0')),
  document('a text document (RTF)', bytesOf('{\\rtf1\\ansi Hello}')),
  named('an archive (ZIP)', zip('photos/one.jpg')),
  named('an archive (ZIP)', bytesOf('Rar!\x1a\x07\x01\0')),
  named('an archive (ZIP)', bytesOf('7z\xbc\xaf\x27\x1c\0\x04')),
  named('an archive (ZIP)', bytesOf('\x1f\x8b\x08\0\0\0\0\0')),
  named('a video', box('isom', 'isomiso2avc1mp41')),
  named('a video', box('qt  ', 'qt  ')),
  named('a video', box('M4V ', 'M4V mp42')),
  named('a video', bytesOf('\x1a\x45\xdf\xa3\x9fB\x86\x81')),
  named('a video', bytesOf('RIFF\x24\0\0\0AVI LIST')),
  named('a sound recording', box('M4A ', 'M4A mp42')),
  named('a sound recording', bytesOf('ID3\x04\0\0\0\0')),
  named('a sound recording', bytesOf('RIFF\x24\0\0\0WAVEfmt ')),
  named('a program', bytesOf('MZ\x90\0\x03\0\0\0')),
  named('a web page (HTML)', bytesOf('<!DOCTYPE html>\n<html><body>Not found</body></html>')),
  named('a web page (HTML)', bytesOf('\xef\xbb\xbf  <html lang="en">')),
  named('a web page (HTML)', bytesOf('<script>alert(1)</script>')),
  named('a text', bytesOf('These are words, and no picture.')),
  named('a text', bytesOf('{"message":"Not found"}')),
  named('a text', bytesOf('\xff\xfew\0o\0r\0d\0s\0')),
]
