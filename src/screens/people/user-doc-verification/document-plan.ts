/** The decisions on a document, and their fields. */
import { IDENTITY_DOCS, type DOC_TYPES } from '@contract/records/people/user-doc-verification'
import type { DecisionPlan, Standing, Typed } from '@features/shared/decision-plan'
import type { Row } from '@resources/resource'

/** The fields of a document that the desk uses, without those that the person may not read. */
export interface DocumentRow extends Row {
  reference: string
  doc_type: keyof typeof DOC_TYPES
  outcome: 'PENDING' | 'RESUBMIT_REQUIRED' | 'VERIFIED' | 'REJECTED'
  stated_number?: string | null
  decided_by?: { id: string; name: string } | null
  decided_at?: string | null
}
const documentOf = (row: Row) => row as DocumentRow

const isIdentity = (row: Row) => IDENTITY_DOCS.includes(documentOf(row).doc_type)
const isLetter = (row: Row) => documentOf(row).doc_type === 'PROOF_OF_ADDRESS'

const WORDS = { RESUBMIT_REQUIRED: 'Asked again', VERIFIED: 'Verified', REJECTED: 'Rejected' } as const

function standing(row: Row, ownId: string | undefined): Standing {
  const { outcome, decided_by: by, decided_at: at } = documentOf(row)
  return outcome === 'PENDING'
    ? { is: 'open' }
    : { is: 'decided', what: WORDS[outcome], by: by?.name ?? null, at: at ?? null, isOwn: by?.id === ownId }
}

/** The number that the user stated, for comparison with the image; types without a number use the reference. */
const given = (row: Row): Typed => {
  const { stated_number: stated, reference } = documentOf(row)
  return { number: stated ?? (isIdentity(row) ? '' : reference) }
}

const isUnderage = ({ reason_codes: codes = '' }: Typed) => codes.split(',').includes('UNDERAGE')

export const DOCUMENT_PLAN: DecisionPlan = {
  choices: [
    { kind: 'askAgain', action: 'askAgain', key: 'A', fields: needReasons },
    {
      kind: 'approve',
      action: 'verify',
      key: 'V',
      given,
      fields: (asks, row) =>
        asks.flatMap((field) => {
          if (field.name === 'expires_at')
            return isIdentity(row) ? [{ ...field, hint: undefined, required: true, side: 'future' as const }] : []
          if (field.name === 'issued_at')
            return isLetter(row) ? [{ ...field, hint: undefined, required: true, side: 'past' as const }] : []
          return [field]
        }),
    },
    {
      kind: 'reject',
      action: 'reject',
      key: 'X',
      fields: needReasons,
      costs: (typed) =>
        isUnderage(typed)
          ? {
              title: 'Reject, and suspend the account?',
              effect: 'With the reason Underage the user’s account is suspended at once.',
              verb: 'Reject and suspend',
            }
          : null,
    },
  ],
  standing,
}

/** At least one reason is required: the user receives it. */
function needReasons<F extends { name: string }>(asks: readonly F[]): F[] {
  return asks.map((field) => (field.name === 'reason_codes' ? { ...field, required: true } : field))
}
