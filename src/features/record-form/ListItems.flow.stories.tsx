/**
 * Items of a list that refer to records and have images. No listed record has such a list yet, so the stories give
 * platforms one: slides, each with a caption, a game and a picture. The calls of the platform itself are answered here;
 * the games and the pictures are those of the database.
 */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import type { HistoryEntry } from '@contract/entities/history'
import { image, list, reference, text255 } from '@contract/records/field'
import { defineRecord } from '@contract/records/record'
import { keptReferences, referencesIn } from '@contract/records/references'
import { updateSchema } from '@contract/records/schemas'
import { readPart } from '@contract/validation'
import { games } from '@demo/content/game'
import { demoId } from '@demo/rows'
import type { Draft } from '@ports/drafts'
import { answering, failing, override, pending, type Responder } from '@mocks/overrides'
import { colleague, recordOf, sql, staffOf, answerTo } from '@mocks/scene'
import { recordResource } from '@resources/record-resource'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import { CHOOSE_AGAIN, pendingValue, WAIT } from './image-field/pending'
import RecordFormContainer from './RecordForm.container'

const platform = defineRecord({
  name: 'platform',
  base: 'admin-game-brand',
  subject: 'SeoPlatforms',
  noun: ['platform', 'platforms'],
  namedBy: ['name'],
  reads: 'whole',
  fields: {
    name: text255('Name', { required: true }),
    slides: list(
      'Slides',
      {
        caption: text255('Caption', { required: true }),
        game: reference('Game', 'game'),
        picture: image('Picture', {}, { width: 8, height: 8 }),
      },
      { one: 'slide', most: 4 },
    ),
  },
})
const resource = recordResource(platform, {
  slug: 'platform',
  route: '/platform',
  empty: { title: 'No platforms yet', text: 'Platforms appear here.' },
  columns: ['name', 'slides'],
})

interface Slide {
  caption: string
  game: string | null
  picture: string | null
}
/** The platform as a row has it. */
interface PlatformRow {
  id: string
  version: number
  logo: string
  slides: (Omit<Slide, 'game'> & { game: { id: string; name: string } | null })[]
}
const TARGET = demoId('platform', 0)
/** The games that can be chosen. */
const GAMES = games.flatMap(({ name, is_deleted }, index) =>
  is_deleted ? [] : [{ id: demoId('game', index), name: name! }],
)
const [FIRST, SECOND, THIRD] = GAMES as [(typeof GAMES)[0], (typeof GAMES)[0], (typeof GAMES)[0]]

/** Bodies of the updates that the console sent. */
const sent: { slides: Slide[] }[] = []
/** The platform of the form. */
let row: PlatformRow
/** The picture of its first slide: the demo has drawn it as the platform's logo. */
const savedPicture = () => row.logo

