import { expect, it, vi } from 'vitest'
import { ok } from '@contract/errors'
import type { IdentityPort } from '@ports/api'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { createDeferredRemote } from './deferred-remote'
import type { Remote } from '@services/remote'

const remote = () =>
  ({
    identity: {
      readAccess: vi.fn<IdentityPort['readAccess']>(async () => ok({ accessible_pages: ['*'], permissions: [] })),
    },
  }) as unknown as Remote
const signal = new AbortController().signal

it('loads the code with the first call, once', async () => {
  const load = vi.fn<() => Promise<Remote>>(async () => remote())
  const lazy = createDeferredRemote(lazyModule(load))
  expect(load).not.toHaveBeenCalled()
  const answers = await Promise.all([lazy.identity.readAccess(signal), lazy.identity.readAccess(signal)])
  expect(answers).toEqual([
    ok({ accessible_pages: ['*'], permissions: [] }),
    ok({ accessible_pages: ['*'], permissions: [] }),
  ])
  expect(load).toHaveBeenCalledOnce()
})

it('treats a call as unreachable if the code cannot be loaded, and tries again with the next call', async () => {
  const load = vi
    .fn<() => Promise<Remote>>(async () => remote())
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const lazy = createDeferredRemote(lazyModule(load))
  expect(await lazy.identity.readAccess(signal)).toMatchObject({ ok: false, error: { kind: 'network' } })
  expect(await lazy.identity.readAccess(signal)).toMatchObject({ ok: true })
})
