/**
 * The pages of one PDF, of which one is shown at a time. The file is open, with a worker of its own, only in the states
 * below `open`: leaving them closes it. The open file is in the implementations; the context has its number of pages and
 * the picture of one page.
 *
 * Lock: while a file is open, another one cannot be opened; leave it first. Race: turning to another page ends the
 * drawing of the last one, whose picture is dropped.
 */
import { assign, setup } from 'xstate'
import type { PdfRefusal } from '@ports/pdf'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface PdfPagesContext {
  /** The file; null before the first one. */
  content: Blob | null
  /** Number of pages; 0 until the file is open. */
  count: number
  /** The page that is shown or being drawn, the first is 0. */
  place: number
  /** The picture of the page. Valid in `shown`. */
  image: Blob | null
}
export type PdfPagesEvent =
  | { type: 'pdf.open'; content: Blob }
  /** The file is no longer shown. */
  | { type: 'pdf.leave' }
  | { type: 'pdf.opened'; count: number }
  | { type: 'pdf.refused'; refusal: PdfRefusal }
  | { type: 'pdf.retry' }
  | { type: 'page.turn'; place: number }
  | { type: 'line.back' }

const isRefused = (_: unknown, { refusal, as }: { refusal: PdfRefusal; as: PdfRefusal }) => refusal === as

