import { useEffect, useState, type ReactNode } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, spyOn, waitFor, within } from '@storybook/test'
import { ConsoleContext, useConsole } from '@console/console'
import { Button } from '@design-system/primitives/Button/Button'
import { space } from '@design-system/tokens/tokens'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import { revealMachine } from '@machines/reveal/reveal.machine'
import { inState } from '@tests/kit/in-state'
import { openedDialog, seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole, toasted } from '@tests/kit/story-console'
import RevealContainer from './Reveal.container'
import { valuesHeldWith } from './held-values.story-kit'

const TITLE = 'Reveal the password of lucky77?'
const TICKET = 'Ticket 4711, locked out'
/** Never passed to a function of the tests as a value: they record their arguments, where a story searches for it. */
const secret = () => ['Rain', '7', 'Lantern'].join('-')
const isOnPage = () => document.body.textContent.includes(secret())

type Answer = () => Promise<Result<string>>
const revealed: Answer = async () => ok(secret())
const refusing =
  (error: ApiError): Answer =>
  async () =>
    failed(error)
const unreachable = refusing({ kind: 'network', message: '' })
const pending: Answer = () => new Promise(() => undefined)

/** The answers of the story, one after the other; then the secret. */
let answers: Answer[] = []
/** The requests of the story. */
const asked: { reason: string; key: string; signal: AbortSignal }[] = []
/** How much the clock of the console is ahead, in milliseconds. */
let ahead = 0
const clock = { now: () => Date.now() + ahead }

/** Removes the dialog, as another page of the console does. */
let replacePage = () => {}

/** The dialog that the story's page opens. */
function Page() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    replacePage = () => setIsOpen(false)
  }, [])
  return (
    <div style={{ padding: space[24] }}>
      <Button onClick={() => setIsOpen(true)}>Reveal password</Button>
      {isOpen && (
        <RevealContainer
          title={TITLE}
          label="Password"
          call={(reason, { idempotencyKey: key, signal }) => {
            asked.push({ reason, key, signal })
            return (answers.shift() ?? revealed)()
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

function WithClock({ children }: { children: ReactNode }) {
  const running = useConsole()
  const [value] = useState(() => ({ ...running, clock }))
  return <ConsoleContext value={value}>{children}</ConsoleContext>
}

/** @param then the answers, one after the other */
const answering = (...then: Answer[]) =>
  consoleStory(async () => {
    answers = [...then]
    asked.length = 0
    ahead = 0
  })

/** A stored secret is revealed for a minute, for a reason that is stored; then nothing of it is kept. */
const meta = {
  title: 'Features/Reveal',
  parameters: { layout: 'fullscreen' },
  beforeEach: answering(),
  render: () => (
    <StoryConsole signedInAs="SUPPORT_AGENT">
      <WithClock>
        <Page />
      </WithClock>
    </StoryConsole>
  ),
} satisfies Meta
export default meta
type Story = StoryObj<typeof meta>
type UserEvent = Parameters<NonNullable<Story['play']>>[0]['userEvent']

/** All with the keyboard alone. */
async function open(userEvent: UserEvent) {
  const opener = await screen.findByRole('button', { name: 'Reveal password' })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  return within(await openedDialog(TITLE))
}
type Dialog = Awaited<ReturnType<typeof open>>

const reasonField = (dialog: Dialog) => dialog.findByRole('textbox', { name: /^Reason/ })
/** The reason has the focus, and is empty. */
async function asksForReason(dialog: Dialog) {
  const field = await reasonField(dialog)
  await waitFor(() => expect(field).toHaveFocus())
  await expect(field).toHaveValue('')
  return field
}
async function ask(userEvent: UserEvent, dialog: Dialog, reason = TICKET) {
  const field = await asksForReason(dialog)
  await userEvent.keyboard(reason)
  // Cancel, then Reveal.
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  return field
}
const copyButton = (dialog: Dialog) => dialog.findByRole('button', { name: 'Copy Password' })
async function isShown(dialog: Dialog) {
  const copy = await copyButton(dialog)
  await waitFor(() => expect(copy).toHaveFocus())
  await expect(isOnPage()).toBe(true)
  await seen(dialog.findByText(/^Hidden in (?:1:00|0:5\d)$/))
}
/** The secret is neither in the page nor in what React and the machine keep. */
async function isForgotten() {
  await expect(isOnPage()).toBe(false)
  await expect(valuesHeldWith(secret())).toEqual([])
}
const says = (dialog: Dialog, words: string) =>
  waitFor(() => expect(dialog.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words))

export const Asking: Story = {
  parameters: { statechart: inState(revealMachine, 'asking') },
  play: async ({ userEvent }) => {
    await asksForReason(await open(userEvent))
    await expect(asked).toEqual([])
  },
}
export const AskingDark: Story = { ...Asking, globals: { theme: 'dark' } }
export const AskingNarrowest: Story = { ...Asking, globals: { viewport: { value: 'narrowest' } } }

export const WithoutAReason: Story = {
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog, '  ')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^Required/))
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.clear(field)
    await userEvent.click(field)
    await userEvent.paste('a'.repeat(256))
    await userEvent.click(dialog.getByRole('button', { name: 'Reveal' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^Up to 255 characters/))
    await expect(asked).toEqual([])
  },
}

/** The reason cannot be changed, and nothing is sent twice. Closing aborts the request. */
export const Revealing: Story = {
  parameters: { statechart: inState(revealMachine, 'revealing') },
  beforeEach: answering(pending),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog)
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    await userEvent.keyboard('{Enter}')
    await expect(field).toHaveValue(TICKET)
    await expect(asked).toHaveLength(1)
  },
}

