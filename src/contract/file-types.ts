/** The types of uploaded files. files.ts reads their content; it is a separate module because the first screen does not need it. */

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const PDF_TYPE = 'application/pdf'
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The files that a field of a record accepts: public images, or private images and PDFs. */
export interface FileRule {
  readonly visibility: 'public' | 'private'
  /** The smallest accepted image, in pixels. */
  readonly min?: { readonly width: number; readonly height: number }
}

/** The types that a rule accepts, as OpenAPI and file pickers list them. */
export const typesOf = ({ visibility }: FileRule): readonly string[] =>
  visibility === 'public' ? IMAGE_TYPES : [...IMAGE_TYPES, PDF_TYPE]