export const pdfPagesMachine = setup({
  types: { context: {} as PdfPagesContext, events: {} as PdfPagesEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    /** Opens the file, and closes it when it is stopped. Sends `pdf.opened` or `pdf.refused`. */
    openFile: feedNotProvided<PdfPagesEvent, { content: Blob }>('openFile'),
    /** @returns the picture of a page, or why there is none */
    drawPage: promiseNotProvided<Blob | PdfRefusal, { place: number }>('drawPage'),
    /** Sends `line.back` when the connection is back. */
    lineFeed: feedNotProvided<PdfPagesEvent>('lineFeed'),
  },
  guards: {
    isLocked: isRefused,
    isBroken: isRefused,
    isTooLong: isRefused,
    isTooSlow: isRefused,
    isNotLoaded: isRefused,
    isDrawn: (_, { answer }: { answer: Blob | PdfRefusal }) => typeof answer !== 'string',
    isDrawnTooSlowly: (_, { answer }: { answer: Blob | PdfRefusal }) => answer === 'slow',
    /** Another page that exists. */
    canTurn: ({ context }, { place }: { place: number }) =>
      place !== context.place && place >= 0 && place < context.count,
  },
  actions: {
    assignContent: assign((_, { content }: { content: Blob }) => ({ content })),
    assignCount: assign((_, { count }: { count: number }) => ({ count })),
    assignPlace: assign((_, { place }: { place: number }) => ({ place, image: null })),
    assignImage: assign((_, { answer }: { answer: Blob | PdfRefusal }) => ({ image: answer as Blob })),
    forget: assign({ content: null, count: 0, place: 0, image: null }),
  },
}).createMachine({
  id: 'pdfPages',
  context: { content: null, count: 0, place: 0, image: null },
  initial: 'absent',
  states: {
    absent: {
      description: 'No PDF is shown.',
      meta: { shows: 'An image, or that the content of the file is loading.' },
      on: { 'pdf.open': { target: 'open', actions: { type: 'assignContent', params: ({ event }) => event } } },
    },
    open: {
      initial: 'opening',
      invoke: {
        id: 'openFile',
        src: 'openFile',
        input: ({ context }) => ({ content: context.content! }),
      },
      on: {
        'pdf.leave': { target: 'absent', actions: 'forget' },
        'page.turn': {
          guard: { type: 'canTurn', params: ({ event }) => event },
          target: '.drawing',
          actions: { type: 'assignPlace', params: ({ event }) => event },
        },
      },
      states: {
        opening: {
          description: 'The code that draws PDFs is loaded, and the file is opened.',
          meta: { shows: 'That the file is loading.' },
          tags: ['busy'],
          on: {
            // There is no other page yet.
            'page.turn': undefined,
            'pdf.opened': { target: 'drawing', actions: { type: 'assignCount', params: ({ event }) => event } },
            'pdf.refused': [
              {
                guard: { type: 'isLocked', params: ({ event }) => ({ ...event, as: 'locked' }) },
                target: '#pdfPages.encrypted',
              },
              {
                guard: { type: 'isBroken', params: ({ event }) => ({ ...event, as: 'broken' }) },
                target: '#pdfPages.damaged',
              },
              {
                guard: { type: 'isTooLong', params: ({ event }) => ({ ...event, as: 'long' }) },
                target: '#pdfPages.tooLong',
              },
              {
                guard: { type: 'isTooSlow', params: ({ event }) => ({ ...event, as: 'slow' }) },
                target: '#pdfPages.tooSlow',
              },
              {
                guard: { type: 'isNotLoaded', params: ({ event }) => ({ ...event, as: 'unloaded' }) },
                target: '#pdfPages.notLoaded',
              },
              { target: '#pdfPages.unsupported' },
            ],
          },
        },
        drawing: {
          description: 'The page is being drawn.',
          meta: { shows: 'That the file is loading; of several pages, which one it is.' },
          tags: ['busy'],
          invoke: {
            id: 'drawPage',
            src: 'drawPage',
            input: ({ context }) => ({ place: context.place }),
            onDone: [
              {
                guard: { type: 'isDrawn', params: ({ event }) => ({ answer: event.output }) },
                target: 'shown',
                actions: { type: 'assignImage', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                guard: { type: 'isDrawnTooSlowly', params: ({ event }) => ({ answer: event.output }) },
                target: 'pageTooSlow',
              },
              { target: 'pageUnreadable' },
            ],
          },
        },
        shown: {
          description: 'The page is shown.',
          meta: { shows: 'The page, with zoom and rotation; of several pages, which one it is.' },
        },
        pageTooSlow: {
          description: 'Drawing the page took too long and was given up; other pages can still be shown.',
          meta: { shows: 'Why the page is not shown, which page it is, and Download.' },
          tags: ['error'],
        },
        pageUnreadable: {
          description: 'The page is damaged, or of a kind that is not supported; other pages can still be shown.',
          meta: { shows: 'Why the page is not shown, which page it is, and Download.' },
          tags: ['error'],
        },
      },
    },
    encrypted: {
      description: 'The PDF can only be opened with a password.',
      meta: { shows: 'That it needs a password, and Download.' },
      tags: ['error'],
      on: { 'pdf.leave': { target: 'absent', actions: 'forget' } },
    },
    damaged: {
      description: 'The file is no PDF whose pages can be found.',
      meta: { shows: 'That it is damaged, and Download.' },
      tags: ['error'],
      on: { 'pdf.leave': { target: 'absent', actions: 'forget' } },
    },
    tooLong: {
      description: 'The PDF has more pages than are shown.',
      meta: { shows: 'How many pages are the most, and Download.' },
      tags: ['error'],
      on: { 'pdf.leave': { target: 'absent', actions: 'forget' } },
    },
    tooSlow: {
      description: 'Opening the PDF took too long and was given up.',
      meta: { shows: 'That it takes too long, and Download.' },
      tags: ['error'],
      on: { 'pdf.leave': { target: 'absent', actions: 'forget' } },
    },
    unsupported: {
      description: 'The PDF cannot be opened, for another reason.',
      meta: { shows: 'That it cannot be shown, and Download.' },
      tags: ['error'],
      on: { 'pdf.leave': { target: 'absent', actions: 'forget' } },
    },
    notLoaded: {
      description: 'The code that draws PDFs could not be loaded.',
      meta: { shows: 'That PDFs cannot be shown at the moment, and Try again.' },
      tags: ['error'],
      invoke: { id: 'lineFeed', src: 'lineFeed' },
      on: {
        'pdf.retry': 'open',
        'line.back': 'open',
        'pdf.leave': { target: 'absent', actions: 'forget' },
      },
    },
  },
})
