/** Decodes images with sharp and encodes them again, so that stored images contain no metadata or other embedded content. */
import type { Sharp } from 'sharp'
import { FILE_LIMITS, FILE_REFUSAL, THUMBNAIL_SIZE, tooSmall } from '@contract/files'
import { LONGEST_SIDE, type FileTools } from '@server/platform/ports/files'

const QUALITY = 88
/**
 * Up to this size, in pixels, an image keeps the colours of thin lines on a coloured ground (`smartSubsample`), as logos, banners and
 * social cards have them. That takes half of the time to encode a photo, which is larger and has few such lines.
 */
const SHARP_COLOURS_UP_TO = 1_000_000
const DECODE_SECONDS = 10
/** Number of images that are decoded at the same time: each may take some hundred megabytes. */
const AT_ONCE = 2

/** The only formats that the library may read. */
const LOADERS = ['PngBuffer', 'JpegBuffer', 'WebpBuffer', 'NsgifBuffer'].map((name) => `VipsForeignLoad${name}`)

/** Loaded with the first image, because the library takes time and memory to load. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return sharp
}
let loaded: ReturnType<typeof loadSharp> | null = null

/** @returns runs tasks in order, a few at a time */
function createGate(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
const inTurn = createGate(AT_ONCE)

/** The refusal for an error of the library: content that it cannot read, or the time limit. */
const refusalOfError = (error: unknown): string =>
  /timeout/i.test(error instanceof Error ? error.message : '') ? FILE_REFUSAL.tooSlow : FILE_REFUSAL.damaged

/** @param size the image's, in pixels @param side the longest that the result may have */
async function encode(image: Sharp, size: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(size.width, size.height))
  const smartSubsample = size.width * size.height * scale * scale <= SHARP_COLOURS_UP_TO
  const { data, info } = await image
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, alphaQuality: 100, smartSubsample, effort: 3 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: new Uint8Array(data), width: info.width, height: info.height }
}

export const readImage: FileTools['readImage'] = (bytes, { visibility, min }) =>
  inTurn(async () => {
    const sharp = await (loaded ??= loadSharp())
    const open = (content: Uint8Array) =>
      sharp(content, { limitInputPixels: FILE_LIMITS.pixels, failOn: 'error', autoOrient: true }).timeout({
        seconds: DECODE_SECONDS,
      })
    try {
      const { autoOrient: size } = await open(bytes).metadata()
      if (min && (size.width < min.width || size.height < min.height))
        return { ok: false, refusal: tooSmall(size.width, size.height, min) }
      const image = await encode(open(bytes), size, LONGEST_SIDE[visibility])
      const thumbnail = await encode(open(image.bytes), image, THUMBNAIL_SIZE)
      return { ok: true, image: { contentType: 'image/webp', ...image, thumbnail: thumbnail.bytes } }
    } catch (error) {
      return { ok: false, refusal: refusalOfError(error) }
    }
  })
