/** The field for the store of new records, for people who may write to several stores (contract, Access). */
import { useState } from 'react'
import { useSelector } from '@xstate/react'
import { STORE_FIELD, storesToChoose, type AccessStore } from '@contract/permissions'
import { choosesStore } from '@contract/records/record'
import type { FormDefinition, FormField, Resource, Row } from '@resources/resource'
import { useConsole } from '@console/console'

const textOf = ({ name, code }: AccessStore) => `${name} (${code})`

/** @returns the field, which stays the same while a dialog is open; null if there is nothing to choose */
export function useNewStore({ record }: Resource<Row>, isNew = true): FormField | null {
  const { actors } = useConsole()
  const access = useSelector(actors.access, ({ context }) => context.access)
  const profile = useSelector(actors.profile, ({ context }) => context.profile)
  const [field] = useState((): FormField | null => {
    const stores = isNew && choosesStore(record) ? storesToChoose(access) : []
    if (stores.length === 0) return null
    const own = stores.find(({ code }) => code === (profile?.third_party_store_code ?? profile?.store_code))
    return {
      name: STORE_FIELD,
      label: 'Store',
      kind: 'enum',
      // Without a choice it is the person's own store.
      none: own ? `${textOf(own)}, your own` : 'Your own, if you have one',
      labels: Object.fromEntries(stores.filter((store) => store !== own).map((store) => [store.code, textOf(store)])),
    }
  })
  return field
}

/**
 * Adds the field to the form of a new record, after the fields without a section, or after those of the first section.
 * @param isNew only a new record gets a store
 * @returns the form, which stays the same while it is open; unchanged if there is nothing to choose
 */
export function useStoreField(definition: FormDefinition, resource: Resource<Row>, isNew: boolean): FormDefinition {
  const field = useNewStore(resource, isNew)
  if (!field) return definition
  const { fields, sections = [] } = definition
  const inSections = new Set(sections.flatMap((section) => section.fields))
  const [first, ...others] = sections
  return {
    ...definition,
    fields: [...fields, field],
    ...(first &&
      fields.every(({ name }) => inSections.has(name)) && {
        sections: [{ ...first, fields: [...first.fields, field.name] }, ...others],
      }),
  }
}
