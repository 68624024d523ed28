import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, minify, type Plugin, type Rolldown } from 'vite'
import { leaveOut } from './build/leave-out'
import { alias, at, isConsoleBuild, OUT_DIR, runModule } from './build/paths'
import { keepLastBuild } from './server/http/last-build'
import { headStart, LOGIN_PICTURE, NOT_LOADED, showLogin, type Ahead } from './src/app/first-picture/in-page'
import { SIGN_IN_ERROR_PATH } from './src/app/paths'
import type { FirstCall } from './src/resources/first-calls'

type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1]

const platform = `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? '4000'}`

/** The build ends here with a line that names a wrong setting. */
const pollMs = process.env.VITE_SESSION_POLL_MS
if (pollMs && !/^[1-9]\d{3,8}$/.test(pollMs))
  throw new Error(`VITE_SESSION_POLL_MS is '${pollMs}': it takes whole milliseconds, at least 1000`)

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

/** Smaller files gain nothing. */
const COMPRESS_FROM_BYTES = 1024

/** Writes the console's files compressed beside themselves: the server sends these, and compresses nothing anew for each visitor. */
const compressed: Plugin = {
  name: 'compressed',
  apply: isConsoleBuild,
  async writeBundle({ dir = OUT_DIR }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name))
    await Promise.all(
      files.map(async (name) => {
        const content = await readFile(join(dir, name))
        if (content.length < COMPRESS_FROM_BYTES) return
        await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
        await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(content))
      }),
    )
  },
}

const FRAME = 'src/app/Frame.tsx'
const LIST = 'src/screens/list/ListScreen.container.tsx'
const PAGED_LIST = 'src/screens/list/PagedList.container.tsx'
/** What the entry asks for first (src/app/main.tsx): without a token the login, with one the frame and the screen of the address. */
const FIRST_CODE = {
  signedOut: ['src/screens/login/Login.container.tsx'],
  signedIn: [FRAME, 'src/app/create-page-logic.ts', 'src/services/remote.ts'],
  home: ['src/screens/home/Home.container.tsx'],
} as const

const FIRST_SCREENS = {
  login: FIRST_CODE.signedOut,
  frame: FIRST_CODE.signedIn,
  home: FIRST_CODE.home,
  list: [LIST, 'src/resources/people/admin.ts', 'src/resources/people/users.ts'],
}

/** Modules that come with these by static imports, themselves included. */
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
 * Each request costs browser and server milliseconds before the first row, so the code of a first screen comes in few files:
 * `frame` with what home and lists share, `list`, and what the login shares with either; the login carries nothing that it does
 * not use.
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

/** The font of nearly all text (design-system/theme/fonts.css). */
const FIRST_FONT = /inter-latin-opsz-normal-.*\.woff2$/

function fontIn(bundle: Rolldown.OutputBundle): string {
  const font = Object.keys(bundle).find((name) => FIRST_FONT.test(name))
  if (!font) throw new Error('The font of the first text is not in the build')
  return `/${font}`
}

/** The few styles of the page itself, its fonts, in the page: a file of their own would cost a connection, and hold the first frame up. */
function styleOf(bundle: Rolldown.OutputBundle, file: string): string {
  const found = bundle[file]
  if (found?.type !== 'asset') throw new Error(`${file} is not in the build`)
  return `<style>${String(found.source).trim()}</style>`
}

/** @returns the script that shows the picture of a list, as the text of a function of what the list is */
async function scriptOfListPicture(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: at('src/app/first-picture/list-picture.ts'),
        formats: ['iife'],
        name: 'picture',
        fileName: 'picture',
      },
    },
  })) as Rolldown.RolldownOutput[]
  const chunk = built[0]?.output.find((file) => file.type === 'chunk')
  if (!chunk) throw new Error('The script of the pictures of lists was not built')
  return `list=>{${chunk.code};picture.showList(list)}`
}

/** The script of each list's picture, a file of its own, by the list's route (src/app/first-picture/list-picture.ts). */
const pictureFiles = new Map<string, string>()

