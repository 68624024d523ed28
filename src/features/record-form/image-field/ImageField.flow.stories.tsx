import { yupResolver } from '@hookform/resolvers/yup'
import * as yup from 'yup'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from '@storybook/test'
import { gameType } from '@contract/records/content/game-type'
import { recordCalls } from '@contract/records/calls'
import { uploadMachine } from '@machines/upload/upload.machine'
import { failing, lost, onceInstead, override, pending, proxyPage, unreachable } from '@mocks/overrides'
import { sql } from '@mocks/scene'
import { Button } from '@design-system/primitives/Button/Button'
import { inState } from '@tests/kit/in-state'
import { OTHER_FILES, type OtherFile } from '@tests/kit/other-files'
import { seen } from '@tests/kit/seen'
import { consoleStory, lineBack, StoryConsole } from '@tests/kit/story-console'
import ImageFieldContainer from './ImageField.container'
import ImagesFieldContainer from './ImagesField.container'
import { CHOOSE_AGAIN, pendingValue, WAIT } from './pending'
import type { UploadTarget } from './upload.container'

interface Args {
  several?: boolean
  /** Private files instead of images. */
  isPrivate?: boolean
  min?: { width: number; height: number }
  readOnly?: boolean
  /** Initial value of the field. */
  initial?: string
  /** @param picture value that a save sends */
  onSave: (picture: string) => void
}

/** Id of the file that the record has when the form opens. */
const KNOWN = '01890a5d-ac96-774b-bcce-b302099a8057'
const NAMES = new Map([[KNOWN, 'เอกสารรับรอง.pdf']])

/** Accepts ids joined by commas, as the form of a record does. */
const SCHEMA = yup.object({ picture: yup.string().matches(/^[0-9a-f,-]*$/, 'Upload the file again') })

/** A form with the field and its value. */
function Form({ several = false, isPrivate = false, min, readOnly, initial = '', onSave }: Args) {
  const form = useForm<Record<string, string>>({
    defaultValues: { picture: initial },
    resolver: yupResolver(SCHEMA) as unknown as Resolver<Record<string, string>>,
    mode: 'onTouched',
  })
  const value = useWatch({ control: form.control, name: 'picture' })
  const target: UploadTarget = {
    operation: recordCalls(gameType).upload!,
    field: isPrivate ? 'documents' : 'icon',
    rule: { visibility: isPrivate ? 'private' : 'public', ...(min && { min }) },
  }
  const error = form.formState.errors.picture?.message
  const common = {
    ...(error !== undefined && { error }),
    control: form.control,
    name: 'picture',
    target,
    ...(readOnly && { readOnly }),
  }
  return (
    <form
      style={{ display: 'grid', gap: 16, maxWidth: 440 }}
      onSubmit={(event) => void form.handleSubmit(({ picture }) => onSave(picture!))(event)}
    >
      {isPrivate ? (
        <ImagesFieldContainer {...common} label="Documents" max={10} one="file" names={NAMES} />
      ) : several ? (
        <ImagesFieldContainer {...common} label="Screenshots" max={4} />
      ) : (
        <ImageFieldContainer {...common} label="Icon" />
      )}
      <Button type="submit">Save</Button>
      <output aria-label="Value" hidden>
        {value}
      </output>
    </form>
  )
}

const meta = {
  title: 'Flows/Image field',
  component: Form,
  parameters: { layout: 'padded' },
  decorators: [
    (Story) => (
      <StoryConsole signedInAs="ADMIN">
        <Story />
      </StoryConsole>
    ),
  ],
  args: { onSave: fn() },
  beforeEach: consoleStory(),
} satisfies Meta<typeof Form>
export default meta
type Story = StoryObj<typeof meta>
type PlayContext = Parameters<NonNullable<Story['play']>>[0]

/** A picture of one colour. */
async function picture(name = 'logo.png', width = 64, height = 64, colour = '#0f766e'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = colour
  context.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}
const choose = ({ canvasElement, userEvent }: PlayContext, ...files: File[]) =>
  userEvent.upload(canvasElement.querySelector<HTMLInputElement>('input[type=file]')!, files)
/** @returns the files uploaded here: those of the demo are in records */
const uploads = () => sql('select id from files where attached_at is null')
const fileOf = async (id: string) =>
  (await sql<{ name: string; purpose: string }>('select name, purpose from files where id = $1::uuid', [id]))[0]
const valueIn = (canvasElement: HTMLElement) => canvasElement.querySelector('output[aria-label=Value]')!.textContent

