import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, spyOn, waitFor, within } from '@storybook/test'
import { PDF_TYPE } from '@contract/file-types'
import { pdfPagesMachine } from '@machines/pdf-pages/pdf-pages.machine'
import { privateFileMachine } from '@machines/private-file/private-file.machine'
import type { OpenPdf, PdfPort, PdfRefusal } from '@ports/pdf'
import { PdfCode } from '@features/private-files/pdf-pages.container'
import { failing, onceInstead, override, pending, unreachable } from '@mocks/overrides'
import { inState } from '@tests/kit/in-state'
import { brokenPdf, lockedPdf, scriptedPdf, writtenPdf } from '@tests/kit/sample-pdf'
import { openedDialog, seen } from '@tests/kit/seen'
import { lineBack, consoleStory } from '@tests/kit/story-console'
import { documentsOf, rewriteFile, type StoredDocument } from '../people/user-doc-verification/documents.story-kit'
import { inRecordPage, RecordOfPage, recordPage } from './record.story-kit'

/** Number of file reads that the platform has answered. */
let reads = 0
const counted = () =>
  override('userDocVerification.file', (usual) => {
    reads += 1
    return usual()
  })
/** The newest documents, as they were when the story began. */
let documents: readonly StoredDocument[] = []

/** The private files of a record on its page (records, Files): read only on request, because each read is audited. */
const meta = {
  title: 'Screens/Record/Private files',
  component: RecordOfPage,
  parameters: { layout: 'fullscreen', signedInAs: 'ADMIN' },
  args: { page: recordPage('user-doc-verification'), parts: [] },
  decorators: [inRecordPage('Document')],
  beforeEach: consoleStory(counted(), async () => {
    reads = 0
    documents = await documentsOf()
  }),
  render: (args) => <RecordOfPage {...args} parts={[documentWith('image/png').id]} />,
} satisfies Meta<typeof RecordOfPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** @returns the newest document that has two images, or one PDF */
const documentWith = (type: string) =>
  documents.find(
    ({ files }) =>
      files.every(({ content_type }) => content_type === type) && files.length === (type === PDF_TYPE ? 1 : 2),
  )!
const nameOf = (index: number, type = 'image/png') => documentWith(type).files[index]!.name!
const list = () => screen.findByRole('list', { name: 'Files' })
async function open(userEvent: User, index = 0, type = 'image/png') {
  const lines = within(await list()).getAllByRole('button')
  await userEvent.click(lines[index]!)
  return within(await openedDialog(nameOf(index, type)))
}
const image = async (dialog: Awaited<ReturnType<typeof open>>, name: string) => {
  const found = await dialog.findByRole<HTMLImageElement>('img', { name })
  await waitFor(() => expect(found.naturalWidth).toBeGreaterThan(0))
  return found
}

/** The names are displayed, and no file is read. */
export const Unasked: Story = {
  parameters: { statechart: inState(privateFileMachine, 'unasked') },
  play: async () => {
    await expect(within(await list()).getAllByRole('button')).toHaveLength(2)
    await expect(reads).toBe(0)
  },
}

export const Loading: Story = {
  parameters: { statechart: inState(privateFileMachine, 'loading') },
  beforeEach: consoleStory(override('userDocVerification.file', pending)),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await dialog.findByText(`Loading ${nameOf(0)}`)
  },
}

/** Enlarges, rotates and closes a file with the keyboard only; the focus returns to the file. */
export const Shown: Story = {
  parameters: { statechart: [inState(privateFileMachine, 'shown'), inState(pdfPagesMachine, 'absent')] },
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const shown = await image(dialog, nameOf(0))
    await expect(shown.src).toMatch(/^blob:/)
    await waitFor(() => expect(dialog.getByRole('region')).toHaveFocus())
    const { width } = shown.getBoundingClientRect()
    await userEvent.keyboard('+')
    await waitFor(() => expect(shown.getBoundingClientRect().width).toBeCloseTo(width * 1.5, 0))
    await userEvent.keyboard('-r')
    await waitFor(() => expect(shown.getBoundingClientRect().height).toBeCloseTo(width, 0))
    await expect(reads).toBe(1)
  },
}
export const ShownDark: Story = { ...Shown, globals: { theme: 'dark' } }
export const ShownNarrowest: Story = { ...Shown, globals: { viewport: { value: 'narrowest' } } }

