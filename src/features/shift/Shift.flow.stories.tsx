import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, waitFor, within } from '@storybook/test'
import { SHIFT_POLL_MS, SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import type { ShiftDetails } from '@contract/entities/shift'
import { CONFIRM_TIMEOUT_MS, shiftMachine, UNCERTAIN } from '@machines/shift/shift.machine'
import { failing, lost, pending, type Responder, override } from '@mocks/overrides'
import { colleague, dropConnections, receivedEvents, refuseHandshakes, sql } from '@mocks/scene'
import { holdTimers } from '@tests/kit/held'
import { inState } from '@tests/kit/in-state'
import { consoleStory, toasted } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { LiveFrame } from '../shell/live.story-kit'

/** Number of toggles that the server received. */
let toggles = 0
const counted =
  (then: Responder = (usual) => usual()): Responder =>
  (usual, request) => {
    toggles += 1
    return then(usual, request)
  }
/** Closes the connection and refuses new ones. */
function cutOff() {
  refuseHandshakes('MAINTENANCE')
  dropConnections()
}

interface Setting {
  /** The response to a toggle. */
  toggle?: Responder
  /** State of everybody's shifts before the console starts. */
  shifts?: 'scheduled' | 'running' | 'none'
  more?: () => void
}
/** What makes the shifts so. Everybody whom a story signs in has shifts at any time of the day. */
const SHIFTS_SQL = {
  scheduled: null,
  running: `update shifts set status = 'STARTED', started_at = starts_at where starts_at <= now() and ends_at > now()`,
  none: `update shifts set status = 'ENDED' where status = 'SCHEDULED'`,
}
/** The platform, with the shifts of the story. */
const setting = ({ toggle, shifts = 'scheduled', more }: Setting) =>
  consoleStory(override('shift.toggle', counted(toggle)), async () => {
    toggles = 0
    const text = SHIFTS_SQL[shifts]
    if (text !== null) await sql(text)
    more?.()
  })

const meta = {
  title: 'Flows/Shift',
  component: LiveFrame,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: setting({}),
} satisfies Meta<typeof LiveFrame>
export default meta
type Story = StoryObj<typeof meta>

const button = (canvas: ReturnType<typeof within>, name: string) => canvas.findByRole('button', { name })
const asked = () => receivedEvents.filter(({ event }) => event === 'shift_handover:user_shift_details').length
const untilAsked = (more: number) => {
  const before = asked()
  return waitFor(() => expect(asked()).toBeGreaterThanOrEqual(before + more), { timeout: 4 * SHIFT_POLL_MS })
}
/** The tab is hidden or shown. */
const look = (state: DocumentVisibilityState) => {
  spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const frameStands = async (canvas: ReturnType<typeof within>) =>
  seen(canvas.findByRole('button', { name: /Account menu$/ }))

export const Startable: Story = {
  parameters: { statechart: [inState(shiftMachine, 'startable'), inState(shiftMachine, 'polling')] },
  play: async ({ canvas }) => {
    await expect(await button(canvas, 'Start shift')).toBeVisible()
  },
}

export const Endable: Story = {
  parameters: { statechart: inState(shiftMachine, 'endable') },
  beforeEach: setting({ shifts: 'running' }),
  play: async ({ canvas }) => {
    await expect(await button(canvas, 'End shift')).toBeVisible()
  },
}

export const Unavailable: Story = {
  parameters: { statechart: inState(shiftMachine, 'unavailable') },
  beforeEach: setting({ shifts: 'none' }),
  play: async ({ canvas }) => {
    await frameStands(canvas)
    await untilAsked(1)
    await expect(canvas.queryByRole('button', { name: /shift$/ })).toBeNull()
  },
}

export const UnknownWhileDisconnected: Story = {
  parameters: { statechart: [inState(shiftMachine, 'unknown'), inState(shiftMachine, 'disconnected')] },
  beforeEach: setting({ more: () => refuseHandshakes('MAINTENANCE') }),
  play: async ({ canvas }) => {
    await frameStands(canvas)
    await canvas.findByText(/^Reconnecting, next try in \d s$/)
    await expect(canvas.queryByRole('button', { name: /shift$/ })).toBeNull()
    await expect(asked()).toBe(0)
  },
}

export const Hidden: Story = {
  parameters: { statechart: inState(shiftMachine, 'hidden') },
  play: async ({ canvas }) => {
    await button(canvas, 'Start shift')
    look('hidden')
    const before = asked()
    await new Promise((resolve) => setTimeout(resolve, 1.5 * SHIFT_POLL_MS))
    await expect(asked()).toBe(before)
    await expect(canvas.getByRole('button', { name: 'Start shift' })).toBeVisible()
  },
}

/** A tab that becomes visible requests the status immediately, not after a second. */
export const WhenSeenAgain: Story = {
  play: async (context) => {
    await Hidden.play!(context)
    // In another tab.
    const own = colleague('SUPPORT_AGENT')
    const { shiftId } = await own.call<ShiftDetails>('shift.details')
    await own.call('shift.toggle', { params: { shiftId: shiftId! } })
    const before = asked()
    look('visible')
    await waitFor(() => expect(asked()).toBe(before + 1), { timeout: SHIFT_POLL_MS / 2 })
    await expect(await button(context.canvas, 'End shift')).toBeVisible()
  },
}

export const Starting: Story = {
  parameters: { statechart: inState(shiftMachine, 'starting') },
  beforeEach: setting({ toggle: pending }),
  play: async ({ canvas, userEvent }) => {
    const start = await button(canvas, 'Start shift')
    for (let press = 0; press < 10; press += 1) await userEvent.click(start)
    await expect(start).toHaveAccessibleName('Starting')
    await expect(start).toHaveFocus()
    await waitFor(() => expect(toggles).toBe(1))
  },
}

export const Ending: Story = {
  parameters: { statechart: inState(shiftMachine, 'ending') },
  beforeEach: setting({ shifts: 'running', toggle: pending }),
  play: async ({ canvas, userEvent }) => {
    const end = await button(canvas, 'End shift')
    await userEvent.click(end)
    await expect(end).toHaveAccessibleName('Ending')
  },
}

/** The toggle succeeds, then the connection breaks: earlier requests are ignored. */
export const Confirming: Story = {
  parameters: { statechart: inState(shiftMachine, 'confirming') },
  beforeEach: setting({
    toggle: async (usual) => {
      const answer = await usual()
      cutOff()
      return answer
    },
    more: () => holdTimers(CONFIRM_TIMEOUT_MS),
  }),
  play: async ({ canvas, userEvent }) => {
    const start = await button(canvas, 'Start shift')
    await userEvent.click(start)
    await waitFor(() => expect(toggles).toBe(1))
    await canvas.findByText(/^Reconnecting/, { selector: '[aria-hidden]' })
    await expect(start).toHaveAccessibleName('Starting')
  },
}

export const Resting: Story = {
  parameters: { statechart: inState(shiftMachine, 'resting') },
  beforeEach: setting({ more: () => holdTimers(SHIFT_TOGGLE_WINDOW_MS) }),
  play: async ({ canvas, userEvent }) => {
    const start = await button(canvas, 'Start shift')
    await userEvent.click(start)
    const end = await button(canvas, 'End shift')
    await expect(end).toBe(start)
    await expect(end).toHaveAttribute('aria-disabled', 'true')
    for (let press = 0; press < 9; press += 1) await userEvent.click(end)
    await expect(toggles).toBe(1)
  },
}

/** A whole shift with the keyboard: started, ended, and the next one offered. The focus stays on the button. */
export const WhenStartedAndEnded: Story = {
  play: async ({ canvas, userEvent }) => {
    const toggle = await button(canvas, 'Start shift')
    toggle.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(toggle).toHaveAccessibleName('End shift'))
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-disabled'))
    await expect(toggle).toHaveFocus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(toggle).toHaveAccessibleName('Start shift'))
    await expect(toggle).toHaveFocus()
    await expect(toggles).toBe(2)
  },
}

export const WhenRefused: Story = {
  beforeEach: setting({ toggle: failing(409, { message: 'Another shift of yours is running. End it first.' }) }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await button(canvas, 'Start shift'))
    await waitFor(() =>
      expect(toasted).toHaveBeenCalledWith('error', 'Another shift of yours is running. End it first.'),
    )
    await expect(await button(canvas, 'Start shift')).toBeVisible()
  },
}

/** Whether the toggle took effect is unknown: the console requests the status. */
export const WhenTheAnswerIsLost: Story = {
  beforeEach: setting({ toggle: lost }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await button(canvas, 'Start shift'))
    await waitFor(() => expect(toasted).toHaveBeenCalledWith('error', UNCERTAIN))
    await expect(await button(canvas, 'End shift')).toBeVisible()
    await expect(toggles).toBe(1)
  },
}

export const Phone: Story = {
  args: { signedInAs: 'FINANCE' },
  globals: { viewport: { value: 'narrowest' } },
  beforeEach: setting({ shifts: 'running' }),
  play: async ({ canvas }) => {
    await expect(await button(canvas, 'End shift')).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
}
