import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { delay, http, HttpResponse } from 'msw'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { updateMachine } from '@machines/update/update.machine'
import { holdTimers } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { seen } from '@tests/kit/seen'
import { consoleStory, flushed, reloaded, STORY_BUILD } from '@tests/kit/story-console'
import { LiveFrame } from '../shell/live.story-kit'

/** The build that the server reports. */
const has = (build: string) => [http.get('/build.json', () => HttpResponse.json({ build }))]
const never = [http.get('/build.json', () => delay('infinite'))]

const meta = {
  title: 'Flows/Update',
  component: LiveFrame,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: (context) => {
    reloaded.mockClear()
    flushed.mockReset().mockResolvedValue(undefined)
    return consoleStory(has('newer'))(context)
  },
} satisfies Meta<typeof LiveFrame>
export default meta
type Story = StoryObj<typeof meta>

/** A part is missing, as after a deployment. */
const partFails = () => lazyModule(() => Promise.reject(new TypeError('Failed to fetch'))).preload()
/** The live actors have loaded once the bell is visible. */
const live = () => screen.findByRole('button', { name: 'Notifications' })
const band = () => screen.findByText(/A new version of the console is available/)
const noBand = () => expect(screen.queryByText(/A new version/)).not.toBeInTheDocument()
const button = (name: RegExp | string) => screen.findByRole('button', { name })

export const Current: Story = {
  beforeEach: consoleStory(has(STORY_BUILD)),
  parameters: { statechart: inState(updateMachine, 'current') },
  play: async () => {
    await live()
    await partFails()
    await noBand()
  },
}
export const Checking: Story = {
  beforeEach: consoleStory(never),
  parameters: { statechart: inState(updateMachine, 'checking') },
  play: async () => {
    await live()
    await partFails()
    await noBand()
  },
}
export const Available: Story = {
  parameters: { statechart: inState(updateMachine, 'available') },
  play: async () => {
    await live()
    await partFails()
    await seen(band())
    await expect(await button('Reload')).toBeEnabled()
    await expect(reloaded).not.toHaveBeenCalled()
  },
}
export const AvailableDark: Story = { ...Available, globals: { theme: 'dark', viewport: { value: 'wide' } } }
export const AvailableNarrowest: Story = { ...Available, globals: { viewport: { value: 'narrowest' } } }

export const Postponed: Story = {
  parameters: { statechart: inState(updateMachine, 'postponed') },
  play: async (context) => {
    await Available.play!(context)
    await context.userEvent.click(await button('Later'))
    await waitFor(noBand)
  },
}
export const WhenAPartIsMissingAgain: Story = {
  play: async (context) => {
    await Postponed.play!(context)
    await partFails()
    await seen(band())
  },
}
export const KeepingDrafts: Story = {
  parameters: { statechart: inState(updateMachine, 'keepingDrafts') },
  play: async (context) => {
    await Available.play!(context)
    holdTimers(2_000)
    flushed.mockReturnValue(new Promise(() => undefined))
    await context.userEvent.click(await button('Reload'))
    await expect(await button('Reloading')).toHaveAttribute('aria-busy', 'true')
    await expect(reloaded).not.toHaveBeenCalled()
  },
}
export const Reloading: Story = {
  parameters: { statechart: inState(updateMachine, 'reloading') },
  play: async (context) => {
    await Available.play!(context)
    holdTimers(5_000)
    await context.userEvent.click(await button('Reload'))
    await waitFor(() => expect(reloaded).toHaveBeenCalledOnce())
    await expect(flushed).toHaveBeenCalledOnce()
  },
}
