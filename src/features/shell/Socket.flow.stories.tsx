import { useEffect, useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from '@storybook/test'
import { createActor } from 'xstate'
import { createSocketImplementations } from '@machines/socket/socket.implementations'
import { socketMachine } from '@machines/socket/socket.machine'
import { connectionCount, dropConnections, holdHandshakes, refuseHandshakes } from '@mocks/scene'
import { createSocket } from '@services/socket'
import { HANDSHAKE_REFUSED } from '@contract/socket'
import { inState } from '@tests/kit/in-state'
import { consoleStory } from '@tests/kit/story-console'
import { seen } from '@tests/kit/seen'
import { LiveFrame } from './live.story-kit'

const meta = {
  title: 'Flows/Live socket',
  component: LiveFrame,
  parameters: { layout: 'fullscreen' },
  globals: { viewport: { value: 'wide' } },
  beforeEach: consoleStory(),
} satisfies Meta<typeof LiveFrame>
export default meta
type Story = StoryObj<typeof meta>

/** The socket's machine without a session. */
function NobodySignedIn() {
  const [actor] = useState(() =>
    createActor(
      createSocketImplementations({
        socket: createSocket({ url: '', token: async () => null, unheardMs: () => 0 }),
        clock: { now: () => Date.now() },
      }),
    ).start(),
  )
  useEffect(() => () => void actor.stop(), [actor])
  return <h1>LOG IN</h1>
}

/** It does not connect without a session. */
export const Offline: Story = {
  parameters: { statechart: inState(socketMachine, 'offline') },
  render: () => <NobodySignedIn />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'LOG IN' })).toBeVisible()
    await expect(connectionCount()).toBe(0)
  },
}

/** The handshake gets no response. */
export const Connecting: Story = {
  parameters: { statechart: [inState(socketMachine, 'connecting'), inState(socketMachine, 'neverConnected')] },
  beforeEach: consoleStory(async () => holdHandshakes()),
  play: async ({ canvas }) => {
    await seen(canvas.findByText('Connecting', { selector: '[aria-hidden]' }))
  },
}

export const Connected: Story = {
  parameters: { statechart: inState(socketMachine, 'connected') },
  play: async ({ canvas }) => {
    await seen(canvas.findByText('Live', { selector: '[aria-hidden]' }))
    await expect(connectionCount()).toBe(1)
  },
}

export const Reconnecting: Story = {
  parameters: { statechart: [inState(socketMachine, 'reconnecting'), inState(socketMachine, 'wasConnected')] },
  play: async (context) => {
    await Connected.play!(context)
    refuseHandshakes('MAINTENANCE')
    dropConnections()
    await seen(context.canvas.findByText(/^Reconnecting, next try in \d s$/))
  },
}

export const WhenBackAfterAGap: Story = {
  play: async (context) => {
    await Reconnecting.play!(context)
    refuseHandshakes(null)
    await seen(context.canvas.findByText('Live', { selector: '[aria-hidden]' }))
    await expect(connectionCount()).toBe(1)
  },
}

/** The session is checked, which takes time; until the response, the token counts as refused. */
export const Refused: Story = {
  parameters: { statechart: inState(socketMachine, 'refused') },
  beforeEach: consoleStory(async () => refuseHandshakes(HANDSHAKE_REFUSED)),
  play: async ({ canvas }) => {
    await seen(canvas.findByText('Reconnecting', { selector: '[aria-hidden]' }))
    await expect(connectionCount()).toBe(0)
  },
}

/** The session is still valid: after a pause the handshake is repeated and succeeds. */
export const WhenNoLongerRefused: Story = {
  play: async (context) => {
    refuseHandshakes(HANDSHAKE_REFUSED)
    dropConnections()
    await Refused.play!(context)
    refuseHandshakes(null)
    await seen(context.canvas.findByText('Live', { selector: '[aria-hidden]' }))
  },
}

export const WhenSignedOut: Story = {
  play: async (context) => {
    await Connected.play!(context)
    await context.userEvent.click(await context.canvas.findByRole('button', { name: /Account menu$/ }))
    await context.userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await seen(context.canvas.findByRole('heading', { name: 'LOG IN' }))
    await waitFor(() => expect(connectionCount()).toBe(0))
  },
}

/** At 140 px the footer has room for the state, but not for the seconds. */
export const Medium: Story = {
  globals: { viewport: { value: 'medium' } },
  play: async (context) => {
    await Connected.play!(context)
    refuseHandshakes('MAINTENANCE')
    dropConnections()
    await seen(context.canvas.findByText('Reconnecting', { selector: '[aria-hidden]' }))
  },
}
export const Dark: Story = { ...Reconnecting, parameters: {}, globals: { viewport: { value: 'wide' }, theme: 'dark' } }
