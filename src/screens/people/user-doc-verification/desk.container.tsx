/** The desk of documents: the user's statements beside the account data. */
import type { ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { canOpen, canRead } from '@contract/permissions'
import { recordCalls } from '@contract/records/calls'
import type { Reference, Span } from '@contract/records/field'
import { DOC_HINTS, DOC_TYPES, IDENTITY_DOCS } from '@contract/records/people/user-doc-verification'
import { users } from '@contract/records/people/users'
import { useConsole } from '@console/console'
import { useFreshRecord, useReading } from '@console/reading'
import { Elapsed } from '../../Elapsed'
import type { Typed } from '@features/shared/decision-plan'
import { countryName, formatDate } from '@features/shared/format'
import type { Row } from '@resources/resource'
import type { DeskSlotProps, DeskSlots } from '../../desk/desk-slots'
import { RecordLink } from '../../RecordLink.container'
import { DocumentFacts, type ComparedFact } from './DocumentFacts'

/** The fields of a document that the desk shows, without those that the person may not read. */
interface ShownDocument extends Row {
  reference: string
  doc_type: keyof typeof DOC_TYPES
  stated_number?: string | null
  user?: Reference
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

function HeadFacts({ row }: DeskSlotProps) {
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
}

/** The number that the user stated, for comparison with the image; types without a number use the reference. */
const givenNumber = (row: Row): Typed => {
  const { stated_number: stated, reference, doc_type } = shownOf(row)
  return { number: stated ?? (IDENTITY_DOCS.includes(doc_type) ? '' : reference) }
}

const isUnderage = ({ reason_codes: codes = '' }: Typed) => codes.split(',').includes('UNDERAGE')

export const slots: DeskSlots = {
  facts: HeadFacts,
  checks: ({ row }) => <Known row={shownOf(row)} />,
  decisions: {
    verify: { given: givenNumber },
    reject: {
      costs: (typed) =>
        isUnderage(typed)
          ? {
              title: 'Reject, and suspend the account?',
              effect: 'With the reason Underage the user’s account is suspended at once.',
              verb: 'Reject and suspend',
            }
          : null,
    },
  },
}
