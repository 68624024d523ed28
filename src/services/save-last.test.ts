import { expect, it, vi } from 'vitest'
import { createSaveLast } from './save-last'

it('the last write outlives the page, and contains the stored token', () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{}'))
  createSaveLast({ baseUrl: 'https://api.test', token: () => 'a.b.c', fetch })({ palette: 'x' })
  const [url, init] = fetch.mock.calls[0]!
  expect(url).toBe('https://api.test/api/v1/admin/profile/preferences')
  expect(init).toMatchObject({
    method: 'PATCH',
    keepalive: true,
    headers: { Authorization: 'Bearer a.b.c' },
    body: '{"preferences":{"palette":"x"}}',
  })
})

it('without a token nothing is sent, and a failure is ignored', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('offline')))
  createSaveLast({ baseUrl: '', token: () => null, fetch })({ palette: 'x' })
  expect(fetch).not.toHaveBeenCalled()
  createSaveLast({ baseUrl: '', token: () => 'a', fetch })({ palette: 'x' })
  await Promise.resolve()
  expect(fetch).toHaveBeenCalledOnce()
})
