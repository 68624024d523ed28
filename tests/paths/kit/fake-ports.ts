/** Ports that a test responds to: every call waits until the test completes it, and keeps its input. */
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { SessionReply } from '@contract/entities/session'
import type { SessionApiPort } from '@ports/api'
import type { Draft, DraftKey, DraftsPort } from '@ports/drafts'
import type { PendingPort } from '@ports/pending'
import type { SessionStorePort } from '@ports/session-store'
import type { TabEvent, TabsPort } from '@ports/tabs'
import type { MessageLink, ToastKind, ToastsPort } from '@ports/toasts'
import { UNREACHABLE } from './samples'

/** A call in flight. */
interface Waiting<Input, Output> {
  input: Input
  isGivenUp: () => boolean
  answer(output: Output): void
}

/** Calls of one kind, held until `answerNext`. */
export class Calls<Input, Output> {
  private waiting: Waiting<Input, Output>[] = []
  /** Total number of calls. */
  made = 0

  readonly call = (input: Input, signal?: AbortSignal): Promise<Output> => {
    this.made += 1
    return new Promise((answer) => this.waiting.push({ input, isGivenUp: () => signal?.aborted ?? false, answer }))
  }
  /** Calls that were not aborted, oldest first. */
  get inFlight(): readonly Waiting<Input, Output>[] {
    return (this.waiting = this.waiting.filter((call) => !call.isGivenUp()))
  }
  /** Responds to the oldest. @returns whether there was one */
  answerNext(output: (input: Input) => Output): boolean {
    const [next] = this.inFlight
    if (!next) return false
    this.waiting = this.waiting.filter((call) => call !== next)
    next.answer(output(next.input))
    return true
  }
}

/** Lets promises and timers of zero length run. */
export const flush = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The cookie session of one browser on the server: who is signed in, and whether the server can be reached. */
export class FakeSessionServer {
  cookie: string | null = null
  isReachable = true
  private tokens = 0
  readonly reads = new Calls<null, Result<SessionReply>>()
  readonly signIns = new Calls<{ email: string; password: string }, Result<{ refused?: string; url: string }>>()
  readonly signOuts = new Calls<null, Result<null>>()

  readonly port: SessionApiPort = {
    read: (signal) => this.reads.call(null, signal),
    signIn: (credentials, signal) => this.signIns.call(credentials, signal),
    signOut: (signal) => this.signOuts.call(null, signal),
  }
  private whenReached = <T>(answer: () => Result<T>): Result<T> => (this.isReachable ? answer() : failed(UNREACHABLE))

  /** Responds to the oldest call of each kind with the current data. @returns whether there was one */
  answerNext(): boolean {
    return (
      this.signOuts.answerNext(() =>
        this.whenReached(() => {
          this.cookie = null
          return ok(null)
        }),
      ) ||
      this.signIns.answerNext(({ email, password }) => this.whenReached(() => this.signIn(email, password))) ||
      this.reads.answerNext(() => this.whenReached(() => ok(this.reply())))
    )
  }
  private signIn(email: string, password: string) {
    if (password !== 'right') return ok({ refused: 'WRONG_EMAIL_OR_PASSWORD', url: '/login' })
    this.cookie = email.split('@')[0]!
    return ok({ url: '/' })
  }
  private reply(): SessionReply {
    if (!this.cookie) return {} as SessionReply
    this.tokens += 1
    return {
      user: { id: this.cookie, email: `${this.cookie}@pitboss.test`, username: this.cookie, role: 'ADMIN' },
      access_token: `${this.cookie}-${this.tokens}`,
      expires: '2026-11-21T00:00:00.000Z',
      draft_key: `key of ${this.cookie}`,
      error: undefined,
    }
  }
}

/** Data on this device, shared by its tabs. */
export class FakeDevice implements SessionStorePort {
  stored: string | null = null
  routes: readonly string[] = []
  private isMarked = false
  token = () => this.stored
  saveToken = (token: string) => void (this.stored = token)
  saveAllowedRoutes = (routes: readonly string[]) => void (this.routes = routes)
  clear = () => {
    this.stored = null
    this.routes = []
  }
  markSignedOut = () => void (this.isMarked = true)
  isMarkedSignedOut = () => this.isMarked
  unmarkSignedOut = () => void (this.isMarked = false)
}

/** Sends events between the tabs of one browser; a tab never receives its own. */
export class FakeChannel {
  private readonly listeners = new Map<object, (event: TabEvent) => void>()
  readonly told: TabEvent[] = []

  tab(): TabsPort {
    const me = {}
    return {
      tell: (event) => {
        this.told.push(event)
        for (const [tab, listener] of this.listeners) if (tab !== me) listener(event)
      },
      listen: (listener) => {
        this.listeners.set(me, listener)
        return () => void this.listeners.delete(me)
      },
    }
  }
}

