import {
  country,
  date,
  integer,
  oneOf,
  privateFiles,
  reference,
  referenceNumber,
  references,
  someOf,
  states,
  text255,
  text3000,
  time,
} from '../field'
import { defineRecord } from '../record'
import { READER } from '../tabs'
import { RISK_LEVELS } from './users'

export const DOC_TYPES = {
  ID_CARD: 'Identity card',
  PASSPORT: 'Passport',
  DRIVING_LICENCE: 'Driving licence',
  PROOF_OF_ADDRESS: 'Proof of address',
  SELFIE: 'Selfie',
  PAYMENT_PROOF: 'Proof of payment',
  SOURCE_OF_FUNDS: 'Source of funds',
} as const
/** The kinds that prove a person's identity: a decision records their number and expiry. */
export const IDENTITY_DOCS: readonly (keyof typeof DOC_TYPES)[] = ['ID_CARD', 'PASSPORT', 'DRIVING_LICENCE']

/** An undecided document is in review while somebody has claimed it, and a verified one expires with time. */
export const DOC_STATUSES = {
  PENDING: 'Pending review',
  IN_REVIEW: 'In review',
  RESUBMIT_REQUIRED: 'Asked again',
  VERIFIED: 'Verified',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
} as const
export const DOC_REASONS = {
  BLURRED: 'Blurred',
  EXPIRED: 'Expired',
  NAME_MISMATCH: 'Name does not match',
  CROPPED: 'Cropped',
  WRONG_TYPE: 'Wrong kind of document',
  SUSPECTED_FORGERY: 'Suspected forgery',
  UNDERAGE: 'Underage',
} as const

/**
 * Comparisons of the user's statements with the platform's data, for the person who decides. They do not decide
 * anything.
 */
export const DOC_HINTS = {
  NAME_MATCHES: 'The name matches',
  NAME_DIFFERS: 'The name differs from the account',
  BIRTH_DATE_MATCHES: 'The date of birth matches',
  BIRTH_DATE_DIFFERS: 'The date of birth differs from the account',
  NUMBER_USED: 'The number is already recorded for another user',
} as const

/** Number of days for which a letter proves an address. */
export const ADDRESS_PROOF_DAYS = 90

/** The refusals of rules for decisions. */
export const DOC_REFUSAL = {
  issuedEarly: `Choose a day of the last ${ADDRESS_PROOF_DAYS} days`,
  samePerson: 'You decided this document. Another person must reopen it.',
} as const

/** Number of files of a document. */
const FILES_MAX = 4
/** Number of attempts that are counted; further ones have this number too. */
export const ATTEMPTS_MAX = 99
/** Number of undecided documents of one user; an app can send no more. */
export const DOC_UNDECIDED_MAX = 20

/** The refusals of documents that apps send. */
export const DOC_SENT_REFUSAL = {
  undecided: `${DOC_UNDECIDED_MAX} documents of this user wait for a decision. Send more after it.`,
} as const

/** What the user states about the document. */
const statements = <const O extends { write?: 'never' }>(options: O) => ({
  stated_name: text255('Stated name', options),
  stated_birth_date: date('Stated date of birth', options),
  stated_number: text255('Stated number', options),
  stated_country: country('Stated country', options),
})

const kept = { write: 'never', required: true } as const
const decision = { needs: 'update', success: 'Successfully Updated' } as const
const UNDECIDED = { field: 'status', values: ['PENDING'] } as const
const why = {
  reason_codes: someOf('Reasons', DOC_REASONS, { least: 1 }),
  user_text: text3000('Message to the user', { hint: 'The user reads it in the app' }),
} as const

