import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, spyOn, waitFor, within } from '@storybook/test'
import { useLocation } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { useOverlays } from '@app/overlays'
import { EVERY_OPERATION, type EveryOperationId } from '@contract/http/catalogue'
import { selectIsKnown } from '@machines/access/access.view'
import { lookupMachine, TYPING_PAUSE_MS } from '@machines/lookup/lookup.machine'
import { failing, onceInstead, override, pending, type Responder } from '@mocks/overrides'
import { holdTimers } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { consoleStory, StoryConsole } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { useConsole } from '@console/console'

/** Like the router, without the frame: overlays over a page that shows its own address. */
function Page() {
  const { actors, toasts } = useConsole()
  const overlays = useOverlays()
  const { pathname, search } = useLocation()
  const known = useSelector(actors.access, selectIsKnown)
  const signedIn = useSelector(actors.session, (snapshot) => snapshot.matches('authenticated'))
  if (!signedIn) return <h1>Nobody is signed in</h1>
  return (
    known && (
      <main style={{ display: 'grid', gap: 12, justifyItems: 'start', padding: 24 }}>
        <h1>At {pathname + search}</h1>
        <button type="button" onClick={() => overlays.open('find')} onFocus={overlays.prepareFind}>
          Find
        </button>
        <button type="button" onClick={() => toasts.show('error', 'You are not permitted to change this user.')}>
          Tell something
        </button>
        <label>
          A field <input />
        </label>
        {overlays.shown}
      </main>
    )
  )
}

const meta = {
  title: 'Flows/Palette and shortcuts',
  component: Page,
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story, { parameters }) => (
      <StoryConsole signedInAs={(parameters.signedInAs as string | undefined) ?? 'SUPER_ADMIN'} path="/">
        <Story />
      </StoryConsole>
    ),
  ],
  beforeEach: consoleStory(),
} satisfies Meta<typeof Page>
export default meta
type Story = StoryObj<typeof meta>
type Keys = { keyboard: (text: string) => Promise<void> }

const at = (path: RegExp | string) =>
  screen.findByRole('heading', { name: typeof path === 'string' ? `At ${path}` : path, hidden: true })
const field = () => screen.findByRole('combobox', { name: 'Find a page or record' })
const openPalette = async (userEvent: Keys) => {
  await at('/')
  await userEvent.keyboard('{Control>}k{/Control}')
  return field()
}
/** The simulated keyboard repeats the input event of typed text when its field is removed, so it is sent here before. */
const type = async (userEvent: Keys, words: string) => {
  await userEvent.keyboard(words)
  await fireEvent.blur(screen.getByRole('combobox'))
}
const group = (name: string) => within(screen.getByRole('group', { name }))
const selected = () => screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')

export const Idle: Story = {
  parameters: { statechart: inState(lookupMachine, 'idle') },
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await type(userEvent, 'shift hist')
    await userEvent.clear(await field())
    await expect(group('Pages').getAllByRole('option').length).toBeGreaterThan(0)
  },
}

/** More input may follow: no request is sent yet. */
export const WaitingForMoreWords: Story = {
  parameters: { statechart: inState(lookupMachine, 'waiting') },
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    holdTimers(TYPING_PAUSE_MS)
    await type(userEvent, 'amara')
    await expect(screen.getByRole('group', { name: 'Records' })).toBeInTheDocument()
  },
}

export const WhenAPageIsFound: Story = {
  play: async ({ userEvent }) => {
    const button = await screen.findByRole('button', { name: 'Find' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect(await field()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
    await openPalette(userEvent)
    await type(userEvent, 'shift hist')
    await expect(selected()).toHaveTextContent('Shift / Shift history')
    await userEvent.keyboard('{Enter}')
    await at('/shift/shift-history')
    await userEvent.keyboard('{Control>}k{/Control}')
    await field()
    // The last used item is first the next time.
    await expect(
      group('Recent')
        .getAllByRole('option')
        .map((option) => option.getAttribute('href')),
    ).toEqual(['/shift/shift-history'])
    await userEvent.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  },
}

async function findAmara(userEvent: Keys) {
  await openPalette(userEvent)
  await type(userEvent, 'amara')
  const found = await screen.findAllByRole('option', { name: /Amara/ })
  await waitFor(() => expect(selected()).toBe(found[0]))
  return found
}

export const Found: Story = {
  parameters: { statechart: inState(lookupMachine, 'found') },
  play: async ({ userEvent }) =>
    expect((await findAmara(userEvent))[0]).toHaveAttribute('href', expect.stringMatching(/^\/users\/.+/)),
}

export const WhenARecordIsFound: Story = {
  play: async ({ userEvent }) => {
    const found = await findAmara(userEvent)
    await expect(found[0]).toHaveAttribute('href', expect.stringMatching(/^\/users\/.+/))
    const open = spyOn(window, 'open').mockReturnValue(null)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(open).toHaveBeenCalledWith(found[0]!.getAttribute('href'), '_blank', 'noopener')
    open.mockRestore()
    // It stays open for another one.
    await userEvent.keyboard('{Enter}')
    await at(/^At \/users\/.+/)
  },
}

export const LoadingRecords: Story = {
  parameters: { statechart: inState(lookupMachine, 'looking') },
  beforeEach: consoleStory(override('users.list', pending), override('admin.list', pending)),
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await type(userEvent, 'amara')
    await expect(screen.getByRole('group', { name: 'Records' })).toBeInTheDocument()
    await expect(screen.getByRole('status')).toHaveTextContent('Searching')
  },
}

/** @param answer the response of each list */
const everyList = (answer: () => Responder) =>
  EVERY_OPERATION.filter(({ id }) => id.endsWith('.list')).flatMap(({ id }) =>
    override(id as EveryOperationId, answer()),
  )
const NONE_SEARCHED = { name: /^Records could not be searched/ }

export const Failed: Story = {
  parameters: { statechart: inState(lookupMachine, 'failed') },
  beforeEach: consoleStory(everyList(() => failing(500))),
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await type(userEvent, 'amara')
    const said = await screen.findByRole('option', NONE_SEARCHED)
    await waitFor(() => expect(said).toBeVisible())
  },
}
/** The users are found although the staff could not be searched; one line says which list is missing. */
export const PartlyFound: Story = {
  parameters: { statechart: inState(lookupMachine, 'partlyFound') },
  beforeEach: consoleStory(override('admin.list', failing(500))),
  play: async ({ userEvent }) => {
    await findAmara(userEvent)
    await seen(screen.findByRole('option', { name: /^Admins could not be searched/ }))
    await expect(screen.getAllByRole('option', { name: /could not be searched/ })).toHaveLength(1)
  },
}
export const WhenOneListIsTriedAgain: Story = {
  beforeEach: consoleStory(override('users.list', onceInstead(failing(500)))),
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await type(userEvent, 'amara')
    await userEvent.click(await screen.findByRole('option', { name: /^Users could not be searched/ }))
    await expect((await screen.findAllByRole('option', { name: /Amara/ })).length).toBeGreaterThan(0)
    await waitFor(() => expect(screen.queryByRole('option', { name: /could not be searched/ })).toBeNull())
  },
}

