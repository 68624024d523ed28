/** The resource of each list screen, loaded together with the screen. */
import type { DeskLoader } from '@screens/screen-props'
import type { DeskName, Resource, Row } from './resource'

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

/** The code of each desk. */
const DESKS: Readonly<Record<DeskName, DeskLoader>> = {
  document: () => import('@screens/people/user-doc-verification/DocumentDesk.container'),
}

/** @throws when the code cannot be loaded */
export const loadDesk = (name: DeskName): ReturnType<DeskLoader> => DESKS[name]()
