/** One person who is signed in at a running server through its API, with the cookies and token of a console. */
import { randomUUID } from 'node:crypto'
import { CREDENTIALS } from '@contract/http/auth'
import { AUTH_BASE } from '@contract/http/auth-paths'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { request as waitingRequest } from './play'

export interface Sending {
  body?: unknown
  ifMatch?: number
  idempotencyKey?: string
}

export interface Caller {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The current access token. */
  token(): string
  /** Sends a call. An expired token is renewed first. */
  send<B>(method: 'GET' | 'POST' | 'PATCH', path: string, sending?: Sending): Promise<{ status: number; body: B }>
  /** Like `send`, for calls that must succeed; one that writes has a new key. @throws the server's message otherwise */
  expect<B>(method: 'GET' | 'POST' | 'PATCH', path: string, sending?: Sending): Promise<B>
}

/** A token is renewed this long before it expires, milliseconds. */
const RENEW_BEFORE_MS = 60_000

const expiryOf = (token: string): number =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number }).exp * 1000

/**
 * @param host origin of the server; a function where it may be another one for each request
 * @throws with the reason of a refused sign-in in one line, ServerGone where there is no response
 */
export async function signInAt(host: string | (() => string), email: string, password: string): Promise<Caller> {
  const hostNow = typeof host === 'string' ? () => host : host
  const cookies = new Map<string, string>()
  let token: string | null = null

  async function request<B>(
    method: string,
    path: string,
    { body, ifMatch, idempotencyKey }: Sending = {},
  ): Promise<{ status: number; body: B }> {
    const answer = await waitingRequest(hostNow() + path, {
      method,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
        ...(idempotencyKey === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey }),
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined) cookies.set(name, value!)
    }
    return { status: answer.status, body: (await answer.json()) as B }
  }

  async function renew(): Promise<{ id: string; username: string }> {
    const { body } = await request<{ access_token?: string; user?: { id: string; username: string } }>(
      'GET',
      `${AUTH_BASE}/session`,
    )
    if (!body.access_token || !body.user) throw new Error(`The session of ${email} has ended.`)
    token = body.access_token
    return body.user
  }

  const { csrfToken } = (await request<{ csrfToken: string }>('GET', `${AUTH_BASE}/csrf`)).body
  const signedIn = await request<{ url?: string }>('POST', `${AUTH_BASE}/callback/${CREDENTIALS}`, {
    body: { csrfToken, callbackUrl: '/', json: true, email, password, two_fa_token: null },
  })
  if (signedIn.status !== 200) {
    const code =
      signedIn.body.url && URL.canParse(signedIn.body.url) ? new URL(signedIn.body.url).searchParams.get('error') : null
    throw new Error(`${email} cannot sign in: ${code ?? `status ${signedIn.status}`}.`)
  }
  const user = await renew()

  const send: Caller['send'] = async (method, path, sending) => {
    if (token && expiryOf(token) - RENEW_BEFORE_MS < Date.now()) await renew()
    return request(method, path, sending)
  }
  return {
    id: user.id,
    email,
    name: user.username,
    token: () => token!,
    send,
    async expect<B>(method: 'GET' | 'POST' | 'PATCH', path: string, sending?: Sending) {
      const { status, body } = await send<B & { message?: string }>(
        method,
        path,
        method === 'GET' ? sending : { idempotencyKey: randomUUID(), ...sending },
      )
      if (status !== 200) throw new Error(`${email}: ${body.message ?? `status ${status}`}`)
      return body
    },
  }
}
