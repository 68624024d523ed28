/** Reports that the page can no longer be seen by the person who works with it. */

/**
 * Calls the listener when the tab is hidden or the page is left, and at once if the tab is hidden already. @returns a
 * function that unsubscribes
 */
export function onPageHidden(listener: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  const leave = () => listener()
  document.addEventListener('visibilitychange', look)
  // Comes first where the page may be kept for the back button.
  window.addEventListener('pagehide', leave)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('pagehide', leave)
  }
}
