/** The build of the console that this page runs, and the server's current build (ports.ts, BuildPort). */
import { ERROR_WORDS, failed, ok } from '@contract/errors'
import type { BuildPort } from '@ports/build'

/** Written by the build next to the page, and never cached (server/http/last-build.ts). */
const BUILD_URL = '/build.json'

export interface BuildDependencies {
  /** From the page's head; null from a development server, which has no builds. */
  own: string | null
  reload: () => void
  fetch?: typeof globalThis.fetch
}

/** @returns the name of the build that produced this page; null if none did */
export const ownBuild = (page: Pick<Document, 'querySelector'>): string | null =>
  page.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null

export function createBuild({
  own,
  reload,
  fetch = (...args) => globalThis.fetch(...args),
}: BuildDependencies): BuildPort {
  const unreachable = failed({ kind: 'network', message: ERROR_WORDS.network })
  return {
    async isOutdated(signal) {
      if (own === null) return ok(false)
      try {
        const response = await fetch(BUILD_URL, { cache: 'no-store', signal })
        const { build } = (await response.json()) as { build?: unknown }
        return response.ok && typeof build === 'string' ? ok(build !== own) : unreachable
      } catch {
        return unreachable
      }
    },
    reload,
  }
}
