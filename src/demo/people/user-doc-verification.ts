/** Documents of users in every state: most are decided, and some wait for somebody who claims them. */
import { DOC_REASONS, DOC_TYPES, IDENTITY_DOCS } from '@contract/records/people/user-doc-verification'
import { drawnDocument } from '../documents'
import { daysAfter, daysBefore, nthPerson, type RowsOf } from '../rows'

const COUNT = 160
const TYPES = Object.keys(DOC_TYPES) as (keyof typeof DOC_TYPES)[]
const REASONS = Object.keys(DOC_REASONS) as (keyof typeof DOC_REASONS)[]
const OUTCOMES = ['VERIFIED', 'PENDING', 'PENDING', 'REJECTED', 'VERIFIED', 'RESUBMIT_REQUIRED', 'PENDING'] as const
const SAID = ['The photo is too dark to read.', 'Por favor, envía el documento completo.', 'กรุณาส่งรูปใหม่', null]
const COLOURS = ['1f5fa8', '7a2f52', '2f6b45', '8a5a12', '4a3f8f'] as const

/** What a user sent: both sides of a card, one photo, or a letter. Names are as people's devices and languages make them. */
function filesOf(type: keyof typeof DOC_TYPES, index: number): string[] {
  const colour = COLOURS[index % COLOURS.length]!
  if (type === 'PROOF_OF_ADDRESS' || type === 'SOURCE_OF_FUNDS')
    return [drawnDocument('letter', colour, index % 2 ? 'ใบแจ้งหนี้ มกราคม.pdf' : 'Statement January.pdf')]
  const front = drawnDocument('card', colour, index % 3 ? 'IMG_2041.png' : 'البطاقة.png')
  if (type === 'SELFIE' || type === 'PAYMENT_PROOF' || type === 'PASSPORT') return [front]
  return [front, drawnDocument('back', colour, index % 2 ? 'IMG_2042.png' : 'πίσω όψη.png')]
}

export const userDocVerifications: RowsOf<'userDocVerification'> = Array.from({ length: COUNT }, (_, index) => {
  const outcome = OUTCOMES[(index * 3 + Math.floor(index / 7)) % OUTCOMES.length]!
  const doc_type = TYPES[(index * 5 + Math.floor(index / 11)) % TYPES.length]!
  const waited = (COUNT - index) * 0.4 + ((index * 37) % 89) / 300
  const isRefused = outcome === 'REJECTED' || outcome === 'RESUBMIT_REQUIRED'
  const isPartner = index % 9 === 4
  return {
    reference: `D-${20_000 + index}`,
    user: nthPerson('users', Math.floor(index / 3)),
    doc_type,
    outcome,
    submitted_at: daysBefore(waited),
    attempt_no: 1 + (index % 3),
    files: filesOf(doc_type, index),
    number: outcome === 'VERIFIED' ? `X${(index * 7919 + 100_003).toString(36).toUpperCase()}` : null,
    expires_at:
      outcome !== 'VERIFIED' || !IDENTITY_DOCS.includes(doc_type)
        ? null
        : index % 5 === 0
          ? daysBefore(waited / 3)
          : daysAfter(20 + (index % 40) * 30),
    decided_by: outcome === 'PENDING' ? null : nthPerson('admin', 4 + (index % 2)),
    decided_at: outcome === 'PENDING' ? null : daysBefore(waited / 2),
    reason_codes: isRefused ? [REASONS[index % (REASONS.length - 1)]!] : [],
    user_text: isRefused ? SAID[index % SAID.length]! : null,
    by: 'nobody',
    ...(isPartner && { of: 'partner' as const }),
  }
})
