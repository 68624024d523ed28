/**
 * Answers in the place of the platform until its database is open: the page may be opened at once, and shows how far the start is
 * (src/screens/starting). Every call gets 503.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ERROR_CODE } from '@contract/errors'
import { healthOperations } from '@contract/http/health'
import type { Progress } from './db/progress'
import { isNavigation, type StartingPage } from './http/console-files'
import { bareFailure } from './http/errors'
import { UNAVAILABLE_RETRY_SECONDS } from './platform/operations/failure'

const MESSAGE = 'The server is starting. Nothing was changed. Try again in a few seconds.'

export interface Starting {
  /** The port, also where the system chose it. */
  readonly port: number
  /** Shows how far the start is; until then that is unknown. */
  tell(progress: Progress): void
  /** Frees the port for the platform, or ends. */
  close(): Promise<void>
}

/** The security headers of the page, which contains all that it needs. */
const headersOf = ({ styleHashes, scriptHashes }: Omit<StartingPage, 'html'>) => ({
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'self' ${styleHashes.join(' ')}`,
    `script-src 'self' ${scriptHashes.join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
})

/**
 * Listens where the platform will.
 * @param page null where the console is not served here
 * @throws the error of the system where it may not listen
 */
export async function startStarting(
  { host, port }: { host: string; port: number },
  page: StartingPage | null,
): Promise<Starting> {
  const security = headersOf(page ?? { styleHashes: [], scriptHashes: [] })
  let progress: Progress | null = null

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split(/[?#]/, 1)[0]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const failure = bareFailure(
      503,
      { code: ERROR_CODE.unavailable, message: MESSAGE },
      { ...security, 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) },
      path === healthOperations.ready.path ? { progress } : {},
    )
    const send = (status: number, type: string, body: string, headers: Record<string, string>) =>
      response
        .writeHead(status, {
          ...headers,
          'content-type': `${type}; charset=utf-8`,
          'content-length': Buffer.byteLength(body),
        })
        .end(body)
    if (isRead && path === healthOperations.live.path) {
      const { 'retry-after': _later, ...headers } = failure.headers
      return send(200, 'application/json', JSON.stringify({ status: 'live' }), headers)
    }
    if (page && isNavigation(request)) return send(503, 'text/html', page.html, failure.headers)
    return send(failure.status, 'application/json', failure.body, failure.headers)
  }

  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ host, port }, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    tell: (next) => void (progress = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
