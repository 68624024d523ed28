import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from '@storybook/test'
import { importMachine } from '@machines/import/import.machine'
import { failing, lost, override, pending, unreachable, type Responder, usually } from '@mocks/overrides'
import { sql } from '@mocks/scene'
import { resource } from '@resources/content/game'
import type { Resource, Row } from '@resources/resource'
import { inState } from '@tests/kit/in-state'
import { consoleStory, lineBack, StoryConsole } from '@tests/kit/story-console'
import ImportContainer from './Import.container'

const meta = {
  title: 'Flows/Import',
  component: ImportContainer,
  decorators: [
    (Story) => (
      <StoryConsole signedInAs="CONTENT_EDITOR">
        <Story />
      </StoryConsole>
    ),
  ],
  args: { resource: resource as unknown as Resource<Row>, onImported: fn(), onClose: fn() },
  beforeEach: consoleStory(),
} satisfies Meta<typeof ImportContainer>
export default meta
type Story = StoryObj<typeof meta>
type PlayContext = Parameters<NonNullable<Story['play']>>[0]

const HEAD = 'slug,name,platform,game_type,tags,rtp,volatility,meta_title,meta_description'
const LINES = [
  'neon-otter,Neon Otter,fathomlight,slot,NEW|HOT,96.5,Low,,',
  'teal-capybara,Teal Capybara,otterlane,fish,,,,,',
  // An existing game with another name and tag.
  'cafe-fortune,Café Fortuné Deluxe,harlowick-reels,slot,TOP,,,,',
  'saffron-gardens,حدائق الزعفران,otterlane,slot,,a lot,,,',
  'quiet-river,Quiet River,no-such-platform,slot,,,,,',
]
const fileOf = (lines: readonly string[], name = 'games.csv') =>
  new File([[HEAD, ...lines].join('\r\n')], name, { type: 'text/csv' })

/** Responds to the calls of a story one after the other; the last response is repeated. */
function inTurn(...responders: readonly Responder[]): Responder {
  let calls = 0
  return (usual, request) => responders[Math.min(calls++, responders.length - 1)]!(usual, request)
}
const answers =
  (...responders: readonly Responder[]): Story['beforeEach'] =>
  (context) =>
    consoleStory(override('game.import', inTurn(...responders)))(context)

const screenOf = ({ canvasElement }: PlayContext) => within(canvasElement.ownerDocument.body)
async function choose(context: PlayContext, file = fileOf(LINES)) {
  await screenOf(context).findByRole('dialog', { name: 'Import games' })
  const input = context.canvasElement.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')!
  await context.userEvent.upload(input, file)
}
const press = async (context: PlayContext, name: string | RegExp) =>
  context.userEvent.click(await screenOf(context).findByRole('button', { name }))
const namesOf = async (slug: string) =>
  (await sql<{ name: string }>('select name from games where slug = $1::text', [slug])).map(({ name }) => name)

/** Chooses the file, and waits for its preview. */
async function preview(context: PlayContext) {
  await choose(context)
  await screenOf(context).findByRole('button', { name: /^Import 3 games$/ })
}

export const Choosing: Story = {
  parameters: { statechart: inState(importMachine, 'choosing') },
  play: async (context) => {
    const dialog = await screenOf(context).findByRole('dialog', { name: 'Import games' })
    await expect(dialog).toHaveTextContent('Columns, in any order: slug, name, platform')
    await expect(dialog).toHaveTextContent('Write the slug of a record in platform, game_type, or its name')
    // With the keyboard only.
    const button = within(dialog).getByRole('button', { name: 'Choose file' })
    for (let tabs = 0; tabs < 4 && document.activeElement !== button; tabs += 1) await context.userEvent.tab()
    await expect(button).toHaveFocus()
  },
}

export const Checking: Story = {
  parameters: { statechart: inState(importMachine, 'checking') },
  beforeEach: answers(pending),
  play: async (context) => {
    await choose(context)
    await expect(await screenOf(context).findByRole('progressbar', { name: 'Checking games.csv' })).toBeVisible()
  },
}

export const WhenTheCheckIsCancelled: Story = {
  ...Checking,
  play: async (context) => {
    await choose(context)
    await press(context, 'Cancel')
    await expect(await screenOf(context).findByRole('button', { name: 'Choose file' })).toBeVisible()
  },
  parameters: { statechart: inState(importMachine, 'choosing') },
}

export const Refused: Story = {
  parameters: { statechart: inState(importMachine, 'refused') },
  play: async (context) => {
    const latin = new File([new Uint8Array([0x63, 0xe9, 0x0a, 0x64])], 'latin.csv', { type: 'text/csv' })
    await choose(context, latin)
    await expect(await screenOf(context).findByRole('alert')).toHaveTextContent('The file is not UTF-8')
  },
}

