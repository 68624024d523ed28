import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['', '/files/a?size=thumb'],
  ['https://api.example', 'https://api.example/files/a?size=thumb'],
  ['https://api.example/', 'https://api.example/files/a?size=thumb'],
])('images are loaded from the host of the API: %o', async (host, address) => {
  vi.stubEnv('VITE_API_HOST', host)
  const { imageUrl } = await import('./image-url')
  expect(imageUrl('a', 'thumb')).toBe(address)
})
