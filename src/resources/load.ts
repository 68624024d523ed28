/** The resource of each list screen, loaded together with the screen. */
import type { DeskSlots } from '@screens/desk/desk-slots'
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

/** What the desk of a list shows otherwise than all desks, in the folder of its screens: 'people/user-doc-verification/desk.container.tsx'. */
const DESKS = import.meta.glob<{ slots: DeskSlots }>('../screens/*/*/desk.container.tsx')

/** @returns the slots of a list's desk; none by default. @throws when the code cannot be loaded */
export async function loadDeskSlots({ slug }: Pick<Resource<Row>, 'slug'>): Promise<DeskSlots> {
  const load = Object.entries(DESKS).find(([path]) => path.endsWith(`/${slug}/desk.container.tsx`))
  return load ? (await load[1]()).slots : {}
}
