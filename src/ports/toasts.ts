export type ToastKind = 'success' | 'error' | 'warning'

/** The subject of a message: the message log names it and links to it. */
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
  /** Increases with each message of this page. */
  id: number
  kind: ToastKind
  message: string
  /** When it was shown, in milliseconds since 1970. */
  at: number
  link?: MessageLink
}

/** Read access for the host of the toasts and the message log. */
export interface ToastLogPort {
  /**
   * Calls the listener once for each message. Messages before the first listener are passed to that listener.
   * @returns a function that unsubscribes
   */
  onShow(listener: (entry: ToastEntry) => void): () => void
  /** Calls the listener on each change of the log. @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /** The last messages, oldest first: the same array until it changes. */
  getSnapshot(): readonly ToastEntry[]
}
