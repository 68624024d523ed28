/** What the stories about approvals prepare and read. */
import type { Approval } from '@contract/entities/approval'
import type { EveryOperationId } from '@contract/http/catalogue'
import type { RecordKey } from '@contract/records/records'
import { bonuses } from '@demo/rewards/bonus'
import { demoId } from '@demo/rows'
import { colleague, recordOf, sql } from '@mocks/scene'
import { consoleStory } from '@tests/kit/story-console'

/** A colleague performs an action of a record, or changes it, as it is now. */
export async function acts(
  role: string,
  record: RecordKey,
  verb: string,
  id: string,
  body: object = {},
): Promise<void> {
  const { version } = await recordOf<{ version: number }>(record, id)
  await colleague(role).call(`${record}.${verb}` as EveryOperationId, { params: { id }, version, body })
}

/** @returns the approval that was requested last */
export async function newestApproval(): Promise<Approval> {
  const [newest] = await sql<{ id: string }>(
    'select id::text as id from approvals order by requested_at desc, id desc limit 1',
  )
  return colleague('SUPER_ADMIN').call<Approval>('approvals.get', { params: { id: newest!.id } })
}

/** A colleague performs an action that others must approve. @returns what waits for them */
export async function requests(...what: Parameters<typeof acts>): Promise<Approval> {
  await acts(...what)
  return newestApproval()
}

/** A colleague decides, as nobody has before. */
export async function decides(
  role: string,
  decision: 'approve' | 'reject',
  { id, version }: Pick<Approval, 'id' | 'version'>,
): Promise<void> {
  const body = decision === 'reject' ? { reason: 'Not agreed' } : {}
  await colleague(role).call(`approvals.${decision}`, { params: { id }, version, body })
}

/** A draft. */
export const NAME = 'Newcomer 15'
export const BONUS_ID = demoId(
  'bonus',
  bonuses.findIndex(({ name }) => name === NAME),
)
export const changesBudget = (role: string, budget: string) => acts(role, 'bonus', 'update', BONUS_ID, { budget })
/** A manager asks for its activation. */
export const asks = () => requests('MANAGER', 'bonus', 'activate', BONUS_ID)
/** A manager has set the budget of the bonus, and has asked for its activation. */
export const waits = consoleStory(() => changesBudget('MANAGER', '2500.00'), asks)
