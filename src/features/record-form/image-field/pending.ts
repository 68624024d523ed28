/**
 * The form value of a file that is not stored yet. It is not an id, so that the form's schema rejects a save. A draft
 * can contain it, but not the file: the field of a restored draft asks for the file again.
 */
const PENDING = 'pending'

/** @param key distinguishes several files of one field */
export const pendingValue = (key?: string): string => (key === undefined ? PENDING : `${PENDING}.${key}`)

/** @returns whether this part of a field's value is a file that is not stored yet */
export const isPending = (value: string): boolean => value === PENDING || value.startsWith(`${PENDING}.`)

/** Error of a save during an upload. */
export const WAIT = 'The upload is not done yet. Save when it is done, or cancel it.'
/** Error of a save after an upload has failed, in a field for several files. */
export const UPLOAD_OR_CANCEL = 'An upload has failed. Try it again, or cancel it.'
/** Error in a restored draft. */
export const CHOOSE_AGAIN = 'Choose the file again: a draft does not keep files.'
/** Error of a draft's image that cannot be loaded. The cause is unknown; the server may have deleted the image. */
export const GONE = 'This image cannot be loaded. If it is no longer stored, choose it again.'
/** Displayed for a file that a restored draft does not contain. */
export const LOST = { name: 'The file was not uploaded', src: null, share: null, canRetry: false } as const
