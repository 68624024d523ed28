/** The rooms of the repository with what each may import: the table of docs (architecture) as data. */

export interface Room {
  /** Folder from the root; the room contains everything below it. */
  folder: string
  /** Rooms that it may import, in addition to itself. */
  rooms: readonly string[]
  /** Packages that it may import; a name includes its sub-paths. `node` means Node's built-in modules. */
  packages: readonly string[]
  /** Further imports for some of its files. */
  more?: readonly {
    files: RegExp
    rooms?: readonly string[]
    packages?: readonly string[]
    /** Only these files of those rooms. */ only?: RegExp
  }[]
  /** Rooms that it may import only as types or with `import()`. */
  typesAndLazy?: readonly string[]
}

const VIEW_PACKAGES = [
  'react',
  'react-dom',
  'react-router-dom',
  'react-hook-form',
  '@hookform/resolvers',
  'styled-components',
  'lucide-react',
  'yup',
]
const CONTAINER = /\.container\.tsx$/

export const ROOMS: readonly Room[] = [
  // papaparse: the server and the console parse the same files identically.
  {
    folder: 'src/contract',
    rooms: [],
    packages: ['yup', 'papaparse'],
    // The checksums of addresses.
    more: [{ files: /^src\/contract\/crypto-address\.ts$/, packages: ['@noble/hashes', '@scure/base'] }],
  },
  { folder: 'src/ports', rooms: ['src/contract'], packages: [] },
  { folder: 'src/demo', rooms: ['src/contract'], packages: ['@noble/hashes', '@scure/base'] },
  { folder: 'machines', rooms: ['src/contract', 'src/ports'], packages: ['xstate'] },
  { folder: 'src/services', rooms: ['src/contract', 'src/ports'], packages: ['axios', 'socket.io-client'] },
  {
    folder: 'design-system',
    rooms: [],
    packages: [
      'react',
      'react-dom',
      'styled-components',
      'react-aria-components',
      '@internationalized/date',
      'lucide-react',
      'apexcharts',
      'react-apexcharts',
      'react-toastify',
      'react-hook-form',
      '@fontsource-variable/inter',
      '@fontsource-variable/geist-mono',
      'stylis',
    ],
  },
  { folder: 'src/resources', rooms: ['src/contract'], packages: [], typesAndLazy: ['src/screens'] },
  {
    // The running console, passed on in a React context.
    folder: 'src/console',
    rooms: ['src/contract', 'src/ports', 'design-system', 'machines'],
    packages: ['react', 'xstate', '@xstate/react'],
  },
  {
    folder: 'src/features',
    rooms: ['src/contract', 'src/ports', 'src/console', 'design-system', 'src/resources'],
    packages: VIEW_PACKAGES,
    more: [
      { files: CONTAINER, rooms: ['machines'], packages: ['@xstate/react', 'xstate'] },
      // The one file that draws the pages of PDFs; it is loaded with the first of them.
      { files: /^src\/features\/private-files\/pdf\.ts$/, packages: ['pdfjs-dist'] },
      // The editor of rich text, which is loaded with the first form that has one.
      { files: /^src\/features\/record-form\/rich-text\//, packages: ['@tiptap/'] },
    ],
  },
  {
    folder: 'src/screens',
    rooms: ['src/contract', 'src/ports', 'src/console', 'design-system', 'src/resources'],
    packages: VIEW_PACKAGES,
    more: [
      { files: CONTAINER, rooms: ['machines'], packages: ['@xstate/react', 'xstate'] },
      // A screen may import a feature's containers, and everything that all features share.
      {
        files: /./,
        rooms: ['src/features'],
        only: /^src\/features\/(?:[^/]+|shared\/.+|[^/]+\/[^/]+\.container\.tsx)$/,
      },
    ],
  },
  {
    folder: 'src/app',
    rooms: [
      'src/contract',
      'src/ports',
      'src/console',
      'src/services',
      'src/resources',
      'src/features',
      'src/screens',
      'machines',
      'design-system',
    ],
    packages: [
      ...VIEW_PACKAGES,
      'xstate',
      '@xstate/react',
      '@fontsource-variable/inter',
      '@fontsource-variable/geist-mono',
    ],
  },
  {
    // The platform in the page: the server's own code, without its transports.
    folder: 'mocks',
    rooms: ['src/contract', 'src/demo', 'server/platform'],
    packages: ['msw', '@electric-sql/pglite', '@noble/ciphers', '@noble/hashes', 'otplib'],
    more: [
      // These run on Node: they build the database that the page loads.
      {
        files: /^mocks\/platform\/(?:build-database|ensure-database|people)\.ts$/,
        rooms: ['server/db', 'server/node'],
        packages: ['node'],
      },
    ],
  },
  {
    // The rules of the business over ports: it runs on Node, and in a browser.
    folder: 'server/platform',
    rooms: ['src/contract'],
    packages: ['drizzle-orm', 'ibantools', 'jose', 'otplib', 'qrcode', 'yup'],
  },
  {
    folder: 'server/http',
    rooms: ['src/contract', 'server/platform'],
    packages: [
      'node',
      'fastify',
      '@fastify/rate-limit',
      '@fastify/static',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      'vite',
      'yup',
    ],
  },
  {
    folder: 'server/live',
    rooms: ['src/contract', 'server/platform'],
    packages: ['node', 'socket.io', '@socket.io/postgres-adapter', 'pg'],
    // The connections to the other processes are connections to the database.
    more: [{ files: /between-processes\.ts$/, rooms: ['server/db'] }],
  },
  {
    folder: 'server/node',
    rooms: ['src/contract', 'server/platform'],
    packages: ['node', '@node-rs/argon2', 'sharp'],
  },
  {
    folder: 'server/db',
    rooms: ['src/contract', 'src/demo', 'server/platform', 'server/node'],
    packages: ['node', '@electric-sql/pglite', 'pg', 'pg-cursor', 'drizzle-orm', 'drizzle-kit'],
  },
  {
    // How systems of operators are called: the adapters of the ports of rails.
    folder: 'server/rails',
    rooms: ['src/contract', 'server/platform'],
    packages: ['node', 'standardwebhooks', 'yup'],
  },
  {
    // A rail that does not exist, to try the others' side of the protocol.
    folder: 'server/sandbox',
    rooms: ['src/contract', 'src/demo', 'server/platform', 'server/rails'],
    packages: ['node', 'fastify'],
  },
  {
    // What starts the server, and its commands.
    folder: 'server',
    rooms: [
      'src/contract',
      'src/demo',
      'server/platform',
      'server/http',
      'server/live',
      'server/node',
      'server/db',
      'server/rails',
      'server/sandbox',
    ],
    packages: [
      'node',
      'fastify',
      '@fastify/compress',
      '@fastify/cookie',
      '@fastify/cors',
      '@fastify/helmet',
      '@fastify/rate-limit',
      'pino',
      'vite',
      'yup',
    ],
  },
]

/** The aliases of tsconfig.json, with the room of each. */
export const ALIASES: Readonly<Record<string, string>> = {
  '@contract': 'src/contract',
  '@ports': 'src/ports',
  '@console': 'src/console',
  '@demo': 'src/demo',
  '@services': 'src/services',
  '@resources': 'src/resources',
  '@features': 'src/features',
  '@screens': 'src/screens',
  '@app': 'src/app',
  '@machines': 'machines',
  '@design-system': 'design-system',
  '@mocks': 'mocks',
  '@server': 'server',
  '@tests': 'tests',
}

/** Files that may import everything: stories, tests and their kits. Nothing else may import them. */
export const isExempt = (path: string): boolean => /\.(?:stories|test|test-kit|story-kit)(?:\.tsx?)?$/.test(path)

/** The feature that a path belongs to; undefined for what all features share: files directly in src/features, and shared/. */
export const featureOf = (path: string): string | undefined => /^src\/features\/(?!shared\/)([^/]+)\//.exec(path)?.[1]

/** The room that a file is in, or undefined for those outside all rooms (configuration, tests, .storybook). */
export const roomOf = (path: string): Room | undefined => ROOMS.find(({ folder }) => path.startsWith(`${folder}/`))
