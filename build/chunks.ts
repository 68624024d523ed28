/** Defines how the code of the console is split into chunks, and which chunks a first screen needs. */
import type { Rolldown } from 'vite'
import { at } from './paths.ts'

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1]

const LIST = 'src/screens/list/ListScreen.container.tsx'
const PAGED_LIST = 'src/screens/list/PagedList.container.tsx'
/**
 * The modules that the entry imports first (src/app/main.tsx): without a token the login, with one the frame and the
 * screen at the address.
 */
export const FIRST_CODE = {
  signedOut: ['src/screens/login/Login.container.tsx'],
  signedIn: ['src/app/Frame.tsx', 'src/app/create-page-logic.ts', 'src/services/remote.ts'],
  home: ['src/screens/home/Home.container.tsx'],
  /** @param resource section and file name of the list's resource */
  list: (resource: string, isPaged: boolean) => [
    LIST,
    ...(isPaged ? [PAGED_LIST] : []),
    `src/resources/${resource}.ts`,
  ],
} as const

const FIRST_SCREENS = {
  login: FIRST_CODE.signedOut,
  frame: FIRST_CODE.signedIn,
  home: FIRST_CODE.home,
  list: [LIST, 'src/resources/people/users.ts'],
}

/** @returns the modules and all that they import statically */
function reachedFrom(paths: readonly string[], context: ChunkingContext): Set<string> {
  const reached = new Set<string>()
  const add = (id: string) => {
    if (reached.has(id)) return
    reached.add(id)
    context.getModuleInfo(id)?.importedIds.forEach(add)
  }
  for (const path of paths) {
    if (!context.getModuleInfo(at(path))) throw new Error(`${path} is not in the build`)
    add(at(path))
  }
  return reached
}

/**
 * Each request costs the browser and the server milliseconds before the first row, so the code of a first screen is in
 * few files: `frame` also contains what home and lists share, `list` the rest of a list, and `common` what the login
 * shares with either. The login loads nothing that it does not use.
 */
function firstScreensChunk() {
  let reached: Record<keyof typeof FIRST_SCREENS, Set<string>> | undefined
  return (id: string, context: ChunkingContext): string | null => {
    const { login, frame, home, list } = (reached ??= {
      login: reachedFrom(FIRST_SCREENS.login, context),
      frame: reachedFrom(FIRST_SCREENS.frame, context),
      home: reachedFrom(FIRST_SCREENS.home, context),
      list: reachedFrom(FIRST_SCREENS.list, context),
    })
    if (login.has(id)) return frame.has(id) || list.has(id) ? 'common' : null
    if (frame.has(id) || (home.has(id) && list.has(id))) return 'frame'
    return list.has(id) ? 'list' : null
  }
}

export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => [
  // The libraries of the first screen are executed in separate tasks (pages.ts), so that they do not block typing long.
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler)\//,
    tags: ['$initial'],
    priority: 3,
  },
  { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
  { name: 'entry', tags: ['$initial'], priority: 2 },
  {
    name: firstScreensChunk(),
    debugName: 'first screens',
    includeDependenciesRecursively: false,
    priority: 1,
  },
  // One file for all icons that several screens share: a file for each icon would cost a request each.
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
]

/**
 * @param loaded paths of files that are loaded anyway, and left out
 * @returns paths of the files that contain these modules and all that they import
 */
export function filesWith(
  modules: readonly string[],
  bundle: Rolldown.OutputBundle,
  loaded: ReadonlySet<string>,
): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    chunks.find(({ fileName }) => fileName === name)?.imports.forEach(add)
  }
  for (const path of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(at(path)))
    if (!chunk) throw new Error(`${path} is in no chunk`)
    add(chunk.fileName)
  }
  return [...names].map((name) => `/${name}`).filter((file) => !loaded.has(file))
}