export const WhenItIsClosedBeforeTheAnswer: Story = {
  beforeEach: answering(pending),
  play: async ({ userEvent }) => {
    await ask(userEvent, await open(userEvent))
    await waitFor(() => expect(asked).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(asked[0]!.signal.aborted).toBe(true))
  },
}

export const Shown: Story = {
  parameters: { statechart: inState(revealMachine, 'shown') },
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    await says(dialog, 'Password shown for one minute')
    await expect(dialog.queryByRole('textbox')).toBeNull()
    // It is text that can be marked, and it is read from the left.
    const text = [...document.querySelectorAll('[dir=ltr]')].find(({ textContent }) => textContent === secret())!
    await expect(text).toBeVisible()
    const { fontFamily, userSelect } = getComputedStyle(text)
    await expect([fontFamily.includes('Mono'), userSelect]).toEqual([true, 'text'])
    let copied = ''
    spyOn(navigator.clipboard, 'writeText').mockImplementation(async (written) => {
      copied = written
    })
    await userEvent.keyboard('{Enter}')
    await seen(dialog.findByText('Copied !'))
    await expect(copied === secret()).toBe(true)
    // The time is updated, and not announced.
    await seen(dialog.findByText(/^Hidden in 0:5\d$/))
    await expect(dialog.getByRole('timer')).not.toHaveAttribute('aria-live')
    await expect(toasted).not.toHaveBeenCalled()
  },
}
export const ShownDark: Story = { ...Shown, globals: { theme: 'dark' } }
export const ShownNarrowest: Story = { ...Shown, globals: { viewport: { value: 'narrowest' } } }

export const HiddenByThePerson: Story = {
  parameters: { statechart: inState(revealMachine, 'masked') },
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    await expect(valuesHeldWith(secret())).not.toEqual([])
    await userEvent.keyboard('{Tab}{Enter}')
    await asksForReason(dialog)
    await says(dialog, 'Password hidden')
    await seen(dialog.findByText(/^It is hidden\. To see it again, give a new reason\.$/))
    await isForgotten()
  },
}
export const HiddenByThePersonDark: Story = { ...HiddenByThePerson, globals: { theme: 'dark' } }
export const HiddenByThePersonNarrowest: Story = {
  ...HiddenByThePerson,
  globals: { viewport: { value: 'narrowest' } },
}

/** Each time with a new reason and a new key. */
export const RevealedAgain: Story = {
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    await userEvent.click(dialog.getByRole('button', { name: 'Hide' }))
    await ask(userEvent, dialog, 'Ticket 4712')
    await isShown(dialog)
    await expect(asked.map(({ reason }) => reason)).toEqual([TICKET, 'Ticket 4712'])
    await expect(new Set(asked.map(({ key }) => key)).size).toBe(2)
  },
}

/** Also a secret that arrives while the tab is hidden is not shown. */
export const WhenTheTabIsHidden: Story = {
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    const visibility = spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await seen(dialog.findByText(/^It was hidden because this tab was no longer visible/))
    await isForgotten()
    await ask(userEvent, dialog)
    await waitFor(() => expect(asked).toHaveLength(2))
    await asksForReason(dialog)
    await seen(dialog.findByText(/^It was hidden because this tab was no longer visible/))
    await isForgotten()
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await expect(isOnPage()).toBe(false)
  },
}

