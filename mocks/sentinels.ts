/**
 * Names that make a call fail, for whoever looks at a story: `sentinel:broken` in the search of a list, or `broken@sentinel.test` as the
 * email of a form or of the sign-in.
 */
import { delayed, failing, lost, pending, proxyPage, unauthorized, unreachable, type Responder } from './overrides'

const SLOW_MS = 3000

export const SENTINELS = {
  forbidden: failing(403),
  'not-found': failing(404),
  rejected: failing(422, { errors: { email: ['This address is blocked'] } }),
  'too-many': failing(429),
  broken: failing(500),
  unavailable: failing(503),
  unauthorized,
  html: proxyPage(502),
  offline: unreachable,
  slow: delayed(SLOW_MS),
  never: pending,
  /** The call takes effect, and its response is lost. */
  lost,
} as const satisfies Readonly<Record<string, Responder>>

const SEARCH = /^sentinel:([a-z-]+)$/
const EMAIL = /^([a-z-]+)@sentinel\.test$/i

const emailIn = async (request: Request): Promise<string> => {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return ''
  const { email } = (await request
    .clone()
    .json()
    .catch(() => ({}))) as { email?: unknown }
  return typeof email === 'string' ? email : ''
}

/** @returns what the sentinel that a request names answers; undefined: it names none */
export async function sentinelOf(request: Request): Promise<Responder | undefined> {
  const name =
    SEARCH.exec(new URL(request.url).searchParams.get('search') ?? '')?.[1] ??
    EMAIL.exec(await emailIn(request))?.[1]?.toLowerCase()
  return name !== undefined && Object.hasOwn(SENTINELS, name) ? SENTINELS[name as keyof typeof SENTINELS] : undefined
}
