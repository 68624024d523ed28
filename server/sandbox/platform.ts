/** A game platform that does not exist: it speaks the protocol of jobs (docs/connect-a-rail.md) over real HTTP. */
import { amountOf, hundredthsOf } from '@contract/amounts'
import type { FastifyInstance } from 'fastify'
import { JOB_KINDS, type JobLine, type JobOrder, type PlatformJob } from '@server/platform/ports/rails'
import { NO_SUCH_REFERENCE } from '../rails/protocol'
import type { Behaviour } from './behaviour'
import { bodyOf, createHost, type HostOptions } from './host'
import { openJournal } from './journal'

/** Credits that an account has before anybody has loaded it; texts with two places. */
export const FIRST_CREDITS = '500.00'

export interface JobBooks {
  find(reference: string): PlatformJob | undefined
  /** Books an order, once for each reference. */
  book(order: JobOrder): PlatformJob
  /** Moves the credits of a job, at most once. @param half only half of what was asked for */
  finish(reference: string, half?: boolean): PlatformJob
  fail(reference: string, reason: string): PlatformJob
  open(): PlatformJob[]
  /** Of an account; each begins with `FIRST_CREDITS`. */
  creditsOf(username: string): string
  /** What was done on a day in UTC, `YYYY-MM-DD`. */
  linesOf(day: string): JobLine[]
  close(): void
}
interface Entry {
  at: string
  order: JobOrder
  job: PlatformJob
}

/** @param file null: in memory only @param now ISO time */
export function openJobBooks(file: string | null, now = () => new Date().toISOString()): JobBooks {
  const journal = openJournal<Entry>(file)
  const last = new Map(journal.entries.map((entry) => [entry.job.reference, entry]))
  const write = (order: JobOrder, job: PlatformJob): PlatformJob => {
    const entry = { at: now(), order, job }
    journal.write(entry)
    last.set(job.reference, entry)
    return job
  }
  const creditsOf = (username: string) =>
    amountOf(
      [...last.values()].reduce((sum, { order, job }) => {
        if (order.username !== username || job.state !== 'DONE') return sum
        return job.kind === 'LOAD' ? sum + hundredthsOf(job.credits!) : sum - hundredthsOf(job.credits!)
      }, hundredthsOf(FIRST_CREDITS)),
    )
  const known = (reference: string) => {
    const entry = last.get(reference)
    if (!entry) throw new Error(`there is no job ${reference}`)
    return entry
  }
  return {
    find: (reference) => last.get(reference)?.job,
    book: (order) =>
      last.get(order.reference)?.job ??
      write(order, {
        reference: order.reference,
        kind: order.kind,
        state: 'ACCEPTED',
        credits: null,
        external_ref: `GP-${last.size + 500_001}`,
        reason: null,
      }),
    finish(reference, half = false) {
      const { order, job } = known(reference)
      if (job.state !== 'ACCEPTED') return job
      const asked = order.credits ?? creditsOf(order.username)
      return write(order, { ...job, state: 'DONE', credits: half ? amountOf(hundredthsOf(asked) / 2n) : asked })
    },
    fail(reference, reason) {
      const { order, job } = known(reference)
      return job.state === 'ACCEPTED' ? write(order, { ...job, state: 'FAILED', reason }) : job
    },
    open: () => [...last.values()].flatMap(({ job }) => (job.state === 'ACCEPTED' ? [job] : [])),
    creditsOf,
    linesOf: (day) =>
      journal.entries.flatMap(({ at, job: { reference, external_ref, kind, state, credits } }): JobLine[] =>
        state === 'DONE' && at.startsWith(day) ? [{ reference, external_ref, kind, credits: credits!, at }] : [],
      ),
    close: () => journal.close(),
  }
}

export interface PlatformSandboxOptions extends HostOptions {
  books: JobBooks
}

