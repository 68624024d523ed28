/** The resource of each list screen, loaded together with the screen. */
import type { Resource, Row } from './resource'

/** One file per record, in the folder of its section: `content/brand-category.ts`. */
const LOADERS = import.meta.glob<{ resource: unknown }>([
  './{people,money,rewards,play,support,content,workforce,system}/*.ts',
  '!./*/*.test.ts',
])

/**
 * @param name section and file of the resource, as in the pages: 'content/brand-category'
 * @throws if there is no such resource, or its code cannot be loaded
 */
export async function loadResource(name: string | undefined): Promise<Resource<Row>> {
  const load = LOADERS[`./${name}.ts`]
  if (!load) throw new Error(`There is no resource ${name}`)
  return (await load()).resource as Resource<Row>
}
