/**
 * How the built console imports a part: its files are fetched first, and imported only once all of them have arrived
 * (build/import-parts.ts puts this in the place of Vite's own helper).
 *
 * A browser remembers a failed import for the life of the page: Firefox, Safari, and Chromium before 156. It remembers the
 * failure for each file, also for one that another part imports, so that a part that was asked for during an outage could
 * be loaded only after a reload. A failed fetch is not remembered. The import that follows reads the files from the
 * browser's cache, at their usual address: each module has one address, so there is never a second copy of it.
 */

export interface PartImporterDependencies {
  fetch: (url: string) => Promise<Response>
  /** Addresses of the files that the page itself has requested: they are imported at once. */
  requested: Iterable<string>
  /** Address of the page. */
  base: string
}

const isScript = (answer: Response) => answer.ok && /javascript/.test(answer.headers.get('content-type') ?? '')

/**
 * @returns a function that imports a part.
 * `load` is the import; `files` are the paths of its files and of all that they import, relative to the root of the console.
 * It throws the error of the fetch or of the import; the next call tries again
 */
export function createPartImporter({ fetch, requested, base }: PartImporterDependencies) {
  const arrived = new Set(requested)
  const arriving = new Map<string, Promise<void>>()

  async function request(url: string): Promise<void> {
    const answer = await fetch(url)
    if (!isScript(answer)) throw new TypeError(`Failed to fetch ${url}: ${answer.status}`)
    // Complete, so that the import does not depend on the connection.
    await answer.arrayBuffer()
    arrived.add(url)
  }
  const arrive = (url: string): Promise<void> => {
    const begun = arriving.get(url) ?? request(url).finally(() => arriving.delete(url))
    arriving.set(url, begun)
    return begun
  }

  return async <Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> => {
    const missing = files
      // The styles of the console are in its page.
      .filter((file) => file.endsWith('.js'))
      .map((file) => new URL(`/${file}`, base).href)
      .filter((url) => !arrived.has(url))
    if (missing.length > 0) await Promise.all(missing.map(arrive))
    return load()
  }
}

/** @returns the addresses of the scripts that the page loads, or has told the browser to load */
const requestedBy = (page: Document) =>
  [...page.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[rel=modulepreload], script[type=module]')].map(
    (element) => ('href' in element ? element.href : element.src),
  )

/** Imports a part of the built console. */
export const importPart = /* @__PURE__ */ createPartImporter({
  fetch: (url) => fetch(url),
  requested: requestedBy(document),
  base: location.href,
})
