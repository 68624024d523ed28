/** Another member of staff who works while somebody uses this browser, for stories with two people. */
import { beginSession, db } from './db'
import { makeToken } from './fixtures/session'

/**
 * Saves changes of an account as the first person with a role, through the same handlers as the console's own calls.
 * The browser's own session does not change.
 * @param path of the record, for example `/api/v1/users/{id}`
 * @throws if the save is refused
 */
export async function colleagueSaves(role: string, path: string, changes: object): Promise<void> {
  const staff = db.staff.find((record) => record.role === role && !record.is_deleted)
  if (!staff) throw new Error(`The mocks have nobody of the role ${role}`)
  const now = Date.now()
  const headers = { Authorization: `Bearer ${makeToken(staff.id, beginSession(staff, now), now)}` }
  const read = (await (await fetch(path, { headers })).json()) as { data: { version: number } }
  const answer = await fetch(path, {
    method: 'PATCH',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'If-Match': `"${read.data.version}"`,
      'X-Colleague': 'yes',
    },
    body: JSON.stringify(changes),
  })
  if (!answer.ok) throw new Error(`The colleague's save was refused: ${await answer.text()}`)
}