/**
 * Drafts in memory; `isFull` refuses them. What is saved or discarded during a look-up ends the attempt of the earlier
 * draft: that save is not repeated on its own any more.
 */
export class FakeDrafts implements DraftsPort {
  /** Key → its newest draft. */
  readonly kept = new Map<string, Draft>()
  /** Key → drafts that wait behind it, because newer input was saved while they were looked up; the newest last. */
  readonly earlier = new Map<string, Draft[]>()
  unlockedFor: string | null = null
  isFull = false
  /** Loads wait for `respond`. */
  isSlow = false
  private waiting: (() => void)[] = []
  /** Keys that are being looked up. */
  private lookUps = new Set<string>()
  /** Keys with an interim draft of the last look-up → whether an earlier draft waits behind it. */
  private interims = new Map<string, boolean>()
  private nameOf = ({ userId, form, record }: DraftKey) => `${userId}/${form}/${record}`

  canKeep = () => true
  unlock = (userId: string) => Promise.resolve(void (this.unlockedFor = userId))
  lock = () => void (this.unlockedFor = null)
  load = (key: DraftKey): Promise<Draft | null> => {
    const name = this.nameOf(key)
    this.interims.delete(name)
    const found = this.kept.get(name) ?? this.earlier.get(name)?.pop() ?? null
    if (found) this.kept.set(name, found)
    if (!this.isSlow) return Promise.resolve(found)
    this.lookUps.add(name)
    return this.later(found)
  }
  private later<T>(value: T): Promise<T> {
    return new Promise((resolve) => this.waiting.push(() => resolve(value)))
  }
  /** Completes the loads that wait, and the saves behind them. */
  respond = () => {
    this.lookUps.clear()
    this.waiting.splice(0).forEach((complete) => complete())
  }
  /** The page ends: nobody waits for its calls any more. */
  reload = () => {
    this.lookUps.clear()
    this.interims.clear()
    this.waiting = []
  }
  get isWaiting() {
    return this.waiting.length > 0
  }
  async discard(key: DraftKey) {
    const name = this.nameOf(key)
    const isUnseen = this.lookUps.has(name)
    const hasEarlier = this.takeInterim(name)
    const earlier = hasEarlier ? this.earlier.get(name)!.pop() : hasEarlier === undefined && this.kept.get(name)
    this.kept.delete(name)
    if (isUnseen && earlier) this.kept.set(name, { ...earlier, attempt: undefined })
  }
  save = (key: DraftKey, draft: Omit<Draft, 'savedAt'>) => {
    if (this.isFull) return Promise.resolve(false)
    const name = this.nameOf(key)
    const isLookingUp = this.lookUps.has(name)
    if (!isLookingUp) {
      if (this.takeInterim(name)) this.earlier.get(name)!.pop()
    } else if (!this.interims.has(name)) {
      const earlier = this.kept.get(name)
      if (earlier) this.earlier.set(name, [...(this.earlier.get(name) ?? []), { ...earlier, attempt: undefined }])
      this.interims.set(name, earlier !== undefined)
    }
    this.kept.set(name, { ...draft, savedAt: 1 })
    return isLookingUp ? this.later(true) : Promise.resolve(true)
  }
  private takeInterim(name: string): boolean | undefined {
    const hasEarlier = this.interims.get(name)
    this.interims.delete(name)
    return hasEarlier
  }
  async flush() {}
}

/** Writes without a known outcome, in memory. */
export class FakePending implements PendingPort {
  readonly kept = new Map<string, object>()
  keep = (slot: string, write: object) => void this.kept.set(slot, write)
  forget = (slot: string) => void this.kept.delete(slot)
  list = (prefix: string) => [...this.kept].filter(([slot]) => slot.startsWith(prefix)).map(([, write]) => write)
}

/** The connection, which a test restores. */
export class FakeLine {
  private readonly listeners = new Set<() => void>()
  readonly listen = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  back = () => this.listeners.forEach((listener) => listener())
  get listening() {
    return this.listeners.size
  }
}

/** Toasts in the order in which they were shown. */
export class FakeToasts implements ToastsPort {
  readonly shown: { kind: ToastKind; message: string; link?: MessageLink }[] = []
  show = (kind: ToastKind, message: string, link?: MessageLink) =>
    void this.shown.push({ kind, message, ...(link && { link }) })
}

export const refusal = (kind: 'rejected' | 'forbidden' | 'unauthorized'): ApiError =>
  kind === 'rejected'
    ? { kind, message: 'Check the marked fields.', fields: { first_name: ['Too short'] } }
    : { kind, message: '' }
