/**
 * Random walks of a decision against its 'must never', with a colleague at the same document and with responses that
 * are late or lost.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOOK_UP_PATIENCE_MS } from '@machines/decision/decision.machine'
import { DecisionConsole, FakeDecisionServer, PASSWORD } from '../kit/fake-decision-server'
import { FakeDrafts, FakePending, flush } from '../kit/fake-ports'
import { walkAtRandom, type Steps } from '../kit/walk'

beforeEach(
  () =>
    void vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

const SENDING = new Set(['submitting', 'checking', 'unresolved'])
/** States that show the typed values. */
const SHOWS_TYPED = new Set(['claiming', 'reviewing', 'refused', 'takenOver', 'ended', 'submitting', 'overtaken'])
const DECIDES = ['askAgain', 'verify', 'reject']

/** The document, a colleague, and this console, which may be closed and opened again. */
class World {
  readonly server = new FakeDecisionServer()
  readonly drafts = new FakeDrafts()
  readonly pending = new FakePending()
  desk = new DecisionConsole(this.server, this.drafts, this.pending)
  /** The value that the person typed last; null before that, and once their own decision is made. */
  typed: string | null = null
  words = 0
  /** The person had begun to decide the document before the last reload: it opens by itself. */
  hasBegun = false
  /** A colleague's decision was shown before the device responded: the outcome does not change any more. */
  isShownWithout = false
  readonly wrongs: string[] = []
  /** How often the console was closed in each state. */
  readonly ends: Record<string, number> = {}
  /** The content sent with each key. */
  private readonly bodies = new Map<string, string>()

  type(): void {
    const { state } = this.desk.view()
    this.words += 1
    this.desk.commands.typed({ user_text: `Words ${this.words}` })
    const isTaken = [
      'opening',
      'claiming',
      'taken',
      'unclaimed',
      'reviewing',
      'confirming',
      'refused',
      'takenOver',
      'ended',
    ]
    if (isTaken.includes(state)) this.typed = `Words ${this.words}`
  }
  submit(codes: string[], costs = false): void {
    const before = this.desk.state()
    this.desk.commands.submit({ reason_codes: codes, number: 'X1' }, costs)
    const after = this.desk.state()
    if (SENDING.has(after) && !SENDING.has(before) && before !== 'reviewing' && before !== 'refused')
      this.wrongs.push('a decision from a state without a claim')
  }
  /** Checks the decisions in flight. */
  watch(): void {
    for (const { input } of this.desk.calls.inFlight) {
      if (!DECIDES.includes(input.operation)) continue
      const body = JSON.stringify([input.operation, input.body])
      const known = this.bodies.get(input.key!)
      if (known !== undefined && known !== body) this.wrongs.push('other content under the same key')
      this.bodies.set(input.key!, body)
    }
  }
  grace(decides: boolean): void {
    if (this.server.row.outcome !== 'PENDING') return
    this.server.claim('grace', 'Mine')
    if (decides) this.server.decide('grace', 'approve', { body: {}, version: this.server.row.version, key: undefined })
  }
  reload(): void {
    this.count()
    this.hasBegun ||= this.desk.state() !== 'idle'
    this.desk.stop()
    this.drafts.reload()
    this.desk = new DecisionConsole(this.server, this.drafts, this.pending, this.hasBegun)
  }
  /** Only while no decision of ada's is in flight: a late one would be about the document before it was reopened. */
  reopen(): void {
    if (this.server.row.outcome === 'PENDING' || this.desk.activity.getSnapshot().value !== 'idle') return
    this.server.reopen()
    this.count()
    this.desk.stop()
    this.hasBegun = false
    this.desk = new DecisionConsole(this.server, this.drafts, this.pending)
    // For this person it is a new document without a draft.
    this.drafts.reload()
    this.drafts.kept.clear()
    this.drafts.earlier.clear()
    this.typed = null
  }
  count(): void {
    const state = this.desk.state()
    this.ends[state] = (this.ends[state] ?? 0) + 1
  }
}

/** The server responds until no call is in flight. */
async function settle({ desk }: World): Promise<void> {
  do await flush()
  while (desk.answer())
}

