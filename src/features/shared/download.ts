/**
 * Downloads a text as a file.
 * @param text the file's content, whole or in parts
 * @param name the file's name, with its extension
 * @param type media type, without the charset
 */
export function download(text: string | readonly string[], name: string, type: 'text/csv' | 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
