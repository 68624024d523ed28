import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from '@storybook/test'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { ConsoleContext, useConsole } from '@console/console'
import { RECALL_PATIENCE_MS } from '@machines/kit/recall'
import { orderMachine } from '@machines/order/order.machine'
import { failing, lost, onceInstead, override, pending, unreachable, type Responder } from '@mocks/overrides'
import { colleague, rowsOf, staffOf } from '@mocks/scene'
import { brandCategories } from '@demo/content/brand-category'
import { demoId } from '@demo/rows'
import { holdTimers } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { openedDialog, seen } from '@tests/kit/seen'
import { consoleStory, tabStorage, toasted } from '@tests/kit/story-console'
import { inConsole, listPage, ListPage } from './list.story-kit'

/** The order of a list, in each state of its machine: the categories, by a content editor. */
const meta = {
  title: 'Screens/List/Order',
  component: ListPage,
  parameters: { layout: 'fullscreen', signedInAs: 'CONTENT_EDITOR' },
  args: { page: listPage('seo-brand-categories'), parts: [] },
  decorators: [inConsole],
  beforeEach: consoleStory(),
} satisfies Meta<typeof ListPage>
export default meta
type Story = StoryObj<typeof meta>
type User = Parameters<NonNullable<Story['play']>>[0]['userEvent']

const TITLE = 'Order of the categories'
const inDialog = async () => within(await openedDialog(TITLE))
/** The names of the dialog's lines, in their order. */
const lines = async () =>
  [...(await openedDialog(TITLE)).querySelectorAll<HTMLElement>('li')]
    .toSorted((a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet))
    .map((line) => line.querySelector('[dir="auto"]')?.textContent)

/** The categories in order, and with the first two swapped. */
const IN_ORDER = brandCategories.map((_, index) => demoId('brandCategory', index))
const SWAPPED = [IN_ORDER[1]!, IN_ORDER[0]!, ...IN_ORDER.slice(2)]

async function openOrder(userEvent: User) {
  // The button is replaced once the list is complete.
  const button = () => screen.getByRole('button', { name: 'Order' })
  await screen.findByRole('row', { name: /Slots/ })
  // In a narrow window it is behind another button.
  if (innerWidth < 600) await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('button', { name: 'Order' })
  await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled', 'true'))
  await userEvent.click(button())
  return inDialog()
}
/** Opens the dialog and moves 'Live casino' to the front. */
async function move(userEvent: User) {
  const dialog = await openOrder(userEvent)
  await userEvent.click(await dialog.findByRole('button', { name: 'Move Live casino up' }))
  await waitFor(async () => expect((await lines()).slice(0, 2)).toEqual(['Live casino', 'Slots']))
  return dialog
}
async function save(userEvent: User) {
  const dialog = await move(userEvent)
  await userEvent.click(dialog.getByRole('button', { name: 'Save order' }))
  return dialog
}
const saving = (responder: Responder) => consoleStory(override('brandCategory.order', responder))
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull())
/** The list, in its order. */
const firstNames = () =>
  screen
    .getAllByRole('row')
    .slice(1, 3)
    .map((each) => each.querySelector('[data-col="name"]')?.textContent)

/** Stored moves are being read: nothing can be moved until then. */
export const Opening: Story = {
  parameters: { statechart: inState(orderMachine, 'opening') },
  decorators: [
    (Story) => {
      const running = useConsole()
      return (
        <ConsoleContext value={{ ...running, drafts: { ...running.drafts, load: () => new Promise(() => undefined) } }}>
          <Story />
        </ConsoleContext>
      )
    },
  ],
  play: async ({ userEvent }) => {
    holdTimers(RECALL_PATIENCE_MS)
    const dialog = await openOrder(userEvent)
    await expect(await dialog.findByRole('button', { name: 'Move Live casino up' })).toBeDisabled()
  },
}

export const Unmoved: Story = {
  parameters: { statechart: inState(orderMachine, 'unmoved') },
  play: async ({ userEvent }) => {
    const dialog = await openOrder(userEvent)
    await seen(dialog.findByText('Live casino'))
    await expect(dialog.getByRole('button', { name: 'Save order' })).toBeDisabled()
  },
}