/** A picture of one colour. */
async function picture(name = 'slide.png', colour = '#0f766e', size = 64): Promise<File> {
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')!
  context.fillStyle = colour
  context.fillRect(0, 0, size, size)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

const save = (slides: readonly Slide[]) => {
  row = {
    ...row,
    version: row.version + 1,
    slides: slides.map((slide) => ({ ...slide, game: GAMES.find(({ id }) => id === slide.game) ?? null })),
  }
}

/** Gives the platform a slide that has a game and a picture, and another one in Greek that has neither. */
async function seed() {
  sent.length = 0
  waiting = []
  row = { ...(await recordOf<PlatformRow>('platform', TARGET)), slides: [] }
  save([
    { caption: 'New games', game: FIRST.id, picture: savedPicture() },
    { caption: 'Νέα παιχνίδια', game: null, picture: null },
  ])
}

/** Refuses disabled games that the platform does not have yet. */
async function refusals(body: { slides: Slide[] }): Promise<Record<string, string[]> | null> {
  const disabled = new Set((await sql<{ id: string }>('select id from games where is_deleted')).map(({ id }) => id))
  const isKept = keptReferences(platform.fields, { ...row })
  const refused = referencesIn(platform.fields, body).filter((each) =>
    each.keys.some((id) => disabled.has(id) && !isKept(each, id)),
  )
  if (refused.length === 0) return null
  return Object.fromEntries(refused.map(({ at }) => [at, ['Choose an enabled game of the list']]))
}

const update: Responder = async (usual, request) => {
  const body = (await request.clone().json()) as { slides: Slide[] }
  sent.push(body)
  const reading = readPart(updateSchema(platform), body, 'body')
  if (!reading.ok) return Response.json(reading.body, { status: reading.status })
  if (request.headers.get('if-match') !== `"${row.version}"`) return failing(409, { current: row })(usual, request)
  const errors = await refusals(body)
  if (errors) return failing(422, { errors })(usual, request)
  save(body.slides)
  return answering('platform.update', row)(usual, request)
}

/** Stores the picture of a slide as a logo, which listed platforms have. */
const store: Responder = async (usual, request) => {
  const url = new URL(request.url)
  if (url.searchParams.get('field') !== 'slides.picture') return failing(400)(usual, request)
  url.searchParams.set('field', 'logo')
  const { headers, signal } = request
  const body = await request.arrayBuffer()
  return answerTo(new Request(url, { method: 'POST', headers, body, signal }))
}
const nameOfFile = async (id: string) =>
  (await sql<{ name: string }>('select name from files where id = $1::uuid and attached_at is null', [id]))[0]?.name

/** What releases the uploads that wait: all of them at once. */
let waiting: (() => void)[] = []
const held: Responder = async (usual) => {
  const answer = await usual()
  await new Promise<void>((resolve) => waiting.push(resolve))
  return answer
}

/**
 * Serves platforms with slides.
 * @param upload replaces the responses of uploads
 * @param more further parts of the story
 */
const withSlides = (
  upload: Responder = (usual) => usual(),
  ...more: (ReturnType<typeof override> | (() => Promise<unknown>))[]
) =>
  consoleStory(
    seed,
    override('platform.get', (usual, request) => answering('platform.get', row)(usual, request)),
    override('platform.update', update),
    override('platform.upload', (usual, request) => upload(async () => store(usual, request), request)),
    ...more,
  )

interface Args {
  onSaved: () => void
}
const Form = ({ onSaved }: Args) => (
  <RecordFormContainer
    resource={resource}
    target={{ name: 'edit', id: TARGET }}
    onSaved={onSaved}
    onClose={() => undefined}
  />
)

const meta = {
  title: 'Flows/List items in a form',
  component: Form,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole signedInAs="ADMIN" draft={(parameters.draft as (() => Draft) | undefined)?.()}>
        <Story />
      </StoryConsole>
    ),
  ],
  args: { onSaved: fn() },
  beforeEach: withSlides(),
} satisfies Meta<typeof Form>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const form = async () => within(await screen.findByRole('dialog'))
const group = async (number: number) => (await form()).findByRole('group', { name: `Slide ${number}` })
const slide = async (number: number) => within(await group(number))
const caption = async (number: number) => (await slide(number)).getByRole('textbox', { name: /^Caption/ })
const gameOf = async (number: number) => (await slide(number)).getByRole('combobox', { name: 'Game' })
const chooser = async (number: number) =>
  (await slide(number)).getByRole('button', { name: /^Picture (?:Choose image|Replace)$/ })
const saveButton = async () => (await form()).getByRole('button', { name: 'Save changes' })
const upload = async (user: User, number: number, file: File) =>
  user.upload((await group(number)).querySelector<HTMLInputElement>('input[type=file]')!, file)

