/** Hue and icon of the values of enums (look, section 7); their labels are in the definitions. */
import type { Label, Tone } from '@contract/labels'
import type { EnumLabels } from '@contract/records/field'

/** Value → hue and Lucide icon. A value without them shows no pill, because it is the usual state. */
export type Pills = Readonly<Record<string, readonly [tone: Tone, icon: string]>>

/** @returns value → its label with a pill, or only the label */
export const labelsOf = <V extends string>(
  words: Readonly<Record<V, string>>,
  pills: Pills = {},
): Record<V, Label | string> =>
  Object.fromEntries(
    Object.entries(words as EnumLabels).map(([value, word]) => {
      const pill = pills[value]
      return [value, pill ? { word, tone: pill[0], icon: pill[1] } : word]
    }),
  ) as Record<V, Label | string>

/** Of records that have to be decided in time (contract, queue.ts): a record with time left shows no pill. */
export const SLA_PILLS: Pills = { AT_RISK: ['warning', 'timer'], BREACHED: ['danger', 'timer'] }
