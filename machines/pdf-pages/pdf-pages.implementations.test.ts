import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { OpenPdf, PdfPort, PdfRefusal } from '@ports/pdf'
import { Calls } from '@tests/paths/kit/fake-ports'
import { createPdfPagesImplementations } from './pdf-pages.implementations'
import { pdfPagesCommands, selectPdfPagesView } from './pdf-pages.view'

const CONTENT = new Blob(['%PDF'], { type: 'application/pdf' })
const picture = (of: number) => new Blob([`page ${of}`], { type: 'image/png' })
const settle = () => new Promise((resolve) => setImmediate(resolve))

function start({ load }: { load?: () => Promise<PdfPort> } = {}) {
  const openings = new Calls<Blob, OpenPdf | PdfRefusal>()
  const drawings = new Calls<number, Blob | PdfRefusal>()
  const close = vi.fn<() => void>()
  let lineBack = () => {}
  const library: PdfPort = { openPdf: (content, signal) => openings.call(content, signal) }
  const actor = createActor(
    createPdfPagesImplementations({
      load: load ?? (async () => library),
      onLineBack: (listener) => {
        lineBack = listener
        return () => undefined
      },
    }),
  ).start()
  return {
    openings,
    drawings,
    close,
    library,
    lineIsBack: () => lineBack(),
    file: (count: number): OpenPdf => ({ count, draw: (place, signal) => drawings.call(place, signal), close }),
    opened: async (answer: OpenPdf | PdfRefusal) => {
      await settle()
      openings.answerNext(() => answer)
      await settle()
    },
    drawn: async (answer: Blob | PdfRefusal) => {
      drawings.answerNext(() => answer)
      await settle()
    },
    view: () => selectPdfPagesView(actor.getSnapshot()),
    ...pdfPagesCommands((event) => actor.send(event)),
  }
}

test('a page is drawn once the file is open, and another one when the person turns to it', async () => {
  const { open, opened, drawn, turnTo, view, file, drawings } = start()
  open(CONTENT)
  expect(view()).toMatchObject({ state: 'opening', count: 0, image: null })
  await opened(file(3))
  expect(view()).toMatchObject({ state: 'drawing', count: 3, place: 0 })
  const first = picture(0)
  await drawn(first)
  expect(view()).toEqual({ state: 'shown', image: first, refusal: null, place: 0, count: 3 })
  turnTo(2)
  expect(view()).toMatchObject({ state: 'drawing', image: null, place: 2 })
  await drawn(picture(2))
  for (const place of [2, 3, -1]) turnTo(place)
  expect(view()).toMatchObject({ state: 'shown', place: 2 })
  expect(drawings.made).toBe(2)
})

test('the picture of a page that the person has turned from is dropped', async () => {
  const { open, opened, turnTo, view, file, drawings } = start()
  open(CONTENT)
  await opened(file(2))
  const [late] = drawings.inFlight
  turnTo(1)
  expect(late!.isGivenUp()).toBe(true)
  late!.answer(picture(0))
  await settle()
  expect(view()).toMatchObject({ state: 'drawing', image: null, place: 1 })
})

test('leaving closes the file, also one that opens late, and removes the picture', async () => {
  const { open, leave, opened, drawn, view, file, close, openings } = start()
  open(CONTENT)
  await settle()
  const [late] = openings.inFlight
  leave()
  expect([view().state, late!.isGivenUp()]).toEqual(['absent', true])
  late!.answer(file(1))
  await settle()
  expect(close).toHaveBeenCalledTimes(1)
  open(CONTENT)
  await opened(file(2))
  await drawn(picture(0))
  leave()
  expect(close).toHaveBeenCalledTimes(2)
  expect(view()).toEqual({ state: 'absent', image: null, refusal: null, place: 0, count: 0 })
})

test.each<[PdfRefusal, string]>([
  ['locked', 'encrypted'],
  ['broken', 'damaged'],
  ['long', 'tooLong'],
  ['slow', 'tooSlow'],
  ['unreadable', 'unsupported'],
])('a file that is %s is not shown, and not opened again', async (refusal, state) => {
  const { open, opened, retry, turnTo, view, openings } = start()
  open(CONTENT)
  await opened(refusal)
  expect(view()).toEqual({ state, image: null, refusal, place: 0, count: 0 })
  retry()
  turnTo(1)
  open(CONTENT)
  await settle()
  expect(openings.made).toBe(1)
})

test.each<[PdfRefusal, string, PdfRefusal]>([
  ['slow', 'pageTooSlow', 'slow'],
  ['unreadable', 'pageUnreadable', 'unreadable'],
  ['broken', 'pageUnreadable', 'unreadable'],
])('a page that is %s is not shown; the others are', async (answer, state, refusal) => {
  const { open, opened, drawn, turnTo, view, file } = start()
  open(CONTENT)
  await opened(file(2))
  await drawn(answer)
  expect(view()).toMatchObject({ state, refusal, place: 0, count: 2 })
  turnTo(1)
  await drawn(picture(1))
  expect(view()).toMatchObject({ state: 'shown', refusal: null, place: 1 })
})

test('without the code it says so, and loads it on request or once the connection is back', async () => {
  let isMissing = true
  const parts: { library?: PdfPort } = {}
  const on = start({ load: async () => (isMissing ? Promise.reject(new TypeError('offline')) : parts.library!) })
  parts.library = on.library
  on.open(CONTENT)
  await settle()
  expect(on.view()).toMatchObject({ state: 'notLoaded', refusal: 'unloaded' })
  on.retry()
  await settle()
  expect(on.view().state).toBe('notLoaded')
  isMissing = false
  on.lineIsBack()
  await on.opened(on.file(1))
  expect(on.view()).toMatchObject({ state: 'drawing', count: 1 })
})

test('a library that fails unexpectedly is a refusal', async () => {
  const failing: PdfPort = { openPdf: () => Promise.reject(new Error('worker')) }
  const { open, view } = start({ load: async () => failing })
  open(CONTENT)
  await settle()
  expect(view()).toMatchObject({ state: 'unsupported', refusal: 'unreadable' })
})
