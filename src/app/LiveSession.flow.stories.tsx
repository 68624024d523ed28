import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from '@storybook/test'
import { liveSessionMachine } from '@machines/live-session/live-session.machine'
import { inState } from '@tests/kit/in-state'
import { seen } from '@tests/kit/seen'
import { consoleStory, StoryConsole, type StoryConsoleOptions } from '@tests/kit/story-console'
import { ConsoleRoutes } from './router'

/** The live part of a session in the frame: it loads after the page, and a page works without it. */
const meta = {
  title: 'Flows/Live session',
  parameters: { layout: 'fullscreen' },
  args: { signedInAs: 'SUPPORT_LEAD', isLive: true, path: '/' },
  render: (args) => (
    <StoryConsole {...args}>
      <ConsoleRoutes />
    </StoryConsole>
  ),
  beforeEach: consoleStory(),
} satisfies Meta<StoryConsoleOptions>
export default meta
type Story = StoryObj<typeof meta>

const page = () => seen(screen.findByRole('heading', { name: 'Home' }))
const bell = () => screen.queryByRole('button', { name: /Notifications/ })

export const Absent: Story = {
  parameters: { statechart: inState(liveSessionMachine, 'absent') },
  args: { isLive: false },
  play: async () => {
    await page()
    await expect(bell()).toBeNull()
  },
}
export const Loading: Story = {
  parameters: { statechart: inState(liveSessionMachine, 'loading') },
  args: { loadLive: () => new Promise(() => undefined) },
  play: async () => {
    await page()
    await expect(bell()).toBeNull()
  },
}
const refused = fn(() => Promise.reject(new Error('chunk')))
export const Waiting: Story = {
  parameters: { statechart: inState(liveSessionMachine, 'waiting') },
  args: { loadLive: refused },
  play: async () => {
    await page()
    await waitFor(() => expect(refused).toHaveBeenCalled())
    await expect(bell()).toBeNull()
  },
}
export const Running: Story = {
  parameters: { statechart: inState(liveSessionMachine, 'running') },
  play: async () => {
    await page()
    await waitFor(() => expect(bell()).toBeVisible())
  },
}
