import { pdfPagesMachine } from '@machines/pdf-pages/pdf-pages.machine'
import { describePaths } from './kit/describe'

export const paths = describePaths({
  machine: pdfPagesMachine,
  starts: { 'a file is looked at': undefined },
  events: {
    'pdf.open': { type: 'pdf.open', content: new Blob(['%PDF'], { type: 'application/pdf' }) },
    'pdf.leave': { type: 'pdf.leave' },
    'pdf.opened': { type: 'pdf.opened', count: 2 },
    'pdf.refused, locked': { type: 'pdf.refused', refusal: 'locked' },
    'pdf.refused, broken': { type: 'pdf.refused', refusal: 'broken' },
    'pdf.refused, too long': { type: 'pdf.refused', refusal: 'long' },
    'pdf.refused, too slow': { type: 'pdf.refused', refusal: 'slow' },
    'pdf.refused, unreadable': { type: 'pdf.refused', refusal: 'unreadable' },
    'pdf.refused, no code': { type: 'pdf.refused', refusal: 'unloaded' },
    'pdf.retry': { type: 'pdf.retry' },
    'page.turn to the first': { type: 'page.turn', place: 0 },
    'page.turn to the second': { type: 'page.turn', place: 1 },
    'line.back': { type: 'line.back' },
  },
  answers: {
    drawPage: {
      'a picture': new Blob(['pixels'], { type: 'image/png' }),
      'too slow': 'slow',
      'not readable': 'unreadable',
    },
  },
  // Another page is drawn instead.
  mayRestart: ['page.turn'],
  situation: ({ content, count, place, image }) => [content !== null, count, place, image !== null],
})
