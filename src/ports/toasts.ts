export type ToastKind = 'success' | 'error' | 'warning'

/** What a message is about: the message log names it and links to it. */
export interface MessageLink {
  label: string
  /** Address in the console. */
  href: string
}

export interface ToastsPort {
  show(kind: ToastKind, message: string, link?: MessageLink): void
}

/** A message that was shown. */
export interface ToastEntry {
  /** Grows with each message of this page. */
  id: number
  kind: ToastKind
  message: string
  /** When it was shown, milliseconds since 1970. */
  at: number
  link?: MessageLink
}

/** What the host of the toasts and the message log read. */
export interface ToastLogPort {
  /** Told of each message once. What came before anyone listened is told to the first. @returns how to stop listening */
  onShow(listener: (entry: ToastEntry) => void): () => void
  /** Told of each change of the log. @returns how to stop listening */
  subscribe(listener: () => void): () => void
  /** The last messages, oldest first: the same array until it changes. */
  getSnapshot(): readonly ToastEntry[]
}