export const Moved: Story = {
  parameters: { statechart: inState(orderMachine, 'moved') },
  play: async ({ userEvent }) => {
    const dialog = await move(userEvent)
    await seen(dialog.findByText('1 category moved'))
    await expect(dialog.getByRole('button', { name: 'Save order' })).toBeEnabled()
  },
}
export const MovedDark: Story = { ...Moved, globals: { theme: 'dark' } }
export const MovedNarrowest: Story = { ...Moved, globals: { viewport: { value: 'narrowest' } } }

/** Discard restores the list's own order, and the dialog stays open. */
export const WhenTheMovesAreDiscarded: Story = {
  play: async ({ userEvent }) => {
    const dialog = await move(userEvent)
    await userEvent.click(dialog.getByRole('button', { name: 'Discard' }))
    await waitFor(async () => expect((await lines())[0]).toBe('Slots'))
    await expect(dialog.getByRole('button', { name: 'Save order' })).toBeDisabled()
  },
}

/** Esc asks before moves are discarded; Esc again returns to the dialog. */
export const Leaving: Story = {
  parameters: { statechart: inState(orderMachine, 'leaving') },
  play: async ({ userEvent }) => {
    const dialog = await move(userEvent)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Stay' })).toHaveFocus())
    await expect(dialog.getByText('1 category moved: the new order is not kept.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Stay' })).toBeNull())
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await seen(dialog.findByRole('button', { name: 'Leave without saving' }))
  },
}
export const LeavingNarrowest: Story = { ...Leaving, globals: { viewport: { value: 'narrowest' } } }

export const Left: Story = {
  parameters: { statechart: inState(orderMachine, 'left') },
  play: async ({ userEvent }) => {
    const dialog = await move(userEvent)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Leave without saving' }))
    await isGone()
    await expect(firstNames()).toEqual(['Slots', 'Live casino'])
    // After reopening, none of the moves are left.
    await openOrder(userEvent)
    await expect((await lines())[0]).toBe('Slots')
    await userEvent.keyboard('{Escape}')
    await isGone()
  },
}

/** Unsaved moves are restored after the person returns; they can be discarded. */
export const WhenMovesOfAnEarlierTimeAreKept: Story = {
  parameters: {
    draft: { values: { ids: SWAPPED }, from: { ids: IN_ORDER }, version: null, savedAt: 0 },
  },
  play: async ({ userEvent }) => {
    const dialog = await openOrder(userEvent)
    await seen(dialog.findByText(/^Your moves of an earlier time/))
    await waitFor(async () => expect((await lines())[0]).toBe('Live casino'))
  },
}

