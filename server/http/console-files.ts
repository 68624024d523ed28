/**
 * Serves the built console: hashed files are cached forever, pages never. Each list has its own page (`/users` is users.html);
 * every other route of the console is served with index.html.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import staticFiles, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const FOREVER = 'public, max-age=31536000, immutable'
const FRESH = 'no-cache'
/** Paths for which, with everything below them, the page is never sent: a missing script must not be answered with HTML. */
const RESERVED = /^\/(?:api|assets|docs|files|health|socket\.io)(?:[/?#]|$)/

/** A path that ends like a file's, or contains `..`: the response is that file or an error, never the page. */
const FILE = /\.[a-z0-9]+(?:\?|$)|\.\.|%2[ef]/i

export interface ConsoleFiles {
  /** CSP sources of the page's inline scripts, by hash. */
  readonly scriptHashes: readonly string[]
  /** Registers the files. */
  mount(app: FastifyInstance): Promise<void>
  /** Sends the page where the request is a navigation to one of the console's routes. @returns whether it did */
  sendPage(request: FastifyRequest, reply: FastifyReply): boolean
}

/** Data in a page (`type="application/json"`) is not executed and needs no permission. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1]!,
  )

/** A page in each form in which it is sent, the smallest first. Every visit begins with one: the build has compressed them. */
function formsOf(file: string) {
  const read = (encoding: 'br' | 'gzip' | null, ending = '') =>
    existsSync(file + ending) ? [{ encoding, body: readFileSync(file + ending) }] : []
  return [...read('br', '.br'), ...read('gzip', '.gz'), ...read(null)]
}

const INDEX = '/index'

/** Sent until the database is open (starting.ts), and by no route of the console: it reloads itself once the server is ready. */
const STARTING = 'starting.html'

/** @returns the forms of each page, by its route */
function readPages(folder: string): Map<string, ReturnType<typeof formsOf>> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && name !== STARTING,
  )
  return new Map(
    files.map((name) => [`/${name.replaceAll('\\', '/').slice(0, -'.html'.length)}`, formsOf(join(folder, name))]),
  )
}

/** @returns whether a client accepts an encoding. @param accepted its Accept-Encoding */
const takes = (accepted: string | undefined, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted ?? '')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Whether a request is a browser's navigation to a route of the console; or comes from whoever takes anything, at an address that is no file's. */
export function isNavigation({
  method,
  url = '/',
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || RESERVED.test(url)) return false
  const accepted = headers.accept ?? '*/*'
  return accepted.includes('text/html') || (accepted.includes('*/*') && !FILE.test(url))
}

export interface StartingPage {
  readonly html: string
  /** CSP sources of its inline scripts and style sheets. */
  readonly scriptHashes: readonly string[]
  readonly styleHashes: readonly string[]
}

/** @returns the page for the time until the server is ready; null where the console is not built, or served elsewhere */
export function readStartingPage(folder: string | null): StartingPage | null {
  const file = folder === null ? null : join(folder, STARTING)
  if (file === null || !existsSync(file)) return null
  const html = readFileSync(file, 'utf8')
  return {
    html,
    scriptHashes: inlineScripts(html).map(hashOf),
    styleHashes: [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => hashOf(text!)),
  }
}

/** @param folder of the built console; null where it is not built, or served elsewhere */
export function createConsoleFiles(folder: string | null): ConsoleFiles {
  const pages = folder && existsSync(join(folder, 'index.html')) ? readPages(folder) : null
  const scripts = [...(pages?.values() ?? [])].flatMap((forms) => inlineScripts(forms.at(-1)!.body.toString()))
  return {
    scriptHashes: [...new Set(scripts)].map(hashOf),
    async mount(app) {
      if (!folder || !pages) return
      const serve = (more: FastifyStaticOptions, cacheControl: string) =>
        app.register(staticFiles, {
          preCompressed: true,
          index: false,
          decorateReply: false,
          cacheControl: false,
          setHeaders: (reply) => void reply.header('cache-control', cacheControl),
          ...more,
        })
      // Every other address may be a route of the console, so each file beside the assets is listed. The assets are a
      // thousand, and nothing else is below their path: listing them took a tenth of the server's start.
      await serve({ root: folder, wildcard: false, globIgnore: ['assets/**', `${STARTING}*`] }, FRESH)
      await serve(
        { root: join(folder, 'assets'), prefix: '/assets/', allowedPath: (path) => !path.endsWith('/') },
        FOREVER,
      )
    },
    sendPage(request, reply) {
      if (!pages || !isNavigation(request)) return false
      const forms = pages.get(request.url.split(/[?#]/, 1)[0]!) ?? pages.get(INDEX)!
      const { encoding, body } = forms.find(
        (form) => form.encoding === null || takes(request.headers['accept-encoding'], form.encoding),
      )!
      if (encoding) void reply.header('content-encoding', encoding)
      void reply
        .header('cache-control', FRESH)
        .header('vary', 'accept-encoding')
        .type('text/html; charset=utf-8')
        .send(body)
      return true
    },
  }
}
