/** What a definition tells of an action that others approve (ledger.md, Approvals), and how whoever decides reads it. */
import { amountOf, hundredthsOf, moneyText } from '../amounts'
import type { ApprovalPolicy } from '../approval-policies'
import { flag, type Reference } from './field'
import type { ActionDefinition, Fields, RecordDefinition } from './record'

/** The field of records that show whether an action on them waits for approval. */
export const AWAITS_APPROVAL = 'awaits_approval'
export const awaitsApproval = flag('Awaits approval', { derived: true, required: true })

/** Others approve an action: its effect waits for them. Names are those of fields, of inputs, and of facts that its source adds. */
export interface ActionApproval {
  /** Of all rows; or that of the value of a field, the policy of most rows first. */
  readonly policy: ApprovalPolicy | { readonly by: string; readonly is: Readonly<Record<string, ApprovalPolicy>> }
  /** What is approved, as approvals name it: 'jackpot_confirmation'. */
  readonly type: string
  /** Only records with one of these values in this field need it, or only requests with this input; otherwise the action has its effect at once. */
  readonly when?:
    | { readonly field: string; readonly values: readonly (string | boolean)[] }
    | { readonly asked: string }
  /** The reference to the record that people know it by; by default the record itself. */
  readonly about?: string
  /** Whose value is the amount, or the sum of several; without one it is 0, which is within every limit. */
  readonly amount?: readonly string[]
  /** A sentence: '{hit_id}' is replaced by the value, '{record}' by the name of the record. Where an input determines the verb, a text for each of its values. */
  readonly title: string | { readonly by: string; readonly texts: Readonly<Record<string, string>> }
  /** What whoever decides reads, each with its label; empty values are left out. */
  readonly details: readonly string[]
  /** Entries of the record's history whose authors never decide, besides whoever requests it. */
  readonly notBy?: readonly string[]
}

/** @param row as somebody reads it who may read everything @returns the policy of an approval of this row */
export const policyOf = ({ policy }: ActionApproval, row: Readonly<Record<string, unknown>>): ApprovalPolicy =>
  typeof policy === 'string' ? policy : policy.is[String(row[policy.by])]!
/** @returns every policy of an approval, that of most rows first */
export const policiesOf = ({ policy }: ActionApproval): readonly ApprovalPolicy[] =>
  typeof policy === 'string' ? [policy] : Object.values(policy.is)

/** A value that no field and no input has, or that reads in another way. */
export type ApprovalFact = {
  /** By default that of the field or input with this name. */
  readonly label?: string
} & ({ readonly value: string } | { /** Decimal with two places. */ readonly amount: string })
export type ApprovalFacts = Readonly<Record<string, ApprovalFact>>

export interface DescribedApproval {
  title: string
  details: { label: string; value: string }[]
  /** Decimal with two places. */
  amount: string
}

/** @returns a value as a person reads it. Times stay as they are sent: the console shows them in the time zone of whoever reads */
export function worded(
  { type, unit }: Pick<Fields[string], 'type' | 'unit'>,
  value: unknown,
  row: Readonly<Record<string, unknown>>,
  currency: string,
): string {
  if (value === null || value === undefined || value === '') return ''
  switch (type.kind) {
    case 'amount':
      return moneyText(amountOf(hundredthsOf(value as string)), currency)
    case 'coin':
      return moneyText(value as string, row[type.symbol] as string)
    case 'enum':
      return type.labels[value as string] ?? (value as string)
    case 'reference':
      return (value as Reference).name
    case 'decimal':
      return typeof unit === 'string' ? moneyText(value as string, unit) : (value as string)
    case 'percent':
      return `${value as string} %`
    case 'flag':
      return value === true ? 'Yes' : 'No'
    default:
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

/**
 * @param row as somebody reads it who may read everything @param body the inputs of the action @param currency of the amounts
 * @returns the approval's title, details and amount
 */
export function describeApproval(
  { fields, namedBy }: Pick<RecordDefinition, 'fields' | 'namedBy'>,
  {
    asks = {},
    keeps = [],
    edits,
    approval,
  }: Pick<ActionDefinition, 'asks' | 'keeps' | 'edits'> & { approval: ActionApproval },
  row: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
  facts: ApprovalFacts,
  currency: string,
): DescribedApproval {
  const found = (name: string): { label: string; value: string; raw: unknown } => {
    const fact = facts[name]
    const text = fact && ('amount' in fact ? moneyText(fact.amount, currency) : fact.value)
    const isAsked = asks[name] !== undefined
    const field = isAsked ? asks[name] : fields[name]
    const raw = isAsked ? body[name] : row[name]
    return {
      label: fact?.label ?? field?.label ?? name,
      value: text ?? (field ? worded(field, raw, row, currency) : ''),
      raw: fact && 'amount' in fact ? fact.amount : raw,
    }
  }
  /** What is written in place of a value of the record: both, or nothing where it stays the same. */
  const replaced = (name: string): ReturnType<typeof found> => {
    const next = found(name)
    if (!keeps.includes(name) || facts[name]) return next
    const now = worded(fields[name]!, row[name], row, currency)
    if (now === '' || (edits && body[name] === undefined)) return next
    return { ...next, value: now === next.value ? '' : `${next.value || 'None'}, now ${now}` }
  }
  const nameOfRecord = () => namedBy.map((name) => found(name).value).join(' ')
  const { amount = [], title, details } = approval
  const text = typeof title === 'string' ? title : title.texts[body[title.by] as string]!
  const sum = amount.reduce((total, name) => total + hundredthsOf((found(name).raw as string | null) ?? '0'), 0n)
  return {
    title: text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'record' ? nameOfRecord() : found(name).value)),
    details: details.map(replaced).flatMap(({ label, value }) => (value === '' ? [] : [{ label, value }])),
    amount: amountOf(sum),
  }
}

/** @returns the actions of a record that others approve, by name */
export const approvedActions = ({
  actions,
}: Pick<RecordDefinition, 'actions'>): [name: string, action: ActionDefinition & { approval: ActionApproval }][] =>
  Object.entries(actions).flatMap(([name, action]) => {
    const { approval } = action
    return approval ? [[name, { ...action, approval }]] : []
  })

/** Whether rows of a record may wait for approval, so that a change may cancel it. */
export const mayAwaitApproval = (record: Pick<RecordDefinition, 'actions' | 'partOf'>): boolean =>
  !record.partOf && approvedActions(record).length > 0
