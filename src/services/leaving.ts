/** Reports when this page may end: it is being unloaded, or is hidden, after which a phone may end it without notice. */

/**
 * @param listener called with true when the page may end, and with false when it is shown again
 * @param page the window and its document; nothing is reported without them
 */
export function listenToLeaving(
  listener: (isLeaving: boolean) => void,
  { window, document }: Partial<Pick<typeof globalThis, 'window' | 'document'>> = globalThis,
): void {
  window?.addEventListener('pagehide', () => listener(true))
  window?.addEventListener('pageshow', () => listener(false))
  document?.addEventListener('visibilitychange', () => listener(document.visibilityState === 'hidden'))
}