/** The error of the previous attempt is hidden while the search is repeated. */
export const WhenRecordsAreBeingTriedAgain: Story = {
  parameters: { statechart: inState(lookupMachine, 'looking') },
  beforeEach: consoleStory(everyList(() => onceInstead(failing(500), pending))),
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await type(userEvent, 'amara')
    await screen.findByRole('option', NONE_SEARCHED)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('option', NONE_SEARCHED)).toBeNull())
    await expect(screen.getByRole('listbox')).toHaveAttribute('aria-busy', 'true')
  },
}

/** It offers only what the role may open, and requests only what the role may read. */
export const WithFewRights: Story = {
  parameters: { signedInAs: 'CONTENT_EDITOR' },
  beforeEach: consoleStory(override('users.list', failing(500)), override('admin.list', failing(500))),
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await expect(screen.queryByRole('option', { name: 'New user' })).toBeNull()
    await type(userEvent, 'admins')
    await new Promise((resolve) => {
      setTimeout(resolve, 400)
    })
    await expect(await screen.findByText('Nothing is called “admins”')).toBeInTheDocument()
  },
}

export const WhenAnActionIsChosen: Story = {
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await type(userEvent, 'new user')
    await expect(selected()).toHaveTextContent('New user')
    await userEvent.keyboard('{Enter}')
    await at('/users?form=create')
    await userEvent.keyboard('{Control>}k{/Control}')
    await field()
    await type(userEvent, 'dark')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
    await userEvent.keyboard('{Control>}k{/Control}')
    await field()
    await type(userEvent, 'sign out')
    await userEvent.keyboard('{Enter}')
    await seen(screen.findByRole('heading', { name: 'Nobody is signed in' }))
  },
}

/** Change Password opens over the page like from the avatar menu; nothing can be opened over it. */
export const WhenAModalStands: Story = {
  play: async ({ userEvent }) => {
    await openPalette(userEvent)
    await type(userEvent, 'change pass')
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Change Password' })
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect(screen.queryByRole('combobox', { name: 'Find a page or record' })).toBeNull()
  },
}

export const WhenShortcutsAreAskedFor: Story = {
  play: async ({ userEvent }) => {
    await at('/')
    const input = screen.getByLabelText('A field')
    input.focus()
    await userEvent.keyboard('?')
    await expect(input).toHaveValue('?')
    await expect(screen.queryByRole('dialog')).toBeNull()
    input.blur()
    await userEvent.keyboard('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    await expect(sheet.getByRole('region', { name: 'In a list' })).toBeInTheDocument()
    const toggle = sheet.getByRole('switch', { name: 'Shortcuts of one key' })
    toggle.focus()
    await userEvent.keyboard(' ')
    await expect(toggle).not.toBeChecked()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('?')
    await expect(screen.queryByRole('dialog')).toBeNull()
    // The palette still offers the sheet, where single keys can be switched on again.
    await openPalette(userEvent)
    await type(userEvent, 'keyboard')
    await userEvent.keyboard('{Enter}')
    const again = await screen.findByRole('switch', { name: 'Shortcuts of one key' })
    again.focus()
    await userEvent.keyboard(' ')
    await expect(again).toBeChecked()
  },
}

export const WhenMessagesAreRead: Story = {
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Tell something' }))
    await openPalette(userEvent)
    await type(userEvent, 'messages')
    await userEvent.keyboard('{Enter}')
    const drawer = within(await screen.findByRole('dialog', { name: 'Messages' }))
    await expect(drawer.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Error: You are not permitted to change this user\.\d\d:\d\d:\d\d$/),
    ])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
