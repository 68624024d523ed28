import { expect, it, vi } from 'vitest'
import { ok } from '@contract/errors'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import type { WriteTransport } from '@services/transport'
import { createDeferredWrites } from './deferred-writes'

const ANSWER = ok({ method: 'POST', status: 200, headers: {}, data: '' })
const REQUEST = { method: 'POST', path: '/api/v1/things', headers: {} }
const loaded = () => ({ text: vi.fn<WriteTransport['text']>(async () => ANSWER) })

it('loads the code once: with the first write, or earlier if a write will follow', async () => {
  const load = vi.fn<() => Promise<WriteTransport>>(async () => loaded())
  const writes = createDeferredWrites(lazyModule(load))
  expect(load).not.toHaveBeenCalled()
  writes.prepare()
  expect(load).toHaveBeenCalledOnce()
  expect(await Promise.all([writes.text(REQUEST), writes.text(REQUEST)])).toEqual([ANSWER, ANSWER])
  expect(load).toHaveBeenCalledOnce()
})

it('treats a write whose code cannot be loaded as not sent, and tries again with the next one', async () => {
  const load = vi.fn<() => Promise<WriteTransport>>(async () => loaded()).mockRejectedValueOnce(new TypeError('gone'))
  const writes = createDeferredWrites(lazyModule(load))
  expect(await writes.text(REQUEST)).toMatchObject({
    ok: false,
    error: { kind: 'network', message: expect.stringContaining('Nothing was changed') as string },
  })
  expect(await writes.text(REQUEST)).toEqual(ANSWER)
})

it('sends nothing for a caller that aborted while the code was loading', async () => {
  const transport = loaded()
  const writes = createDeferredWrites(lazyModule(async () => transport))
  const leaving = new AbortController()
  const answer = writes.text({ ...REQUEST, signal: leaving.signal })
  leaving.abort()
  expect(await answer).toMatchObject({ ok: false, error: { kind: 'aborted' } })
  expect(transport.text).not.toHaveBeenCalled()
})
