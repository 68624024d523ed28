import { expect, it, vi } from 'vitest'
import { ok } from '@contract/errors'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { createFetchTransport } from '@services/fetch-transport'
import type { WriteTransport } from '@services/transport'
import { createDeferredWrites } from './deferred-writes'

const ANSWER = ok({ method: 'POST', status: 200, headers: {}, data: '' })
const REQUEST = { method: 'POST', path: '/api/v1/things', headers: {} }
const NO_FETCH = { text: () => Promise.reject(new Error('the code is there')) }
const loaded = () => ({ text: vi.fn<WriteTransport['text']>(async () => ANSWER) })

it('loads the code once: with the first write, or earlier if a write will follow', async () => {
  const load = vi.fn<() => Promise<WriteTransport>>(async () => loaded())
  const writes = createDeferredWrites(lazyModule(load), NO_FETCH)
  expect(load).not.toHaveBeenCalled()
  writes.prepare()
  expect(load).toHaveBeenCalledOnce()
  expect(await Promise.all([writes.text(REQUEST), writes.text(REQUEST)])).toEqual([ANSWER, ANSWER])
  expect(load).toHaveBeenCalledOnce()
})

it('sends writes with fetch while the code cannot be loaded', async () => {
  const load = vi.fn<() => Promise<WriteTransport>>().mockRejectedValue(new TypeError('gone'))
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('saved'))
  const writes = createDeferredWrites(lazyModule(load), createFetchTransport({ baseUrl: 'https://api.example', fetch }))
  for (const body of [{ name: 'Ελένη' }, new Blob(['bytes'], { type: 'image/png' }), undefined]) {
    expect(await writes.text({ ...REQUEST, body })).toMatchObject({ ok: true, value: { status: 200, data: 'saved' } })
    const [url, sent] = fetch.mock.lastCall!
    const { method, headers } = new Request(url as string, sent)
    expect([url, method, headers.get('content-type')]).toEqual([
      'https://api.example/api/v1/things',
      'POST',
      body === undefined ? null : body instanceof Blob ? 'image/png' : 'application/json',
    ])
    const text = await new Request(url as string, sent).text()
    expect(text).toBe(body instanceof Blob ? 'bytes' : (JSON.stringify(body) ?? ''))
  }
})

it('treats a write as not sent if there is neither the code nor a connection', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn<() => Promise<WriteTransport>>().mockRejectedValue(new TypeError('gone'))
  const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('offline'))
  const writes = createDeferredWrites(lazyModule(load), createFetchTransport({ baseUrl: '', fetch }))
  expect(await writes.text({ ...REQUEST, body: {} })).toMatchObject({
    ok: false,
    error: { kind: 'network', message: expect.stringContaining('Nothing was changed') as string },
  })
  vi.unstubAllGlobals()
})

it('sends nothing for a caller that aborted while the code was loading', async () => {
  const transport = loaded()
  const writes = createDeferredWrites(
    lazyModule(async () => transport),
    NO_FETCH,
  )
  const leaving = new AbortController()
  const answer = writes.text({ ...REQUEST, signal: leaving.signal })
  leaving.abort()
  expect(await answer).toMatchObject({ ok: false, error: { kind: 'aborted' } })
  expect(transport.text).not.toHaveBeenCalled()
})