const steps: Steps<World> = {
  'the document is opened': ({ desk }) => desk.commands.open(),
  'the document is opened and claimed': async (world) => {
    world.desk.commands.open()
    await settle(world)
  },
  'the server answers every call': settle,
  'the person types': (world) => world.type(),
  'asking again is prepared': ({ desk }) => desk.commands.prepare('askAgain'),
  'an approval is prepared': ({ desk }) => desk.commands.prepare('approve'),
  'a rejection is prepared': ({ desk }) => desk.commands.prepare('reject'),
  'it is sent': (world) => world.submit(['BLURRED']),
  'it is sent twice': (world) => [1, 2].forEach(() => world.submit(['BLURRED'])),
  'it is sent without a reason': (world) => world.submit([]),
  'it is sent and refused': async (world) => {
    world.submit([])
    await flush()
    world.desk.answer()
    await flush()
    world.watch()
    await settle(world)
  },
  'a decision that cannot be undone is sent': (world) => world.submit(['UNDERAGE'], true),
  'it is confirmed': ({ desk }) => desk.commands.confirm(),
  'it is not confirmed': ({ desk }) => desk.commands.cancel(),
  'the server answers': ({ desk }) => void desk.answer(),
  'an answer is lost': ({ desk }) => void desk.loseAnswer(),
  'a call is lost': ({ desk }) => void desk.loseCall(),
  'the connection is back': ({ desk }) => desk.line.back(),
  'it is checked again': ({ desk }) => desk.commands.check(),
  'the colleague claims it': (world) => world.grace(false),
  'the colleague decides': (world) => world.grace(true),
  'the colleague releases the claim': ({ server }) => void server.release('grace'),
  'the console reads the change': ({ desk }) => desk.tell(),
  'the person takes the claim over': ({ desk }) => {
    desk.claimCommands.takeOver()
    desk.claimCommands.takeOverBecause('Nearly done')
  },
  'the person is active': ({ desk }) => desk.act(),
  'the device responds': async ({ drafts }) => {
    drafts.isSlow = false
    drafts.respond()
    await flush()
  },
  'two minutes pass': () => vi.advanceTimersByTimeAsync(120_000),
  'the device sleeps': async () => {
    vi.setSystemTime(Date.now() + 600_000)
    await vi.advanceTimersByTimeAsync(5_000)
  },
  'the server asks for a step-up': ({ server }) => void (server.needsProof = true),
  'a correct password is sent': ({ desk }) => desk.stepUpCommands.prove(PASSWORD, ''),
  'a wrong password is sent': ({ desk }) => desk.stepUpCommands.prove('Wrong#2026', ''),
  'the page is reloaded': (world) => world.reload(),
  'the page is reloaded on a slow device': async (world) => {
    world.drafts.isSlow = true
    world.reload()
    await vi.advanceTimersByTimeAsync(LOOK_UP_PATIENCE_MS)
  },
  'the document is reopened': (world) => world.reopen(),
}

function mustHold(world: World): void {
  world.watch()
  const { desk, server, typed, drafts } = world
  const { state, standing } = desk.view()
  const snapshot = desk.actor.getSnapshot()
  const inFlight = desk.calls.inFlight.filter(({ input }) => DECIDES.includes(input.operation))
  const own = server.made.filter(({ by }) => by === 'ada').length
  const isMade = desk.emitted.some(({ type }) => type === 'decision.made')
  if (own > 0) world.typed = null
  world.isShownWithout = state === 'overtaken' && (world.isShownWithout || drafts.isWaiting)
  const wrongs = [
    ...world.wrongs,
    snapshot.status === 'error' && 'the machine failed',
    server.made.length > 1 && 'decided twice',
    inFlight.length > 1 && 'two decisions in flight',
    desk.emitted.filter(({ type }) => type === 'decision.made').length > 1 && 'reported as made twice',
    isMade && own === 0 && 'reported as made, but not by this person',
    state === 'overtaken' &&
      (standing.is === 'open' || standing.by !== server.made[0]?.by) &&
      'the person who decided first is not shown',
    state === 'decided' && server.made.length === 0 && 'shown as decided, but it is not',
    JSON.stringify([snapshot.context, snapshot.children.stepUp?.getSnapshot().context]).includes(PASSWORD) &&
      'a password was kept',
    typed !== null &&
      own === 0 &&
      [...drafts.kept.values()].at(-1)?.values.user_text !== typed &&
      'typed values are not stored on the device',
    typed !== null &&
      own === 0 &&
      SHOWS_TYPED.has(state) &&
      !drafts.isWaiting &&
      !world.isShownWithout &&
      snapshot.context.values.user_text !== typed &&
      'typed values are not shown',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('a decision with a colleague at the same document, over an unreliable connection', async () => {
  const ends: Record<string, number> = {}
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: [
      'the document is opened and claimed',
      'the server answers every call',
      'the person types',
      'it is sent and refused',
      'it is sent',
      'a decision that cannot be undone is sent',
      'it is confirmed',
      'a correct password is sent',
      'the console reads the change',
      'the server answers',
      'the document is reopened',
      'the page is reloaded on a slow device',
      'the device responds',
    ],
    mustHold,
    flush,
    leave: (world) => {
      world.count()
      for (const [state, times] of Object.entries(world.ends)) ends[state] = (ends[state] ?? 0) + times
      world.desk.stop()
    },
  })
  expect(taken).toBeGreaterThan(3_000)
  expect(ends.decided).toBeGreaterThan(25)
  expect(ends.overtaken).toBeGreaterThan(10)
  for (const state of ['takenOver', 'ended', 'refused', 'checking']) expect(ends[state], state).toBeGreaterThan(0)
})