const listPictures: Plugin = {
  name: 'list-pictures',
  apply: isConsoleBuild,
  async renderStart() {
    const [{ listPictures: lists }, script] = await Promise.all([
      runModule<typeof import('./src/app/first-picture/draw-lists')>(at('src/app/first-picture/draw-lists.tsx')),
      scriptOfListPicture(),
    ])
    for (const [route, list] of Object.entries(lists)) {
      // A text is parsed faster than the same as a program.
      const source = `(${script})(JSON.parse(${JSON.stringify(JSON.stringify(list))}))`
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      const fileName = `assets/picture-${list.slug}-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
      pictureFiles.set(route, `/${fileName}`)
    }
  },
}

/** First pictures, drawn by the components themselves (src/app/first-picture/draw.tsx), and the script that shows them. */
const firstPictures: Plugin = {
  name: 'first-pictures',
  apply: isConsoleBuild,
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const { drawBaseStyle, drawLogin } = await runModule<typeof import('./src/app/first-picture/draw')>(
        at('src/app/first-picture/draw.tsx'),
      )
      const { code } = await minify(
        'show-login.js',
        `(${showLogin.toString()})(...${JSON.stringify([LOGIN_PICTURE, SIGN_IN_ERROR_PATH, NOT_LOADED])})`,
      )
      return html
        .replace('</head>', () => `${drawBaseStyle()}</head>`)
        .replace(
          '<div id="root"></div>',
          (root) => `${root}<template id="${LOGIN_PICTURE}">${drawLogin(version)}</template><script>${code}</script>`,
        )
    },
  },
}

const startsAhead: Plugin = {
  name: 'starts-ahead',
  apply: isConsoleBuild,
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const filesOf = (modules: readonly string[]) => {
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
        return [...names].filter((name) => !html.includes(name)).map((name) => `/${name}`)
      }
      // Run as they arrive, each in a task of its own, instead of all in the entry's. The page's head asks for them behind its calls.
      const PRELOADS = /<link rel="modulepreload"[^>]* href="([^"]*\.js)">\s*/g
      const first = [...html.matchAll(PRELOADS)].map(([, href]) => href!)
      const { firstCalls: lists } = await runModule<{ firstCalls: FirstCall[] }>(at('src/resources/first-calls.ts'))
      const ahead: Ahead = {
        files: {
          first,
          signedOut: filesOf(FIRST_CODE.signedOut),
          signedIn: filesOf(FIRST_CODE.signedIn),
          at: {
            '/': filesOf(FIRST_CODE.home),
            ...Object.fromEntries(
              lists.map(({ route, resource, isPaged }) => [
                route,
                filesOf([LIST, ...(isPaged ? [PAGED_LIST] : []), `src/resources/${resource}.ts`]),
              ]),
            ),
          },
        },
        lists: Object.fromEntries(
          lists.map(({ route, url, accept }) => [route, { url, accept, picture: pictureFiles.get(route) }]),
        ),
        host: process.env.VITE_API_HOST ?? '',
      }
      const { code } = await minify('head-start.js', `(${headStart.toString()})(${JSON.stringify(ahead)})`)
      return {
        html: html
          .replaceAll(PRELOADS, '')
          .replaceAll(/<link rel="stylesheet"[^>]* href="\/([^"]*\.css)">/g, (_link, file: string) =>
            styleOf(bundle, file),
          ),
        tags: [
          { tag: 'script', injectTo: 'head-prepend', children: code },
          // The first text is drawn in its own font, and laid out once.
          {
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: fontIn(bundle) },
          },
        ],
      }
    },
  },
}

export default defineConfig({
  define: {
    'import.meta.env.VITE_CONSOLE_VERSION': JSON.stringify(version),
  },
  plugins: [
    react(),
    leaveOut,
    compressed,
    listPictures,
    startsAhead,
    firstPictures,
    keepLastBuild({ outDir: at(OUT_DIR), previous: process.env.PREVIOUS_BUILD }),
  ],
  resolve: { alias },
  // Styles without comments and white space, and without those of components that nobody uses.
  oxc: { plugins: { styledComponents: { displayName: false, ssr: false, minify: true, pure: true } } },
  publicDir: false,
  build: {
    outDir: OUT_DIR,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: true,
    // A browser that does not know `modulepreload` loads the same files a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Most of a build's time is the compression of its files: no reason for a warning.
      checks: { bundlerTimings: false },
      // To read a property changes nothing: icons and components that nobody uses go.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          groups: [
            // What the first screen stands on is run a part at a time (startsAhead): typing never waits for the whole.
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
            // A file for each icon that two screens share would cost a request each: they come together.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 4001,
    strictPort: true,
    // The dev server hands the API, the socket and the docs on; cookies keep the console's own origin.
    proxy: {
      '/api': { target: platform, changeOrigin: false, xfwd: true },
      '/files': { target: platform, changeOrigin: false },
      '/docs': { target: platform, changeOrigin: false },
      '/socket.io': { target: platform, ws: true },
    },
  },
})
