// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { createPartImporter } from './import-part'

const OFFLINE = new TypeError('Failed to fetch')
const PART = 'assets/Part-1.js'
const SHARED = 'assets/shared-2.js'
const at = (file: string) => `https://console.example/${file}`
const script = (status = 200, type = 'text/javascript') =>
  new Response('export {}', { status, headers: { 'content-type': type } })

function importer(requested: readonly string[] = []) {
  const fetch = vi.fn<(url: string) => Promise<Response>>(async () => script())
  const load = vi.fn<() => Promise<string>>(async () => 'module')
  const importPart = createPartImporter({ fetch, requested, base: 'https://console.example/users?page=2' })
  return { fetch, load, importPart, fetched: () => fetch.mock.calls.map(([url]) => url) }
}

it('imports a part once all of its files have arrived, and asks for each file once', async () => {
  const { fetch, load, importPart, fetched } = importer([at('assets/entry.js')])
  let arrive = (_answer: Response) => {}
  fetch.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)))
  const files = [PART, SHARED, 'assets/entry.js', 'assets/entry.css']
  const importing = [importPart(load, files), importPart(load, files)]
  await new Promise((resolve) => setTimeout(resolve))
  expect(load).not.toHaveBeenCalled()
  arrive(script())
  expect(await Promise.all(importing)).toEqual(['module', 'module'])
  expect(fetched()).toEqual([at(PART), at(SHARED)])
  await importPart(load, ['assets/Other-3.js', SHARED])
  expect(fetched()).toEqual([at(PART), at(SHARED), at('assets/Other-3.js')])
})

it.each<[string, () => Promise<Response>]>([
  ['the network is lost', () => Promise.reject(OFFLINE)],
  ['a file is missing', async () => script(404)],
  ['something else is sent in its place', async () => script(200, 'text/html')],
  [
    'the connection breaks in the middle of a file',
    async () => {
      const broken = new ReadableStream({ pull: (stream) => stream.error(OFFLINE) })
      return new Response(broken, { headers: { 'content-type': 'text/javascript' } })
    },
  ],
])('imports nothing while %s, for the browser would remember it; the next call tries again', async (_, fails) => {
  const { fetch, load, importPart, fetched } = importer()
  fetch.mockImplementation(async (url) => (url === at(SHARED) ? fails() : script()))
  await expect(importPart(load, [PART, SHARED])).rejects.toThrow(TypeError)
  expect(load).not.toHaveBeenCalled()
  fetch.mockImplementation(async () => script())
  expect(await importPart(load, [PART, SHARED])).toBe('module')
  // Only the file that had not arrived is requested again.
  expect(fetched()).toEqual([at(PART), at(SHARED), at(SHARED)])
})

it('passes on the error of an import', async () => {
  const { load, importPart } = importer()
  load.mockRejectedValueOnce(new Error('The module threw'))
  await expect(importPart(load, [PART])).rejects.toThrow('The module threw')
  expect(await importPart(load, [PART])).toBe('module')
})
