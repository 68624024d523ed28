import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { FILE_LIMITS } from '@contract/files'
import type { UploadedFile } from '@contract/http/files'
import { Calls } from '@tests/paths/kit/fake-ports'
import { UNAVAILABLE, UNREACHABLE } from '@tests/paths/kit/samples'
import { samplePdf, samplePng, sampleSvg } from '@tests/kit/sample-files'
import { createUploadImplementations } from './upload.implementations'
import type { SentFile } from './upload.machine'
import { selectUploadView, uploadCommands } from './upload.view'

const STORED: UploadedFile = {
  id: 'file-1',
  content_type: 'image/webp',
  byte_size: 900,
  width: 64,
  height: 64,
  name: 'logo.png',
}
const logo = (name = 'logo.png') => new File([samplePng(64, 64)], name, { type: 'image/png' })
/** Waits until the file was read before it is sent, however many turns of the event loop that takes. */
const settle = async (isDone: () => boolean) => {
  for (let turn = 0; turn < 200 && !isDone(); turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A field with an image, and the server that it uploads to. */
function open(min?: { width: number; height: number }) {
  const calls = new Calls<SentFile, Result<UploadedFile>>()
  const received: (UploadedFile | 'dropped')[] = []
  const lines = new Set<() => void>()
  let progress: (share: number) => void = () => undefined
  const actor = createActor(
    createUploadImplementations({
      send: (sent, signal, onProgress) => {
        progress = onProgress
        return calls.call(sent, signal)
      },
      rule: { visibility: 'public', ...(min && { min }) },
      onLineBack: (listener) => {
        lines.add(listener)
        return () => void lines.delete(listener)
      },
    }),
    { input: { key: 'key' } },
  ).start()
  actor.on('file.stored', ({ file }) => received.push(file))
  actor.on('file.dropped', () => received.push('dropped'))
  const { choose, cancel, retry } = uploadCommands((event) => actor.send(event))
  const view = () => selectUploadView(actor.getSnapshot())
  return {
    calls,
    received,
    lines,
    cancel,
    retry,
    view,
    progress: (share: number) => progress(share),
    choose: async (file: File) => {
      const { made } = calls
      choose(file)
      await settle(() => calls.made > made || view().share === null)
    },
    answer: async (how: Result<UploadedFile>) => {
      calls.answerNext(() => how)
      await settle(() => view().share === null)
    },
    sentAgain: async (times: number) => {
      await settle(() => calls.made === times)
    },
  }
}

test('a file is sent with its progress, and the field receives the id of the stored file', async () => {
  const { choose, answer, progress, view, received } = open()
  const file = logo()
  await choose(file)
  expect(view()).toEqual({ file, share: 0, problem: null, canRetry: false })
  progress(0.5)
  expect(view().share).toBe(0.5)
  await answer(ok(STORED))
  expect(view()).toEqual({ file: null, share: null, problem: null, canRetry: false })
  expect(received).toEqual([STORED])
})

test.each([
  ['a PDF named .png', samplePdf(), /PDF, not an image/],
  ['an SVG named .png', sampleSvg(), /SVG/],
  ['an image of 20,000 × 20,000 pixels', samplePng(8, 8, { width: 20_000, height: 20_000 }), /20,000 × 20,000/],
  ['a file above the limit', new Uint8Array(FILE_LIMITS.bytes + 1), /larger than 10 MB/],
  ['an image below the field’s smallest size', samplePng(64, 64), /at least 600 × 315/],
])('%s is refused before anything is sent', async (_what, bytes, sentence) => {
  const { choose, view, calls, received } = open({ width: 600, height: 315 })
  await choose(new File([bytes], 'logo.png', { type: 'image/png' }))
  expect(view().problem).toMatch(sentence)
  expect(view()).toMatchObject({ file: null, share: null, canRetry: false })
  expect(calls.made).toBe(0)
  // The field keeps its previous value.
  expect(received).toEqual(['dropped'])
})

test('a file that can no longer be read is refused with an instruction', async () => {
  const { choose, view } = open()
  const gone = logo()
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  await choose(gone)
  expect(view().problem).toBe('The file cannot be read. Choose it again.')
})

test('Cancel aborts the call, and its response is ignored', async () => {
  const { choose, cancel, progress, view, calls, received } = open()
  await choose(logo())
  const [call] = calls.inFlight
  cancel()
  expect(call!.isGivenUp()).toBe(true)
  progress(0.9)
  call!.answer(ok(STORED))
  await settle(() => false)
  expect(view()).toEqual({ file: null, share: null, problem: null, canRetry: false })
  expect(received).toEqual(['dropped'])
})

test('another file replaces the one that is being sent, under its own key', async () => {
  const { choose, answer, calls, received } = open()
  await choose(logo('first.png'))
  const [first] = calls.inFlight
  await choose(logo('second.png'))
  expect(first!.isGivenUp()).toBe(true)
  expect(calls.inFlight.map(({ input }) => [input.file.name, input.key])).toEqual([['second.png', 'key.2']])
  await answer(ok(STORED))
  expect(received).toHaveLength(1)
})

test('without a response the same file is sent again with the same key when the connection is back', async () => {
  const { choose, answer, calls, lines, view, sentAgain } = open()
  await choose(logo())
  const { key } = calls.inFlight[0]!.input
  await answer(failed(UNREACHABLE))
  expect(view()).toMatchObject({ canRetry: true, problem: expect.stringContaining('did not answer') })
  for (const line of lines) line()
  await sentAgain(2)
  expect(calls.inFlight[0]!.input.key).toBe(key)
  expect(view()).toMatchObject({ problem: null, share: 0 })
})

test("a failure shows the server's message, and Try again sends the same file", async () => {
  const { choose, answer, retry, view, calls, sentAgain } = open()
  const file = logo()
  await choose(file)
  await answer(failed(UNAVAILABLE))
  expect(view()).toEqual({ file, share: null, problem: 'Not available.', canRetry: true })
  retry()
  await sentAgain(2)
  expect(calls.inFlight[0]!.input.file).toBe(file)
})
