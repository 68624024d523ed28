/** The house as data: the rooms in groups, what each is for, and the arrows between them, read from the imports. */
import { ROOT } from './files'
import { importsOf, resolve, type Import, type SourceFile } from './imports'
import { isExempt, ROOMS, roomOf } from './rooms'

export const PICTURE = `${ROOT}docs/architecture.svg`
export const PAGE = `${ROOT}docs/architecture.md`

export interface InHouse {
  /** Shown in the picture: a few words. */
  label: string
  /** Shown in the table. */
  purpose: string
}
export interface Group {
  title: string
  /** Folder of the room that puts the others of the group together, if there is one. */
  root?: string
  /** By folder. */
  rooms: Readonly<Record<string, InHouse>>
}

/** In the order of the page. A test checks that each room of rooms.ts is in exactly one. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Console',
    root: 'src/app',
    rooms: {
      'src/app': {
        label: 'composition root',
        purpose: 'the composition root: `createConsole` builds the machines over adapters; the router; `main.tsx`',
      },
      'src/screens': {
        label: 'pages',
        purpose: 'pages: the generic list, record and form screens, and the screens of particular records',
      },
      'src/features': {
        label: 'parts of pages',
        purpose: 'parts that pages share, each with its views, containers and stories',
      },
      'src/resources': {
        label: 'pages as data',
        purpose: 'every page, the menu, and the content of each list, as plain data',
      },
      'src/console': {
        label: 'React context',
        purpose: 'the React context through which containers reach the running console',
      },
      'src/services': {
        label: 'adapters',
        purpose: 'the adapters behind the ports: API, socket, session, drafts, storage',
      },
      machines: {
        label: 'statecharts',
        purpose: 'behaviour over time: statecharts, their implementations over the ports, their views',
      },
      'design-system': {
        label: 'no domain terms',
        purpose: 'tokens, theme, primitives, components, the table; it contains no domain terms',
      },
    },
  },
  {
    title: 'Shared',
    rooms: {
      'src/contract': {
        label: 'the API',
        purpose: 'the API as both sides see it: records, operations, permissions, errors',
      },
      'src/ports': {
        label: 'interfaces',
        purpose: 'what the machines need from outside, as interfaces: API, socket, drafts, toasts, clock',
      },
      'src/demo': {
        label: 'example rows',
        purpose: 'realistic rows of each record, for the server’s demo and for stories',
      },
    },
  },
  {
    title: 'Server',
    root: 'server',
    rooms: {
      server: { label: 'start, commands', purpose: 'what starts the server, and its commands' },
      'server/http': {
        label: 'Fastify',
        purpose: 'the transport of calls: mounts the operations on Fastify; errors, API documentation, console files',
      },
      'server/live': { label: 'Socket.IO', purpose: 'the transport of events: Socket.IO, also between processes' },
      'server/rails': { label: 'rails', purpose: 'calls systems of operators that move money: signed, over HTTP' },
      'server/sandbox': { label: 'sandbox', purpose: 'a rail that does not exist, to try the protocol with' },
      'server/node': { label: 'Node', purpose: 'cryptography and reading of files, on Node' },
      'server/db': {
        label: 'PGlite, PostgreSQL',
        purpose: 'opens PGlite or PostgreSQL; migrations, database roles, the demo’s content',
      },
      'server/platform': {
        label: 'business rules',
        purpose: 'the rules of the business over ports: operations, records, modules; no Node, Fastify or Socket.IO',
      },
    },
  },
  {
    title: 'Mocks',
    rooms: { mocks: { label: 'stories', purpose: 'the platform itself in the page of a story, behind MSW' } },
  },
]

/** One room imports another. `static`: at run time; otherwise only types, or code that is loaded late. */
export interface Arrow {
  from: string
  to: string
  kind: 'static' | 'type' | 'lazy'
}

const RANK: Readonly<Record<Import['kind'], number>> = { static: 0, lazy: 1, type: 2 }

/** @returns an arrow for each pair of rooms, with the strongest kind of its imports; tests, stories and their kits do not count */
export function arrowsOf(files: readonly SourceFile[]): Arrow[] {
  const arrows = new Map<string, Arrow>()
  for (const file of files) {
    const from = roomOf(file.path)?.folder
    if (from === undefined || isExempt(file.path)) continue
    for (const { specifier, kind } of importsOf(file)) {
      const target = resolve(file.path, specifier)
      const to = target.kind === 'file' ? roomOf(`${target.path}.ts`)?.folder : undefined
      if (to === undefined || to === from) continue
      const known = arrows.get(`${from} ${to}`)
      if (!known || RANK[kind] < RANK[known.kind]) arrows.set(`${from} ${to}`, { from, to, kind })
    }
  }
  const order = ROOMS.map(({ folder }) => folder)
  return [...arrows.values()].sort(
    (a, b) => order.indexOf(a.from) - order.indexOf(b.from) || order.indexOf(a.to) - order.indexOf(b.to),
  )
}
