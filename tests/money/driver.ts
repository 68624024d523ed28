/** Callers of the money test: each call is sent again with the same Idempotency-Key until a server answers. */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { ERROR_CODE } from '@contract/errors'
import { DEMO_PASSWORD } from '@server/db/demo'
import { signInAt, type Caller } from '@server/simulate/caller'
import { ServerGone } from '@server/simulate/play'

/** One of the running servers, and the keys of the calls that wait for its response. */
export interface Server {
  base: string
  waiting: Set<string>
  isUp: boolean
}

/** A response that counts: a success, or a refusal that has no effect. */
export interface Answer<D = Record<string, unknown>> {
  status: number
  data: D
  code: string | undefined
  text: string
}

/** Statuses that say nothing about the effect of the call: the same call is sent again. */
const UNCERTAIN = [429, 502, 503, 504]
const isUncertain = ({ status, body }: { status: number; body: unknown }) =>
  UNCERTAIN.includes(status) || (body as { code?: string } | null)?.code === ERROR_CODE.idempotencyRunning
const STEP_UP = '/api/v1/admin-two-fa/step-up'

/** Random numbers from 0 up to 1 that a seed determines. */
export function randomFrom(seed: string) {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE(0) / 2 ** 32
  }
}
export type Random = ReturnType<typeof randomFrom>
export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

export interface Counts {
  /** Writes that have an answer. */
  answered: number
  succeeded: number
  refused: number
  sentAgain: number
}

export interface Sent {
  body?: unknown
  ifMatch?: number
}
/** A member of staff, or the app. */
export interface Sender {
  readonly email: string
  write<D>(method: 'POST' | 'PATCH', path: string, sent?: Sent): Promise<Answer<D>>
  read<D>(path: string): Promise<D>
}

/**
 * @param isOver whether the time of the test has ended
 * @returns senders over the servers that are up
 */
export function createDriver(servers: readonly Server[], isOver: () => boolean) {
  const counts: Counts = { answered: 0, succeeded: 0, refused: 0, sentAgain: 0 }
  let keys = 0

  async function serverThatIsUp(): Promise<Server> {
    for (;;) {
      const up = servers.filter(({ isUp }) => isUp)
      if (up.length > 0) return pick(Math.random, up)
      if (isOver()) throw new Error('no server is up')
      await pause(20)
    }
  }

  /** Sends until there is an answer. @param send one attempt at a server */
  async function answered<D>(key: string, send: (base: string) => Promise<{ status: number; body: unknown }>) {
    for (;;) {
      const server = await serverThatIsUp()
      server.waiting.add(key)
      const reply = await send(server.base).catch((error: unknown) => {
        // The process was killed: the result is unknown.
        if (error instanceof ServerGone || error instanceof TypeError || error instanceof SyntaxError) return null
        throw error
      })
      if (reply) server.waiting.delete(key)
      if (reply && !isUncertain(reply)) {
        const { data, code } = (reply.body ?? {}) as { data: D; code?: string }
        return { status: reply.status, data, code, text: JSON.stringify(reply.body) } satisfies Answer<D>
      }
      counts.sentAgain += 1
      if (isOver()) throw new Error(`a call has no answer: ${key}`)
    }
  }
  function counted<D>(answer: Answer<D>): Answer<D> {
    if (answer.status >= 500 || answer.status === 401) throw new Error(answer.text)
    counts.answered += 1
    if (answer.status === 200) counts.succeeded += 1
    else counts.refused += 1
    return answer
  }
  const newKey = () => {
    keys += 1
    return `money-${keys}`
  }

  /** Signs in a member of staff. */
  async function staff(email: string): Promise<Sender & { caller: Caller }> {
    let base = (await serverThatIsUp()).base
    const caller = await signInAt(() => base, email, DEMO_PASSWORD)
    const call = <D>(key: string, method: 'GET' | 'POST' | 'PATCH', path: string, sent: Sent = {}) =>
      answered<D>(key, (at) => {
        base = at
        return caller.send(method, path, { ...sent, ...(method !== 'GET' && { idempotencyKey: key }) })
      })
    return {
      email,
      caller,
      async write<D>(method: 'POST' | 'PATCH', path: string, sent?: Sent) {
        const key = newKey()
        const answer = await call<D>(key, method, path, sent)
        if (answer.code !== ERROR_CODE.stepUpRequired) return counted(answer)
        const proof = await call(newKey(), 'POST', STEP_UP, { body: { password: DEMO_PASSWORD } })
        if (proof.status !== 200) throw new Error(proof.text)
        // A refusal is not stored, so the key is free.
        return counted(await call<D>(key, method, path, sent))
      },
      async read<D>(path: string) {
        const { status, data, text } = await call<D>(newKey(), 'GET', path)
        if (status !== 200) throw new Error(text)
        return data
      },
    }
  }

  /** The app of a store. */
  function app(appKey: string) {
    /** One attempt at a server. @throws ServerGone where there is no whole response */
    async function attempt(address: string, method: string, headers: Record<string, string>, body: BodyInit) {
      const response = await fetch(address, { method, headers: { [APP_KEY_HEADER]: appKey, ...headers }, body }).catch(
        (error: unknown) => {
          throw new ServerGone('no response', { cause: error })
        },
      )
      const text = await response.text().catch((error: unknown) => {
        throw new ServerGone('half a response', { cause: error })
      })
      return { status: response.status, body: JSON.parse(text) as unknown }
    }
    return {
      async write<D>(method: 'POST' | 'PATCH', path: string, { body }: Sent = {}) {
        const key = newKey()
        const headers = { 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: key }
        return counted(await answered<D>(key, (base) => attempt(base + path, method, headers, JSON.stringify(body))))
      },
      /** Uploads a file. @returns its id */
      async upload(path: string, { bytes, type }: { bytes: Uint8Array<ArrayBuffer>; type: string }): Promise<string> {
        const { status, data, text } = await answered<{ id: string }>(newKey(), (base) =>
          attempt(base + path, 'POST', { 'content-type': type }, bytes),
        )
        if (status !== 200) throw new Error(text)
        return data.id
      },
    }
  }

  return { counts, staff, app }
}
export type Driver = ReturnType<typeof createDriver>