/** Documents that users sent to prove their identity (catalogue, /user-doc-verification). Decisions need a claim. */
export const userDocVerification = defineRecord({
  name: 'userDocVerification',
  base: 'admin-docs-verification',
  subject: 'UserDocVerification',
  noun: ['document', 'documents'],
  namedBy: ['reference'],
  origin: { past: 'sent the document' },
  reads: 'paged',
  feeds: { users: 'user' },
  appBase: 'doc-verification',
  appCalls: {
    send: {
      path: 'doc-verification',
      summary:
        'Sends a document of a user of the key’s store to be verified. The same files that were sent before and are not refused are the same document: it is the answer, and nothing is added.',
      asks: {
        user: reference('User', 'users', { required: true }),
        doc_type: oneOf('Document', DOC_TYPES, { required: true }),
        files: privateFiles('Files', FILES_MAX, { least: 1, hint: 'Ids of uploads of the same key' }),
        ...statements({}),
      },
    },
  },
  paths: [
    { equal: [], order: 'submitted_at' },
    { equal: ['status'], order: 'submitted_at' },
    { equal: ['doc_type'], order: 'submitted_at' },
    { equal: ['status', 'doc_type'], order: 'submitted_at' },
    { equal: ['risk_level'], order: 'submitted_at' },
    { equal: ['status', 'risk_level'], order: 'submitted_at' },
    { equal: ['country'], order: 'submitted_at' },
    { equal: ['status', 'country'], order: 'submitted_at' },
    { equal: ['user'], order: 'submitted_at' },
    { equal: ['decided_by'], order: 'submitted_at' },
  ],
  bulk: ['claim', 'release', 'reject'],
  queue: {
    waits: ['PENDING'],
    tab: 'pending',
    since: 'submitted_at',
    claim: { is: 'needed', shows: 'IN_REVIEW' },
    decisions: {
      askAgain: { kind: 'askAgain', key: 'A' },
      verify: { kind: 'approve', key: 'V' },
      reject: { kind: 'reject', key: 'X' },
    },
  },
  tabs: {
    pending: { label: 'Pending', equal: { status: 'PENDING' } },
    in_review: { label: 'In review', equal: { status: 'IN_REVIEW' } },
    resubmit: { label: 'Resubmit', equal: { status: 'RESUBMIT_REQUIRED' } },
    verified: { label: 'Verified', equal: { status: 'VERIFIED' } },
    rejected: { label: 'Rejected', equal: { status: 'REJECTED' } },
    expiring: {
      label: 'Expiring',
      equal: { status: 'VERIFIED' },
      only: { expires_at: { withinDays: 30 } },
    },
    expired: { label: 'Expired', equal: { status: 'EXPIRED' } },
    // In the order of submission, like the other tabs: an undecided document has no time of a decision to sort by.
    mine_today: { label: 'Mine today', equal: { decided_by: READER }, only: { decided_at: { today: true } } },
  },
  fields: {
    reference: referenceNumber('D'),
    user: reference('User', 'users', { ...kept, search: true, filter: true }),
    doc_type: oneOf('Document', DOC_TYPES, { ...kept, filter: true, public: true }),
    status: states(
      'Status',
      DOC_STATUSES,
      {
        PENDING: ['VERIFIED', 'RESUBMIT_REQUIRED', 'REJECTED'],
        VERIFIED: ['PENDING'],
        REJECTED: ['PENDING'],
      },
      {
        ...kept,
        initial: 'PENDING',
        filter: true,
        public: true,
        computed: { EXPIRED: ['VERIFIED'] },
        formerly: 'outcome',
      },
    ),
    submitted_at: time('Submitted', { ...kept, filter: true, public: true }),
    attempt_no: integer('Attempt', { min: 1, max: ATTEMPTS_MAX }, { ...kept, initial: 1, public: true }),
    /** Of the user: the database copies both from the user. */
    risk_level: oneOf('Risk', RISK_LEVELS, { ...kept, filter: true, initial: 'LOW' }),
    country: country('Country', { write: 'never', filter: true }),
    /** The files that the user sent: each view of one is audited. */
    files: privateFiles('Files', FILES_MAX, { write: 'never' }),
    ...statements({ write: 'never' }),
    hints: someOf('Hints', DOC_HINTS, { derived: true }),
    /** Users of the same store whose other documents have the same number. */
    number_also_of: references('Number also recorded for', 'users', { derived: true }),
    number: text255('Number', { write: 'never' }),
    issued_at: date('Issued', { write: 'never' }),
    expires_at: time('Expires', { write: 'never', public: true }),
    decided_by: reference('Decided by', 'admin', { write: 'never', filter: true }),
    decided_at: time('Decided', { write: 'never', public: true }),
    reason_codes: someOf('Reasons', DOC_REASONS, { write: 'never', public: true }),
    user_text: text3000('Message to the user', { write: 'never', public: true }),
  },
  actions: {
    verify: {
      ...decision,
      label: 'Verify…',
      from: UNDECIDED,
      sets: { status: 'VERIFIED' },
      asks: {
        number: text255('Number', { required: true, hint: 'As it is on the document' }),
        issued_at: date('Issued', {
          when: { field: 'doc_type', values: ['PROOF_OF_ADDRESS'], required: true },
          side: 'past',
          hint: `Within the last ${ADDRESS_PROOF_DAYS} days`,
        }),
        expires_at: time('Expires', {
          when: { field: 'doc_type', values: IDENTITY_DOCS, required: true },
          side: 'future',
        }),
      },
      keeps: ['number', 'issued_at', 'expires_at'],
      question: 'Verify',
      effect: 'The document counts as proof from now on.',
      gerund: 'Verifying',
      participle: 'verified',
    },
    askAgain: {
      ...decision,
      label: 'Ask again…',
      from: UNDECIDED,
      sets: { status: 'RESUBMIT_REQUIRED' },
      asks: why,
      keeps: Object.keys(why),
      question: 'Ask again for',
      effect: 'The app asks the user for a better document.',
      gerund: 'Asking again for',
      participle: 'asked for again',
      past: 'asked for the document again',
    },
    reject: {
      ...decision,
      label: 'Reject…',
      from: UNDECIDED,
      sets: { status: 'REJECTED' },
      asks: why,
      keeps: Object.keys(why),
      question: 'Reject',
      effect: 'The document proves nothing. With the reason Underage the account is suspended at once.',
      gerund: 'Rejecting',
      participle: 'rejected',
      tone: 'danger',
    },
    reopen: {
      ...decision,
      label: 'Reopen…',
      from: { field: 'status', values: ['VERIFIED', 'EXPIRED', 'REJECTED'] },
      sets: {
        status: 'PENDING',
        number: null,
        issued_at: null,
        expires_at: null,
        reason_codes: [],
        user_text: null,
      },
      asks: { reason: text255('Reason', { required: true }) },
      question: 'Reopen',
      effect: 'Somebody decides it again. Whoever decided it cannot reopen it.',
      gerund: 'Reopening',
      participle: 'reopened',
    },
  },
})
