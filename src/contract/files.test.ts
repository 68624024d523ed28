import { describe, expect, it } from 'vitest'
import { OTHER_FILES } from '@tests/kit/other-files'
import { refusalOf } from './files'

describe('the refusal of a file that is no image', () => {
  it.each(OTHER_FILES.map((file, index) => [`${file.what} (${index})`, file] as const))(
    'says that it is %s, and what to do',
    (_what, { bytes, image, file }) => {
      expect(refusalOf(bytes, { visibility: 'public' })).toMatch(image)
      expect(refusalOf(bytes, { visibility: 'private' })).toMatch(file)
    },
  )
  it('names an SVG, also inside of no page, a PDF and an empty file', () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    expect(refusalOf(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), { visibility: 'public' })).toMatch(
      /^SVG images/,
    )
    expect(refusalOf(bytes('%PDF-1.7'), { visibility: 'public' })).toMatch(/^This is a PDF, not an image\. Choose /)
    expect(refusalOf(bytes('%PDF-1.7'), { visibility: 'private' })).toBeNull()
    expect(refusalOf(bytes(''), { visibility: 'public' })).toBe('The file is empty.')
  })
  it('does not guess what other bytes are', () => {
    const bytes = Uint8Array.from({ length: 200 }, (_none, index) => (index * 89 + 5) % 256)
    expect(refusalOf(bytes, { visibility: 'public' })).toBe(
      'This is not an image. Choose a PNG, JPEG, WebP or GIF file.',
    )
    expect(refusalOf(bytes, { visibility: 'private' })).toBe(
      'This is neither an image nor a PDF. Choose a PNG, JPEG, WebP, GIF or PDF file.',
    )
  })
  it('is short, whatever the beginning of a file repeats', () => {
    for (const part of ['PK\u0003\u0004', '<!--', '<!-- -->', '    ftyp', 'ftypmif1'])
      expect(refusalOf(new TextEncoder().encode(part.repeat(4096)), { visibility: 'public' })).toMatch(/^This is /)
  })
})
