/**
 * The pages of the built console: index.html for any address, and a page for each list (users.html for `/users`), which
 * contains the first call and the picture of the list. Each page starts its calls before the code of the console is
 * loaded (src/app/first-picture).
 */
import { readFileSync } from 'node:fs'
import { build, minify, type Plugin, type Rolldown } from 'vite'
import {
  ASK_AGAIN_MS,
  followStart,
  headStart,
  IN_PAGE,
  NOT_LOADED,
  PICTURE_PATIENCE_MS,
  showLogin,
  startEntry,
  type Ahead,
} from '../src/app/first-picture/in-page.ts'
import { SIGN_IN_ERROR_PATH } from '../src/app/paths.ts'
import type { FirstCall } from '../src/resources/first-calls'
import { filesWith, FIRST_CODE } from './chunks.ts'
import { alias, at, isConsoleBuild, runModule } from './paths.ts'

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

/** Answers how far the server's start is, and that it is ready (src/contract/http/health.ts). */
const READY_PATH = '/health/ready'

/** File name of the font of nearly all text (design-system/theme/fonts.css). */
const FIRST_FONT = /inter-latin-opsz-normal-.*\.woff2$/

function fontIn(bundle: Rolldown.OutputBundle): string {
  const font = Object.keys(bundle).find((name) => FIRST_FONT.test(name))
  if (!font) throw new Error('The font of the first text is not in the build')
  return `/${font}`
}

/** @returns the page's small style sheet inline: a separate file would take a connection and delay the first frame */
function styleOf(bundle: Rolldown.OutputBundle, file: string): string {
  const found = bundle[file]
  if (found?.type !== 'asset') throw new Error(`${file} is not in the build`)
  return `<style>${String(found.source).trim()}</style>`
}

/** Data for an inline script. It is not executed, so the content security policy does not need to allow it. */
const dataIn = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

const templateOf = (id: string, markup: string) => `<template id="${id}">${markup}</template>`

/** @returns a script that calls the functions, which must not have imports */
async function scriptOf(...calls: [run: (...args: never[]) => void, ...args: unknown[]][]): Promise<string> {
  const { code } = await minify(
    'in-page.js',
    calls.map(([run, ...args]) => `(${run.toString()})(${args.map((arg) => JSON.stringify(arg)).join(',')})`).join(';'),
  )
  return code
}

/** @returns the script that shows the picture of a list (list-picture.ts) */
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
  return chunk.code
}

/** The additional content of a list's page is inserted after this element. */
const ROOT = '<div id="root"></div>'
const ENTRY = /<script type="module"[^>]* src="([^"]*\.js)"><\/script>\s*/
const PRELOADS = /<link rel="modulepreload"[^>]* href="([^"]*\.js)">\s*/g
const ENTRY_OF_SOURCE = /<script type="module"[^>]*><\/script>/
const NEEDS_SCRIPT = /<noscript>[^<]*<\/noscript>/
const STYLES = /<link rel="stylesheet"[^>]* href="\/([^"]*\.css)">/g

/** @returns the requests that index.html and the page of each list make before their scripts are loaded */
async function aheadOf(
  html: string,
  bundle: Rolldown.OutputBundle,
): Promise<{ index: Ahead; lists: Map<string, Ahead> }> {
  const entry = ENTRY.exec(html)?.[1]
  if (!entry) throw new Error('The page has no entry')
  const first = [...html.matchAll(PRELOADS)].map(([, href]) => href!)
  const filesOf = (modules: readonly string[]) => filesWith(modules, bundle, new Set([entry, ...first]))
  const common = {
    files: {
      first,
      entry,
      signedOut: filesOf(FIRST_CODE.signedOut),
      signedIn: filesOf(FIRST_CODE.signedIn),
      at: {},
    },
    lists: {},
    host: process.env.VITE_API_HOST ?? '',
  } satisfies Ahead
  const { firstCalls } = await runModule<{ firstCalls: FirstCall[] }>(at('src/resources/first-calls.ts'))
  const listed = firstCalls.map(({ route, resource, url, accept, isPaged }): [string, Ahead] => [
    route,
    {
      ...common,
      files: { ...common.files, at: { [route]: filesOf(FIRST_CODE.list(resource, isPaged)) } },
      lists: { [route]: { url, accept } },
    },
  ])
  return {
    index: { ...common, files: { ...common.files, at: { '/': filesOf(FIRST_CODE.home) } } },
    lists: new Map(listed),
  }
}

