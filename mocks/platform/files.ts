/** Images with the browser's decoder and encoder, and its zlib. */
import { FILE_REFUSAL, THUMBNAIL_SIZE, tooSmall } from '@contract/files'
import { joined } from '@server/platform/lib/bytes'
import { LONGEST_SIDE, type FileTools } from '@server/platform/ports/files'

/** From 0 to 1. */
const QUALITY = 0.88

async function encoded(image: ImageBitmap, side: number) {
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  )
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
  return { bytes: new Uint8Array(await blob.arrayBuffer()), width: canvas.width, height: canvas.height }
}

export const storyFiles: FileTools = {
  async readImage(bytes, { visibility, min }) {
    let image: ImageBitmap
    try {
      image = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>]))
    } catch {
      return { ok: false, refusal: FILE_REFUSAL.damaged }
    }
    if (min && (image.width < min.width || image.height < min.height))
      return { ok: false, refusal: tooSmall(image.width, image.height, min) }
    const stored = await encoded(image, LONGEST_SIDE[visibility])
    const { bytes: thumbnail } = await encoded(image, THUMBNAIL_SIZE)
    return { ok: true, image: { contentType: 'image/webp', ...stored, thumbnail } }
  },
  async inflate(packed, max) {
    const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
    const parts: Uint8Array[] = []
    let size = 0
    const reader = stream.getReader()
    for (;;) {
      // What follows the data is an error for the browser, and is ignored here; damaged data has no beginning.
      const part = await reader.read().catch((error: unknown) => {
        if (size === 0) throw error
        return { done: true as const, value: undefined }
      })
      if (part.done) return joined(...parts)
      parts.push(part.value)
      size += part.value.length
      if (size > max) throw new Error('It unpacks to more than allowed')
    }
  },
}
