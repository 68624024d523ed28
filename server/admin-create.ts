/**
 * `npm run admin:create -- --email someone@example.com [--first-name … --last-name … --username …]`: adds an administrator
 * `npm run admin:create -- --email someone@example.com [--first-name … --last-name … --username …]`: adds an administrator
 * (SUPER_ADMIN), such as the first account of a new platform. The password is read from ADMIN_PASSWORD, from standard input, or
 * from a prompt.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ValidationError } from 'yup'
import { ACCOUNT_SUBJECT, SUPER_ADMIN } from '@contract/permissions'
import { admin } from '@contract/records/people/admin'
import { createSchema } from '@contract/records/schemas'
import { withConfiguredDatabase } from './configured'
import { SQL_STATE, sqlState, type Db } from './platform/ports/db'
import { nodeCrypto } from './node/crypto'
import { uuidV7 } from './platform/lib/uuid-v7'
import { writeAudit } from './platform/modules/audit/entry'
import { SettingsError } from '@server/node/settings-error'
import { startFailureText } from './start-failure'

/** Asks without showing what is typed; reads the first line where input is piped. */
async function askPassword(): Promise<string> {
  const given = process.env.ADMIN_PASSWORD
  if (given) return given
  const shown = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: shown, terminal: process.stdin.isTTY })
  if (process.stdin.isTTY) process.stderr.write('Password: ')
  try {
    return (await reader.question('')).trim()
  } finally {
    reader.close()
    if (process.stdin.isTTY) process.stderr.write('\n')
  }
}

async function addAdministrator(
  db: Db,
  person: { email: string; first_name: string; last_name: string; username: string; password: string },
) {
  const [id, at] = [uuidV7(), new Date().toISOString()]
  const hash = await nodeCrypto.hashPassword(person.password)
  const clock = { now: () => Date.now() }
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into staff (id, first_name, last_name, username, email, role, password_hash, created_at, updated_at)
       values ($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::timestamptz, $8::timestamptz)`,
      [id, person.first_name, person.last_name, person.username, person.email, SUPER_ADMIN, hash, at],
    )
    const origin = { ip: 'command line', userAgent: null, requestId: uuidV7() }
    await writeAudit(
      tx,
      clock,
      { actorId: null, action: 'create', subject: ACCOUNT_SUBJECT.STAFF, origin, reason: 'admin:create' },
      id,
      { email: person.email, role: SUPER_ADMIN },
    )
  })
}

async function main() {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      'first-name': { type: 'string', default: 'First' },
      'last-name': { type: 'string', default: 'Administrator' },
      username: { type: 'string' },
    },
  })
  if (!values.email) throw new SettingsError('Say whose account it is: --email someone@example.com')
  const password = await askPassword()
  const local = values.email.split('@')[0]!
  const person = {
    email: values.email,
    first_name: values['first-name'],
    last_name: values['last-name'],
    username: values.username ?? (local.replace(/[^A-Za-z0-9]+/g, '_').replace(/^[^A-Za-z]+/, '') || 'administrator'),
    password,
  }
  createSchema(admin).validateSync({ ...person, role: SUPER_ADMIN, confirm_password: password }, { abortEarly: false })
  await withConfiguredDatabase((db) => addAdministrator(db, person))
  console.log(`Added ${person.email} (${SUPER_ADMIN}, username ${person.username}).`)
}

main().catch((error: unknown) => {
  if (error instanceof ValidationError)
    console.error(error.inner.map((each) => `${each.path ?? 'input'}: ${each.message}`).join('\n'))
  else if (sqlState(error)?.code === SQL_STATE.uniqueViolation)
    console.error('Somebody has this email or username already.')
  else console.error(startFailureText(error))
  process.exit(1)
})
