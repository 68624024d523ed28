/** Makes the browser ask before the page is closed or reloaded. @returns a function that removes the question */
export function guardUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
