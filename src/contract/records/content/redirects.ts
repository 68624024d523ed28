/** Redirects of pages: every address leads to one page (catalogue, /seo/pages: no other page's path, no circle). */

export interface Redirecting {
  path: string
  redirects_from: readonly { path: string }[]
}

/** Why a path cannot redirect to a page; null if it can. */
function whyNot(path: string, page: Redirecting, paths: ReadonlySet<string>, redirected: ReadonlyMap<string, string>) {
  if (path === page.path) return 'A page cannot redirect to itself'
  if (paths.has(path)) return 'Another page has this path'
  return redirected.has(path) ? `This path leads to ${redirected.get(path)!} already` : null
}

/**
 * @param page as it would be after the save
 * @param others the other pages of its store
 * @returns field → its message in the form; a redirect has the key `redirects_from.{index}.path`
 */
export function redirectErrors(page: Redirecting, others: readonly Redirecting[]): Record<string, string[]> {
  const paths = new Set(others.map(({ path }) => path))
  const redirected = new Map(others.flatMap((other) => other.redirects_from.map(({ path }) => [path, other.path])))
  const leads = redirected.get(page.path)
  const errors: Record<string, string[]> = leads === undefined ? {} : { path: [`This path leads to ${leads} already`] }
  for (const [index, { path }] of page.redirects_from.entries()) {
    const isTwice = page.redirects_from.findIndex((each) => each.path === path) < index
    const message = isTwice ? 'Each path only once' : whyNot(path, page, paths, redirected)
    if (message !== null) errors[`redirects_from.${index}.path`] = [message]
  }
  return errors
}