/** Waits until the server has stored the image and the field shows it. @returns its id */
async function stored({ canvas, canvasElement }: PlayContext): Promise<string> {
  await waitFor(() => expect(valueIn(canvasElement)).toMatch(/^[0-9a-f-]+$/))
  const id = valueIn(canvasElement)
  const image = await canvas.findByRole<HTMLImageElement>('img', { name: 'Icon' })
  await expect(image).toHaveAttribute('src', `/files/${id}?size=thumb`)
  await waitFor(() => expect(image.naturalWidth).toBeGreaterThan(0))
  return id
}

export const Idle: Story = {
  args: { min: { width: 600, height: 315 } },
  parameters: { statechart: inState(uploadMachine, 'idle') },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Icon Choose image' })).toHaveAccessibleDescription(
      'At least 600 × 315 pixels',
    )
  },
}

/** The console reads the whole file before it sends anything. */
export const Checking: Story = {
  parameters: { statechart: inState(uploadMachine, 'checking') },
  play: async (context) => {
    const { canvas, canvasElement } = context
    const file = await picture()
    file.arrayBuffer = () => new Promise(() => undefined)
    await choose(context, file)
    await expect(await canvas.findByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect(valueIn(canvasElement)).toBe(pendingValue())
  },
}

export const Uploading: Story = {
  parameters: { statechart: inState(uploadMachine, 'uploading') },
  beforeEach: consoleStory(override('gameType.upload', pending)),
  play: async (context) => {
    await choose(context, await picture())
    await seen(context.canvas.findByRole('progressbar'))
    await expect(context.canvas.getByRole('status')).toHaveTextContent('Uploading logo.png')
    await expect(context.canvas.queryByText(WAIT)).toBeNull()
  },
}

export const Uploaded: Story = {
  parameters: { statechart: inState(uploadMachine, 'uploaded') },
  play: async (context) => {
    const { canvas, args } = context
    await choose(context, await picture('Ünï 图.png'))
    await expect(await fileOf(await stored(context))).toEqual({ name: 'Ünï 图.png', purpose: 'gameType.icon' })
    await expect(canvas.getByRole('status')).toHaveTextContent('Image uploaded')
    await expect(canvas.getByRole('button', { name: 'Icon Replace' })).toBeVisible()
    await context.userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(args.onSave).toHaveBeenCalledWith(valueIn(context.canvasElement))
  },
}

/** A save during an upload would not contain the image: the field refuses it, until the image is stored. */
export const WhenItIsSavedTooEarly: Story = {
  beforeEach: consoleStory(override('gameType.upload', pending)),
  play: async (context) => {
    const { canvas, userEvent, args } = context
    await choose(context, await picture())
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await seen(canvas.findByText(WAIT, { selector: 'p *' }))
    await expect(canvas.getByRole('button', { name: 'Icon Replace' })).toHaveFocus()
    await expect(args.onSave).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(canvas.queryByText(WAIT)).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(args.onSave).toHaveBeenCalledWith(''))
  },
}