/** Waits until the slide shows another image than this one. @returns its id */
async function uploaded(number: number, before: string | null = null): Promise<string> {
  const idOf = (shown: HTMLElement) => /files\/([\da-f-]{36})/.exec(shown.getAttribute('src') ?? '')?.[1]
  await waitFor(async () => {
    const shown = (await slide(number)).getByRole<HTMLImageElement>('img', { name: 'Picture' })
    await expect(idOf(shown)).not.toBe(before)
    await expect(shown.naturalWidth).toBeGreaterThan(0)
  })
  return idOf((await slide(number)).getByRole('img', { name: 'Picture' }))!
}
/** Chooses a game by its name, with the keyboard only. */
async function chooseGame(user: User, number: number, name: string) {
  const input = await gameOf(number)
  await user.clear(input)
  await user.type(input, name)
  await screen.findByRole('option', { name })
  await waitFor(() => expect(input).toHaveAttribute('aria-activedescendant'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(input).toHaveValue(name))
}
const isSaved = ({ onSaved }: Args) => waitFor(() => expect(onSaved).toHaveBeenCalled())

export const Ready: Story = {
  play: async () => {
    await expect(await gameOf(1)).toHaveValue(FIRST.name)
    await expect(await uploaded(1)).toBe(savedPicture())
    await expect(await caption(2)).toHaveValue('Νέα παιχνίδια')
    await expect(await chooser(2)).toHaveAccessibleDescription('At least 8 × 8 pixels')
  },
}
export const Dark: Story = { ...Ready, globals: { theme: 'dark' } }
export const OnAPhone: Story = { ...Ready, globals: { viewport: { value: 'phone' } } }

/** A new item has a reference and an image; the body contains their ids, and the saved items are unchanged. */
export const WhenAnItemIsAdded: Story = {
  play: async ({ userEvent, args }) => {
    await caption(1)
    await userEvent.click((await form()).getByRole('button', { name: /Add slide$/ }))
    await expect(await caption(3)).toHaveFocus()
    await userEvent.keyboard('เกมใหม่')
    await chooseGame(userEvent, 3, SECOND.name)
    await upload(userEvent, 3, await picture())
    const id = await uploaded(3)
    ;(await form()).getByRole('button', { name: 'Move slide 3 up' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await gameOf(2)).toHaveValue(SECOND.name)
    await expect(await uploaded(2)).toBe(id)
    await userEvent.click(await saveButton())
    await isSaved(args)
    await expect(sent.at(-1)).toEqual({
      slides: [
        { caption: 'New games', game: FIRST.id, picture: savedPicture() },
        { caption: 'เกมใหม่', game: SECOND.id, picture: id },
        { caption: 'Νέα παιχνίδια', game: null, picture: null },
      ],
    })
    await expect(await nameOfFile(id)).toBe('slide.png')
  },
}

export const WhenAnImageIsReplaced: Story = {
  play: async ({ userEvent, args }) => {
    await uploaded(1)
    await upload(userEvent, 1, await picture('νέα.png', '#b91c1c'))
    const id = await uploaded(1, savedPicture())
    await userEvent.click(await saveButton())
    await isSaved(args)
    await expect(sent.at(-1)!.slides[0]).toEqual({ caption: 'New games', game: FIRST.id, picture: id })
  },
}

/** A refused file leaves the item with its image: there is nothing to save. */
export const WhenAFileIsRefused: Story = {
  play: async ({ userEvent }) => {
    await uploaded(1)
    await upload(userEvent, 1, new File(['words'], 'words.png', { type: 'image/png' }))
    await waitFor(async () => expect(await chooser(1)).toHaveAccessibleDescription(/This is a text, not an image/))
    await expect(await uploaded(1)).toBe(savedPicture())
    await expect((await slide(2)).queryByText(/This is a text, not an image/)).toBeNull()
    await userEvent.click(await saveButton())
    await expect(sent).toEqual([])
  },
}

/** The item explains why the save waits, and has the focus; the save succeeds after the upload was cancelled. */
export const WhenASaveWaitsForAnImage: Story = {
  beforeEach: withSlides(pending),
  play: async ({ userEvent, args }) => {
    await userEvent.type(await caption(2), ' 2')
    await upload(userEvent, 2, await picture())
    const cancel = await (await slide(2)).findByRole('button', { name: 'Cancel' })
    await expect((await slide(2)).queryByText(WAIT)).toBeNull()
    await userEvent.click(await saveButton())
    await waitFor(async () => expect(await chooser(2)).toHaveAccessibleDescription(new RegExp(WAIT)))
    await waitFor(async () => expect(await chooser(2)).toHaveFocus())
    await expect((await slide(1)).queryByText(WAIT)).toBeNull()
    await expect(sent).toEqual([])
    await userEvent.click(cancel)
    await waitFor(async () => expect((await slide(2)).queryByText(WAIT)).toBeNull())
    await expect(await chooser(2)).toHaveFocus()
    await userEvent.click(await saveButton())
    await isSaved(args)
    await expect(sent.at(-1)!.slides[1]).toEqual({ caption: 'Νέα παιχνίδια 2', game: null, picture: null })
  },
}

export const WhenAnUploadFails: Story = {
  beforeEach: withSlides(failing(503)),
  play: async ({ userEvent }) => {
    await uploaded(1)
    await upload(userEvent, 1, await picture())
    await seen((await slide(1)).findByRole('button', { name: 'Try again' }))
    await expect(await chooser(1)).toHaveAccessibleDescription(/The database cannot be reached/)
  },
}

const inDraft = (slides: readonly Slide[]) =>
  JSON.stringify(slides.map((each) => ({ caption: each.caption, game: each.game ?? '', picture: each.picture ?? '' })))
/** The draft of an earlier visit: another game, and a picture whose upload had not ended. */
const draft = (): Draft => ({
  values: {
    slides: inDraft([
      { caption: 'New games', game: THIRD.id, picture: savedPicture() },
      { caption: 'Νέα παιχνίδια', game: null, picture: pendingValue() },
    ]),
  },
  from: {
    slides: inDraft([
      { caption: 'New games', game: FIRST.id, picture: savedPicture() },
      { caption: 'Νέα παιχνίδια', game: null, picture: null },
    ]),
  },
  version: row.version,
  savedAt: Date.parse('2026-11-20T14:02:00Z'),
})

/** A draft contains ids and no files: the name of the game is read, and the image is asked for again. */
export const WhenADraftIsRestored: Story = {
  parameters: { draft },
  play: async ({ userEvent, args }) => {
    await userEvent.click(await (await form()).findByRole('button', { name: 'Restore' }))
    await waitFor(async () => expect(await gameOf(1)).toHaveValue(THIRD.name))
    await waitFor(async () => expect(await chooser(2)).toHaveAccessibleDescription(new RegExp(CHOOSE_AGAIN)))
    await userEvent.click(await saveButton())
    await waitFor(async () => expect(await chooser(2)).toHaveFocus())
    await expect(sent).toEqual([])
    await userEvent.click((await slide(2)).getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await saveButton())
    await isSaved(args)
    await expect(sent.at(-1)!.slides).toEqual([
      { caption: 'New games', game: THIRD.id, picture: savedPicture() },
      { caption: 'Νέα παιχνίδια', game: null, picture: null },
    ])
  },
}
export const WhenADraftIsRestoredOnAPhone: Story = {
  parameters: { draft },
  globals: { viewport: { value: 'phone' } },
  play: async ({ userEvent }) => {
    await userEvent.click(await (await form()).findByRole('button', { name: 'Restore' }))
    await waitFor(async () => expect(await chooser(2)).toHaveAccessibleDescription(new RegExp(CHOOSE_AGAIN)))
  },
}

/** Neither of two uploads that end at the same moment overwrites the other's result. */
export const WhenTwoUploadsEndTogether: Story = {
  beforeEach: withSlides(held),
  play: async ({ userEvent, args }) => {
    await uploaded(1)
    await upload(userEvent, 1, await picture('one.png', '#b91c1c'))
    await upload(userEvent, 2, await picture('two.png', '#1d4ed8'))
    await waitFor(() => expect(waiting).toHaveLength(2))
    for (const release of waiting) release()
    const ids = [await uploaded(1, savedPicture()), await uploaded(2)]
    await userEvent.click(await saveButton())
    await isSaved(args)
    await expect(sent.at(-1)!.slides.map((each) => each.picture)).toEqual(ids)
    await expect(await Promise.all(ids.map(nameOfFile))).toEqual(['one.png', 'two.png'])
  },
}

/** An upload follows its item when the item is moved, and ends with it when the item is removed. */
export const WhenAnItemMovesDuringAnUpload: Story = {
  beforeEach: withSlides(held),
  play: async ({ userEvent }) => {
    await uploaded(1)
    await upload(userEvent, 2, await picture())
    await (await slide(2)).findByRole('button', { name: 'Cancel' })
    await userEvent.click((await form()).getByRole('button', { name: 'Move slide 2 up' }))
    await expect(await caption(1)).toHaveValue('Νέα παιχνίδια')
    await expect((await slide(1)).getByRole('button', { name: 'Cancel' })).toBeVisible()
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]!()
    const id = await uploaded(1)
    await expect(id).not.toBe(savedPicture())
    await expect(await uploaded(2)).toBe(savedPicture())
    await upload(userEvent, 1, await picture())
    await (await slide(1)).findByRole('button', { name: 'Cancel' })
    await userEvent.click((await form()).getByRole('button', { name: 'Remove slide 1' }))
    await expect(await caption(1)).toHaveValue('New games')
    await expect(await uploaded(1)).toBe(savedPicture())
  },
}

async function disable({ id }: { id: string }) {
  const { version } = await recordOf<{ version: number }>('game', id)
  const body = { is_deleted: true }
  await colleague('CONTENT_EDITOR').call('game.enableDisable', { params: { id }, version, body })
}
/** A disabled game may stay in an item that has it, wherever the item moves; another item does not accept one. */
export const WhenAGameIsDisabled: Story = {
  beforeEach: withSlides(undefined, () => disable(FIRST)),
  play: async ({ userEvent, args }) => {
    await userEvent.click(await (await form()).findByRole('button', { name: 'Move slide 1 down' }))
    await chooseGame(userEvent, 1, SECOND.name)
    await disable(SECOND)
    await userEvent.click(await saveButton())
    await waitFor(async () => expect(await gameOf(1)).toHaveAccessibleDescription('Choose an enabled game of the list'))
    await waitFor(async () => expect(await gameOf(1)).toHaveFocus())
    await expect(await gameOf(2)).not.toBeInvalid()
    await userEvent.clear(await gameOf(1))
    await userEvent.tab()
    await userEvent.click(await saveButton())
    await isSaved(args)
    await expect(sent.at(-1)!.slides.map((each) => each.game)).toEqual([null, FIRST.id])
  },
}

/** What the history says about a colleague's save. */
const theirChange = (): HistoryEntry => ({
  id: demoId('platform', 1),
  at: new Date().toISOString(),
  by: staffOf('SUPER_ADMIN'),
  from: 'STAFF',
  kind: 'changes',
  action: 'update',
  changes: [{ field: 'slides', before: [], after: row.slides }],
  asked: [],
})
/** Both versions are displayed with the names of games, also of those that were chosen in this form. */
export const WhenAColleagueChangedTheList: Story = {
  beforeEach: withSlides(
    undefined,
    override('platform.history', (usual, request) => answering('platform.history', [theirChange()])(usual, request)),
  ),
  play: async ({ userEvent, args }) => {
    await caption(1)
    await chooseGame(userEvent, 2, SECOND.name)
    save([{ caption: 'New games', game: THIRD.id, picture: savedPicture() }])
    await userEvent.click(await saveButton())
    const conflict = within(await screen.findByRole('form', { name: 'Save conflict' }))
    await seen(conflict.findByText(new RegExp(`1\\. New games – ${FIRST.name}.* 2\\. .* – ${SECOND.name}`)))
    await seen(conflict.findByText(new RegExp(`1\\. New games – ${THIRD.name}`)))
    await waitFor(() =>
      expect(conflict.getByRole('radio', { name: /^Slides Saved/ })).toHaveAccessibleDescription(/^vera_super, \d/),
    )
    await userEvent.click(conflict.getByRole('button', { name: 'Save this mix' }))
    await isSaved(args)
    await expect(sent.at(-1)!.slides.map((each) => each.game)).toEqual([FIRST.id, SECOND.id])
  },
}
