import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type PitbossServer } from '@server/server'
import type { Db } from '@server/platform/ports/db'
import { openPgliteCopy } from '@tests/kit/shared-databases'

const HTML = { accept: 'text/html' }
const SCRIPT = 'document.documentElement.dataset.theme = "dark"'
const OF_LISTS = 'showList()'

describe('the built console', () => {
  let folder: string
  let db: Db
  let platform: PitbossServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pitboss-console-'))
    mkdirSync(join(folder, 'assets'))
    mkdirSync(join(folder, 'seo'))
    const page = `<!doctype html><script>${SCRIPT}</script><script type="module" src="/assets/a1.js"></script>`
    for (const [name, html] of Object.entries({
      'index.html': page,
      'users.html': `${page}<script type="application/json">{}</script><script>${OF_LISTS}</script>`,
      'seo/games.html': `${page}<script>${OF_LISTS}</script>`,
    })) {
      writeFileSync(join(folder, name), html)
      writeFileSync(join(folder, `${name}.gz`), gzipSync(html))
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(html))
    }
    writeFileSync(join(folder, 'assets/a1.js'), 'export {}')
    writeFileSync(join(folder, 'assets/a1.js.gz'), gzipSync('export {}'))
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
    db = await openPgliteCopy({ demo: null })
    platform = await createServer({ db, secrets: { session: 'x'.repeat(32) }, demo: true, consoleDir: folder })
  })
  afterAll(async () => {
    await platform.close()
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => platform.http.inject({ url, headers })

  it.each(['/', '/login', '/users/abc/information', '/permission/permission-set?x=1', '/apiary'])(
    'is the response to a navigation to %s',
    async (url) => {
      const answer = await get(url, HTML)
      expect([answer.statusCode, answer.headers['cache-control'], answer.payload.startsWith('<!doctype')]).toEqual([
        200,
        'no-cache',
        true,
      ])
    },
  )

  it.each([
    ['/api/v1/nothing', 401],
    ['/socket.io', 404],
    ['/docs/nothing', 404],
    ['/assets/', 404],
    ['/assets/fonts/', 404],
    ['/assets/..%2findex.html', 404],
    ['/api', 404],
    ['/health', 404],
    ['/api#x', 404],
  ])('is not answered at %s', async (url, status) => {
    const answer = await get(url, HTML)
    expect([answer.statusCode, answer.payload.includes('<!doctype html><script>')]).toEqual([status, false])
  })

  it('is not the response for a missing asset, whatever the request accepts: a page in place of a script would fail as a script', async () => {
    for (const headers of [{}, HTML, { accept: '*/*' }]) {
      const answer = await get('/assets/missing-a1b2c3.js', headers)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
      expect(answer.json<{ success: boolean }>().success).toBe(false)
    }
    expect((await get('/assets', HTML)).statusCode).toBe(404)
  })

  it('is not the response to a request that is not a navigation', async () => {
    expect((await get('/assets/missing.js')).statusCode).toBe(404)
    expect((await platform.http.inject({ method: 'POST', url: '/login', headers: HTML })).statusCode).toBe(404)
  })

  it.each(['/', '/users', '/assets/a1.js'])('responds to HEAD %s with the headers of GET and no body', async (url) => {
    const [head, page] = await Promise.all(
      (['HEAD', 'GET'] as const).map((method) => platform.http.inject({ method, url })),
    )
    expect([head!.statusCode, head!.payload]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy'])
      expect(head!.headers[name], name).toBe(page!.headers[name])
  })

  it('responds to HEAD of the health checks', async () => {
    for (const url of ['/health/live', '/health/ready']) {
      const answer = await platform.http.inject({ method: 'HEAD', url })
      expect([answer.statusCode, answer.payload, answer.headers['cache-control']], url).toEqual([200, '', 'no-store'])
    }
  })

  it('serves hashed files as immutable, and in their compressed form where one exists', async () => {
    const plain = await get('/assets/a1.js')
    expect([plain.statusCode, plain.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    const packed = await get('/assets/a1.js', { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('sends the page compressed to a client that takes %s', async (accepted, encoding, unpack) => {
    const answer = await get('/login', { ...HTML, 'accept-encoding': accepted })
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding'])
    expect(unpack(answer.rawPayload).toString()).toBe((await get('/login', HTML)).payload)
  })

  it.each([undefined, 'identity', 'br;q=0'])(
    'sends the page uncompressed to a client with Accept-Encoding %s',
    async (accepted) => {
      const answer = await get('/login', { ...HTML, ...(accepted && { 'accept-encoding': accepted }) })
      expect([answer.headers['content-encoding'], answer.payload.startsWith('<!doctype html>')]).toEqual([
        undefined,
        true,
      ])
    },
  )

  it.each([
    ['/users', true],
    ['/users?q=ada', true],
    ['/seo/games', true],
    ['/users/abc/information', false],
    ['/seo', false],
    ['/index', false],
  ])('answers a navigation to %s with the page of a list: %s', async (url, isOfList) => {
    expect((await get(url, HTML)).payload.includes(OF_LISTS)).toBe(isOfList)
  })

  it('runs the inline scripts of its pages by hash, each once, and no other; data is none', async () => {
    const policy = String((await get('/', HTML)).headers['content-security-policy'])
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const sources = /script-src ([^;]*)/.exec(policy)![1]!.split(' ')
    expect(sources.toSorted()).toEqual(["'self'", hash(SCRIPT), hash(OF_LISTS)].toSorted())
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  })

  it('serves no file outside its folder', async () => {
    for (const url of ['/..%2f..%2fetc%2fpasswd', '/%2e%2e/package.json']) expect((await get(url)).statusCode).toBe(404)
    // The client has resolved this address to /etc/passwd: an unknown route of the console, and not a file.
    expect((await get('/assets/../../etc/passwd')).body).toBe((await get('/')).body)
  })

  it('sends the page to a browser for an address that cannot be parsed, and an error to other clients', async () => {
    const page = await get('/users/%E0%A4%A', HTML)
    expect([page.statusCode, page.headers.location]).toEqual([302, '/404'])
    const told = await get('/api/v1/users/%E0%A4%A')
    expect([told.statusCode, told.json<{ success: boolean; code: string }>().code]).toEqual([400, 'MALFORMED'])
  })
})