/** A draft contains no files: the field asks for an unfinished upload again. */
export const WhenADraftIsRestored: Story = {
  args: { initial: pendingValue() },
  play: async (context) => {
    const { canvas, userEvent, args } = context
    await seen(canvas.findByText(CHOOSE_AGAIN, { selector: 'p *' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(args.onSave).not.toHaveBeenCalled()
    await choose(context, await picture())
    await stored(context)
    await expect(canvas.queryByText(CHOOSE_AGAIN)).toBeNull()
  },
}
export const WhenADraftOfSeveralIsRestored: Story = {
  args: { several: true, initial: pendingValue('1') },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await seen(canvas.findByText(CHOOSE_AGAIN))
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(valueIn(canvasElement)).toBe('')
    await expect(canvas.getByRole('button', { name: 'Screenshots Add images' })).toHaveFocus()
  },
}

/** The file is not sent: the console checks the content as the server does. The earlier image is kept. */
export const Refused: Story = {
  parameters: { statechart: inState(uploadMachine, 'refused') },
  play: async (context) => {
    const { canvas } = context
    await choose(context, await picture())
    const id = await stored(context)
    await choose(context, new File(['%PDF-1.7\n%%EOF'], 'logo.png', { type: 'image/png' }))
    await seen(canvas.findByText(/This is a PDF, not an image/, { selector: 'p *' }))
    await expect(canvas.getByRole('button', { name: 'Icon Replace' })).toHaveAccessibleDescription(/This is a PDF/)
    await expect(valueIn(context.canvasElement)).toBe(id)
    await expect(await uploads()).toHaveLength(1)
  },
}

/** The files that people choose by mistake, each once. */
const MISTAKES = [...new Map(OTHER_FILES.map((file) => [file.what, file])).values()]
const asJpeg = ({ bytes }: OtherFile) => new File([bytes], 'photo.jpg', { type: 'image/jpeg' })

/** Said once, and by the name of what it is, whatever the file is called. */
export const WhenAnotherFileIsChosen: Story = {
  play: async (context) => {
    const { canvas } = context
    for (const file of MISTAKES) {
      await choose(context, asJpeg(file))
      const message = await canvas.findByText(file.image)
      await expect(canvas.getAllByText(/This is /)).toEqual([message])
      await expect(canvas.getByRole('button', { name: 'Icon Choose image' })).toHaveAccessibleDescription(file.image)
    }
    await choose(context, new File([], 'photo.jpg', { type: 'image/jpeg' }))
    await seen(canvas.findByText('The file is empty.'))
    await choose(context, new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'photo.jpg', { type: 'image/jpeg' }))
    await seen(canvas.findByText(/^SVG images are not accepted/))
    await expect(await uploads()).toHaveLength(0)
  },
}
const HEIC = OTHER_FILES[0]!
export const WhenAHeicPhotoIsChosen: Story = {
  play: async (context) => {
    await choose(context, asJpeg(HEIC))
    await seen(context.canvas.findByText('This is a HEIC photo. Save it as JPEG first.'))
  },
}
export const WhenAHeicPhotoIsChosenDark: Story = { ...WhenAHeicPhotoIsChosen, globals: { theme: 'dark' } }
export const WhenAHeicPhotoIsChosenNarrowest: Story = {
  ...WhenAHeicPhotoIsChosen,
  globals: { viewport: { value: 'narrowest' } },
}
/** Each of several files says once what it is. */
export const WhenSeveralOtherFilesAreChosen: Story = {
  args: { several: true },
  play: async (context) => {
    const { canvas } = context
    const wrong = MISTAKES.slice(0, 4)
    await choose(context, ...wrong.map(asJpeg))
    for (const { image } of wrong) await expect(await canvas.findAllByText(image)).toHaveLength(1)
  },
}
export const WhenOtherPrivateFilesAreChosen: Story = {
  args: { isPrivate: true },
  play: async (context) => {
    const { canvas } = context
    const wrong = MISTAKES.filter(({ what }) => /Word document|archive|video/.test(what))
    await choose(context, ...wrong.map(asJpeg))
    for (const { file } of wrong) await expect(await canvas.findAllByText(file)).toHaveLength(1)
  },
}

export const WhenTheImageIsTooSmall: Story = {
  args: { min: { width: 600, height: 315 } },
  play: async (context) => {
    await choose(context, await picture('small.png', 599, 400))
    await seen(context.canvas.findByText(/It needs at least 600 × 315/, { selector: 'p *' }))
    await choose(context, await picture('large.png', 600, 400))
    await stored(context)
    await expect(context.canvas.queryByText(/It needs at least/)).toBeNull()
  },
}

export const Failed: Story = {
  parameters: { statechart: inState(uploadMachine, 'failed') },
  beforeEach: consoleStory(override('gameType.upload', failing(503))),
  play: async (context) => {
    await choose(context, await picture())
    await seen(context.canvas.findByRole('button', { name: 'Try again' }))
    await expect(context.canvas.getByRole('button', { name: 'Icon Replace' })).toHaveAccessibleDescription(
      /The database cannot be reached/,
    )
  },
}

export const WhenAProxyRefusesIt: Story = {
  parameters: { statechart: inState(uploadMachine, 'refused') },
  beforeEach: consoleStory(override('gameType.upload', proxyPage(413))),
  play: async (context) => {
    await choose(context, await picture())
    await seen(context.canvas.findByText(/larger than a proxy in front of the server accepts/, { selector: 'p *' }))
  },
}

export const Uncertain: Story = {
  parameters: { statechart: inState(uploadMachine, 'uncertain') },
  beforeEach: consoleStory(override('gameType.upload', unreachable)),
  play: async (context) => {
    await choose(context, await picture())
    await seen(context.canvas.findByText(/The server did not answer/, { selector: 'p *' }))
  },
}

/** The image was stored and the response was lost: it is sent again with the same key, and stored once. */
export const WhenTheConnectionIsBack: Story = {
  parameters: { statechart: inState(uploadMachine, 'uploaded') },
  beforeEach: consoleStory(override('gameType.upload', onceInstead(lost))),
  play: async (context) => {
    await choose(context, await picture())
    await seen(context.canvas.findByText(/The server did not answer/, { selector: 'p *' }))
    lineBack.report()
    await stored(context)
    await expect(await uploads()).toHaveLength(1)
  },
}

export const WhenAnUploadIsCancelled: Story = {
  parameters: { statechart: inState(uploadMachine, 'idle') },
  beforeEach: consoleStory(override('gameType.upload', pending)),
  play: async (context) => {
    const { canvas, canvasElement, userEvent } = context
    await choose(context, await picture())
    await userEvent.click(await canvas.findByRole('button', { name: 'Cancel' }))
    await expect(canvas.getByRole('button', { name: 'Icon Choose image' })).toHaveFocus()
    await expect(valueIn(canvasElement)).toBe('')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(context.args.onSave).toHaveBeenCalledWith('')
  },
}

export const WhenAnImageIsRemoved: Story = {
  play: async (context) => {
    const { canvas, canvasElement, userEvent } = context
    await choose(context, await picture())
    await stored(context)
    await userEvent.click(canvas.getByRole('button', { name: 'Remove' }))
    await expect(valueIn(canvasElement)).toBe('')
    await expect(canvas.getByRole('button', { name: 'Icon Choose image' })).toHaveFocus()
  },
}

/** Images are added in the order in which their uploads end; a refused one shows its error, and the others continue. */
export const WhenSeveralAreAdded: Story = {
  args: { several: true },
  play: async (context) => {
    const { canvas, canvasElement, userEvent } = context
    await choose(
      context,
      await picture('one.png', 64, 64, '#b91c1c'),
      new File(['words'], 'two.png', { type: 'image/png' }),
      await picture('three.png', 64, 64, '#1d4ed8'),
    )
    await waitFor(() => expect(valueIn(canvasElement)).toMatch(/^[0-9a-f-]+,[0-9a-f-]+$/))
    const [first, second] = valueIn(canvasElement)!.split(',')
    const names = await Promise.all([first!, second!].map(async (id) => (await fileOf(id))?.name))
    await expect(new Set(names)).toEqual(new Set(['one.png', 'three.png']))
    const waiting = within(await canvas.findByRole('list', { name: 'Screenshots on their way' }))
    await seen(waiting.findByText(/This is a text, not an image/))
    await userEvent.click(waiting.getByRole('button', { name: 'Cancel' }))
    await expect(canvas.queryByRole('list', { name: 'Screenshots on their way' })).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Screenshots Add images' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Move image 2 earlier' }))
    await expect(valueIn(canvasElement)).toBe(`${second},${first}`)
    await userEvent.click(canvas.getByRole('button', { name: 'Remove image 1' }))
    await expect(valueIn(canvasElement)).toBe(first)
  },
}

