/** Socket.IO's protocol, as far as the console's client speaks it. */

/** The parts of MSW's WebSocket client that are used here. */
export interface Wire {
  id: string
  url: URL
  send(data: string): void
  close(code?: number, reason?: string): void
}

/** Packets of Engine.IO and Socket.IO, as one or two digits before the payload. */
export const FRAME = {
  open: '0',
  ping: '2',
  pong: '3',
  connect: '40',
  disconnect: '41',
  event: '42',
  ack: '43',
  refuse: '44',
} as const
/** `42`, then the number of the requested acknowledgement, then the event. */
export const EVENT = /^42(\d*)(\[.*\])$/s

/** The first frame of a connection: what the client may expect of it. */
export const openFrame = (sid: string): string =>
  FRAME.open + JSON.stringify({ sid, upgrades: [], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000 })
