/** A simple client of the platform API over fetch: it stores cookies and a token, and returns responses unchanged. */
import assert from 'node:assert/strict'
import { SESSION_SECONDS } from '@contract/constants'
import { CREDENTIALS } from '@contract/http/auth'
import type { SessionReply } from '@contract/entities/session'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { neededKey } from '@tests/kit/needed-key'

export interface Reply {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
  /** The parsed body; undefined where it is not JSON. */
  json: unknown
}

export interface Sending {
  query?: Record<string, string | number | readonly string[] | undefined>
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Sent instead of the client's own; null: none. */
  token?: string | null
  ifMatch?: number
  /** A call that requires an Idempotency-Key is sent without one. */
  withoutKey?: true
}

/** Observer of a client's requests. */
export interface Watch {
  /** Before each request that is not a GET, with its path. */
  beforeWrite?: (path: string) => void
  answered?: (method: string, path: string, status: number, body: unknown) => void
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Less than the five minutes for which a step-up is valid. */
const STEP_UP_REUSED_MS = 180_000
/** A third of the time that a token is valid. */
const TOKEN_REUSED_MS = (SESSION_SECONDS.accessToken * 1000) / 3

/** One browser, from the back end's point of view. */
export class Client {
  /** Access token of the session, after signing in. */
  token: string | null = null
  /** Key of an app of the users; null: none. */
  appKey: string | null = null
  readonly host: string
  #password = ''
  #signedInAt = 0
  #steppedUpAt = -Infinity
  readonly #cookies = new Map<string, string>()
  readonly #watch: Watch

  /**
   * @param host origin of the back end, e.g. `http://127.0.0.1:4000`
   * @param watch is called for every request and response
   */
  constructor(host: string, watch: Watch = {}) {
    this.host = host.replace(/\/$/, '')
    this.#watch = watch
  }

  async send(
    method: string,
    path: string,
    { query = {}, body, raw, headers = {}, token = this.token, ifMatch, withoutKey }: Sending = {},
  ): Promise<Reply> {
    if (method !== 'GET') this.#watch.beforeWrite?.(path)
    const url = new URL(this.host + path)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      ...(content === undefined ? {} : { body: content }),
      headers: {
        Accept: 'application/json',
        ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(this.appKey === null ? {} : { [APP_KEY_HEADER]: this.appKey }),
        ...(this.#cookies.size === 0
          ? {}
          : { Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
        ...(withoutKey ? {} : neededKey(method, path)),
        ...headers,
      },
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    this.#watch.answered?.(method, url.pathname, response.status, body)
    return { status: response.status, headers: response.headers, text, bytes, json: parsed(text) }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', ...value] = pair.split('=')
    const isOver = attributes.some(
      (attribute) =>
        /^\s*max-age=0*$/i.test(attribute) ||
        (/^\s*expires=/i.test(attribute) && Date.parse(attribute.split('=')[1] ?? '') < Date.now()),
    )
    if (isOver) this.#cookies.delete(name.trim())
    else this.#cookies.set(name.trim(), value.join('='))
  }

  /** Names of the cookies in this browser. */
  get cookieNames(): string[] {
    return [...this.#cookies.keys()]
  }

  /** A new csrf token for a call of the sign-in mechanism. */
  async csrf(): Promise<string> {
    const { status, json } = await this.send('GET', '/api/auth/csrf', { token: null })
    assert.equal(status, 200, 'GET csrf answers 200')
    return (json as { csrfToken: string }).csrfToken
  }

  /** Tries to sign in. @returns the callback's response; `more` is added to its body */
  async trySignIn(email: string, password: string, more: Record<string, unknown> = {}): Promise<Reply> {
    const csrfToken = await this.csrf()
    return this.send('POST', `/api/auth/callback/${CREDENTIALS}`, {
      token: null,
      body: { csrfToken, callbackUrl: `${this.host}/`, json: true, email, password, two_fa_token: null, ...more },
    })
  }

  /** Signs in and stores the token. @returns the response of GET session */
  async signIn(email: string, password: string): Promise<SessionReply> {
    const { status, text } = await this.trySignIn(email, password)
    assert.equal(status, 200, `the sign-in of ${email} is refused: ${text}`)
    const session = await this.session()
    assert.ok(session.access_token, 'a session after a sign-in carries an access token')
    this.token = session.access_token
    this.#signedInAt = Date.now()
    this.#password = password
    return session
  }

  /** Gets a new access token before the present one expires: on a busy machine the suite takes longer than a token is valid. */
  async renewed(): Promise<this> {
    if (Date.now() - this.#signedInAt < TOKEN_REUSED_MS) return this
    const { access_token } = await this.session()
    assert.ok(access_token, 'the session is still open')
    this.token = access_token
    this.#signedInAt = Date.now()
    return this
  }

  /** Proves again who the signed-in person is, unless that is still valid (contract, Writes: step-up). */
  async stepUp(): Promise<void> {
    if (Date.now() - this.#steppedUpAt < STEP_UP_REUSED_MS) return
    const reply = await this.send('POST', '/api/v1/admin-two-fa/step-up', { body: { password: this.#password } })
    assert.equal(reply.status, 200, `the step-up is refused: ${reply.text}`)
    this.#steppedUpAt = Date.now()
  }

  async session(): Promise<SessionReply> {
    const { status, json } = await this.send('GET', '/api/auth/session', { token: null })
    assert.equal(status, 200, 'GET session answers 200')
    return json as SessionReply
  }

  async signOut(): Promise<Reply> {
    const csrfToken = await this.csrf()
    return this.send('POST', '/api/auth/signout', {
      token: null,
      body: { csrfToken, callbackUrl: `${this.host}/login`, json: true },
    })
  }
}

/** The error code in the address that a refused sign-in returns. */
export const errorIn = (reply: Reply): string | null =>
  new URL((reply.json as { url: string }).url, 'http://none.invalid').searchParams.get('error')
