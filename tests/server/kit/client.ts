import type { PitbossServer } from '@server/server'
import { neededKey } from '@tests/kit/needed-key'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@server/db/demo'

export interface Answered {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  bytes: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests say what they expect of it
  body: any
}

interface SendOptions {
  body?: unknown
  raw?: string | Buffer
  headers?: Record<string, string>
  address?: string
  ifMatch?: number
  token?: string | null
}

/** The browser of one person: stores its cookies, and sends the token of its session. */
export class TestClient {
  readonly #platform: PitbossServer
  readonly cookies = new Map<string, string>()
  token: string | null = null
  address: string

  constructor(platform: PitbossServer, address = '127.0.0.1') {
    this.#platform = platform
    this.address = address
  }

  async send(method: 'GET' | 'POST' | 'PATCH', url: string, options: SendOptions = {}): Promise<Answered> {
    const token = options.token === undefined ? this.token : options.token
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const answer = await this.#platform.http.inject({
      method,
      url,
      payload,
      remoteAddress: options.address ?? this.address,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.ifMatch === undefined ? {} : { 'if-match': `"${options.ifMatch}"` }),
        ...neededKey(method, url),
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...options.headers,
      },
    })
    for (const { name, value, maxAge } of answer.cookies as {
      name: string
      value: string
      maxAge?: number
      expires?: Date
    }[]) {
      if (value === '' || maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = answer.payload
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      bytes: answer.rawPayload,
      body: text.startsWith('{')
        ? (() => {
            try {
              return JSON.parse(text) as unknown
            } catch {
              return null
            }
          })()
        : null,
    }
  }

  get = (url: string, options?: SendOptions) => this.send('GET', url, options)
  post = (url: string, body?: unknown, options?: SendOptions) => this.send('POST', url, { body, ...options })
  patch = (url: string, body?: unknown, options?: SendOptions) => this.send('PATCH', url, { body, ...options })

  /** Posts to the sign-in mechanism with a CSRF token. */
  async auth(path: string, body: object = {}, options?: SendOptions): Promise<Answered> {
    const { csrfToken } = (await this.get('/api/auth/csrf', { token: null })).body
    return this.post(`/api/auth/${path}`, { csrfToken, ...body }, options)
  }

  signIn(email: string, password = DEMO_PASSWORD, more: object = {}, options?: SendOptions): Promise<Answered> {
    return this.auth(
      'callback/credentials',
      { callbackUrl: '/', json: true, email, password, two_fa_token: null, ...more },
      options,
    )
  }

  /** Reads the session and stores its token. */
  async session(): Promise<Answered> {
    const answer = await this.get('/api/auth/session', { token: null })
    this.token = (answer.body as { access_token?: string }).access_token ?? null
    return answer
  }
}

/** The code of a refused sign-in. */
export const refusalOf = (answer: Answered): string | null =>
  new URL((answer.body as { url: string }).url).searchParams.get('error')

/** @param nth of the accounts of the role, from 0 @returns a client that is signed in with a demo account of a role */
export async function signedIn(platform: PitbossServer, role: string, nth = 0): Promise<TestClient> {
  const client = new TestClient(platform)
  const account = DEMO_ACCOUNTS.filter((each) => each.role === role)[nth]
  if (!account) throw new Error(`no demo account of ${role}`)
  const answer = await client.signIn(account.email)
  if (answer.status !== 200) throw new Error(`sign-in of ${role}: ${answer.status} ${answer.text}`)
  await client.session()
  return client
}
