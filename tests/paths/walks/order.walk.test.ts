/**
 * Random walks of the order against its 'must never', with the activity and a server with a list: two people order it,
 * records are added and removed, responses are lost, and pages are reloaded.
 */
import { expect, test, vi } from 'vitest'
import { createActor, type Actor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { ApiPort, CallOptions, Reply } from '@ports/api'
import { createActivityLogic } from '@machines/activity/activity.implementations'
import { isSameSet } from '@machines/order/merge-order'
import { createOrderImplementations, idsInOrder, type OrderDefinition } from '@machines/order/order.implementations'
import { orderCommands, selectOrderView } from '@machines/order/order.view'
import { LIST_ACTIONS } from '../kit/fake-list-server'
import { Calls, FakeDrafts, FakeLine, FakePending, FakeToasts, flush } from '../kit/fake-ports'
import { UNREACHABLE } from '../kit/samples'
import { walkAtRandom, type Steps } from '../kit/walk'

interface Row {
  id: string
  place: number
}
interface Sent {
  ids: string[]
  key: string
}
const ORDERED = ok({ data: null })

class World {
  /** The list on the server. */
  server = ['a', 'b', 'c', 'd']
  private made = 0
  /** Key → body of each save that took effect. */
  readonly effects = new Map<string, string>()
  /** Every save that was sent. */
  readonly sent: Sent[] = []
  readonly calls = new Calls<Sent, Result<Reply<null>>>()
  readonly pending = new FakePending()
  readonly drafts = new FakeDrafts()
  private readonly line = new FakeLine()
  private readonly listeners = new Set<() => void>()
  /** The list of the console, which is read again when the walk does so. */
  readonly rows = {
    rows: [] as Row[],
    subscribe: (listener: () => void) => {
      this.listeners.add(listener)
      return () => void this.listeners.delete(listener)
    },
  }
  activity!: ReturnType<World['startActivity']>
  order: Actor<ReturnType<typeof createOrderImplementations<Row>>> | null = null
  /** Moves that were lost without a question, a save or a discard. */
  lostUnasked = false

  constructor() {
    this.read()
    this.activity = this.startActivity()
    this.open()
  }
  private startActivity() {
    const api = {
      call: (_operation: unknown, { body }: { body: { ids: string[] } }, options: CallOptions) => {
        const sent = { ids: body.ids, key: options.idempotencyKey! }
        this.sent.push(sent)
        return this.calls.call(sent, options.signal)
      },
    } as unknown as ApiPort
    const logic = createActivityLogic({
      api,
      toasts: new FakeToasts(),
      unload: { guard: () => () => undefined },
      pending: this.pending,
      onLineBack: this.line.listen,
      signOut: () => undefined,
      loadBulkActions: () => Promise.reject(new Error('No bulk action is started')),
    })
    logic.define({
      ...LIST_ACTIONS,
      actions: {
        order: {
          operation: { id: 'rows.order' } as never,
          ofList: true,
          success: () => 'Saved',
          gerund: () => 'Saving',
          participle: () => 'saved',
        },
      },
    })
    const actor = createActor(logic.machine).start()
    logic.resume('rows', actor)
    return actor
  }
  get save() {
    return this.activity.getSnapshot().context.rowActions['order of rows']
  }
  open() {
    if (this.order) return
    const definition: OrderDefinition<Row> = {
      list: 'rows',
      action: 'order',
      actionId: 'order of rows',
      record: { name: 'the order', href: '/rows' },
      rows: this.rows,
      placeOf: ({ place }) => place,
      draftKey: { userId: 'ada', form: 'rows.order', record: 'all' },
      reread: () => this.read(),
    }
    const machine = createOrderImplementations(
      { activity: this.activity, drafts: this.drafts, unload: { guard: () => () => undefined } },
      definition,
    )
    this.order = createActor(machine, {
      input: {
        list: idsInOrder(definition),
        sent: (this.save?.getSnapshot().context.payload.ids as string[] | undefined) ?? null,
        key: `key-${(this.made += 1)}`,
      },
    })
    this.order.on('order.closed', () => (this.order = null))
    this.order.start()
  }
  get view() {
    return this.order && selectOrderView(this.order.getSnapshot())
  }
  get commands() {
    return this.order && orderCommands((event) => this.order!.send(event))
  }
  /** The console reads the list. */
  read() {
    this.rows.rows = this.server.map((id, place) => ({ id, place }))
    this.listeners.forEach((listener) => listener())
  }
  create() {
    if (this.server.length < 7) this.server = [...this.server, `new-${(this.made += 1)}`]
  }
  /** The server's response to a save. */
  private perform({ ids, key }: Sent): Result<Reply<null>> {
    if (this.effects.has(key)) return ORDERED
    if (!isSameSet(ids, this.server)) return failed({ kind: 'conflict', message: '', current: undefined })
    this.server = [...ids]
    this.effects.set(key, ids.join())
    return ORDERED
  }
  answer = () => this.calls.answerNext((sent) => this.perform(sent))
  /** It takes effect, or is refused, and the response is lost. */
  lose = () =>
    this.calls.answerNext((sent) => {
      this.perform(sent)
      return failed(UNREACHABLE)
    })
  refuse = () => this.calls.answerNext(() => failed({ kind: 'forbidden', message: 'Not you' }))
  reload() {
    this.order?.stop()
    this.order = null
    this.activity.stop()
    this.activity = this.startActivity()
    this.read()
    if (this.save) this.open()
  }
  leave() {
    const before = this.view
    this.commands?.leave()
    // The moves of a save without an outcome stay on the device.
    if (before?.canSave && !this.order) this.lostUnasked = true
  }
}

const shuffled = (ids: readonly string[]) => [...ids.slice(1), ids[0]!]
const steps: Steps<World> = {
  'the dialog is opened': (world) => world.open(),
  'the first is moved to the end': ({ view, commands }) => view && commands!.move(shuffled(view.ids)),
  'the last is moved up': ({ view, commands }) =>
    view && commands!.move([...view.ids.slice(0, -2), ...view.ids.slice(-2).toReversed()]),
  'Save is pressed': ({ commands }) => commands?.save(),
  'Check again is pressed': ({ commands }) => commands?.check(),
  'Read again is pressed': ({ commands }) => commands?.reread(),
  'Discard is pressed': ({ commands }) => commands?.discard(),
  'Esc is pressed': (world) => world.leave(),
  'Stay is pressed': ({ commands }) => commands?.stay(),
  'Leave is pressed': ({ commands }) => commands?.leaveAnyway(),
  'the server answers': (world) => world.answer(),
  'the answer is lost': (world) => world.lose(),
  'the server refuses': (world) => world.refuse(),
  'a colleague adds a record': (world) => world.create(),
  'a record goes': (world) => {
    if (world.server.length > 2) world.server = world.server.slice(1)
  },
  'a colleague orders the list': (world) => {
    world.server = world.server.toReversed()
  },
  'the list is read': (world) => world.read(),
  'some seconds pass': () => vi.advanceTimersByTimeAsync(5_000),
  'a minute passes': () => vi.advanceTimersByTimeAsync(60_000),
  'the page is reloaded': (world) => world.reload(),
}

function mustHold(world: World): void {
  const { view, sent, effects, rows } = world
  const bodies = new Map<string, Set<string>>()
  for (const { ids, key } of sent) bodies.set(key, (bodies.get(key) ?? new Set()).add(ids.join()))
  const inFlight = world.calls.inFlight
  const wrongs = [
    [...bodies.values()].some((all) => all.size > 1) && 'one key with two orders',
    inFlight.length > 1 && 'two saves at once',
    view && new Set(view.ids).size !== view.ids.length && 'a record twice',
    // Changes of the list are collected for a moment.
    view?.state === 'conflict' && !isSameSet(view.ids, view.base) && 'an order of other records than those of the list',
    view && ['saving', 'checking'].includes(view.state) && !world.save && 'a save that nobody makes',
    !view && world.save?.getSnapshot().matches('refused') && 'a refusal that the dialog did not show',
    [...effects].some(([key, body]) => !bodies.get(key)?.has(body)) && 'an effect that nobody asked for',
    world.lostUnasked && 'moves that were given up unasked',
    rows.rows.length === 0 && 'an empty list',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('two people order one list, answers are lost, and pages are reloaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: ['the first is moved to the end', 'Save is pressed', 'the dialog is opened', 'the list is read'],
    mustHold,
    flush,
    leave: (world) => {
      world.order?.stop()
      world.activity.stop()
    },
  })
  vi.useRealTimers()
  expect(taken).toBeGreaterThan(3_000)
})