export const Unchecked: Story = {
  parameters: { statechart: inState(importMachine, 'unchecked') },
  beforeEach: answers(unreachable),
  play: async (context) => {
    await choose(context)
    await expect(await screenOf(context).findByRole('alert')).toHaveTextContent('games.csv could not be checked.')
    await expect(screenOf(context).getByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const Preview: Story = {
  parameters: { statechart: inState(importMachine, 'preview') },
  play: async (context) => {
    await preview(context)
    const screen = screenOf(context)
    await expect(screen.getByRole('status')).toHaveTextContent(
      'games.csv: 2 games are new, 1 game changes, 2 lines are refused and left out.',
    )
    // Refused lines are first.
    const refused = screen.getByRole('list', { name: 'Refused lines' })
    await expect(refused).toHaveTextContent('saffron-gardensline 5RTP: 0 to 100 with up to 2 decimals')
    await expect(refused).toHaveTextContent('Platform: There is no enabled platform with the slug “no-such-platform”')
    await context.userEvent.click(screen.getByRole('radio', { name: 'Changed 1' }))
    await expect(screen.getByRole('list', { name: 'Changed lines' })).toHaveTextContent(
      'Name: Café Fortuné → Café Fortuné Deluxe',
    )
    await expect(await namesOf('cafe-fortune')).toEqual(['Café Fortuné'])
  },
}

export const PreviewDark: Story = { ...Preview, globals: { theme: 'dark' } }
export const PreviewNarrowest: Story = { ...Preview, globals: { viewport: { value: 'narrowest' } } }

export const WhenNothingChanges: Story = {
  parameters: { statechart: inState(importMachine, 'withoutEffect') },
  play: async (context) => {
    await choose(context, new File(['slug,name\r\ncafe-fortune,Café Fortuné'], 'same.csv', { type: 'text/csv' }))
    const button = await screenOf(context).findByRole('button', { name: 'Import 0 games' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
  },
}

export const Applying: Story = {
  beforeEach: answers(usually, pending),
  parameters: { statechart: inState(importMachine, 'applying') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await expect(await screenOf(context).findByRole('progressbar', { name: 'Importing games.csv' })).toBeVisible()
    await expect(screenOf(context).queryByRole('button', { name: 'Close' })).toBeNull()
  },
}

export const Done: Story = {
  parameters: { statechart: inState(importMachine, 'done') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await expect(
      await screenOf(context).findByText(/games.csv was imported: 2 games added, 1 changed, 2 lines left out/),
    ).toBeVisible()
    await expect(await namesOf('cafe-fortune')).toEqual(['Café Fortuné Deluxe'])
    await expect(await namesOf('neon-otter')).toEqual(['Neon Otter'])
    await expect(context.args.onImported).toHaveBeenCalledOnce()
  },
}

export const Stopping: Story = {
  beforeEach: answers(usually, pending, pending),
  parameters: { statechart: inState(importMachine, 'stopping') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await press(context, 'Stop')
    await expect(await screenOf(context).findByRole('progressbar', { name: /^Stopping/ })).toBeVisible()
  },
}

export const Stopped: Story = {
  beforeEach: answers(usually, pending, usually),
  parameters: { statechart: inState(importMachine, 'stopped') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await press(context, 'Stop')
    await expect(await screenOf(context).findByText('The import was stopped. Nothing was changed.')).toBeVisible()
    await expect(await namesOf('neon-otter')).toEqual([])
  },
}

export const WhenItIsImportedAfterAStop: Story = {
  ...Stopped,
  play: async (context) => {
    await Stopped.play!(context)
    await press(context, 'Import again')
    await expect(await screenOf(context).findByText(/was imported/)).toBeVisible()
    await expect(await namesOf('neon-otter')).toEqual(['Neon Otter'])
  },
  parameters: { statechart: inState(importMachine, 'done') },
}

/** The server had already committed when the person pressed Stop. */
export const TooLate: Story = {
  beforeEach: answers(
    usually,
    async (usual, request) => {
      await usual()
      return pending(usual, request)
    },
    usually,
  ),
  parameters: { statechart: inState(importMachine, 'tooLate') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await waitFor(async () => expect(await namesOf('neon-otter')).toEqual(['Neon Otter']))
    await press(context, 'Stop')
    await expect(await screenOf(context).findByText('It was too late to stop: games.csv was imported.')).toBeVisible()
    await expect(context.args.onImported).toHaveBeenCalledOnce()
  },
}

export const Failed: Story = {
  beforeEach: answers(usually, failing(503), usually),
  parameters: { statechart: inState(importMachine, 'failed') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await expect(await screenOf(context).findByRole('alert')).toHaveTextContent('Nothing of it was changed.')
  },
}

export const Uncertain: Story = {
  beforeEach: answers(usually, lost, usually),
  parameters: { statechart: inState(importMachine, 'uncertain') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await expect(await screenOf(context).findByText(/it is not known whether games.csv was imported/)).toBeVisible()
  },
}

export const Repeating: Story = {
  beforeEach: answers(usually, lost, pending),
  parameters: { statechart: inState(importMachine, 'repeating') },
  play: async (context) => {
    await preview(context)
    await press(context, 'Import 3 games')
    await press(context, 'Check again')
    await expect(
      await screenOf(context).findByRole('progressbar', { name: 'Checking whether the import took effect' }),
    ).toBeVisible()
  },
}

/** The call is repeated with the same key, so that the file is applied once. */
export const WhenTheConnectionIsBack: Story = {
  ...Uncertain,
  play: async (context) => {
    await Uncertain.play!(context)
    lineBack.report()
    await expect(await screenOf(context).findByText(/was imported: 2 games added, 1 changed/)).toBeVisible()
    await expect(await namesOf('neon-otter')).toHaveLength(1)
  },
  parameters: { statechart: inState(importMachine, 'done') },
}
