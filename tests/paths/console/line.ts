/**
 * The connection between a console's live socket and the server, which a path can hold, open and cut. Messages are the
 * server's own; for some events only the responses that the path allows are passed on.
 */
import type { Page, WebSocketRoute } from 'playwright'
import type { RecordChanged, SeveralChanged } from '@contract/socket'

/** A socket.io frame with an event: `42["name",…]`, or `421["name",…]` if it requests an acknowledgement. */
const EVENT = /^42(\d*)\["([^"]+)"/
const ACKNOWLEDGEMENT = /^43(\d+)/
/** The frame with which the server accepts a handshake. */
const ACCEPTED = /^40/

/** Requests over the socket, and the event of the response; null: the acknowledgement. */
export const QUESTIONS = {
  shift: { ask: 'shift_handover:user_shift_details', answer: 'shift_handover:user_shift_details_response' },
  chats: { ask: 'quick_chat:message_count', answer: null },
} as const
export type Question = keyof typeof QUESTIONS

interface Silence {
  asked: number
  answered: number
  /** Responses to requests from this number on are passed on; Infinity: none. */
  from: number
  onPassed: (() => void) | null
}

export class Line {
  private isHeld = true
  private readonly waiting = new Set<WebSocketRoute>()
  private standing: { page: WebSocketRoute; server: WebSocketRoute } | null = null
  private readonly silences = new Map<Question, Silence>()
  /** By event: how many the console sent, and how many it received. */
  private readonly sent = new Map<string, number>()
  private readonly came = new Map<string, number>()
  /** Pushed events that are not passed on. */
  private readonly muted = new Set<string>()
  /** Request of an acknowledgement, by its number. */
  private readonly acknowledgements = new Map<string, Question>()

  /** @returns the connection of a page; a console that connects waits until it is opened */
  static async of(page: Page): Promise<Line> {
    const line = new Line()
    await page.routeWebSocket(/\/socket\.io\//, (route) => line.join(route))
    return line
  }
  /** Holds connection attempts from now on. */
  hold(): void {
    this.isHeld = true
  }
  /** Connects waiting clients, and all later ones. */
  open(): void {
    this.isHeld = false
    for (const route of this.waiting) this.join(route)
    this.waiting.clear()
  }
  /** Whether a console waits to be connected. */
  get isAwaited(): boolean {
    return this.waiting.size > 0
  }
  /** Breaks the connection, and never responds to waiting attempts; the next attempt waits too. */
  async cut(): Promise<void> {
    this.hold()
    this.waiting.clear()
    await this.standing?.server.close()
    await this.standing?.page.close({ code: 1012 })
    this.standing = null
  }
  /** From now on passes on neither responses to this request nor these pushed events. */
  silence(question: Question, ...pushed: readonly string[]): void {
    this.silences.set(question, { asked: 0, answered: 0, from: Infinity, onPassed: null })
    for (const event of pushed) this.muted.add(event)
  }
  /** Passes on one response, to a request that is still to be made. @returns when it was passed on */
  answer(question: Question): Promise<void> {
    const silence = this.silences.get(question)!
    silence.from = silence.asked
    return new Promise((resolve) => {
      silence.onPassed = resolve
    })
  }
  /** How often the console sent an event. */
  sentOf = (event: string): number => this.sent.get(event) ?? 0
  /** How often the console received an event. */
  cameOf = (event: string): number => this.came.get(event) ?? 0
  private accepted = 0
  /** Number of handshakes that the server accepted. */
  handshakes = (): number => this.accepted
  private readonly changes = new Map<string, number>()
  /** Number of changed records of a subject that the console was told of, in single messages or several in one. */
  changesOf = (subject: string): number => this.changes.get(subject) ?? 0

  private join(route: WebSocketRoute): void {
    if (this.isHeld) return void this.waiting.add(route)
    const server = route.connectToServer()
    this.standing = { page: route, server }
    for (const silence of this.silences.values())
      Object.assign(silence, { asked: 0, answered: 0, from: silence.from === Infinity ? Infinity : 0 })
    route.onMessage((message) => {
      this.note(String(message))
      server.send(message)
    })
    server.onMessage((message) => {
      if (this.passes(String(message))) route.send(message)
    })
  }
  private note(frame: string): void {
    const [, number, event] = EVENT.exec(frame) ?? []
    if (event === undefined) return
    this.sent.set(event, this.sentOf(event) + 1)
    for (const [question, { ask, answer }] of Object.entries(QUESTIONS) as [Question, (typeof QUESTIONS)[Question]][]) {
      const silence = this.silences.get(question)
      if (ask !== event || !silence) continue
      silence.asked += 1
      if (answer === null) this.acknowledgements.set(number!, question)
    }
  }
  private passes(frame: string): boolean {
    if (ACCEPTED.test(frame)) this.accepted += 1
    const event = EVENT.exec(frame)?.[2]
    if (event !== undefined) this.came.set(event, this.cameOf(event) + 1)
    if (event === 'record:changed' || event === 'records:changed') {
      const [, told] = JSON.parse(frame.slice('42'.length)) as [string, RecordChanged | SeveralChanged]
      this.changes.set(told.subject, this.changesOf(told.subject) + ('changes' in told ? told.changes.length : 1))
    }
    const byEvent = (Object.keys(QUESTIONS) as Question[]).find(
      (name) => event !== undefined && QUESTIONS[name].answer === event,
    )
    const question = byEvent ?? this.acknowledgements.get(ACKNOWLEDGEMENT.exec(frame)?.[1] ?? '')
    const silence = question && this.silences.get(question)
    if (!silence) return event === undefined || !this.muted.has(event)
    silence.answered += 1
    if (silence.answered <= silence.from) return false
    silence.from = Infinity
    silence.onPassed?.()
    return true
  }
}