const CREDITS = /^\d{1,12}\.\d{2}$/
/** Refused by the platform itself, whatever it is told to do. */
function faultOf(order: Partial<JobOrder>, books: JobBooks): { code: string; message: string } | null {
  if (!order.reference || order.reference.length > 64)
    return { code: 'NO_REFERENCE', message: 'A job needs a reference of up to 64 characters' }
  if (!order.kind || !JOB_KINDS.includes(order.kind)) return { code: 'WRONG_KIND', message: 'A job loads or redeems' }
  if (!order.username) return { code: 'NO_ACCOUNT', message: 'A job is about an account' }
  if (order.credits === null && order.kind === 'REDEEM') {
    return Number(books.creditsOf(order.username)) > 0
      ? null
      : { code: 'NO_CREDITS', message: 'The account has no credits' }
  }
  if (!order.credits || !CREDITS.test(order.credits) || Number(order.credits) === 0)
    return { code: 'WRONG_CREDITS', message: 'Credits are more than 0, with two places' }
  const isTooMuch = order.kind === 'REDEEM' && Number(order.credits) > Number(books.creditsOf(order.username))
  return isTooMuch ? { code: 'NOT_ENOUGH', message: 'The account has fewer credits' } : null
}

/** @returns the server, which is not listening yet */
export function createPlatformSandbox({
  books,
  payAfterMs = 400,
  ...options
}: PlatformSandboxOptions): FastifyInstance {
  const { behaviours } = options
  const { server, tell, later, failing } = createHost(options)
  const done = (reference: string, half = false) => tell({ type: 'job.done', job: books.finish(reference, half) })
  const finishLater = (reference: string) => later(payAfterMs, () => done(reference))
  // What a sandbox that was killed had accepted is done by the next one.
  for (const { reference } of books.open()) finishLater(reference)

  /** What follows from a booked job. */
  const after: Partial<Record<Behaviour, (reference: string) => void | Promise<void>>> = {
    paid: (reference) => void done(reference),
    eventFirst: (reference) => done(reference),
    eventTwice: async (reference) => {
      await done(reference)
      void tell({ type: 'job.done', job: books.find(reference)! })
    },
    otherAmount: (reference) => later(payAfterMs, () => done(reference, true)),
    fail: (reference) =>
      later(payAfterMs, () => tell({ type: 'job.failed', job: books.fail(reference, 'The account is in a game') })),
  }

  server.post('/jobs', async (request, reply) => {
    const asked = bodyOf<JobOrder>(request)
    const known = asked.reference === undefined ? undefined : books.find(asked.reference)
    // The same reference is the same job.
    if (known) return reply.send(known)
    const fault = faultOf(asked, books)
    if (fault) return reply.code(422).send(fault)
    const order = asked as JobOrder
    const behaviour = behaviours.next()
    if (behaviour === 'refuse')
      return reply.code(422).send({ code: 'ACCOUNT_UNKNOWN', message: 'The platform does not know this account' })
    if (behaviour === 'error') return reply.code(500).send({ code: 'INTERNAL', message: 'Something went wrong' })
    books.book(order)
    const follows = after[behaviour]
    if (follows) await follows(order.reference)
    else finishLater(order.reference)
    const job = books.find(order.reference)!
    const fail = failing[behaviour]
    return fail ? fail(reply, job) : reply.code(201).send(job)
  })
  server.get<{ Params: { reference: string } }>('/jobs/:reference', async ({ params }, reply) => {
    const job = books.find(params.reference)
    return job
      ? reply.send(job)
      : reply.code(404).send({ code: NO_SUCH_REFERENCE, message: 'There is no job with this reference' })
  })
  server.get<{ Params: { username: string } }>('/accounts/:username/balance', async ({ params }, reply) =>
    reply.send({ username: params.username, credits: books.creditsOf(params.username), at: new Date().toISOString() }),
  )
  server.get('/check', async (_request, reply) => reply.send({ at: new Date().toISOString() }))
  server.get<{ Params: { day: string } }>('/statements/:day', async ({ params }, reply) =>
    reply.send({ day: params.day, lines: books.linesOf(params.day) }),
  )
  return server
}
