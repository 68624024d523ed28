import { useSyncExternalStore } from 'react'

/** Called when the page's theme may have changed: by the switch, or by the system where the page follows it. */
function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}

/**
 * Current colours of the theme, for code that cannot use a CSS variable: a comparison of colours, a drawing library.
 * Updated with the theme.
 * @param tokens as components name them, `var(--pb-chart-1)`
 * @returns their values in the same order, `#4470D6`
 */
export function useRootColours(tokens: readonly string[]): string[] {
  const read = () => {
    const style = getComputedStyle(document.documentElement)
    return tokens.map((name) => style.getPropertyValue(name.slice('var('.length, -1)).trim()).join('|')
  }
  return useSyncExternalStore(subscribe, read).split('|')
}
