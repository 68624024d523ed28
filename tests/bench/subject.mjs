/**
 * The console as a subject of the peers' bench: there, `SUBJECT=<this file> npm run bench` with nothing else to do. Needs
 * `npm run build` here. Each number of rows gets a platform of its own, started once, with the rows of that bench.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The bench runs in its own folder; BENCH_ROWS names its generator where it does not. */
const ROWS = resolve(process.env.BENCH_ROWS ?? 'lib/gen.mjs')
/** Our names of the bench's columns. The role's text is in the note, as live-changes.ts says. */
const NAMES = { balance: 'cash_balance', created_at: 'createdAt', role: 'pinned_note' }
const COLUMNS = [
  'first_name',
  'last_name',
  'email',
  'username',
  'pinned_note',
  'Creator',
  'is_deleted',
  'createdAt',
  'cash_balance',
]
const nameOf = (column) => NAMES[column] ?? column

/** Starts a platform, which ends with this process. Asked to sign in, it puts its rows back as they came and answers with a line of JSON. */
async function startPlatform(count) {
  if (!existsSync(ROWS))
    throw new Error(`${ROWS} is missing: run this in the folder of the peers' bench, or set BENCH_ROWS`)
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/subject-platform.ts', ROWS, String(count)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  // Neither the program nor its pipes keep the bench from ending; and it ends with its input.
  for (const handle of [child, child.stdin, child.stdout]) handle.unref()
  const answer = async () => {
    // While an answer is awaited, the pipe must keep the process alive.
    child.stdout.ref()
    const { value, done } = await lines.next()
    child.stdout.unref()
    if (done) throw new Error('the platform of the bench ended')
    return JSON.parse(value)
  }
  const { base } = await answer()
  return {
    base,
    signedIn() {
      child.stdin.write('sign in\n')
      return answer()
    },
    /** Changes a row through the API, as another client does. */
    change: ({ id, role }) => child.stdin.write(`${JSON.stringify({ id, role })}\n`),
  }
}

const platforms = new Map()
function platformOf(count) {
  if (!platforms.has(count)) platforms.set(count, startPlatform(count))
  return platforms.get(count)
}

/** The page is asked for after `before`, which knows the platform. */
let base = ''

/**
 * Patches of the bench take the way of a real change: out of the page to another client of the API, which changes the row; then
 * database, socket, and the console fetches what it was told of. The page itself is the one that is shipped.
 */
async function changeThroughPlatform(page, platform) {
  const devtools = await page.context().newCDPSession(page)
  devtools.on(
    'Runtime.bindingCalled',
    ({ name, payload }) => name === 'benchChange' && platform.change(JSON.parse(payload)),
  )
  await devtools.send('Runtime.enable')
  // Unlike a binding of Playwright it waits for no answer, which would be the page's work.
  await devtools.send('Runtime.addBinding', { name: 'benchChange' })
  await page.addInitScript(`addEventListener('bench:patch', ({ detail }) => benchChange(JSON.stringify(detail)))`)
}

const ours = {
  id: 'ours',
  name: 'Pitboss',
  ours: true,
  get url() {
    return `${base}/users?columns=${COLUMNS.join(',')}`
  },
  header: (column) => `[role=columnheader][data-col="${nameOf(column)}"] button`,
  filter: 'input[type=search]',
  firstCell: (column) => `#root [role=row][data-index="0"] [data-col="${nameOf(column)}"]`,
  row: '#root [role=row][data-index]',
  scroller: '#root [data-table-scroller]',
  async before(page, { n }) {
    const platform = await platformOf(n)
    base = platform.base
    const { token, cookie } = await platform.signedIn()
    await page.context().addCookies([{ ...cookie, url: base }])
    await page.addInitScript(
      `if (location.origin === ${JSON.stringify(base)}) localStorage.setItem('token', ${JSON.stringify(token)})`,
    )
    await changeThroughPlatform(page, platform)
  },
}

/** Rows of the shells: their pages need few. */
const FEW = 1000
const shell = (id, name, path, ready, prepare) => ({
  id,
  name,
  ready,
  get url() {
    return base + path
  },
  async before(page) {
    base = (await platformOf(FEW)).base
    await prepare?.(page)
  },
})

export const subjects = [ours]
export const shells = [
  shell('ours-login', 'Pitboss: login', '/login', 'form button[type=submit]'),
  shell('ours-users', 'Pitboss: users', '/users', ours.firstCell('username'), (page) => ours.before(page, { n: FEW })),
]