/** The second file replaces the first one, which is not read twice. */
export const WhenThePersonGoesOn: Story = {
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const first = (await image(dialog, nameOf(0))).src
    await userEvent.keyboard('{ArrowRight}')
    const second = await image(within(await openedDialog(nameOf(1))), nameOf(1))
    await expect(second.src).not.toBe(first)
    await expect(screen.getByText('2 of 2')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
    await image(within(await openedDialog(nameOf(0))), nameOf(0))
    await expect(reads).toBe(2)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(within(await list()).getAllByRole('button')[0]).toHaveFocus()
  },
}

/** Thumbnails are displayed on request, and each file is read once. */
export const WhenImagesAreShownInTheList: Story = {
  play: async ({ userEvent }) => {
    const files = await list()
    await expect(reads).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Show images' }))
    await waitFor(() => expect(files.querySelectorAll('img')).toHaveLength(2))
    await expect(screen.queryByRole('button', { name: 'Show images' })).toBeNull()
    await image(await open(userEvent), nameOf(0))
    await expect(reads).toBe(2)
  },
}

export const Failed: Story = {
  parameters: { statechart: inState(privateFileMachine, 'failed') },
  beforeEach: consoleStory(override('userDocVerification.file', unreachable)),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await seen(dialog.findByRole('button', { name: 'Try again' }))
  },
}
export const WhenTheLineIsBack: Story = {
  parameters: { statechart: inState(privateFileMachine, 'shown') },
  beforeEach: consoleStory(override('userDocVerification.file', onceInstead(unreachable))),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await seen(dialog.findByRole('button', { name: 'Try again' }))
    lineBack.report()
    await image(dialog, nameOf(0))
  },
}

export const Forbidden: Story = {
  parameters: { statechart: inState(privateFileMachine, 'forbidden') },
  beforeEach: consoleStory(override('userDocVerification.file', failing(403))),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await seen(dialog.findByText('No right to this file'))
    await expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
  },
}

export const Gone: Story = {
  parameters: { statechart: inState(privateFileMachine, 'gone') },
  beforeEach: consoleStory(override('userDocVerification.file', failing(404))),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await seen(dialog.findByText('No such file'))
  },
}

/** Opens a document whose only file is a PDF with this content. */
const withPdf = (content: () => Uint8Array<ArrayBuffer>): Pick<Story, 'render' | 'beforeEach'> => ({
  beforeEach: consoleStory(counted(), () => rewriteFile(documentWith(PDF_TYPE).files[0]!, PDF_TYPE, content())),
  render: (args) => <RecordOfPage {...args} parts={[documentWith(PDF_TYPE).id]} />,
})
const openPdf = (userEvent: User) => open(userEvent, 0, PDF_TYPE)
const pdfPage = async (dialog: Awaited<ReturnType<typeof open>>) => image(dialog, nameOf(0, PDF_TYPE))
/** The colour of a point of a page, given in shares of its width and height. */
function colourAt(picture: HTMLImageElement, x: number, y: number): number[] {
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth
  canvas.height = picture.naturalHeight
  const context = canvas.getContext('2d')!
  context.drawImage(picture, 0, 0)
  return [...context.getImageData(Math.round(canvas.width * x), Math.round(canvas.height * y), 1, 1).data]
}