/** @returns the templates and the script of each list's picture, by route */
async function picturesOfLists(): Promise<Map<string, string>> {
  const [{ drawnLists }, script] = await Promise.all([
    runModule<typeof import('../src/app/first-picture/draw-lists')>(at('src/app/first-picture/draw-lists.tsx')),
    scriptOfListPicture(),
  ])
  return new Map(
    Object.entries(drawnLists).map(([route, { parts, list }]) => [
      route,
      [
        ...Object.entries(parts).map(([part, markup]) =>
          templateOf(IN_PAGE.listParts[part as keyof typeof parts], markup),
        ),
        dataIn(IN_PAGE.list, list),
        `<script>${script}</script>`,
      ].join(''),
    ]),
  )
}

/** @returns the page of a server that starts, which needs no other file (server/starting.ts) */
async function startingPage(): Promise<string> {
  const { drawBaseStyle, drawStarting } = await runModule<typeof import('../src/app/first-picture/draw')>(
    at('src/app/first-picture/draw.tsx'),
  )
  const { style, markup } = drawStarting(version)
  const script = await scriptOf([followStart, READY_PATH, ASK_AGAIN_MS])
  return readFileSync(at('index.html'), 'utf8')
    .replace('</head>', (tag) => `${drawBaseStyle()}${style}${tag}`)
    .replace(ROOT, () => markup)
    .replace(NEEDS_SCRIPT, '<noscript>Reload this page in a minute.</noscript>')
    .replace(ENTRY_OF_SOURCE, () => `<script>${script}</script>`)
}

/** @returns the plugin that creates the pages from index.html */
export function pages(): Plugin {
  let ahead: Awaited<ReturnType<typeof aheadOf>>
  return {
    name: 'pages',
    apply: isConsoleBuild,
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        ahead = await aheadOf(html, bundle)
        const { drawBaseStyle, drawLogin } = await runModule<typeof import('../src/app/first-picture/draw')>(
          at('src/app/first-picture/draw.tsx'),
        )
        const head = await scriptOf([headStart, IN_PAGE.ahead])
        const body = await scriptOf(
          [showLogin, IN_PAGE.login, SIGN_IN_ERROR_PATH, NOT_LOADED],
          [startEntry, IN_PAGE.ahead, PICTURE_PATIENCE_MS],
        )
        // The font is loaded before the first text is laid out, so that it is laid out only once.
        const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fontIn(bundle)}">`
        return html
          .replace(ENTRY, '')
          .replaceAll(PRELOADS, '')
          .replaceAll(STYLES, (_link, file: string) => styleOf(bundle, file))
          .replace('<head>', (tag) => `${tag}${dataIn(IN_PAGE.ahead, ahead.index)}<script>${head}</script>`)
          .replace('</head>', (tag) => `${font}${drawBaseStyle()}${tag}`)
          .replace(ROOT, (root) => `${root}${templateOf(IN_PAGE.login, drawLogin(version))}<script>${body}</script>`)
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('index.html is not in the build')
        const html = String(index.source)
        this.emitFile({ type: 'asset', fileName: 'starting.html', source: await startingPage() })
        const pictures = await picturesOfLists()
        for (const [route, listed] of ahead.lists)
          this.emitFile({
            type: 'asset',
            fileName: `${route.slice(1)}.html`,
            source: html
              .replace(dataIn(IN_PAGE.ahead, ahead.index), () => dataIn(IN_PAGE.ahead, listed))
              .replace(ROOT, (root) => `${root}${pictures.get(route) ?? ''}`),
          })
      },
    },
  }
}
