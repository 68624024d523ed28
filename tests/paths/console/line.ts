/**
 * The line between a console's live socket and the server: held, opened and cut as a path says. What the server says on it is
 * the server's own; of some events nothing comes through but the answers that the path lets through.
 */
import type { Page, WebSocketRoute } from 'playwright'
import type { SeveralChanged } from '@contract/socket'

/** A frame of socket.io that carries an event: `42["name",…]`, `421["name",…]` where it is to be acknowledged. */
const EVENT = /^42(\d*)\["([^"]+)"/
const ACKNOWLEDGEMENT = /^43(\d+)/

/** What is asked over the line, and by what it is answered; null: by its acknowledgement. */
export const QUESTIONS = {
  shift: { ask: 'shift_handover:user_shift_details', answer: 'shift_handover:user_shift_details_response' },
  chats: { ask: 'quick_chat:message_count', answer: null },
} as const
export type Question = keyof typeof QUESTIONS

interface Silence {
  asked: number
  answered: number
  /** Answers to questions from this one on come through; Infinity: none do. */
  from: number
  onPassed: (() => void) | null
}

export class Line {
  private isHeld = true
  private readonly waiting = new Set<WebSocketRoute>()
  private standing: { page: WebSocketRoute; server: WebSocketRoute } | null = null
  private readonly silences = new Map<Question, Silence>()
  /** By event: what the console sent, and what came to it. */
  private readonly sent = new Map<string, number>()
  private readonly came = new Map<string, number>()
  /** Pushed events that do not come through. */
  private readonly muted = new Set<string>()
  /** Question of an acknowledgement, by its number. */
  private readonly acknowledgements = new Map<string, Question>()

  /** @returns the line of a page; a console that connects waits until it is opened */
  static async of(page: Page): Promise<Line> {
    const line = new Line()
    await page.routeWebSocket(/\/socket\.io\//, (route) => line.join(route))
    return line
  }
  /** From now on a try to connect waits for an answer. */
  hold(): void {
    this.isHeld = true
  }
  /** Whoever waits is connected, and whoever tries. */
  open(): void {
    this.isHeld = false
    for (const route of this.waiting) this.join(route)
    this.waiting.clear()
  }
  /** Whether a console waits to be connected. */
  get isAwaited(): boolean {
    return this.waiting.size > 0
  }
  /** Breaks what stands, and never answers who waits; the next try waits. */
  async cut(): Promise<void> {
    this.hold()
    this.waiting.clear()
    await this.standing?.server.close()
    await this.standing?.page.close({ code: 1012 })
    this.standing = null
  }
  /** No answer to this question comes through any more, and nothing that is pushed of these. */
  silence(question: Question, ...pushed: readonly string[]): void {
    this.silences.set(question, { asked: 0, answered: 0, from: Infinity, onPassed: null })
    for (const event of pushed) this.muted.add(event)
  }
  /** Lets one answer through, to a question that is yet to be asked. @returns when it has come through */
  answer(question: Question): Promise<void> {
    const silence = this.silences.get(question)!
    silence.from = silence.asked
    return new Promise((resolve) => {
      silence.onPassed = resolve
    })
  }
  /** How often the console sent an event. */
  sentOf = (event: string): number => this.sent.get(event) ?? 0
  /** How often an event came to the console. */
  cameOf = (event: string): number => this.came.get(event) ?? 0
  private changes = 0
  /** How many changes of records the console was told of, whether each in a message of its own or several in one. */
  changesOf = (): number => this.changes

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
    const event = EVENT.exec(frame)?.[2]
    if (event !== undefined) this.came.set(event, this.cameOf(event) + 1)
    if (event === 'record:changed') this.changes += 1
    if (event === 'records:changed')
      this.changes += (JSON.parse(frame.slice('42'.length)) as [string, SeveralChanged])[1].changes.length
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
