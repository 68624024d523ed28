/**
 * Delivers the messages of the outbox, each at least once. One poll finds the topics of which something is due; each topic has a worker of
 * its own, so that a receiver that does not respond delays only its topic. A message belongs to the process that has leased it; if that process dies, the lease ends and
 * another one delivers the message.
 */
import { later } from '@server/platform/lib/timers'
import type { Db } from '@server/platform/ports/db'
import {
  dueTopics,
  giveBack,
  lease,
  LEASE_SECONDS,
  markDelivered,
  NotYet,
  postpone,
  type Message,
  type Topic,
} from './messages'

/**
 * Delivers a message. It may be called more than once for the same one, also by several processes at the same time.
 * @param signal aborted when the attempt has taken too long
 * @throws where the message is not delivered; it is repeated later then
 */
export type Receiver<T extends Topic> = (message: Message<T>, signal: AbortSignal) => Promise<void>
export type Receivers = { readonly [T in Topic]: Receiver<T> }

export interface Outbox {
  /** A message was committed: deliver it now and not at the next poll. */
  wake(): void
  /** Ends: waits for the delivery in progress, and gives back the other leased messages. */
  stop(): Promise<void>
}

export interface OutboxOptions {
  db: Db
  receivers: Receivers
  onError: (error: unknown, what: string) => void
  /** Limit for one attempt, milliseconds. */
  attemptMs?: number
  /** Of topics whose receivers call others: a longer limit, and the number of messages that are delivered at the same time. */
  slow?: { readonly [T in Topic]?: { attemptMs: number; atOnce: number } }
  /** Pause between polls, milliseconds. It grows up to `idlePollMs` while nothing is due. */
  pollMs?: number
  idlePollMs?: number
}

/** Messages that are leased at once. */
const BATCH = 20
const ATTEMPT_MS = 5000
const POLL_MS = 1000
const IDLE_POLL_MS = 8000

/** @throws where the receiver fails, or does not respond in time */
async function attempt<T extends Topic>(receiver: Receiver<T>, message: Message<T>, ms: number): Promise<void> {
  const timeout = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no response within ${ms} ms`)
      timeout.abort(error)
      reject(error)
    }, ms)
  })
  try {
    await Promise.race([receiver(message, timeout.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Delivers what is due of one topic, until nothing more is. */
interface Worker {
  deliver(): void
  stop(): Promise<void>
}

function createWorker<T extends Topic>(topic: T, options: OutboxOptions): Worker {
  const { db, receivers, onError, slow = {} } = options
  const { attemptMs, atOnce } = slow[topic] ?? { attemptMs: options.attemptMs ?? ATTEMPT_MS, atOnce: 1 }
  const receiver = receivers[topic] as Receiver<T>
  let isStopping = false
  let isRunning = false
  /** Something became due while the worker was running. */
  let isAskedAgain = false
  let running: Promise<void> = Promise.resolve()

  /** @returns whether there was anything to deliver */
  async function deliverBatch(): Promise<boolean> {
    const leaseId = crypto.randomUUID()
    const leasedAt = performance.now()
    const messages = await lease(db, topic, leaseId, BATCH)
    const delivered: string[] = []
    const left: string[] = []
    const waiting = messages.values()
    const deliver = async () => {
      for (const message of waiting) {
        // An attempt is begun only if it ends within the lease.
        if (isStopping || performance.now() - leasedAt + attemptMs > LEASE_SECONDS * 1000) {
          left.push(message.id)
          continue
        }
        try {
          await attempt(receiver, message, attemptMs)
          delivered.push(message.id)
        } catch (error) {
          if (!(error instanceof NotYet))
            onError(error, `delivering a message of the outbox (${topic} ${message.id}, attempt ${message.attempt})`)
          await postpone(db, leaseId, message, error)
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, messages.length) }, deliver))
    if (delivered.length > 0) await markDelivered(db, leaseId, delivered)
    if (left.length > 0) await giveBack(db, leaseId, left)
    return messages.length > 0
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      do {
        isAskedAgain = false
        while (!isStopping && (await deliverBatch()));
      } while (isAskedAgain && !isStopping)
    } catch (error) {
      onError(error, 'delivering messages of the outbox')
    }
    isRunning = false
  }

  return {
    deliver() {
      isAskedAgain = true
      if (!isRunning && !isStopping) running = run()
    },
    async stop() {
      isStopping = true
      await running
    },
  }
}

/** Starts to deliver messages of all topics. @returns wakes and stops the workers */
export function startOutbox(options: OutboxOptions): Outbox {
  const { db, receivers, onError, pollMs = POLL_MS, idlePollMs = IDLE_POLL_MS } = options
  const workers = new Map((Object.keys(receivers) as Topic[]).map((topic) => [topic, createWorker(topic, options)]))
  let isStopping = false
  let isPolling = false
  /** Messages were committed while it was polling. */
  let isWoken = false
  let polling: Promise<void> = Promise.resolve()
  let cancel: () => void
  let wait = pollMs

  async function poll(): Promise<void> {
    isPolling = true
    cancel()
    try {
      do {
        isWoken = false
        const due = await dueTopics(db, [...workers.keys()])
        if (due.length > 0) wait = pollMs
        if (!isStopping) for (const topic of due) workers.get(topic)!.deliver()
      } while (isWoken && !isStopping)
    } catch (error) {
      onError(error, 'delivering messages of the outbox')
    }
    isPolling = false
    if (isStopping) return
    cancel = later(start, wait)
    wait = Math.min(wait * 2, idlePollMs)
  }
  function start() {
    polling = poll()
  }

  cancel = later(start, 0)
  return {
    wake() {
      wait = pollMs
      isWoken = true
      if (!isPolling && !isStopping) start()
    },
    async stop() {
      isStopping = true
      cancel()
      await polling
      await Promise.all([...workers.values()].map((worker) => worker.stop()))
    },
  }
}
