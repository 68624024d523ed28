/** Users' documents in every state: most are decided, and some are still unclaimed. */
import { DOC_REASONS, DOC_TYPES, IDENTITY_DOCS } from '@contract/records/people/user-doc-verification'
import { drawnDocument } from '../documents'
import { daysAfter, daysBefore, nthPerson, type DemoRow, type DemoUser, type RowsOf } from '../rows'

const COUNT = 160
const TYPES = Object.keys(DOC_TYPES) as (keyof typeof DOC_TYPES)[]
/** Number of the member of staff with the role RISK. */
const REVIEWER = 6
/** Documents that this person has decided today, in its first moment: the anchor of the demo's times is the start of a day. */
const DECIDED_TODAY: ReadonlySet<number> = new Set([155, 156])
const REASONS = Object.keys(DOC_REASONS) as (keyof typeof DOC_REASONS)[]
const OUTCOMES = ['VERIFIED', 'PENDING', 'PENDING', 'REJECTED', 'VERIFIED', 'RESUBMIT_REQUIRED', 'PENDING'] as const
const SAID = ['The photo is too dark to read.', 'Por favor, envía el documento completo.', 'กรุณาส่งรูปใหม่', null]
const COLOURS = ['1f5fa8', '7a2f52', '2f6b45', '8a5a12', '4a3f8f'] as const

const numberOf = (index: number) => `X${(index * 7919 + 100_003).toString(36).toUpperCase()}`
const issuedOf = (index: number) => `2025-${11 + (index % 2)}-${String(1 + (index % 28)).padStart(2, '0')}`

/** The files that a user sent: both sides of a card, one photo, or a letter, with typical file names. */
function filesOf(type: keyof typeof DOC_TYPES, index: number): string[] {
  const colour = COLOURS[index % COLOURS.length]!
  if (type === 'PROOF_OF_ADDRESS' || type === 'SOURCE_OF_FUNDS')
    return [drawnDocument('letter', colour, index % 2 ? 'ใบแจ้งหนี้ มกราคม.pdf' : 'Statement January.pdf')]
  const front = drawnDocument('card', colour, index % 3 ? 'IMG_2041.png' : 'البطاقة.png')
  if (type === 'SELFIE' || type === 'PAYMENT_PROOF' || type === 'PASSPORT') return [front]
  return [front, drawnDocument('back', colour, index % 2 ? 'IMG_2042.png' : 'πίσω όψη.png')]
}

export const userDocVerifications: RowsOf<'userDocVerification'> = Array.from({ length: COUNT }, (_, index) => {
  const status = OUTCOMES[(index * 3 + Math.floor(index / 7)) % OUTCOMES.length]!
  const doc_type = TYPES[(index * 5 + Math.floor(index / 11)) % TYPES.length]!
  const waited = (COUNT - index) * 0.4 + ((index * 37) % 89) / 300
  const isRefused = status === 'REJECTED' || status === 'RESUBMIT_REQUIRED'
  const isPartner = index % 9 === 4
  const isToday = DECIDED_TODAY.has(index)
  return {
    reference: `D-${20_000 + index}`,
    user: nthPerson('users', Math.floor(index / 3)),
    doc_type,
    status,
    submitted_at: daysBefore(waited),
    attempt_no: 1 + (index % 3),
    files: filesOf(doc_type, index),
    number: status === 'VERIFIED' ? numberOf(index) : null,
    issued_at: status === 'VERIFIED' && doc_type === 'PROOF_OF_ADDRESS' ? issuedOf(index) : null,
    expires_at:
      status !== 'VERIFIED' || !IDENTITY_DOCS.includes(doc_type)
        ? null
        : index % 5 === 0
          ? daysBefore(waited / 3)
          : daysAfter(15 + (index % 3) * 160),
    decided_by: status === 'PENDING' ? null : nthPerson('admin', isToday ? REVIEWER : 4 + (index % 2)),
    decided_at: status === 'PENDING' ? null : daysBefore(isToday ? 0 : waited / 2),
    reason_codes: isRefused ? [REASONS[index % (REASONS.length - 1)]!] : [],
    user_text: isRefused ? SAID[index % SAID.length]! : null,
    by: 'nobody',
    ...(isPartner && { of: 'partner' as const }),
  }
})

