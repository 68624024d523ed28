/** An activation that waits for approval, for the stories of its record. */
import { cancelApprovals, requestApproval } from '@mocks/approvals'
import type { Caller } from '@mocks/call'
import { db } from '@mocks/db'
import { consoleStory } from '@tests/kit/story-console'

export const NAME = 'Newcomer 15'
export const bonus = () => db.records.bonus.find(({ name }) => name === NAME)!
export const personOf = (role: string) => db.staff.find((each) => each.role === role)!

/** A manager has asked for the activation of a bonus. */
export function waits(context: object): void {
  consoleStory()(context)
  const row = bonus()
  const at = new Date().toISOString()
  Object.assign(row, { budget: '2500.00', requested_at: at, Creator: null })
  requestApproval(
    {
      policy: 'PROMOTION',
      permission: 'Bonus',
      record: 'bonus',
      record_id: row.id,
      row: { record: 'bonus', id: row.id },
      store: row.store_code,
      currency: 'USD',
      title: `Activate ${NAME}`,
      details: [{ label: 'Maximum cost', value: '2500.00 USD' }],
      amount: '2500.00',
      subject: { type: 'bonus_activation', id: row.id },
      effect: () => undefined,
    },
    at,
    { staff: personOf('MANAGER') } as Caller,
  )
}
/** A colleague raises the budget of the bonus. */
export function raise(): void {
  const [row, at, by] = [bonus(), new Date().toISOString(), personOf('SUPER_ADMIN')]
  Object.assign(row, { budget: '9000.00', requested_at: null, version: row.version + 1 })
  const entry = {
    id: crypto.randomUUID(),
    at,
    by: { id: by.id, username: by.username },
    action: 'update',
    changes: [{ field: 'budget', before: '2500.00', after: '9000.00' }],
    asked: [],
  }
  db.history.set(row.id, [entry, ...(db.history.get(row.id) ?? [])])
  cancelApprovals(row.id, ['budget'], by, at)
}
