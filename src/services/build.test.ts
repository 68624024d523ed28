import { expect, it, vi } from 'vitest'
import { ok } from '@contract/errors'
import { createBuild, ownBuild } from './build'

const { signal } = new AbortController()
const answering = (body: string, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(body, { status, headers: { 'content-type': 'application/json' } }))
const build = (own: string | null, fetch: typeof globalThis.fetch) =>
  createBuild({ own, fetch, reload: () => undefined })

it("compares the build of the page with the server's current build", async () => {
  expect(await build('a1', answering('{"build":"b2"}')).isOutdated(signal)).toEqual(ok(true))
  expect(await build('a1', answering('{"build":"a1"}')).isOutdated(signal)).toEqual(ok(false))
})

it('bypasses every cache', async () => {
  const fetch = answering('{"build":"a1"}')
  await build('a1', fetch).isOutdated(signal)
  expect(fetch.mock.calls).toEqual([['/build.json', { cache: 'no-store', signal }]])
})

it.each([
  ['an unreachable server', vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('Failed to fetch')))],
  ['a page instead of the file', answering('<!doctype html>')],
  ['an error', answering('{"success":false}', 404)],
  ['a file of another kind', answering('{"build":7}')],
])('returns a failure after %s', async (_what, fetch) => {
  expect(await build('a1', fetch).isOutdated(signal)).toMatchObject({ ok: false, error: { kind: 'network' } })
})

it('sends no request if the page names no build, for example from a development server', async () => {
  const fetch = answering('{"build":"b2"}')
  expect(await build(null, fetch).isOutdated(signal)).toEqual(ok(false))
  expect(fetch).not.toHaveBeenCalled()
})

it('finds the build in the head of the page', () => {
  const page = (content: string | null) =>
    ({ querySelector: (of: string) => (of === 'meta[name="build"]' && content !== null ? { content } : null) }) as never
  expect([ownBuild(page('a1')), ownBuild(page(null))]).toEqual(['a1', null])
})
