/** `npm run contract -- --host URL`: tests a back end against the contract (docs: contract). */
import { parseArgs } from 'node:util'
import { EVERY_OPERATION } from '@contract/http/catalogue'
import { DEMO_ACCOUNTS } from '@server/db/demo'
import { Client } from './client'
import { Environment, type Account } from './environment'
import { coverageOf, exitCodeOf, runSuite, summaryOf, textOf, type Line } from './report'
import { SUITE, WITHOUT_SUCCESS } from './suite'

const USAGE = `Holds a back end to the contract that the console speaks.

  npm run contract -- --host http://127.0.0.1:4000
  npm run contract -- --host URL --email one@b.co --password … [--email two@b.co --password …] [--write] [--only text]

  --host      origin of the back end
  --email     an account of staff, given as often as there are roles to check; each with its --password.
  --password  Left out: CONTRACT_EMAIL and CONTRACT_PASSWORD, or the accounts that a demo offers itself.
  --write     also run the cases that change data: they add accounts named contract_…, which stay
  --only      run the cases whose name has this text
  --count     run nothing: say how many operations and cases there are

Exit: 0 all that was checked holds, 1 something does not, 2 the suite could not begin.`

class CannotBegin extends Error {}

const OPTIONS = {
  host: { type: 'string' },
  email: { type: 'string', multiple: true },
  password: { type: 'string', multiple: true },
  write: { type: 'boolean', default: false },
  only: { type: 'string' },
  count: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw new CannotBegin((error as Error).message)
  }
}

/** The given emails and passwords; empty where there are none. */
function givenCredentials(
  emails: readonly string[] = [],
  passwords: readonly string[] = [],
): { email: string; password: string }[] {
  const { CONTRACT_EMAIL, CONTRACT_PASSWORD } = process.env
  const inEnvironment =
    emails.length === 0 && CONTRACT_EMAIL && CONTRACT_PASSWORD
      ? [{ email: CONTRACT_EMAIL, password: CONTRACT_PASSWORD }]
      : []
  if (emails.length !== passwords.length) throw new CannotBegin('Give a --password for each --email.')
  return [...inEnvironment, ...emails.map((email, index) => ({ email, password: passwords[index]! }))]
}

/** Signs each account in once to find out its role. */
async function withRoles(host: string, given: readonly { email: string; password: string }[]): Promise<Account[]> {
  const accounts: Account[] = []
  for (const { email, password } of given) {
    const { user } = await new Client(host).signIn(email, password).catch((error: unknown) => {
      throw new CannotBegin((error as Error).message.split('\n')[0]!)
    })
    if (user) accounts.push({ role: user.role, email, password })
  }
  return accounts
}

/** The accounts that a demo offers on its sign-in page. */
async function demoAccounts(host: string): Promise<{ email: string; password: string }[]> {
  const { json } = await new Client(host).send('GET', '/api/auth/providers').catch((error: unknown) => {
    const { cause, message } = error as Error
    throw new CannotBegin(`${host} cannot be reached: ${cause instanceof Error ? cause.message : message}`)
  })
  const { demo } = (json ?? {}) as { demo?: { password: string; accounts: { email: string }[] } }
  return demo ? demo.accounts.map(({ email }) => ({ email, password: demo.password })) : []
}

async function main(): Promise<number> {
  const { host, email, password, write, only, count, help } = readArguments()
  if (help) {
    console.log(USAGE)
    return 0
  }
  if (count) {
    console.log(coverageOf(SUITE, EVERY_OPERATION, WITHOUT_SUCCESS, DEMO_ACCOUNTS.length))
    return 0
  }
  if (host === undefined || !URL.canParse(host)) throw new CannotBegin(`Say which back end: --host URL.\n\n${USAGE}`)
  const given = givenCredentials(email, password)
  const offered = await demoAccounts(host)
  const accounts = await withRoles(host, given.length > 0 ? given : offered)
  if (accounts.length === 0)
    throw new CannotBegin('No account: give --email and --password, or start the back end as a demo.')

  console.log(`${host}, signed in as ${accounts.map(({ role }) => role).join(', ')}`)
  let group = ''
  const told = (line: Line) => {
    if (line.group !== group) console.log(`\n${(group = line.group)}`)
    console.log(textOf(line))
  }
  const lines = await runSuite(
    SUITE,
    new Environment(host, accounts),
    { write, ...(only === undefined ? {} : { only }) },
    told,
  )
  console.log(`\n${summaryOf(lines)}`)
  return exitCodeOf(lines)
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    if (!(error instanceof CannotBegin)) throw error
    console.error(error.message)
    process.exitCode = 2
  },
)
