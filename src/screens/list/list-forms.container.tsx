/** The form that is open above a list, as the address says. An address can be sent to anybody. */
import { useCallback, useEffect } from 'react'
import type { SubjectRights } from '@contract/permissions'
import { useConsole } from '@console/console'
import { addsRecord, permittedForm, readForm, writeForm, type OpenForm } from '@resources/list-address'
import type { Resource, Row } from '@resources/resource'
import { useListQuery } from './list-query.container'

/**
 * @returns the form that is open and may be saved, and a function to open one; a form that may not be saved closes with
 * an explanation
 */
export function useListForms({ noun, forms }: Pick<Resource<Row>, 'noun' | 'forms'>, rights: SubjectRights) {
  const { toasts } = useConsole()
  const [query, setQuery] = useListQuery()
  const form = permittedForm(query, rights, forms)
  const refused = form ? undefined : readForm(query, forms)?.name
  useEffect(() => {
    if (!refused) return
    toasts.show(
      'error',
      `Your role may not ${addsRecord({ name: refused }) ? 'add' : 'change'} ${noun.many}. A super admin can grant it.`,
    )
    setQuery((now) => writeForm(now, null), { replace: true })
  }, [refused, noun, toasts, setQuery])
  const open = useCallback((next: OpenForm | null) => setQuery((now) => writeForm(now, next)), [setQuery])
  return { form, open }
}