/** A page of a PDF is zoomed and rotated like an image; Page Down and Page Up turn the pages. */
export const WhenAPdfIsShown: Story = {
  parameters: { statechart: inState(pdfPagesMachine, 'shown') },
  ...withPdf(() => writtenPdf({ pages: ['The first page', 'The second page', 'The last page'] })),
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    const first = await pdfPage(dialog)
    await expect(first.naturalHeight).toBe(2400)
    await expect(colourAt(first, 0.5, 0.093)).toEqual([204, 51, 51, 255])
    await expect(colourAt(first, 0.5, 0.5)).toEqual([255, 255, 255, 255])
    await waitFor(() => expect(dialog.getByRole('region')).toHaveFocus())
    // It is larger than the window before it is fitted.
    await waitFor(() => expect(first.getBoundingClientRect().height).toBeLessThan(window.innerHeight))
    const { width } = first.getBoundingClientRect()
    await userEvent.keyboard('+')
    await waitFor(() => expect(first.getBoundingClientRect().width).toBeCloseTo(width * 1.5, 0))
    await userEvent.keyboard('{PageDown}')
    await seen(dialog.findByText('Page 2 of 3'))
    await waitFor(async () => expect((await pdfPage(dialog)).src).not.toBe(first.src))
    await userEvent.keyboard('{PageDown}{PageDown}')
    await seen(dialog.findByText('Page 3 of 3'))
    await pdfPage(dialog)
    await userEvent.keyboard('{PageUp}')
    await seen(dialog.findByText('Page 2 of 3'))
    await pdfPage(dialog)
    await expect(reads).toBe(1)
  },
}
export const WhenAPdfIsShownDark: Story = { ...WhenAPdfIsShown, globals: { theme: 'dark' } }
export const WhenAPdfIsShownNarrowest: Story = { ...WhenAPdfIsShown, globals: { viewport: { value: 'narrowest' } } }

/** A script in a PDF is ignored: the page is shown, and nothing runs. */
export const WhenAPdfHasAScript: Story = {
  ...withPdf(scriptedPdf),
  play: async ({ userEvent }) => {
    const alerted = spyOn(window, 'alert').mockImplementation(() => undefined)
    try {
      const dialog = await openPdf(userEvent)
      await expect(colourAt(await pdfPage(dialog), 0.5, 0.093)).toEqual([204, 51, 51, 255])
      await expect(alerted).not.toHaveBeenCalled()
      await expect('hasRun' in window).toBe(false)
    } finally {
      alerted.mockRestore()
    }
  },
}

/** It can be downloaded, and is saved under its own name. */
export const WhenAPdfHasTooManyPages: Story = {
  parameters: { statechart: inState(pdfPagesMachine, 'tooLong') },
  ...withPdf(() => writtenPdf({ pages: Array.from({ length: 500 }, (_page, index) => `Page ${index + 1}`) })),
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('This PDF has more than 100 pages'))
    const saved: string[] = []
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    try {
      await userEvent.click(await dialog.findByRole('button', { name: 'Download' }))
    } finally {
      clicked.mockRestore()
    }
    await expect(saved).toEqual([nameOf(0, PDF_TYPE)])
    await expect(reads).toBe(1)
  },
}
export const WhenAPdfNeedsAPassword: Story = {
  parameters: { statechart: inState(pdfPagesMachine, 'encrypted') },
  ...withPdf(lockedPdf),
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('This PDF needs a password'))
  },
}
export const WhenAPdfIsDamaged: Story = {
  parameters: { statechart: inState(pdfPagesMachine, 'damaged') },
  ...withPdf(brokenPdf),
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('This PDF is damaged'))
  },
}

/** Closing the viewer ends the worker of the PDF and removes the picture of its page. */
export const WhenAPdfIsLeft: Story = {
  ...withPdf(writtenPdf),
  play: async ({ userEvent }) => {
    const ended = spyOn(Worker.prototype, 'terminate')
    try {
      const dialog = await openPdf(userEvent)
      const { src } = await pdfPage(dialog)
      await expect(ended).not.toHaveBeenCalled()
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(ended).toHaveBeenCalledOnce())
      await waitFor(() => expect(fetch(src)).rejects.toThrow())
    } finally {
      ended.mockRestore()
    }
  },
}

