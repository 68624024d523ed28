import type { SelectOption } from '@design-system/components/SelectField/SelectField'
import type { FormField } from '@resources/resource'

/** @returns the choices of an enum field, first what an empty value means, where the field says so */
export const enumOptions = ({ none, labels = {} }: Pick<FormField, 'none' | 'labels'>): SelectOption[] => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
