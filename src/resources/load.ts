/** The resource of each list screen, loaded with the screen that shows it. */
import type { Resource, Row } from './resource'

const LOADERS: Record<string, () => Promise<{ resource: unknown }>> = {
  admin: () => import('./admin'),
  users: () => import('./users'),
}

/**
 * @param slug of a page whose screen is `list` (or `user`, which shows one of `users`)
 * @throws for a page without a resource, and when the code cannot be loaded
 */
export async function loadResource(slug: string): Promise<Resource<Row>> {
  const load = LOADERS[slug]
  if (!load) throw new Error(`The page ${slug} has no resource`)
  return (await load()).resource as Resource<Row>
}
