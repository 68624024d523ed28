/** What the platform needs to check and store the content of uploads. */
import type { FileRule } from '@contract/files'

/** The longest side of a stored image, pixels: as large as screens show public ones, and large enough to read a document. */
export const LONGEST_SIDE = { public: 2560, private: 4096 } as const

export interface StoredImage {
  contentType: 'image/webp'
  bytes: Uint8Array
  /** Pixels. */
  width: number
  height: number
  thumbnail: Uint8Array
}
export type ImageReading = { ok: true; image: StoredImage } | { ok: false; refusal: string }

export interface FileTools {
  /**
   * Decodes an image whose first bytes are valid (contract, files), rotates it according to its metadata, and encodes it as WebP, so
   * that it contains no metadata or other embedded content.
   * @returns the image and its thumbnail, or the reason for the refusal as a sentence for staff
   */
  readImage(bytes: Uint8Array, rule: FileRule): Promise<ImageReading>
  /**
   * Unpacks zlib data; what follows it is ignored.
   * @param max bytes of the result
   * @throws where the data is damaged, or unpacks to more
   */
  inflate(packed: Uint8Array, max: number): Promise<Uint8Array>
}