export const Saving: Story = {
  parameters: { statechart: inState(orderMachine, 'saving') },
  beforeEach: saving(pending),
  play: async ({ userEvent }) => {
    const dialog = await save(userEvent)
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: /Save order|Loading/ })).toHaveAttribute('aria-busy', 'true'),
    )
    await expect(dialog.getByRole('button', { name: 'Move Slots up' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await expect(await openedDialog(TITLE)).toBeVisible()
  },
}

export const Saved: Story = {
  parameters: { statechart: inState(orderMachine, 'saved') },
  play: async ({ userEvent }) => {
    await save(userEvent)
    await isGone()
    await waitFor(() => expect(firstNames()).toEqual(['Live casino', 'Slots']))
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
  },
}

/** There is no response: no failure is reported, and nothing can be moved meanwhile. */
export const Checking: Story = {
  parameters: { statechart: inState(orderMachine, 'checking') },
  beforeEach: saving(unreachable),
  play: async ({ userEvent }) => {
    const dialog = await save(userEvent)
    await seen(dialog.findByText('No answer yet. Checking whether the order was saved...'))
    await expect(dialog.getByRole('button', { name: 'Check again' })).toBeVisible()
    await expect(toasted).not.toHaveBeenCalled()
  },
}
export const CheckingDark: Story = { ...Checking, globals: { theme: 'dark' } }

const keys: (string | null)[] = []
/** The response is lost, but the save took effect: it is repeated with the same key, and not performed again. */
export const WhenTheAnswerIsLost: Story = {
  beforeEach: (context) => {
    keys.length = 0
    const noting =
      (then: Responder): Responder =>
      (usual, request) => {
        keys.push(request.headers.get(IDEMPOTENCY_KEY_HEADER))
        return then(usual, request)
      }
    return saving(
      onceInstead(
        noting(lost),
        noting((usual) => usual()),
      ),
    )(context)
  },
  play: async ({ userEvent }) => {
    await save(userEvent)
    await isGone()
    await waitFor(() => expect(firstNames()).toEqual(['Live casino', 'Slots']))
    await expect(toasted).toHaveBeenCalledWith('success', 'Successfully Updated')
    await expect([keys.length, new Set(keys).size, keys.includes(null)]).toEqual([2, 1, false])
  },
}

export const Unresolved: Story = {
  parameters: { statechart: inState(orderMachine, 'unresolved'), checkPatienceMs: 1500 },
  beforeEach: saving(unreachable),
  play: async ({ userEvent }) => {
    const dialog = await save(userEvent)
    await seen(dialog.findByText(/^It is not known whether the order was saved/))
    await expect(dialog.getByRole('button', { name: 'Check again' })).toBeVisible()
  },
}

/** The page was reloaded before the response: the dialog opens with the sent order, and the same call is repeated. */
export const WhenASaveIsTakenUpAfterAReload: Story = {
  beforeEach: consoleStory(override('brandCategory.order', unreachable), async () => {
    const write = {
      ...{ list: 'seo-brand-categories', rowId: 'order of seo-brand-categories', version: null, action: 'order' },
      ...{ payload: { ids: SWAPPED }, key: 'before' },
      record: { name: 'the order of the categories', href: '/seo/brand-categories' },
    }
    tabStorage.setItem(
      'pitboss.pending.row.seo-brand-categories.order of seo-brand-categories',
      JSON.stringify({ owner: staffOf('CONTENT_EDITOR').id, write }),
    )
  }),
  play: async () => {
    const dialog = within(await screen.findByRole('dialog', { name: TITLE }))
    await seen(dialog.findByText(/^No answer yet/))
    await waitFor(async () => expect((await lines())[0]).toBe('Live casino'))
  },
}

/** Somebody adds a category that this console has not received. */
const addElsewhere: Responder = async (usual) => {
  const [known] = await rowsOf('brandCategory', { search: 'Arcade hall' })
  if (!known)
    await colleague('SUPER_ADMIN').call('brandCategory.create', { body: { name: 'Arcade hall', slug: 'arcade-hall' } })
  return usual()
}

/** The list on the server contains other records: it is read again, and the moves are kept. */
export const Rereading: Story = {
  parameters: { statechart: inState(orderMachine, 'rereading') },
  beforeEach: consoleStory(
    override('brandCategory.order', addElsewhere),
    override(
      'brandCategory.list',
      onceInstead((usual) => usual(), pending),
    ),
  ),
  play: async ({ userEvent }) => {
    const dialog = await save(userEvent)
    await seen(dialog.findByText(/Reading the list again/))
    await expect(dialog.getByRole('button', { name: 'Read again' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save order' })).toBeDisabled()
  },
}

/** After the list was read again, the new records are named; the moves are applied to it, and the next press saves them. */
export const Conflict: Story = {
  parameters: { statechart: inState(orderMachine, 'conflict') },
  beforeEach: saving(addElsewhere),
  play: async ({ userEvent }) => {
    const dialog = await save(userEvent)
    await seen(dialog.findByText(/New in the list: Arcade hall\./))
    const names = await lines()
    await expect([names[0], names.at(-1)]).toEqual(['Live casino', 'Arcade hall'])
    await expect(dialog.getByRole('button', { name: 'Save order' })).toBeEnabled()
  },
}
export const ConflictDark: Story = { ...Conflict, globals: { theme: 'dark' } }
export const ConflictNarrowest: Story = { ...Conflict, globals: { viewport: { value: 'narrowest' } } }

export const WhenAConflictIsSaved: Story = {
  beforeEach: saving(addElsewhere),
  play: async ({ userEvent }) => {
    const dialog = await save(userEvent)
    await seen(dialog.findByText(/New in the list: Arcade hall\./))
    await userEvent.click(dialog.getByRole('button', { name: 'Save order' }))
    await isGone()
    await waitFor(() => expect(firstNames()).toEqual(['Live casino', 'Slots']))
  },
}

export const Refused: Story = {
  parameters: { statechart: inState(orderMachine, 'refused') },
  beforeEach: saving(failing(403, { message: 'You are not permitted to change categories.' })),
  play: async ({ userEvent }) => {
    const dialog = await save(userEvent)
    await seen(dialog.findByText('You are not permitted to change categories.'))
    await expect((await lines())[0]).toBe('Live casino')
    await expect(dialog.getByRole('button', { name: 'Save order' })).toBeEnabled()
  },
}
