/** Saves a file on this device. @param name the file's name, with its extension */
export function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/**
 * Downloads a text as a file.
 * @param text the file's content, whole or in parts
 * @param name the file's name, with its extension
 * @param type media type, without the charset
 */
export function download(text: string | readonly string[], name: string, type: 'text/csv' | 'text/plain'): void {
  saveAs(new Blob([text].flat(), { type: `${type};charset=utf-8` }), name)
}
