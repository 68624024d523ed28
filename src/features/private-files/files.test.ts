import { expect, test } from 'vitest'
import { describeFile, isImage, nameOfFile, sizeText } from './files'

test.each([
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [14_499, '14 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [10_485_760, '10.5 MB'],
])('%s bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a file is described by type and size, and named by its name or its number', () => {
  const file = { id: 'file-1', name: null, content_type: 'application/pdf', byte_size: 2_100_000 }
  expect(describeFile(file)).toBe('PDF · 2.1 MB')
  expect(nameOfFile(file, 1)).toBe('File 2')
  expect(nameOfFile({ name: 'البطاقة.png' }, 0)).toBe('البطاقة.png')
  expect([isImage(file), isImage({ content_type: 'image/webp' })]).toEqual([false, true])
})
