import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, screen, waitFor } from '@storybook/test'
import { expectReadable } from '@tests/kit/layout-checks'
import { useCallback } from 'react'
import { toast } from 'react-toastify/unstyled'
import { guide } from '../../foundations/guide.story-kit'
import { Toasts, type ToastMessage } from './Toasts'

/** Shows the given messages once it is mounted. */
function Showing({ messages }: { messages: ToastMessage[] }) {
  const onShow = useCallback(
    (listener: (message: ToastMessage) => void) => {
      const timer = setTimeout(() => messages.forEach(listener))
      return () => clearTimeout(timer)
    },
    [messages],
  )
  return <Toasts onShow={onShow} />
}

let lastId = 0
const of = (...all: [ToastMessage['kind'], string][]) =>
  all.map(([kind, message]) => ({ id: (lastId += 1), kind, message }))

const UNREACHABLE: [ToastMessage['kind'], string] = ['error', 'The server cannot be reached.']

const meta = {
  title: 'Design System/Components/Toasts',
  component: Showing,
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'The host of all toasts: top right, solid green, red or yellow, 1500 ms, paused while hovered, focused or while the window is hidden; at most three, further ones are queued.',
      ['Show the message unchanged.', 'Show an error also where it happened.'],
      ['Ask a question in a toast.', 'Render the host twice.'],
      280,
    ),
  },
  args: { messages: [] },
  // Cleared when the next story begins, not when this one's play function has ended: they are looked at until then.
  beforeEach: () => () => {
    toast.clearWaitingQueue()
    toast.dismiss()
  },
} satisfies Meta<typeof Showing>
export default meta
type Story = StoryObj<typeof meta>

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** All three kinds, kept open by the pointer. */
export const Matrix: Story = {
  args: {
    messages: of(
      ['success', 'Successfully Updated'],
      ['error', 'You are not permitted to change this user.'],
      ['warning', 'The list stopped early. 24,912 rows are shown.'],
    ),
  },
  play: async ({ userEvent }) => {
    await userEvent.hover(await screen.findByText('Successfully Updated'))
    await expect(screen.getByRole('alert')).toHaveTextContent('You are not permitted')
    await expect(screen.getAllByRole('status')).toHaveLength(2)
    await pause(2000)
    await expect(screen.getByText('Successfully Updated')).toBeVisible()
  },
}

/** Several calls fail at once for one reason: one toast. */
export const WhenTheSameErrorIsRepeated: Story = {
  args: { messages: of(UNREACHABLE, UNREACHABLE, UNREACHABLE) },
  play: async ({ userEvent }) => {
    await userEvent.hover((await screen.findAllByText('The server cannot be reached.')).at(-1)!)
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    await expect(screen.getByRole('alert')).toBeVisible()
  },
}

export const Dark: Story = {
  ...Matrix,
  globals: { theme: 'dark' },
  args: {
    messages: of(
      ['success', 'Successfully Updated'],
      ['error', 'You are not permitted to change this user.'],
      ['warning', 'The list stopped early.'],
    ),
  },
}

export const WhenItsTimeIsOver: Story = {
  args: { messages: of(['success', 'Reset Password successfully']) },
  play: async () => {
    await screen.findByText('Reset Password successfully')
    await pause(900)
    await expect(screen.getByText('Reset Password successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Reset Password successfully')).not.toBeInTheDocument())
  },
}

export const WhenMoreThanThreeTheyWait: Story = {
  args: { messages: of(['success', 'One'], ['success', 'Two'], ['success', 'Three'], ['success', 'Four']) },
  play: async ({ userEvent }) => {
    await screen.findByText('Three')
    await expect(screen.queryByText('Four')).not.toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
    await waitFor(() => expect(screen.getByText('Four')).toBeVisible())
  },
}

export const WhenFocusedTheyWait: Story = {
  args: { messages: of(['error', 'The server did not answer.']) },
  play: async () => {
    await screen.findByText('The server did not answer.')
    screen.getByRole('button', { name: 'Close' }).focus()
    await pause(2000)
    await expect(screen.getByText('The server did not answer.')).toBeVisible()
  },
}

/** While the pointer is over them their remaining time is kept. */
export const WhenHoveredTheyWait: Story = {
  args: { messages: of(['success', 'Successfully Disabled']) },
  play: async ({ userEvent }) => {
    const toast_ = await screen.findByText('Successfully Disabled')
    await userEvent.hover(toast_)
    await pause(2200)
    await expect(toast_).toBeVisible()
    await userEvent.unhover(toast_)
    await waitFor(() => expect(screen.queryByText('Successfully Disabled')).not.toBeInTheDocument())
  },
}

export const WhenNobodySeesTheWindowTheyWait: Story = {
  args: { messages: of(['success', 'Shift Accepted Successfully']) },
  play: async () => {
    await screen.findByText('Shift Accepted Successfully')
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    try {
      await fireEvent(document, new Event('visibilitychange'))
      await pause(2000)
      await expect(screen.getByText('Shift Accepted Successfully')).toBeVisible()
    } finally {
      Reflect.deleteProperty(document, 'hidden')
      await fireEvent(document, new Event('visibilitychange'))
    }
    await waitFor(() => expect(screen.queryByText('Shift Accepted Successfully')).not.toBeInTheDocument())
  },
}

/** Computed value of a token, in the browser's colour format. */
const painted = (variable: string) => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.backgroundColor = `var(--pb-${variable})`
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}

/** Top right, 360 wide, solid green, red and yellow. */
export const AsTheSpecHasThem: Story = {
  args: {
    messages: of(
      ['success', 'Successfully Updated'],
      ['error', 'You are not permitted.'],
      ['warning', 'The list stopped early.'],
    ),
  },
  globals: { viewport: { value: 'medium' } },
  play: async ({ userEvent }) => {
    await userEvent.hover(await screen.findByText('Successfully Updated'))
    const boxOf = (words: string) => screen.getByText(words).closest<HTMLElement>('.Toastify__toast')!
    // It enters from slightly above.
    await waitFor(() => {
      const { top, right, width } = boxOf('Successfully Updated').getBoundingClientRect()
      return expect([top, document.documentElement.clientWidth - right, width]).toEqual([64, 16, 360])
    })
    for (const [words, tone] of [
      ['Successfully Updated', 'success'],
      ['You are not permitted.', 'danger'],
      ['The list stopped early.', 'warning'],
    ] as const) {
      const { backgroundColor, color } = getComputedStyle(boxOf(words))
      await expect([backgroundColor, color]).toEqual([painted(`tone-${tone}-solid`), painted(`tone-${tone}-on-solid`)])
    }
    // Read in the order of their arrival.
    await expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(3)
  },
}

export const ByKeyboard: Story = {
  args: { messages: of(['error', 'The server did not answer.']) },
  play: async ({ userEvent }) => {
    await screen.findByText('The server did not answer.')
    await userEvent.tab()
    await expect(screen.getByRole('alert')).toHaveFocus()
    await userEvent.tab()
    await expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('The server did not answer.')).not.toBeInTheDocument())
  },
}

/** A long message is shown in full, on the narrowest screen too. */
export const Phone: Story = {
  args: {
    messages: of([
      'error',
      `The withdrawal of ${'Wolfeschlegelsteinhausenbergerdorff'.repeat(4)} could not be approved. Nothing was sent.`,
    ]),
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ userEvent }) => {
    await userEvent.hover(await screen.findByText(/could not be approved/))
    expectReadable()
  },
}
