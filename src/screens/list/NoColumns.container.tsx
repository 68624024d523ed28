/**
 * A list of which this person may read no column: explains this, and who can grant permission. Adding a record may
 * still be permitted.
 */
import { useEffect } from 'react'
import { Lock, Plus } from 'lucide-react'
import type { SubjectRights } from '@contract/permissions'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { useConsole } from '@console/console'
import type { Resource, Row } from '@resources/resource'
import { RecordFormContainer } from '../record-dialogs'
import { Middle } from '../page.styles'
import { WHO_CAN_GRANT } from '@features/shared/subject-words'
import { permittedForm, writeForm, type OpenForm } from '@resources/list-address'
import { useListQuery } from './list-query.container'

export interface NoColumnsProps {
  resource: Resource<Row>
  rights: SubjectRights
}

export default function NoColumns({ resource, rights }: NoColumnsProps) {
  const { settled } = useConsole()
  const [query, setQuery] = useListQuery()
  const { noun, forms } = resource
  useEffect(() => settled.mark(), [settled])
  const open = (next: OpenForm | null) => setQuery((now) => writeForm(now, next))
  // The edit form needs its record, which cannot be read here.
  const form = permittedForm(query, { create: rights.create, update: false }, forms)
  return (
    <>
      <Middle>
        <EmptyState
          icon={Lock}
          title={`No column of ${noun.many} is open to you`}
          text={`Your permissions let you read none of the columns of this list. ${WHO_CAN_GRANT}`}
          actions={
            rights.create &&
            forms.create && (
              <Button variant="primary" icon={Plus} onClick={() => open({ name: 'create' })}>
                {forms.create.title}
              </Button>
            )
          }
        />
      </Middle>
      {form && (
        <RecordFormContainer
          resource={resource}
          target={form}
          onClose={() => open(null)}
          onSaved={(_row, another) => !another && open(null)}
        />
      )}
    </>
  )
}
