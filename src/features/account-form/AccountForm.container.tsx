/** A form of an account in its modal: reads the record where it needs one, then runs the submission. */
import { useImperativeHandle, useRef, type ReactNode, type RefObject } from 'react'
import { useSelector } from '@xstate/react'
import { adminOperations } from '@contract/http/admin'
import type { Role } from '@contract/entities/role'
import { describeError, ok, type ApiError } from '@contract/errors'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import type { FormDefinition, Resource, Row } from '@resources/resource'
import { nameOfRow, valuesOfRow } from '@resources/row-values'
import { TriangleAlert } from 'lucide-react'
import { useConsole } from '../shared/console.container'
import { ConflictChoice } from '../shared/form/ConflictChoice'
import { useSubmission } from '../shared/form/submission.container'
import { useReading } from '../shared/reading.container'
import { AccountForm, type AccountValues } from './AccountForm'
import { createBody, updateBody, valuesOf } from './account-values'

/** Which form, and whose record. */
export type AccountFormTarget = { name: 'create' } | { name: 'edit' | 'resetPassword'; id: string }

export interface AccountFormContainerProps {
  resource: Resource<Row>
  target: AccountFormTarget
  /** @param row the record as the server has it now; null where the answer carried none */
  onSaved: (row: Row | null) => void
  onClose: () => void
}

const SECRET_FIELDS = ['password', 'confirm_password']
interface FilledFormProps extends Omit<AccountFormContainerProps, 'target'> {
  definition: FormDefinition
  name: AccountFormTarget['name']
  row: Row | null
  /** How the modal around it asks to be left. */
  leaving: RefObject<() => void>
}

/** The form itself, once its record is there. */
function FilledForm({ resource, definition, name, row, leaving: leavingRef, onSaved, onClose }: FilledFormProps) {
  const { api, actors } = useConsole()
  const userId = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.id ?? '')
  const roles = useReading<Role[]>(async (signal) => {
    const answer = await api.call(adminOperations.roles, {}, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  const secretsOnly = definition.fields.every((field) => SECRET_FIELDS.includes(field.name))
  // What stands on the server, as far as this form knows: a conflict brings a newer one.
  const saved = useRef(row)

  const send = async (values: AccountValues, version: number | null, signal: AbortSignal) => {
    const { operations } = resource
    if (name === 'create') return api.call(operations.create, { body: createBody(values) }, { signal })
    const options = { signal, ifMatch: version ?? undefined }
    const params = { id: row!.id }
    if (name === 'resetPassword') return api.call(operations.resetPassword, { params, body: values }, options)
    const body = updateBody(values, valuesOfRow(saved.current!))
    // Nothing changed: there is nothing to send, and the record stands as it is.
    if (Object.keys(body).length === 0) return ok({ data: saved.current })
    return api.call(operations.update, { params, body }, options)
  }

  const submission = useSubmission<AccountValues>({
    definition: {
      draftKey: secretsOnly ? null : { userId, form: definition.name, record: row?.id ?? 'new' },
      secretFields: SECRET_FIELDS,
      successMessage: definition.success,
      submit: async (values, version, signal) => {
        const answer = await send(values as AccountValues, version, signal)
        if (answer.ok) return ok({ data: answer.value.data })
        if (answer.error.kind === 'conflict' && answer.error.current) saved.current = answer.error.current as Row
        return answer
      },
    },
    schema: definition.schema,
    defaultValues: valuesOf(definition.fields, row ? valuesOfRow(row) : undefined),
    version: row?.version ?? null,
    record: row,
    onSucceeded: (data) => onSaved(name === 'resetPassword' ? null : (data as Row | null)),
    onLeft: onClose,
  })

  const { form, busy, problem, kept, leaving, draft, conflict, submit, leave } = submission
  useImperativeHandle(leavingRef, () => leave, [leave])
  const standing = valuesOf(definition.fields, row ? valuesOfRow(row) : undefined).role
  const offered = (roles.value ?? []).filter((role) => role.kind === resource.roleKind).map((role) => role.name)

  if (conflict) {
    return (
      <ConflictChoice
        message={conflict.message}
        isSecret={secretsOnly}
        rows={conflict.differences.map((difference) => ({
          name: difference.name,
          label: definition.fields.find((field) => field.name === difference.name)?.label ?? difference.name,
          yours: String(difference.yours),
          saved: String(difference.saved),
          preferred: difference.preferred,
        }))}
        onSave={conflict.resolve}
        onBack={conflict.back}
      />
    )
  }
  return (
    <AccountForm
      title={definition.title}
      fields={definition.fields}
      form={form}
      roles={standing && !offered.includes(standing) ? [standing, ...offered] : offered}
      rolesProblem={roles.state === 'unreachable' ? 'The roles could not be loaded.' : null}
      draft={draft && { savedAt: draft.savedAt, onRestore: draft.restore, onDiscard: draft.discard }}
      verb={definition.verb}
      busy={busy}
      problem={problem}
      kept={kept}
      leaving={leaving}
      onSubmit={submit}
      onCancel={leave}
    />
  )
}

interface FormModalProps extends Omit<FilledFormProps, 'leaving'> {
  /** In the place of a record that is not there yet. */
  waiting?: ReactNode
}

/** One modal from the first moment on: what it holds changes, focus and frame stay. */
function FormModal({ waiting, ...props }: FormModalProps) {
  const leaving = useRef(props.onClose)
  const { definition, name, row, resource } = props
  const title = !row
    ? definition.title
    : name === 'edit'
      ? `Edit ${nameOfRow(resource, row)}`
      : `${definition.title} of ${nameOfRow(resource, row)}`
  return (
    <Modal title={title} onClose={() => leaving.current()}>
      {waiting ?? <FilledForm {...props} leaving={leaving} />}
    </Modal>
  )
}

/** Reads the record first: a form is never filled from a row that may be old, or may lack fields. */
function RecordForm({ id, ...props }: Omit<FormModalProps, 'row' | 'waiting'> & { id: string }) {
  const { api } = useConsole()
  const { value, state, error, retry } = useReading<Row>(async (signal) => {
    const answer = await api.call(props.resource.operations.get, { params: { id } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  const waiting =
    state === 'unreachable' ? (
      <Failed error={error} onRetry={retry} />
    ) : (
      <LoadingIndicator label={`Loading ${props.resource.noun.one}`} />
    )
  return <FormModal {...props} row={value} waiting={value ? undefined : waiting} />
}

const Failed = ({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) => (
  <EmptyState
    icon={TriangleAlert}
    tone="danger"
    title="The record could not be loaded"
    text={error ? describeError(error) : ''}
    actions={
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)

export default function AccountFormContainer({ target, ...props }: AccountFormContainerProps) {
  const definition = props.resource.forms[target.name]
  return 'id' in target ? (
    <RecordForm {...props} definition={definition} name={target.name} id={target.id} />
  ) : (
    <FormModal {...props} definition={definition} name={target.name} row={null} />
  )
}
