/** The built server on PostgreSQL with the bench's rows: what `npm run bench` and the subject of the peers' bench measure. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@server/db/open'
import { seedFromRows, type BenchRow } from '@server/db/seed-from-rows'
import { freePort, root, runProgram, startProgram, type Program } from './processes'

export const ADMIN = { email: 'bench@pitboss.test', password: 'Bench#2026' } as const
export const SECRET = 'a secret of the bench, used nowhere else'

/** Fills an empty database with the rows as users, and adds the administrator who reads them. */
export async function seedDatabase(databaseUrl: string, rows: readonly BenchRow[]): Promise<void> {
  const db = await openDatabase({ kind: 'postgres', url: databaseUrl, as: 'owner' }, { demo: null })
  try {
    await seedFromRows(db, rows)
    // What a server in use has long since: no page is read for the first time in a measurement.
    await db.query('vacuum (analyze) users')
  } finally {
    await db.close()
  }
  await addAdministrator(databaseUrl)
}

/** Adds the administrator whom `signIn` signs in. */
export async function addAdministrator(databaseUrl: string): Promise<void> {
  await runProgram([builtFile('admin-create.js'), '--email', ADMIN.email], {
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: ADMIN.password,
  })
}

function builtFile(file: string, folder = join(root, 'dist')): string {
  const path = join(folder, 'server', file)
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build first`)
  return path
}

export interface SignedIn {
  token: string
  /** The session's cookie, as the browser holds it. */
  cookie: { name: string; value: string }
}

/** Cookies and storage of a browser that is signed in to a platform. */
export function signedInState(base: string, { token, cookie }: SignedIn) {
  const { hostname, origin } = new URL(base)
  return {
    cookies: [
      { ...cookie, domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const },
    ],
    origins: [{ origin, localStorage: [{ name: 'token', value: token }] }],
  }
}

export interface Server extends Program {
  /** http://127.0.0.1:port */
  readonly base: string
  /** Signs the administrator in over the API. */
  signIn(): Promise<SignedIn>
}

const pairsOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(';')[0]!)

/** Signs the administrator in over the API. */
export async function signIn(base: string): Promise<SignedIn> {
  const csrf = await fetch(`${base}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const answer = await fetch(`${base}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: pairsOf(csrf).join('; ') },
    body: JSON.stringify({ csrfToken, json: true, two_fa_token: null, ...ADMIN }),
  })
  if (answer.status !== 200) throw new Error(`The bench could not sign in: ${answer.status} ${await answer.text()}`)
  const pair = pairsOf(answer).at(-1)!
  const session = (await (await fetch(`${base}/api/auth/session`, { headers: { cookie: pair } })).json()) as {
    access_token?: string
  }
  if (!session.access_token) throw new Error('The bench signed in, but has no session.')
  const at = pair.indexOf('=')
  return { token: session.access_token, cookie: { name: pair.slice(0, at), value: pair.slice(at + 1) } }
}

/** Starts the built server on a seeded database. @param folder of what is built, where it is not dist @param env further settings */
export async function startServer(
  databaseUrl: string,
  folder?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = env.PORT ?? String(await freePort())
  const program = await startProgram(
    [builtFile('main.js', folder)],
    {
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: port,
      SESSION_SECRET: SECRET,
      LOG_LEVEL: 'warn',
      ...env,
    },
    /^Pitboss:/m,
  )
  const base = `http://127.0.0.1:${port}`
  return { ...program, base, signIn: () => signIn(base) }
}
