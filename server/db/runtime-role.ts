/**
 * The role of the server's connections on PostgreSQL: it owns no table, so it can neither change nor remove a transfer, nor
 * disable the triggers that protect the ledger. Money moves only through `post_transfers`, which has the rights of its owner.
 */
import pg from 'pg'
import { sqlState } from '@server/platform/ports/db'

export const RUNTIME_ROLE = 'pitboss_app'

/** What only the function `post_transfers` writes. */
const LEDGER_TABLES = 'accounts, transfers, transfer_purposes, unsealed_transfers'
/** Rules that come with a release, in its migrations. */
const RULE_TABLES = 'approval_policies, approval_subjects'

/**
 * Sent as one query, and so as one transaction: no other connection sees rights that are about to be taken away. The background
 * batch that seals transfers removes them from `unsealed_transfers`, and numbers the audit entries; nobody changes what they say.
 */
const GRANTS = `
  grant usage on schema public to ${RUNTIME_ROLE};
  grant select, insert, update, delete on all tables in schema public to ${RUNTIME_ROLE};
  grant usage on all sequences in schema public to ${RUNTIME_ROLE};
  revoke insert, update, delete on ${LEDGER_TABLES} from ${RUNTIME_ROLE};
  grant delete on unsealed_transfers to ${RUNTIME_ROLE};
  revoke delete on approvals, adjustments from ${RUNTIME_ROLE};
  revoke insert, update, delete on ${RULE_TABLES} from ${RUNTIME_ROLE};
  revoke update, delete on approval_decisions from ${RUNTIME_ROLE};
  revoke update, delete on audit_events from ${RUNTIME_ROLE};
  grant update (chain_no, prev_hash, hash) on audit_events to ${RUNTIME_ROLE};
  grant execute on function post_transfers(jsonb) to ${RUNTIME_ROLE};`

/** Errors of a login that may not create roles or grant them. */
const NOT_ALLOWED = '42501'
/** Another process created the role, or granted it, at the same time: roles belong to the whole cluster. */
const AT_THE_SAME_TIME: readonly string[] = ['42710', '23505', 'XX000']

/** Runs a statement that some logins may not run. @returns whether it took effect, here or in another process */
async function attempt(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement)
    return true
  } catch (error) {
    const code = sqlState(error)?.code ?? ''
    if (code === NOT_ALLOWED) return false
    if (AT_THE_SAME_TIME.includes(code)) return true
    throw error
  }
}

const roleExists = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select from pg_roles where rolname = $1', [RUNTIME_ROLE])).rows.length > 0

/**
 * Creates the role where it is missing, gives it its rights on the tables, and lets a login use it.
 * @param client of the tables' owner, after the migrations
 * @param login of the server's connections
 * @returns whether the role exists
 */
export async function ensureRuntimeRole(client: pg.Client, login: string): Promise<boolean> {
  if (!(await roleExists(client)) && !(await attempt(client, `create role ${RUNTIME_ROLE} nologin`))) return false
  await client.query(GRANTS)
  const { rows } = await client.query<{ able: boolean }>(
    `select rolsuper or rolname = '${RUNTIME_ROLE}' or exists (select from pg_auth_members m
       where m.member = r.oid and m.roleid = '${RUNTIME_ROLE}'::regrole and coalesce((to_jsonb(m)->>'set_option')::boolean, true)) as able
     from pg_roles r where rolname = $1`,
    [login],
  )
  // A login that cannot be given the role here may have it through another one: its first connection shows that.
  if (rows[0]?.able === false) await attempt(client, `grant ${RUNTIME_ROLE} to ${pg.escapeIdentifier(login)}`)
  return true
}

/** Whether a connection with this login may take the role. @param settings of a `pg` client that asks for it at the start */
export async function canUseRole(settings: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(settings)
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = sqlState(error)?.code
    if (code === NOT_ALLOWED || code === '22023') return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
