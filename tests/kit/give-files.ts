/** Passes files to an element as the browser does: with events that contain a DataTransfer. */
const holding = (things: readonly (File | string)[]): DataTransfer => {
  const transfer = new DataTransfer()
  for (const thing of things) {
    if (typeof thing === 'string') transfer.setData('text/plain', thing)
    else transfer.items.add(thing)
  }
  return transfer
}

/** @param things files, or a text */
export const drag = (element: Element, type: 'dragenter' | 'dragleave' | 'drop', ...things: (File | string)[]): void =>
  void element.dispatchEvent(new DragEvent(type, { dataTransfer: holding(things), bubbles: true, cancelable: true }))

/** @param things files, or a text */
export const paste = (element: Element, ...things: (File | string)[]): void =>
  void element.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: holding(things), bubbles: true, cancelable: true }),
  )
