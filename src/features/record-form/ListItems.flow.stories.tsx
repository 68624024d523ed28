/**
 * Items of a list that refer to records and have images. No listed record has such a list yet, so the stories give
 * platforms one: slides, each with a caption, a game and a picture.
 */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { delay } from 'msw'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { image, list, reference, text255 } from '@contract/records/field'
import { defineRecord, type RecordDefinition } from '@contract/records/record'
import type { Draft } from '@ports/drafts'
import { failing, pending, serving } from '@mocks/browser'
import { colleagueSaves } from '@mocks/colleague'
import { db } from '@mocks/db'
import type { StoredRecord } from '@mocks/records/behaviour'
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
/** Bodies of the updates that the console sent. */
const sent: { slides: Slide[] }[] = []
const SAVED_PICTURE = '01890a5d-ac96-774b-bcce-b302099a80aa'
const target = () => db.records.platform[0]!
const games = () => db.records.game.filter(({ is_deleted, name }) => is_deleted !== true && name !== '')
const nameOf = (row: StoredRecord) => row.name as string

/** A picture of one colour. */
async function picture(name = 'slide.png', colour = '#0f766e', size = 64): Promise<File> {
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')!
  context.fillStyle = colour
  context.fillRect(0, 0, size, size)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

/** The platform with a slide that has a game and a picture, and another one in Greek that has neither. */
async function seed() {
  const row = target()
  const bytes = new Uint8Array(await (await picture('saved.png', '#7c3aed')).arrayBuffer())
  db.files.set(SAVED_PICTURE, {
    id: SAVED_PICTURE,
    purpose: 'platform.slides.picture',
    visibility: 'public',
    createdBy: db.staff[0]!.id,
    contentType: 'image/png',
    name: 'saved.png',
    bytes,
    attachedAt: null,
    recordId: row.id,
  })
  row.slides = [
    { caption: 'New games', game: games()[0]!.id, picture: SAVED_PICTURE },
    { caption: 'Νέα παιχνίδια', game: null, picture: null },
  ]
}

type Responder = (usual: () => Promise<Response>, request: Request) => Response | Promise<Response>
/** Serves platforms with slides. @param upload replaces the responses of uploads */
const withSlides =
  (upload?: Responder) =>
  async (context: object): Promise<void> => {
    sent.length = 0
    const record: RecordDefinition = platform
    consoleStory(
      serving(record, {
        ...(upload && { 'platform.upload': upload }),
        'platform.update': async (usual, request) => {
          if (!request.headers.has('x-colleague')) sent.push((await request.clone().json()) as { slides: Slide[] })
          return usual()
        },
      }),
    )(context)
    await seed()
  }

interface Args {
  onSaved: () => void
}
const Form = ({ onSaved }: Args) => (
  <RecordFormContainer
    resource={resource}
    target={{ name: 'edit', id: target().id }}
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
const save = async () => (await form()).getByRole('button', { name: 'Save changes' })
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
    await expect(await gameOf(1)).toHaveValue(nameOf(games()[0]!))
    await expect(await uploaded(1)).toBe(SAVED_PICTURE)
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
    await chooseGame(userEvent, 3, nameOf(games()[1]!))
    await upload(userEvent, 3, await picture())
    const id = await uploaded(3)
    ;(await form()).getByRole('button', { name: 'Move slide 3 up' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(await gameOf(2)).toHaveValue(nameOf(games()[1]!))
    await expect(await uploaded(2)).toBe(id)
    await userEvent.click(await save())
    await isSaved(args)
    await expect(sent.at(-1)).toEqual({
      slides: [
        { caption: 'New games', game: games()[0]!.id, picture: SAVED_PICTURE },
        { caption: 'เกมใหม่', game: games()[1]!.id, picture: id },
        { caption: 'Νέα παιχνίδια', game: null, picture: null },
      ],
    })
    await expect(db.files.get(id)!.recordId).toBe(target().id)
  },
}

export const WhenAnImageIsReplaced: Story = {
  play: async ({ userEvent, args }) => {
    await uploaded(1)
    await upload(userEvent, 1, await picture('νέα.png', '#b91c1c'))
    const id = await uploaded(1, SAVED_PICTURE)
    await userEvent.click(await save())
    await isSaved(args)
    await expect(sent.at(-1)!.slides[0]).toEqual({ caption: 'New games', game: games()[0]!.id, picture: id })
  },
}

/** A refused file leaves the item with its image: there is nothing to save. */
export const WhenAFileIsRefused: Story = {
  play: async ({ userEvent }) => {
    await uploaded(1)
    await upload(userEvent, 1, new File(['words'], 'words.png', { type: 'image/png' }))
    await waitFor(async () => expect(await chooser(1)).toHaveAccessibleDescription(/This is a text, not an image/))
    await expect(await uploaded(1)).toBe(SAVED_PICTURE)
    await expect((await slide(2)).queryByText(/This is a text, not an image/)).toBeNull()
    await userEvent.click(await save())
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
    await userEvent.click(await save())
    await waitFor(async () => expect(await chooser(2)).toHaveAccessibleDescription(new RegExp(WAIT)))
    await waitFor(async () => expect(await chooser(2)).toHaveFocus())
    await expect((await slide(1)).queryByText(WAIT)).toBeNull()
    await expect(sent).toEqual([])
    await userEvent.click(cancel)
    await waitFor(async () => expect((await slide(2)).queryByText(WAIT)).toBeNull())
    await expect(await chooser(2)).toHaveFocus()
    await userEvent.click(await save())
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
      { caption: 'New games', game: games()[2]!.id, picture: SAVED_PICTURE },
      { caption: 'Νέα παιχνίδια', game: null, picture: pendingValue() },
    ]),
  },
  from: {
    slides: inDraft([
      { caption: 'New games', game: games()[0]!.id, picture: SAVED_PICTURE },
      { caption: 'Νέα παιχνίδια', game: null, picture: null },
    ]),
  },
  version: target().version,
  savedAt: Date.parse('2026-11-20T14:02:00Z'),
})