/** The browser may keep the page for its back button. */
export const WhenThePageIsLeft: Story = {
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    await asksForReason(dialog)
    await isForgotten()
  },
}

/** The clock of the device is a minute further, as after a sleep. */
export const AfterAMinute: Story = {
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    ahead = 40_000
    await seen(dialog.findByText(/^Hidden in 0:1\d$/))
    ahead = 60_000
    await seen(dialog.findByText(/^It was hidden after a minute/))
    await asksForReason(dialog)
    await says(dialog, 'Password hidden')
    await isForgotten()
  },
}

export const WhenItIsClosed: Story = {
  parameters: { statechart: inState(revealMachine, 'closed') },
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reveal password' })).toHaveFocus())
    await isForgotten()
  },
}

/** The dialog disappears with its page, as when the session ends. Its machine has forgotten the secret before. */
export const WhenThePageIsReplaced: Story = {
  parameters: { statechart: inState(revealMachine, 'masked') },
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await isShown(dialog)
    replacePage()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await isForgotten()
  },
}

/** The server's sentence is shown, and the reason stays. */
export const Refused: Story = {
  parameters: { statechart: inState(revealMachine, 'refused') },
  beforeEach: answering(
    refusing({
      kind: 'tooMany',
      message: 'You have revealed 10 passwords within an hour. Try again at 15:40.',
      retryAfterSeconds: 600,
    }),
  ),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog)
    await seen(dialog.findByText('You have revealed 10 passwords within an hour. Try again at 15:40.'))
    await expect(field).toHaveValue(TICKET)
    await expect(isOnPage()).toBe(false)
  },
}
export const RefusedDark: Story = { ...Refused, globals: { theme: 'dark' } }
export const RefusedNarrowest: Story = { ...Refused, globals: { viewport: { value: 'narrowest' } } }

export const NotPermitted: Story = {
  beforeEach: answering(refusing({ kind: 'forbidden', message: 'You are not permitted to reveal passwords.' })),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog)
    await seen(dialog.findByText('You are not permitted to reveal passwords.'))
    await expect(field).toHaveValue(TICKET)
  },
}

export const NotThere: Story = {
  beforeEach: answering(refusing({ kind: 'notFound', message: '' })),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    await ask(userEvent, dialog)
    await seen(dialog.findByText('This record does not exist, or is not in your store.'))
  },
}

/** The refusal is at the reason, until it is changed. */
export const WhenTheReasonIsRefused: Story = {
  beforeEach: answering(
    refusing({ kind: 'rejected', message: '', fields: { reason: ['Say which ticket this is for'] } }),
  ),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog, 'Please')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^Say which ticket this is for/))
    await waitFor(() => expect(field).toHaveFocus())
    await expect(field).toHaveValue('Please')
    // It is selected, so that typing replaces it.
    await userEvent.keyboard('Ticket 4711')
    await expect(field).not.toHaveAccessibleDescription(/Say which ticket/)
    await expect(field).toHaveValue('Ticket 4711')
    await userEvent.keyboard('{Tab}{Tab}{Enter}')
    await isShown(dialog)
  },
}

export const Unreachable: Story = {
  parameters: { statechart: inState(revealMachine, 'unanswered') },
  beforeEach: answering(unreachable),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog)
    await seen(dialog.findByText(/^The server cannot be reached/))
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(field).toHaveValue(TICKET)
  },
}

export const TryingAgain: Story = {
  parameters: { statechart: inState(revealMachine, 'repeating') },
  beforeEach: answering(unreachable, pending),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog)
    await dialog.findByRole('button', { name: 'Try again' })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    await expect(asked).toHaveLength(2)
  },
}

/** The same request is sent again, so that it counts once; another reason makes it another request. */
export const TriedAgain: Story = {
  beforeEach: answering(unreachable, unreachable),
  play: async ({ userEvent }) => {
    const dialog = await open(userEvent)
    const field = await ask(userEvent, dialog)
    await dialog.findByRole('button', { name: 'Try again' })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(asked).toHaveLength(2))
    const again = await dialog.findByRole('button', { name: 'Try again' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Ticket 4712')
    await userEvent.click(again)
    await isShown(dialog)
    const [first, second, third] = asked
    await expect([second!.reason, second!.key]).toEqual([first!.reason, first!.key])
    await expect(third!.reason).toBe('Ticket 4712')
    await expect(third!.key).not.toBe(first!.key)
  },
}
