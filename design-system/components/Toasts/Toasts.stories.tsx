import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { useCallback } from 'react'
import { toast } from 'react-toastify/unstyled'
import { Toasts, type ToastMessage } from './Toasts'

/** Shows what it is given, as soon as it is there. */
function Showing({ messages }: { messages: ToastMessage[] }) {
  const onShow = useCallback((listener: (message: ToastMessage) => void) => {
    const timer = setTimeout(() => messages.forEach(listener))
    return () => clearTimeout(timer)
  }, [messages])
  return <Toasts onShow={onShow} />
}

let lastId = 0
const of = (...all: [ToastMessage['kind'], string][]) => all.map(([kind, message]) => ({ id: (lastId += 1), kind, message }))

const meta = {
  title: 'Design System/Components/Toasts',
  component: Showing,
  parameters: { layout: 'fullscreen' },
  args: { messages: [] },
  afterEach: () => {
    toast.clearWaitingQueue()
    toast.dismiss()
  },
} satisfies Meta<typeof Showing>
export default meta
type Story = StoryObj<typeof meta>

const pause = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms) })

/** All three kinds, held by the pointer so that they can be looked at. */
export const Matrix: Story = {
  args: { messages: of(['success', 'Successfully Updated'], ['error', 'You are not permitted to change this user.'], ['warning', 'The list stopped early. 24,912 rows are shown.']) },
  play: async ({ userEvent }) => {
    await userEvent.hover(await screen.findByText('Successfully Updated'))
    await expect(screen.getByRole('alert')).toHaveTextContent('You are not permitted')
    await expect(screen.getAllByRole('status')).toHaveLength(2)
    await pause(2000)
    await expect(screen.getByText('Successfully Updated')).toBeVisible()
  },
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' }, args: { messages: of(['success', 'Successfully Updated'], ['error', 'You are not permitted to change this user.'], ['warning', 'The list stopped early.']) } }

export const WhenItsTimeIsOver: Story = {
  args: { messages: of(['success', 'Reset Password successfully']) },
  play: async () => {
    await screen.findByText('Reset Password successfully')
    await pause(900)
    await expect(screen.getByText('Reset Password successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Reset Password successfully')).not.toBeInTheDocument(), { timeout: 2500 })
  },
}

export const WhenMoreThanThreeTheyWait: Story = {
  args: { messages: of(['success', 'One'], ['success', 'Two'], ['success', 'Three'], ['success', 'Four']) },
  play: async ({ userEvent }) => {
    await screen.findByText('Three')
    await expect(screen.queryByText('Four')).not.toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
    await expect(await screen.findByText('Four')).toBeVisible()
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