/** A draft contains ids and no files: the name of the game is read, and the image is asked for again. */
export const WhenADraftIsRestored: Story = {
  parameters: { draft },
  play: async ({ userEvent, args }) => {
    await userEvent.click(await (await form()).findByRole('button', { name: 'Restore' }))
    await waitFor(async () => expect(await gameOf(1)).toHaveValue(nameOf(games()[2]!)))
    await waitFor(async () => expect(await chooser(2)).toHaveAccessibleDescription(new RegExp(CHOOSE_AGAIN)))
    await userEvent.click(await save())
    await waitFor(async () => expect(await chooser(2)).toHaveFocus())
    await expect(sent).toEqual([])
    await userEvent.click((await slide(2)).getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await save())
    await isSaved(args)
    await expect(sent.at(-1)!.slides).toEqual([
      { caption: 'New games', game: games()[2]!.id, picture: SAVED_PICTURE },
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

/** Number of uploads that wait, and what releases all of them at once. */
let waiting: (() => void)[] = []
/** Neither of two uploads that end at the same moment overwrites the other's result. */
export const WhenTwoUploadsEndTogether: Story = {
  beforeEach: (context) => {
    waiting = []
    return withSlides(async (usual) => {
      const answer = await usual()
      await new Promise<void>((resolve) => waiting.push(resolve))
      return answer
    })(context)
  },
  play: async ({ userEvent, args }) => {
    await uploaded(1)
    await upload(userEvent, 1, await picture('one.png', '#b91c1c'))
    await upload(userEvent, 2, await picture('two.png', '#1d4ed8'))
    await waitFor(() => expect(waiting).toHaveLength(2))
    for (const release of waiting) release()
    const ids = [await uploaded(1, SAVED_PICTURE), await uploaded(2)]
    await userEvent.click(await save())
    await isSaved(args)
    await expect(sent.at(-1)!.slides.map((each) => each.picture)).toEqual(ids)
    await expect(ids.map((id) => db.files.get(id)!.name)).toEqual(['one.png', 'two.png'])
  },
}

/** An upload follows its item when the item is moved, and ends with it when the item is removed. */
export const WhenAnItemMovesDuringAnUpload: Story = {
  beforeEach: withSlides(async (usual) => {
    await delay(1000)
    return usual()
  }),
  play: async ({ userEvent }) => {
    await uploaded(1)
    await upload(userEvent, 2, await picture())
    await (await slide(2)).findByRole('button', { name: 'Cancel' })
    await userEvent.click((await form()).getByRole('button', { name: 'Move slide 2 up' }))
    await expect(await caption(1)).toHaveValue('Νέα παιχνίδια')
    const id = await uploaded(1)
    await expect(id).not.toBe(SAVED_PICTURE)
    await expect(await uploaded(2)).toBe(SAVED_PICTURE)
    await upload(userEvent, 1, await picture())
    await (await slide(1)).findByRole('button', { name: 'Cancel' })
    await userEvent.click((await form()).getByRole('button', { name: 'Remove slide 1' }))
    await expect(await caption(1)).toHaveValue('New games')
    await expect(await uploaded(1)).toBe(SAVED_PICTURE)
  },
}

const disable = (row: StoredRecord) => Object.assign(row, { is_deleted: true })
/** A disabled game may stay in an item that has it, wherever the item moves; another item does not accept one. */
export const WhenAGameIsDisabled: Story = {
  beforeEach: async (context) => {
    await withSlides()(context)
    disable(games()[0]!)
  },
  play: async ({ userEvent, args }) => {
    const disabled = (target().slides as Slide[])[0]!.game
    await userEvent.click(await (await form()).findByRole('button', { name: 'Move slide 1 down' }))
    const other = games()[0]!
    await chooseGame(userEvent, 1, nameOf(other))
    disable(other)
    await userEvent.click(await save())
    await waitFor(async () => expect(await gameOf(1)).toHaveAccessibleDescription('Choose an enabled game of the list'))
    await waitFor(async () => expect(await gameOf(1)).toHaveFocus())
    await expect(await gameOf(2)).not.toBeInvalid()
    await userEvent.clear(await gameOf(1))
    await userEvent.tab()
    await userEvent.click(await save())
    await isSaved(args)
    await expect(sent.at(-1)!.slides.map((each) => each.game)).toEqual([null, disabled])
  },
}

/** Both versions are displayed with the names of games, also of those that were chosen in this form. */
export const WhenAColleagueChangedTheList: Story = {
  play: async ({ userEvent, args }) => {
    await caption(1)
    const [first, mine, theirs] = games()
    await chooseGame(userEvent, 2, nameOf(mine!))
    const slides = [{ caption: 'New games', game: theirs!.id, picture: SAVED_PICTURE }]
    await colleagueSaves('SUPER_ADMIN', `/api/v1/admin-game-brand/${target().id}`, { slides })
    await userEvent.click(await save())
    const conflict = within(await screen.findByRole('form', { name: 'Save conflict' }))
    await seen(conflict.findByText(new RegExp(`1\\. New games – ${nameOf(first!)}.* 2\\. .* – ${nameOf(mine!)}`)))
    await seen(conflict.findByText(new RegExp(`1\\. New games – ${nameOf(theirs!)}`)))
    await userEvent.click(conflict.getByRole('button', { name: 'Save this mix' }))
    await isSaved(args)
    await expect(sent.at(-1)!.slides.map((each) => each.game)).toEqual([first!.id, mine!.id])
  },
}
