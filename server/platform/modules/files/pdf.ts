/** Checks a PDF for forbidden content: scripts, actions, embedded files, a password. */
import { FILE_REFUSAL, pdfRefusalOf } from '@contract/files'
import { latin1Of } from '@server/platform/lib/bytes'
import type { FileTools } from '@server/platform/ports/files'

/** Maximum unpacked size of a file's compressed objects, bytes: a file with more is treated as an attack. */
const UNPACKED_MAX = 64 * 1024 * 1024
/** Bytes before the keyword `stream` in which its dictionary is searched. */
const DICTIONARY_MAX = 2000

/** A PDF has an end marker within its last bytes; without it the file is truncated. */
const END_WITHIN = 1024

/** The dictionary that ends where a stream begins. */
const dictionaryBefore = (text: string, at: number): string => {
  const before = text.slice(Math.max(0, at - DICTIONARY_MAX), at)
  return before.slice(before.lastIndexOf(' obj') + 1)
}

/**
 * @param bytes that begin like a PDF
 * @returns the reason for a refusal, as a sentence for staff, or null
 */
export async function refusalOfPdf(bytes: Uint8Array, { inflate }: Pick<FileTools, 'inflate'>): Promise<string | null> {
  const text = latin1Of(bytes)
  if (!text.slice(-END_WITHIN).includes('%%EOF')) return FILE_REFUSAL.lockedPdf
  const plain = pdfRefusalOf(text)
  if (plain !== null) return plain

  // Objects may be compressed together; the names in them are checked after decompression.
  let left = UNPACKED_MAX
  for (const match of text.matchAll(/(?<!end)stream\r?\n/g)) {
    const dictionary = dictionaryBefore(text, match.index)
    if (!/\/(?:O|#4f)(?:b|#62)(?:j|#6a)(?:S|#53)(?:t|#74)(?:m|#6d)/i.test(dictionary)) continue
    const start = match.index + match[0].length
    const isPlainlyPacked =
      /\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(dictionary) && !/\/(?:DecodeParms|DP)\b/.test(dictionary)
    if (!isPlainlyPacked) return FILE_REFUSAL.lockedPdf
    try {
      const unpacked = await inflate(bytes.subarray(start), left)
      left -= unpacked.length
      const refusal = pdfRefusalOf(latin1Of(unpacked))
      if (refusal !== null) return refusal
    } catch {
      return FILE_REFUSAL.lockedPdf
    }
    if (left <= 0) return FILE_REFUSAL.lockedPdf
  }
  return null
}
