/** The plain text of each cell kind: what is searched, sorted, filtered, exported, and painted where nothing richer is needed. */
import {
  accountLabel,
  ACCOUNT_STATUS_LABELS,
  KYC_STATUS_LABELS,
  PRESENCE_LABELS,
  RISK_LEVEL_LABELS,
  type Label,
} from '@contract/labels'
import type { CellKind } from '@resources/resource'
import { textOf } from '@resources/row-values'
import { roleWords } from '@features/shared/role-label'
import { formatTime, groupDigits } from '@features/shared/format'

const LABELS: Partial<Record<CellKind, Readonly<Record<string, Label | null>>>> = {
  kyc: KYC_STATUS_LABELS,
  risk: RISK_LEVEL_LABELS,
  userStatus: ACCOUNT_STATUS_LABELS,
  presence: PRESENCE_LABELS,
}

/** The label of an enum's value; null where it shows no pill. */
export const labelOf = (kind: CellKind, value: unknown): Label | null => LABELS[kind]?.[textOf(value)] ?? null

/** The words of all states of a kind, in their order; null for a kind that is no closed list. */
export const wordsOf = (kind: CellKind): string[] | null => {
  const labels = LABELS[kind]
  return labels ? Object.entries(labels).map(([value, label]) => label?.word ?? roleWords(value)) : null
}

/** Whether values of this kind are a closed list of states. */
export const hasLabels = (kind: CellKind): boolean => kind in LABELS

/**
 * @param value as it stands in the row; undefined where the person may not read it
 * @returns '' for nothing
 */
export function cellText(kind: CellKind, value: unknown): string {
  if (value === undefined) return ''
  if (kind === 'account') return accountLabel(value === true).word
  if (kind === 'yesNo') return value === true ? 'On' : 'Off'
  if (kind === 'creator') return (value as { username: string } | null)?.username ?? 'registration'
  if (value === null) return ''
  if (kind === 'tags') return (value as string[]).join(', ')
  if (kind === 'time') return formatTime(value as string)
  if (kind === 'money') return groupDigits(value as string)
  if (hasLabels(kind)) return labelOf(kind, value)?.word ?? roleWords(textOf(value))
  return textOf(value)
}

/** The text that a CSV file gets: values as they are stored, so that other programs can read them. */
export const exportText = (kind: CellKind, value: unknown): string =>
  (kind === 'money' || kind === 'time') && typeof value === 'string' ? value : cellText(kind, value)
