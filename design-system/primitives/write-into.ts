/** Sets the text of an input like typing, so that every kind of listener is called. Does nothing if it has this text already. */
export function writeInto(input: HTMLInputElement, text: string): void {
  if (input.value === text) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
