/** What accounts are seen with (`user_traces`): two accounts of one referral that share something are evidence. */
import { masked } from '@contract/records/mask'
import { customerAddress } from '@server/platform/lib/client-address'
import type { AppRuleCall } from '@server/platform/records/source'

type TraceKind = 'DEVICE' | 'ADDRESS'

/** SQL that remembers the traces in $1 (from `tracesOf`) of the user in $2 at the time in $3, for a `with` of another statement. */
export const REMEMBER_TRACES = `insert into user_traces (user_id, kind, hash, shown, seen_at)
  select $2::uuid, t.kind, t.hash, t.shown, $3::timestamptz from json_to_recordset($1::json) as t(kind text, hash text, shown text)
  on conflict do nothing`

/** What two accounts must share to be evidence. */
const COMPARED: Readonly<Record<TraceKind, (value: string) => string>> = {
  DEVICE: (value) => value,
  ADDRESS: customerAddress,
}
/** Number of characters of a device's hash that people see. */
const DEVICE_SHOWN = 4

/**
 * @param seen the values as an app sends them; empty ones are unknown
 * @returns JSON of the traces: a keyed hash, which is compared, and a masked value, which people see
 */
export function tracesOf(
  { hash }: Pick<AppRuleCall, 'hash'>,
  seen: Readonly<Record<TraceKind, string | undefined>>,
): string {
  const shown: Readonly<Record<TraceKind, (value: string) => string>> = {
    DEVICE: (value) => `•••• ${value.slice(-DEVICE_SHOWN)}`,
    ADDRESS: (value) => masked(value, { kind: 'text' }),
  }
  const kinds = (Object.keys(shown) as TraceKind[]).filter((kind) => seen[kind])
  return JSON.stringify(
    kinds.map((kind) => {
      const value = COMPARED[kind](seen[kind]!)
      return { kind, hash: hash(`${kind} ${value}`), shown: shown[kind](value) }
    }),
  )
}
