/** The resource of each list screen, loaded with the screen that shows it. */
import type { Resource, Row } from './resource'

const LOADERS: Record<string, () => Promise<{ resource: unknown }>> = {
  admin: () => import('./admin'),
  users: () => import('./users'),
}

/**
 * @param name of the resource, as pages give it
 * @throws where there is no such resource, and when the code cannot be loaded
 */
export async function loadResource(name: string | undefined): Promise<Resource<Row>> {
  const load = LOADERS[name ?? '']
  if (!load) throw new Error(`There is no resource ${name}`)
  return (await load()).resource as Resource<Row>
}