/** A library that draws as a story needs it, in the place of pdf.js. */
const withLibrary = (library: () => Promise<PdfPort>): Pick<Story, 'render' | 'beforeEach'> => {
  const { render, beforeEach } = withPdf(writtenPdf)
  return {
    beforeEach: beforeEach!,
    render: (args, context) => <PdfCode value={library}>{render!(args, context)}</PdfCode>,
  }
}
const never = () => new Promise<never>(() => undefined)
/** A file of three pages. */
const drawing = (draw: OpenPdf['draw']): Pick<Story, 'render' | 'beforeEach'> =>
  withLibrary(async () => ({ openPdf: async () => ({ count: 3, draw, close: () => undefined }) }))
const refusing = (refusal: PdfRefusal) => withLibrary(async () => ({ openPdf: async () => refusal }))

export const Opening: Story = {
  ...withLibrary(never),
  parameters: { statechart: inState(pdfPagesMachine, 'opening') },
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText(`Loading ${nameOf(0, PDF_TYPE)}`))
    await expect(dialog.queryByText(/^Page/)).toBeNull()
  },
}
/** The person can turn to another page before the first one is drawn. */
export const Drawing: Story = {
  ...drawing(never),
  parameters: { statechart: inState(pdfPagesMachine, 'drawing') },
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('Page 1 of 3'))
    await userEvent.click(dialog.getByRole('button', { name: 'Next page' }))
    await seen(dialog.findByText('Page 2 of 3'))
    await seen(dialog.findByText(`Loading ${nameOf(0, PDF_TYPE)}`))
  },
}
export const PageTooSlow: Story = {
  ...drawing(async () => 'slow'),
  parameters: { statechart: inState(pdfPagesMachine, 'pageTooSlow') },
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('This page takes too long to draw'))
    await expect(dialog.getByText(/^Page 1 of 3\. The PDF is too complex/)).toBeVisible()
  },
}
/** Only this page is damaged: the next one is tried. */
export const PageUnreadable: Story = {
  ...drawing(async (place) => (place === 0 ? 'broken' : 'unreadable')),
  parameters: { statechart: inState(pdfPagesMachine, 'pageUnreadable') },
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('This page cannot be shown'))
    await userEvent.click(dialog.getByRole('button', { name: 'Next page' }))
    await seen(dialog.findByText(/^Page 2 of 3\. A part of the PDF is damaged/))
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible()
  },
}
export const PageUnreadableDark: Story = { ...PageUnreadable, globals: { theme: 'dark' } }
export const PageUnreadableNarrowest: Story = { ...PageUnreadable, globals: { viewport: { value: 'narrowest' } } }
export const TooSlow: Story = {
  ...refusing('slow'),
  parameters: { statechart: inState(pdfPagesMachine, 'tooSlow') },
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('This PDF takes too long to open'))
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible()
    await expect(dialog.queryByText(/^Page/)).toBeNull()
  },
}
export const Unsupported: Story = {
  ...refusing('unreadable'),
  parameters: { statechart: inState(pdfPagesMachine, 'unsupported') },
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('This PDF cannot be shown'))
    await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible()
  },
}
/** It loads by itself once the connection is back, and on request. */
export const NotLoaded: Story = {
  ...withLibrary(() => Promise.reject(new TypeError('Failed to fetch'))),
  parameters: { statechart: inState(pdfPagesMachine, 'notLoaded') },
  play: async ({ userEvent }) => {
    const dialog = await openPdf(userEvent)
    await seen(dialog.findByText('PDFs cannot be shown at the moment'))
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await seen(dialog.findByText('PDFs cannot be shown at the moment'))
    await expect(reads).toBe(1)
  },
}
