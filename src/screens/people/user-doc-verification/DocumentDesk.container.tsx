/** The reviewer's desk: waiting documents with their files, the user's statements, the account data and the decision. */
import { useMemo, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { FileX } from 'lucide-react'
import { ok } from '@contract/errors'
import type { PrivateFile } from '@contract/files'
import { canOpen, canRead } from '@contract/permissions'
import { recordCalls } from '@contract/records/calls'
import type { Reference, Span } from '@contract/records/field'
import { DOC_HINTS, DOC_TYPES } from '@contract/records/people/user-doc-verification'
import { users } from '@contract/records/people/users'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading } from '@console/reading'
import { Desk } from '@features/decision/Desk.container'
import { FileStage } from '@features/private-files/FileStage.container'
import { Elapsed } from '@features/shared/Elapsed'
import { labelOf } from '@features/shared/cell-text'
import { countryName, formatDate } from '@features/shared/format'
import { LabelPill } from '@features/shared/label/LabelPill'
import type { Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import type { DeskProps } from '../../screen-props'
import { RecordLink } from '../../RecordLink.container'
import { DocumentFacts, type ComparedFact } from './DocumentFacts'
import { DOCUMENT_PLAN, type DocumentRow } from './document-plan'

/** The fields of a document that the desk shows, without those that the person may not read. */
interface ShownDocument extends DocumentRow {
  user?: Reference
  files?: readonly PrivateFile[]
  waiting?: Span
  attempt_no?: number
  risk_level?: string
  hints?: readonly (keyof typeof DOC_HINTS)[] | null
  number_also_of?: readonly Reference[] | null
  stated_name?: string | null
  stated_birth_date?: string | null
  stated_country?: string | null
}
const shownOf = (row: Row) => row as ShownDocument

/** The fields of the user's account that the desk reads, without those that the person may not read. */
interface Account extends Row {
  first_name?: string
  last_name?: string
  date_of_birth?: string | null
  country?: string | null
}
const ACCOUNT_FIELDS = ['first_name', 'last_name', 'date_of_birth', 'country'] as const
const readUser = recordCalls(users).get

type Hints = ReadonlySet<keyof typeof DOC_HINTS>
/** @returns the hint of the comparison, `bad` before `good`; undefined if the document has neither */
const hintOf = (hints: Hints, good: keyof typeof DOC_HINTS, bad: keyof typeof DOC_HINTS): ComparedFact['hint'] =>
  hints.has(bad)
    ? { tone: 'warning', text: DOC_HINTS[bad] }
    : hints.has(good)
      ? { tone: 'success', text: DOC_HINTS[good] }
      : undefined

function factsOf(row: ShownDocument, account: Account | null): ComparedFact[] {
  const { stated_name, stated_birth_date, stated_number, stated_country, number_also_of } = row
  const hints: Hints = new Set(row.hints)
  const facts: ComparedFact[] = [
    {
      label: 'Name',
      stated: stated_name ?? null,
      account: [account?.first_name, account?.last_name].filter(Boolean).join(' '),
      hint: hintOf(hints, 'NAME_MATCHES', 'NAME_DIFFERS'),
    },
    {
      label: 'Born',
      stated: stated_birth_date ? formatDate(stated_birth_date) : null,
      account: account?.date_of_birth ? formatDate(account.date_of_birth) : null,
      hint: hintOf(hints, 'BIRTH_DATE_MATCHES', 'BIRTH_DATE_DIFFERS'),
    },
    {
      label: 'Country',
      stated: stated_country ? countryName(stated_country) : null,
      account: account?.country ? countryName(account.country) : null,
    },
    {
      label: 'Number',
      stated: stated_number ?? null,
      isCode: true,
      hint: hints.has('NUMBER_USED') ? { tone: 'danger', text: <AlsoOf others={number_also_of ?? []} /> } : undefined,
    },
  ]
  return facts.filter(({ stated, account: known, hint }) => stated || known || hint)
}

/** The other users for whom the number is already recorded. */
const AlsoOf = ({ others }: { others: readonly Reference[] }) => (
  <>
    {DOC_HINTS.NUMBER_USED}
    {others.length > 0 && ': '}
    {others.map((each, index) => (
      <span key={each.id}>
        {index > 0 && ', '}
        <RecordLink subject="Users" record={each} />
      </span>
    ))}
  </>
)

function Known({ row }: { row: ShownDocument }) {
  const { actors } = useConsole()
  const access = useSelector(actors.access, (snapshot) => snapshot.context.access)
  const mayRead =
    row.user !== undefined &&
    canOpen(access, ['Users']) &&
    ACCOUNT_FIELDS.some((field) => canRead(access, 'Users', field))
  const user = row.user && <RecordLink subject="Users" record={row.user} />
  return mayRead ? (
    <KnownWithAccount key={row.user!.id} row={row} user={user} userId={row.user!.id} />
  ) : (
    <DocumentFacts user={user} facts={factsOf(row, null)} account="hidden" />
  )
}

function KnownWithAccount({ row, user, userId }: { row: ShownDocument; user: ReactNode; userId: string }) {
  const { api } = useConsole()
  const account = useReading<Account>(async (signal) => {
    const answer = await api.call(readUser, { params: { id: userId } }, { signal })
    return answer.ok ? ok(answer.value.data as Account) : answer
  })
  useFreshRecord(userId, account.refresh)
  return (
    <DocumentFacts
      user={user}
      facts={factsOf(row, account.value ?? null)}
      account={account.value ? 'shown' : account.state === 'unreachable' ? 'failed' : 'loading'}
    />
  )
}

/** @returns a function that returns the label of a field's value, as in the list */
const useLabel = (resource: Resource<Row>) =>
  useMemo(() => {
    const columns = new Map(resource.columns.map((column) => [column.field as string, column]))
    return (field: string, row: Row) => {
      const column = columns.get(field)
      return column ? labelOf(column, valuesOfRow(row)[field]) : null
    }
  }, [resource])

export default function DocumentDesk({ resource, id }: DeskProps) {
  const label = useLabel(resource)
  return (
    <Desk
      resource={resource}
      id={id}
      plan={DOCUMENT_PLAN}
      waiting="pending"
      pills={(row) => (
        <>
          {/* For an undecided document the claim is shown instead. */}
          {shownOf(row).outcome !== 'PENDING' && <LabelPill label={label('status', row)} />}
          <LabelPill label={label('risk_level', row)} />
        </>
      )}
      facts={(row) => {
        const { doc_type, attempt_no, waiting } = shownOf(row)
        return (
          <>
            <span>{DOC_TYPES[doc_type]}</span>
            {attempt_no !== undefined && attempt_no > 1 && <span>Attempt {attempt_no}</span>}
            {waiting && (
              <span>
                Waiting <Elapsed span={waiting} />
              </span>
            )}
          </>
        )
      }}
      stage={(row) => {
        const { files = [] } = shownOf(row)
        return files.length > 0 ? (
          <FileStage key={row.id} label="Files" files={files} operation={resource.operations.file!} recordId={row.id} />
        ) : (
          <EmptyState icon={FileX} title="No files" text="The user sent none, or you may not see them." />
        )
      }}
      known={(row) => <Known row={shownOf(row)} />}
    />
  )
}