/** Images and PDFs are displayed by name; no stored content is read. */
export const WhenPrivateFilesAreAdded: Story = {
  args: { isPrivate: true, initial: KNOWN },
  play: async (context) => {
    const { canvas, canvasElement, userEvent } = context
    await canvas.findByText('เอกสารรับรอง.pdf')
    const letter = new File(['%PDF-1.7\n%%EOF\n'], 'Ελληνικά.pdf', { type: 'application/pdf' })
    const page = new File(['<script>alert(1)</script>'], 'page.pdf', { type: 'application/pdf' })
    await choose(context, letter, page)
    await seen(canvas.findByText('Ελληνικά.pdf', { selector: 'span' }))
    await waitFor(() => expect(valueIn(canvasElement)).toMatch(new RegExp(`^${KNOWN},[0-9a-f-]{36}$`)))
    const waiting = within(await canvas.findByRole('list', { name: 'Documents on their way' }))
    await seen(waiting.findByText(/This is a web page \(HTML\), neither an image nor a PDF/))
    await userEvent.click(waiting.getByRole('button', { name: 'Cancel' }))
    await expect(canvas.getByRole('button', { name: 'Documents Add files' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Move Ελληνικά.pdf earlier' }))
    await expect(valueIn(canvasElement)).toMatch(new RegExp(`^[0-9a-f-]{36},${KNOWN}$`))
    await userEvent.click(canvas.getByRole('button', { name: 'Remove เอกสารรับรอง.pdf' }))
    await expect(valueIn(canvasElement)).toMatch(/^[0-9a-f-]{36}$/)
    await expect(canvasElement.querySelectorAll('img')).toHaveLength(0)
  },
}
export const WhenPrivateFilesAreAddedDark: Story = { ...WhenPrivateFilesAreAdded, globals: { theme: 'dark' } }
export const WhenPrivateFilesAreAddedNarrowest: Story = {
  ...WhenPrivateFilesAreAdded,
  globals: { viewport: { value: 'narrowest' } },
}
