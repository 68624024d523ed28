/**
 * What stands in a form for a file that is not stored yet. It is no id, so that the form's schema refuses a save; a draft may
 * hold it, because it is not the file. A restored draft has no file to upload: its field asks for the file again.
 */
const PENDING = 'pending'

/** @param key tells several files of one field apart */
export const pendingValue = (key?: string): string => (key === undefined ? PENDING : `${PENDING}.${key}`)

/** Whether this part of a field's value is a file that is not stored yet. */
export const isPending = (value: string): boolean => value === PENDING || value.startsWith(`${PENDING}.`)

/** Said at the field when a save comes too early. */
export const WAIT = 'The upload is not done yet. Save when it is done, or cancel it.'
/** Said at a field of several files, one of which is not stored and not on its way either. */
export const UPLOAD_OR_CANCEL = 'An upload has failed. Try it again, or cancel it.'
/** Said at the field of a restored draft. */
export const CHOOSE_AGAIN = 'Choose the file again: a draft does not keep files.'
/** Said at the field of a draft that is older than the upload: an image element does not know why it loads nothing. */
export const GONE = 'This image cannot be loaded. If it is no longer stored, choose it again.'
/** The file that a restored draft does not have. */
export const LOST = { name: 'The file was not uploaded', src: null, share: null, canRetry: false } as const
