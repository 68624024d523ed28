/** Converts a record's history to the lines of its timeline. Pure. */
import { groupDigits } from '@contract/amounts'
import {
  ArrowDownUp,
  ArrowLeftRight,
  Ban,
  CircleCheck,
  CircleSlash,
  Clock,
  Cog,
  Eye,
  FileUp,
  Pencil,
  Plus,
  Smartphone,
  Undo2,
  UserCheck,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { APPROVAL_TITLE, REASON, type HistoryEntry, type Posting } from '@contract/entities/history'
import { TRANSACTION_TYPES } from '@contract/records/money/wallet-transaction'
import type { RecordDefinition } from '@contract/records/record'
import { pastOfReveal, REVEAL_EVENT } from '@contract/records/reveals'
import {
  APPROVAL_EVENTS,
  CREATION,
  FILE_EVENTS,
  MONEY_EVENT,
  type HistoryKind,
  type HistorySender,
} from '@contract/records/timeline'
import { fieldColumns } from '@resources/record-resource'
import type { ItemColumn, Resource, Row } from '@resources/resource'
import type { Tone } from '@design-system/tokens/tokens'
import { sentenceOf, summaryOf, type Beside, type ChangeLine, type Part, type Sentence } from './sentences'

export type ShownField = ItemColumn

/** Who did it. `isPerson`: a member of staff, whose name is shown as it is stored. */
export interface Actor {
  name: string
  isPerson: boolean
}

/** An entry of the timeline. Its sentence continues the name of the actor; without one it is complete. */
export interface HistoryLine {
  id: string
  at: string
  kind: HistoryKind
  icon: LucideIcon
  tone: Tone
  actor: Actor | null
  what: Sentence
  /** A sentence for each field that changed, where `what` does not say it. */
  changes: readonly { sentence: Sentence; change: ChangeLine }[]
  /** The change that `what` describes, if it is only one. */
  change?: ChangeLine
  money?: Posting
  /** What is known besides: the type of a transaction, the app that sent something. */
  facts: readonly string[]
  /** The person's own words: a reason, a note. */
  quotes: readonly string[]
  /** Other input of the action. */
  asked: readonly { column: ShownField; value: unknown }[]
}

/** @returns the properties of a record's field, even if its list has no such column */
export function shownField({ record, columns }: Pick<Resource<Row>, 'record' | 'columns'>, field: string): ShownField {
  const column = columns.find((each) => each.field === field)
  if (column) return column
  const described = record.allFields[field]
  return described ? fieldColumns({ [field]: described })[0]! : { field, title: field, kind: 'text' }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const askedColumn = ({ actions }: RecordDefinition, action: string, field: string): ShownField => {
  const described = actions[action]?.asks?.[field]
  return described ? fieldColumns({ [field]: described })[0]! : { field, title: capital(field), kind: 'text' }
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  [CREATION]: Plus,
  enable: CircleCheck,
  disable: Ban,
  order: ArrowDownUp,
  release: Undo2,
  [FILE_EVENTS.view]: Eye,
  [REVEAL_EVENT]: Eye,
  [FILE_EVENTS.upload]: FileUp,
  [MONEY_EVENT]: ArrowLeftRight,
  [APPROVAL_EVENTS.request]: UsersRound,
  [APPROVAL_EVENTS.approve]: CircleCheck,
  [APPROVAL_EVENTS.reject]: Ban,
  [APPROVAL_EVENTS.expire]: Clock,
  [APPROVAL_EVENTS.cancel]: CircleSlash,
}
const KIND_ICONS: Readonly<Record<HistoryKind, LucideIcon>> = {
  changes: Pencil,
  approvals: UsersRound,
  claims: UserCheck,
  money: ArrowLeftRight,
  files: FileUp,
}
/** Hues by meaning (look, section 7): another person must act, done, refused. */
const TONES: Readonly<Record<string, Tone>> = {
  [APPROVAL_EVENTS.approve]: 'success',
  [APPROVAL_EVENTS.reject]: 'danger',
}

/** Names of what acts where no member of staff does. */
const SENDERS: Readonly<Record<HistorySender, string | null>> = {
  STAFF: null,
  PLATFORM: 'The platform',
  APP: 'The users’ app',
  USER: 'The user',
  IMPORT: 'An import',
}
const SENDER_ICONS: Readonly<Partial<Record<HistorySender, LucideIcon>>> = { PLATFORM: Cog, APP: Smartphone }

/** 'suspended' → 'suspended the user'; a text that names what it is about stays as it is. */
function withNoun(text: string, noun: string): string {
  if (/\b(?:the|a|an)\b/.test(text)) return text
  const [verb = '', ...rest] = text.split(' ')
  return [verb, 'the', noun, ...rest].join(' ')
}
/** 'resetPassword' → 'reset password' */
const spaced = (action: string) =>
  action.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ')

const words = (...parts: Part[]): Sentence => ({ parts })

/** What an entry of an action, or of an event of another record's rule, says. */
function deedOf(record: RecordDefinition, { action, by }: HistoryEntry): { says: Sentence; isWhole: boolean } {
  const [noun] = record.noun
  const described = record.actions[action]
  if (described) return { says: words(described.past ?? withNoun(described.participle, noun)), isWhole: false }
  if (record.reveals && action === REVEAL_EVENT) return { says: words(pastOfReveal(record.reveals)), isWhole: false }
  const event = record.events?.[action]
  if (event === undefined)
    return { says: words(DEEDS[action]?.(noun) ?? `${spaced(action)}: the ${noun}`), isWhole: false }
  // Nobody did it: a rule of the platform did.
  return by
    ? { says: words(withNoun(event, noun)), isWhole: false }
    : { says: words(`The ${noun} was ${event}`), isWhole: true }
}
/** The actions that every record has. */
const DEEDS: Readonly<Record<string, (noun: string) => string>> = {
  update: (noun) => `changed the ${noun}`,
  enable: (noun) => `enabled the ${noun}`,
  disable: (noun) => `disabled the ${noun}`,
  order: (noun) => `put the ${noun} in another place`,
  read: (noun) => `read the ${noun}`,
}

function created({ noun: [noun], origin }: RecordDefinition, { by, from }: HistoryEntry): Sentence {
  if (from === 'IMPORT') return words(by ? `imported the ${noun}` : `added the ${noun}`)
  return words(from === 'STAFF' ? `created the ${noun}` : (origin?.past ?? `created the ${noun}`))
}

function aboutApproval({ action, asked, request, by }: HistoryEntry): { says: Sentence; isWhole: boolean } {
  const title = request ? request.title : asked.find(({ field }) => field === APPROVAL_TITLE)?.value
  const named: Part[] = typeof title === 'string' ? [': ', { value: title }] : []
  if (request) return { says: words('asked for approval', ...named), isWhole: false }
  if (action === APPROVAL_EVENTS.approve) return { says: words('approved the request', ...named), isWhole: false }
  if (action === APPROVAL_EVENTS.reject) return { says: words('rejected the request', ...named), isWhole: false }
  if (action === APPROVAL_EVENTS.expire)
    return { says: words('Nobody decided the request in time', ...named), isWhole: true }
  return by
    ? { says: words('cancelled the request', ...named), isWhole: false }
    : { says: words('The request was cancelled', ...named), isWhole: true }
}

function aboutClaim({ noun: [noun] }: RecordDefinition, { action, changes, by }: HistoryEntry) {
  const before = changes.find(({ field }) => field === 'claimed_by')?.before
  const holder = typeof before === 'string' ? before : null
  if (action === 'claim') return words(`claimed the ${noun}`)
  if (action === 'takeOver') return words(`took the ${noun} over`, ...(holder ? [' from ', { value: holder }] : []))
  if (holder !== null && holder !== by?.username) return words('released the claim of ', { value: holder })
  return words('released the claim')
}

/** The accounts of a user within a sentence. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  CASH: 'cash',
  BONUS: 'the bonus balance',
  LOCKED: 'the locked money',
  RECEIVABLE: 'the debt',
}
/** An amount with its sign and currency: '+25.00 USD', '−25.00 USD'. */
export function signedAmount({
  amount,
  direction,
  currency,
}: Pick<Posting, 'amount' | 'direction' | 'currency'>): string {
  const sign = direction === 'CREDIT' ? '+' : direction === 'DEBIT' ? '\u2212' : ''
  return [`${sign}${groupDigits(amount ?? '')}`, currency].filter(Boolean).join(' ')
}
function aboutMoney(money: Posting, isPerson: boolean): Sentence {
  const amount: Part =
    money.amount === null
      ? 'money'
      : {
          value: signedAmount(money),
          ...(money.direction === 'CREDIT' && { isCredit: true as const }),
        }
  const account = money.wallet === null ? null : (ACCOUNTS[money.wallet] ?? money.wallet.toLowerCase())
  const to = money.direction === 'DEBIT' ? ' from ' : ' to '
  const where = account === null ? [] : [to, account]
  if (isPerson) return words('posted ', amount, ...where)
  return typeof amount === 'string' ? words('Money', ...where) : words(amount, ...where)
}

function aboutFiles({ action, files = [] }: HistoryEntry): Sentence {
  const verb = action === FILE_EVENTS.view ? 'viewed' : 'uploaded'
  const named = files.flatMap(({ name }, index): Part[] => [
    ...(index === 0 ? [] : [index === files.length - 1 ? ' and ' : ', ']),
    name === null ? 'a file' : { value: name },
  ])
  return words(`${verb} `, ...(named.length > 0 ? named : ['a file']))
}

/** Input that is the person's own words. */
const QUOTED: ReadonlySet<string> = new Set([REASON, 'note', 'message'])
/** A reason that no person gave: the name of an app, or what a rule of the platform says. */
const isNoWords = ({ from, by }: HistoryEntry, field: string) => field === REASON && (by === null || from === 'IMPORT')

/** @param entries newest first @returns lines in the same order, with the labels of the resource */
export const linesOf = (
  resource: Pick<Resource<Row>, 'record' | 'columns'>,
  entries: readonly HistoryEntry[],
  beside: Beside,
): HistoryLine[] => entries.map((entry) => lineOf(resource, entry, beside))

function lineOf(resource: Pick<Resource<Row>, 'record' | 'columns'>, entry: HistoryEntry, beside: Beside): HistoryLine {
  const { record } = resource
  const { id, at, by, from, kind, action, asked, money } = entry
  const actor: Actor | null = by ? { name: by.username, isPerson: true } : named(SENDERS[from])
  const told = asked.filter(({ field }) => field !== APPROVAL_TITLE || kind !== 'approvals')
  const textOf = (field: string, value: unknown) => (QUOTED.has(field) && typeof value === 'string' ? value : null)
  const changes = kind === 'claims' || action === CREATION ? [] : changesOf(resource, entry)
  const { says, isWhole, own } = saidOf(record, entry, changes, beside)
  return {
    id,
    at,
    kind,
    icon: ICONS[action] ?? (by ? KIND_ICONS[kind] : (SENDER_ICONS[from] ?? KIND_ICONS[kind])),
    tone: TONES[action] ?? (entry.request ? 'violet' : 'neutral'),
    actor: isWhole ? null : actor,
    what: says,
    ...(own && { change: own }),
    changes: own ? [] : changes.map((change) => ({ change, sentence: sentenceOf(change, beside) })),
    ...(money && { money }),
    facts: [
      ...(money?.user && !(record.posts && 'user' in record.posts) ? [money.user.name] : []),
      ...(money?.type ? [TRANSACTION_TYPES[money.type as keyof typeof TRANSACTION_TYPES] ?? money.type] : []),
      ...told.flatMap(({ field, value }) => (isNoWords(entry, field) ? [String(value as string)] : [])),
    ],
    quotes: told.flatMap(({ field, value }) => (isNoWords(entry, field) ? [] : (textOf(field, value) ?? []))),
    asked: told
      .filter(({ field, value }) => textOf(field, value) === null)
      .map(({ field, value }) => ({ column: askedColumn(record, action, field), value })),
  }
}
const named = (name: string | null): Actor | null => (name === null ? null : { name, isPerson: false })

/** The time of an action and that of its entry are nearer than this. */
const MOMENT_MS = 1000
/** The changes of an entry, without those that the action's own sentence says. */
function changesOf(
  resource: Pick<Resource<Row>, 'record' | 'columns'>,
  { action, at, changes }: HistoryEntry,
): ChangeLine[] {
  const { sets = {} } = resource.record.actions[action] ?? {}
  /** The entry has the time of the action beside it. */
  const isItsTime = ({ field, after }: HistoryEntry['changes'][number]) =>
    action in resource.record.actions &&
    resource.record.allFields[field]?.type.kind === 'time' &&
    typeof after === 'string' &&
    Math.abs(Date.parse(after) - Date.parse(at)) < MOMENT_MS
  const isSaid = (change: HistoryEntry['changes'][number]) =>
    change.field in sets ||
    (change.field === 'is_deleted' && (action === 'enable' || action === 'disable')) ||
    isItsTime(change)
  return changes
    .filter((change) => !isSaid(change))
    .map(({ field, before, after }) => ({ column: shownField(resource, field), before, after }))
}

/** The sentence of an entry. @returns `own`: the one change that it describes */
function saidOf(
  record: RecordDefinition,
  entry: HistoryEntry,
  changes: readonly ChangeLine[],
  beside: Beside,
): { says: Sentence; isWhole: boolean; own?: ChangeLine } {
  const { kind, action, money, by } = entry
  if (action === CREATION) return { says: created(record, entry), isWhole: false }
  if (money) return { says: aboutMoney(money, by !== null), isWhole: by === null }
  if (kind === 'files') return { says: aboutFiles(entry), isWhole: false }
  if (kind === 'claims') return { says: aboutClaim(record, entry), isWhole: false }
  if (kind === 'approvals') return aboutApproval(entry)
  if (action === 'update' && changes.length > 0)
    return changes.length === 1
      ? { says: sentenceOf(changes[0]!, beside), isWhole: false, own: changes[0]! }
      : { says: summaryOf(changes), isWhole: false }
  return deedOf(record, entry)
}
