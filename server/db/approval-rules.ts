/**
 * What the database knows of approvals, from the definitions of the actions that others approve: the policies with the tiers that they begin
 * with, the row that each approval waits at, and the trigger that cancels it where this row changes. Written by the owner of the tables, with
 * the migrations.
 */
import { POLICIES } from '@contract/approval-policies'
import { subjectsOf } from '@server/platform/records/approvals'
import { SOURCES } from '@server/platform/records/sources'

/** Runs a statement. @returns its rows */
type Run = <Row extends object>(text: string, params?: unknown[]) => Promise<Row[]>

/** Brings the rows about subjects up to date and adds missing policies: their tiers, once stored, stay. */
export async function ensureApprovalRules(run: Run): Promise<void> {
  const policies = Object.entries(POLICIES).map(([policy, { tiers }]) => ({ policy, ...tiers }))
  await run(
    `insert into approval_policies (policy, alone_up_to, one_up_to, step_up_from)
     select policy, alone, one, "stepUp" from json_to_recordset($1::json) as t(policy text, alone numeric, one numeric, "stepUp" numeric)
     on conflict do nothing`,
    [JSON.stringify(policies)],
  )
  const subjects = subjectsOf(SOURCES)
  await run(
    `insert into approval_subjects as s (subject_type, subject_table, row_column, row_table, record, audited_as, written_by)
     select subject_type, subject_table, 'id', subject_table, record, audited_as, written_by
     from json_to_recordset($1::json) as t(subject_type text, subject_table text, record text, audited_as text, written_by text[])
     on conflict (subject_type) do update set subject_table = excluded.subject_table, row_column = excluded.row_column,
       row_table = excluded.row_table, record = excluded.record, audited_as = excluded.audited_as,
       written_by = excluded.written_by
     where (s.subject_table, s.row_column, s.row_table, s.record, s.audited_as, s.written_by) is distinct from
       (excluded.subject_table, excluded.row_column, excluded.row_table, excluded.record, excluded.audited_as, excluded.written_by)`,
    [JSON.stringify(subjects)],
  )
  const missing = await run<{ name: string }>(
    `select distinct t.name from unnest($1::text[]) as t(name)
     where not exists (select from pg_trigger g where g.tgrelid = t.name::regclass and g.tgname = t.name || '_approvals')`,
    [subjects.map(({ subject_table }) => subject_table)],
  )
  for (const { name } of missing)
    await run(
      `create trigger ${name}_approvals after update on ${name} for each row execute function cancel_approvals('{}')`,
    )
}
