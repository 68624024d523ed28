import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readStartingPage } from './http/console-files'
import { startStarting, type Starting } from './starting'

const PAGE = `<!doctype html><style>p{color:red}</style><script type="application/json">{}</script><script>go()</script>`

describe('the server while it starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-starting-'))
  writeFileSync(join(folder, 'starting.html'), PAGE)
  let starting: Starting | undefined
  const open = async (page = readStartingPage(folder)) => {
    starting = await startStarting({ host: '127.0.0.1', port: 0 }, page)
    return `http://127.0.0.1:${starting.port}`
  }
  afterAll(() => rmSync(folder, { recursive: true }))
  const navigation = { headers: { accept: 'text/html,*/*' } }
  afterEach(async () => {
    await starting?.close()
    starting = undefined
  })

  it('sends its page at every address of the console, with a policy that allows nothing but its own scripts and styles', async () => {
    const base = await open()
    for (const path of ['/', '/users', '/login?to=/users']) {
      const answer = await fetch(base + path, navigation)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).toMatch(/default-src 'none';style-src 'self' 'sha256-[^;]+';script-src 'self' 'sha256-[^;]+';/)
      expect(policy).not.toContain('unsafe')
      expect(await answer.text()).toBe(PAGE)
    }
  })

  it.each([
    ['GET', '/api/v1/users'],
    ['POST', '/api/auth/callback/credentials'],
    ['GET', '/files/1'],
    ['GET', '/assets/a.js'],
    ['GET', '/socket.io/?EIO=4'],
    ['POST', '/users'],
  ])('answers %s %s with 503 and when to try again', async (method, path) => {
    const answer = await fetch((await open()) + path, { ...navigation, method })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    const body = (await answer.json()) as { request_id: string }
    expect(body).toMatchObject({ success: false, code: 'SERVICE_UNAVAILABLE' })
    expect(answer.headers.get('x-request-id')).toBe(body.request_id)
  })

  it('is live, and not ready: it says how far it is', async () => {
    const base = await open()
    const live = await fetch(`${base}/health/live`)
    expect([live.status, await live.json(), live.headers.get('retry-after')]).toEqual([200, { status: 'live' }, null])
    const ready = async () => {
      const answer = await fetch(`${base}/health/ready`)
      return [answer.status, ((await answer.json()) as { progress: unknown }).progress]
    }
    expect(await ready()).toEqual([503, null])
    starting!.tell({ step: 'Writing a year of rounds', share: 0.68 })
    expect(await ready()).toEqual([503, { step: 'Writing a year of rounds', share: 0.68 }])
  })

  it('frees its port, also while somebody is connected', async () => {
    const base = await open()
    await fetch(base, navigation)
    const { port } = starting!
    await starting!.close()
    const next = createServer()
    await new Promise<void>((resolve, reject) => next.once('error', reject).listen(port, '127.0.0.1', resolve))
    expect(next.address()).toMatchObject({ port })
    await new Promise((resolve) => next.close(resolve))
  })

  it('answers calls where the console is not served here', async () => {
    expect(readStartingPage(null)).toBeNull()
    expect((await fetch(await open(null), navigation)).headers.get('content-type')).toMatch(/json/)
  })
})
