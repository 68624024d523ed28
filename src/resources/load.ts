/** The resource of each list screen, loaded with it. */
import type { Resource, Row } from './resource'

const LOADERS: Record<string, () => Promise<{ resource: unknown }>> = {
  admin: () => import('./admin'),
  users: () => import('./users'),
}
const loaded = new Map<string, Promise<Resource<Row>>>()
type Known = Promise<Resource<Row>> & { status?: 'fulfilled'; value?: Resource<Row> }

/** @param slug of a page whose screen is `list` (or `user`, which is one of `users`). @throws for a page without a resource */
export function loadResource(slug: string): Promise<Resource<Row>> {
  let resource = loaded.get(slug)
  if (!resource) {
    const load = LOADERS[slug]
    if (!load) throw new Error(`The page ${slug} has no resource`)
    const promise: Known = load().then((module) => {
      const value = module.resource as Resource<Row>
      // React's `use` reads these: what is there already is rendered without a pause.
      return Object.assign(promise, { status: 'fulfilled', value }).value!
    })
    resource = promise
    loaded.set(slug, resource)
  }
  return resource
}