/** The name as stated on the document; a few documents state another person's name. */
function statedName({ first_name, last_name }: DemoUser, index: number): string {
  if (index % 11 === 3) return `${first_name} Novák`
  if (index % 4 === 1) return `${last_name} ${first_name}`.toLocaleUpperCase('und')
  return index % 4 === 2 ? `${first_name} Maria ${last_name}` : `${first_name} ${last_name}`
}
/** The next day, like a date with a wrong digit. */
const dayAfter = (date: string) => new Date(Date.parse(date) + 24 * 3600 * 1000).toISOString().slice(0, 10)

/** Adds the data that the user typed when sending a document. Some numbers equal those of another person's document. */
export function withStated(row: DemoRow, index: number, userOf: (id: string) => DemoUser | undefined): DemoRow {
  const user = userOf(row.user as string)
  if (!user || row.stated_name !== undefined) return row
  const isIdentity = (IDENTITY_DOCS as readonly unknown[]).includes(row.doc_type)
  const other = index % 8 === 6 ? userDocVerifications.findIndex((each, at) => at > index && each.number) : index
  const number = numberOf(other < 0 ? index : other)
  const { date_of_birth: born } = user
  return {
    ...row,
    stated_name: statedName(user, index),
    stated_birth_date: isIdentity && born !== null ? (index % 13 === 6 ? dayAfter(born) : born) : null,
    stated_number: isIdentity ? `${number.slice(0, 3)}-${number.slice(3).toLowerCase()}` : null,
    stated_country: user.country,
  }
}

/** The documents that give a user their verification status. @param n number of the user */
function proving(proof: DemoUser['proof'], n: number): DemoRow[] {
  // At different times of the day.
  const hours = ((n * 37) % 89) / 90
  const waited = 70 + (n % 600) + hours
  const decided = { decided_by: nthPerson('admin', 4 + (n % 2)), decided_at: daysBefore(waited - 1 - (n % 3)) }
  const identity = { doc_type: IDENTITY_DOCS[n % IDENTITY_DOCS.length]!, submitted_at: daysBefore(waited) }
  const scan = (name: string) => [drawnDocument('letter', COLOURS[n % COLOURS.length]!, name)]
  const verified = { ...decided, status: 'VERIFIED', number: numberOf(COUNT + n), files: scan('Scan.pdf') }
  const address = {
    ...decided,
    doc_type: 'PROOF_OF_ADDRESS',
    status: 'VERIFIED',
    submitted_at: daysBefore(waited),
    number: `B-${5000 + n}`,
    issued_at: issuedOf(n),
    files: scan('Bill.pdf'),
  }
  const refused = {
    ...decided,
    files: filesOf(identity.doc_type, n),
    reason_codes: [REASONS[n % (REASONS.length - 1)]!],
  }
  switch (proof) {
    case 'NOT_STARTED':
      return []
    case 'VERIFIED':
      return [{ ...identity, ...verified, expires_at: daysAfter(15 + (n % 90) * 20) }, address]
    case 'EXPIRED':
      return [{ ...identity, ...verified, expires_at: daysBefore(1 + (n % 60)) }, address]
    case 'REJECTED':
    case 'RESUBMIT_REQUIRED':
      return [{ ...identity, ...refused, status: proof, user_text: SAID[n % SAID.length]! }]
    default: {
      const sent = { ...identity, submitted_at: daysBefore(1 + (n % 5) + hours), files: filesOf(identity.doc_type, n) }
      return [{ ...sent, status: 'PENDING' }]
    }
  }
}

/** Documents of further users. @param from number of existing ones */
export function furtherDocuments(users: readonly DemoUser[], from: number): DemoRow[] {
  const byId = new Map(users.map((user) => [user.id, user]))
  return users
    .flatMap((user, n) => proving(user.proof, n).map((row): DemoRow => ({ ...row, user: user.id, in: user.store })))
    .map((row, index) => {
      const nth = from + index
      const sent = {
        reference: `D-${20_000 + nth}`,
        attempt_no: 1,
        by: 'nobody' as const,
        at: row.submitted_at as string,
      }
      return withStated({ ...sent, ...row }, nth, (id) => byId.get(id))
    })
}
