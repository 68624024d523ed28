/** A form of a record in its modal: reads the record, if there is one, then runs the submission. */
import { useImperativeHandle, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useSelector } from '@xstate/react'
import { roleOperations } from '@contract/http/roles'
import type { Role } from '@contract/entities/role'
import { ok } from '@contract/errors'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Modal } from '@design-system/components/Modal/Modal'
import { applies } from '@contract/records/dependents'
import { formSchemaOf } from '@resources/form-schemas'
import { addsRecord, type OpenForm } from '@resources/list-address'
import type { FormDefinition, Resource, Row } from '@resources/resource'
import { hrefOfRecord } from '@resources/record-path'
import { nameOfRow, textOf, valuesOfRow } from '@resources/row-values'
import { useConsole } from '@console/console'
import { useStoreField } from '../shared/form/store-field.container'
import { ConflictChoice } from './ConflictChoice'
import type { Sending } from '@machines/submission/submission-setup'
import { useSubmission } from '../shared/form/submission.container'
import { useReading } from '@console/reading'
import { useRecordNames } from './record-names.container'
import type { InputSources, RecordValues } from './FieldInput'
import { FormPreview } from './FormPreview'
import { RecordForm } from './RecordForm'
import { UnreadRecord } from './UnreadRecord'
import {
  applicableFields,
  authorsOf,
  CANNOT_BE_EMPTIED,
  cannotBeEmptied,
  isSecretInput,
  readableFieldsOf,
  schemaOf,
  referredNames,
  sentValues,
  shownValue,
  valuesOf,
  valuesToCopy,
} from './form-values'

/** The form, and the id of its record; of `duplicate` the record that is copied. */
export type RecordFormTarget = OpenForm

export interface RecordFormContainerProps {
  resource: Resource<Row>
  target: RecordFormTarget
  /**
   * @param row the saved record; null if the response contained none
   * @param another an empty form follows, so the dialog stays open
   */
  onSaved: (row: Row | null, another: boolean) => void
  onClose: () => void
}

interface FilledFormProps extends Omit<RecordFormContainerProps, 'target'> {
  definition: FormDefinition
  name: RecordFormTarget['name']
  row: Row | null
  /** The record whose values a new one starts with. */
  template?: Row | null | undefined
  /** Receives the function that the modal calls to leave the form. */
  leaving: RefObject<() => void>
}

const linkOf = (resource: Resource<Row>, row: Row | null) =>
  row ? { label: nameOfRow(resource, row), href: hrefOfRecord(resource, row.id) } : undefined

/** The form, rendered once its record was read. */
function FilledForm({
  resource,
  definition: described,
  name,
  row,
  template,
  leaving: leavingRef,
  onSaved,
  onClose,
}: FilledFormProps) {
  const { api, actors } = useConsole()
  const userId = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.id ?? '')
  const { performs } = described
  const isAction = performs !== undefined
  const record = row && valuesOfRow(row)
  /** The record whose values the fields show; the input of an action begins empty. */
  const edited = isAction ? null : record
  const isNew = addsRecord({ name })
  const offered = useStoreField(described, resource, isNew)
  const definition = { ...offered, fields: applicableFields(offered.fields, record) }
  const asksRole = definition.fields.some(({ kind }) => kind === 'role')
  const roles = useReading<Role[]>(async (signal) => {
    if (!asksRole) return ok([])
    const answer = await api.call(roleOperations.list, {}, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  /** The last save was requested with 'Save and add another'. */
  const another = useRef(false)
  const { operations } = resource
  const fields = readableFieldsOf(definition.fields, edited)
  const secretFields = fields.filter(isSecretInput).map((field) => field.name)
  const secretsOnly = secretFields.length === fields.length

  const send = (
    values: RecordValues,
    changes: RecordValues,
    { version, key }: Pick<Sending, 'version' | 'key'>,
    signal: AbortSignal,
  ) => {
    // Fields that are not displayed are not sent.
    const shown = fields.filter((field) => applies(field, values))
    const body = sentValues(shown, isNew || isAction ? values : changes, isNew || isAction)
    if (isNew) return api.call(operations.create!, { body }, { signal, idempotencyKey: key })
    return api.call(
      performs ?? operations.update!,
      { params: { id: row!.id }, body },
      { signal, ifMatch: version ?? undefined, idempotencyKey: key },
    )
  }

  const copied = template ? valuesToCopy(fields, valuesOfRow(template)) : null
  const { note, ...sourcesOfNames } = useRecordNames(referredNames(fields, record ?? copied))
  const submission = useSubmission<RecordValues>({
    definition: {
      draftKey: secretsOnly ? null : { userId, form: definition.name, record: row?.id ?? template?.id ?? 'new' },
      secretFields,
      successMessage: definition.success,
      linkTo: (data) => linkOf(resource, (data as Row | null) ?? row),
      submit: async ({ values, changes, version, key }, signal) => {
        const answer = await send(values as RecordValues, changes as RecordValues, { version, key }, signal)
        return answer.ok ? ok({ data: answer.value.data }) : answer
      },
      fieldsOf: (current) => {
        const saved = current as Row
        note(referredNames(fields, valuesOfRow(saved)))
        const comparable = isAction ? [] : fields.filter((field) => !isSecretInput(field))
        return { values: valuesOf(comparable, valuesOfRow(saved)), version: saved.version }
      },
      readAuthors: async (signal) => {
        if (!row) return {}
        const answer = await api.call(
          operations.history,
          { params: { id: row.id }, query: { kind: 'changes' } },
          { signal },
        )
        return answer.ok ? authorsOf(answer.value.data) : {}
      },
    },
    schema: schemaOf(formSchemaOf(resource, name), fields, edited),
    defaultValues: valuesOf(fields, edited ?? copied ?? undefined),
    version: row?.version ?? null,
    onSucceeded: (data) => onSaved(data as Row | null, another.current),
    // On Back, Forward or a link the address of the form is already gone.
    onLeft: (how) => how === 'closed' && onClose(),
  })

  const { form, busy, locked, checking, isUnresolved, problem, unchanged } = submission
  const { kept, leaving, draft, conflict, submit, leave } = submission
  useImperativeHandle(leavingRef, () => leave, [leave])
  const current = valuesOf(fields, record ?? undefined).role
  const roleKind = definition.fields.find(({ kind }) => kind === 'role')?.roleKind
  const roleNames = (roles.value ?? []).filter((role) => role.kind === roleKind).map((role) => role.name)
  const textOfField = (name: string, value: unknown) => {
    const field = definition.fields.find((known) => known.name === name)
    return field ? shownValue(field, textOf(value), sourcesOfNames.names) : textOf(value)
  }
  const sources: InputSources = {
    roles: current && !roleNames.includes(current) ? [current, ...roleNames] : roleNames,
    rolesProblem: roles.state === 'unreachable' ? 'The roles could not be loaded.' : null,
    ...sourcesOfNames,
    upload: operations.upload,
  }
  const labelOf = (field: string) => definition.fields.find((known) => known.name === field)?.label ?? field

  if (conflict) {
    return (
      <ConflictChoice
        kind={conflict.kind}
        noun={resource.noun.one}
        isSecret={secretsOnly}
        rows={conflict.fields.map(({ name: field, yours, saved, author }) => ({
          name: field,
          label: labelOf(field),
          yours: textOfField(field, yours),
          saved: textOfField(field, saved),
          author,
        }))}
        theirs={conflict.theirs.map(({ name: field, author }) => ({ label: labelOf(field), author }))}
        leaving={leaving}
        onChoose={conflict.resolve}
        onBack={conflict.back}
      />
    )
  }
  return (
    <RecordForm
      title={definition.title}
      sections={definition.sections}
      preview={
        definition.preview && (
          <FormPreview name={definition.preview} form={form} resource={resource} id={row?.id ?? null} />
        )
      }
      fields={definition.fields.map((field) => ({
        ...field,
        isReadable: fields.includes(field),
        hint: cannotBeEmptied(field, edited) ? CANNOT_BE_EMPTIED : field.hint,
      }))}
      form={form}
      sources={sources}
      draft={
        draft && {
          savedAt: draft.savedAt,
          shown: Object.entries(draft.shown ?? {}).map(([field, value]) => ({
            label: labelOf(field),
            value: textOfField(field, value),
          })),
          onRestore: draft.canRestore ? draft.restore : null,
          onDiscard: draft.discard,
          busy: locked,
        }
      }
      verb={definition.verb}
      busy={busy}
      locked={locked}
      checking={checking}
      isUnresolved={isUnresolved}
      problem={problem}
      unchanged={unchanged}
      kept={kept}
      leaving={leaving}
      another={
        name === 'create' && resource.record.uniqueTogether
          ? {
              label: 'Save and add another',
              submit: () => {
                another.current = true
                submit()
              },
            }
          : null
      }
      onSubmit={(event) => {
        another.current = false
        submit(event)
      }}
      onCancel={leave}
    />
  )
}

interface FormModalProps extends Omit<FilledFormProps, 'leaving'> {
  /** Displayed until the record was read. */
  waiting?: ReactNode
}

/** The modal stays mounted while its content changes, so that the focus stays in it. */
function FormModal({ waiting, ...props }: FormModalProps) {
  const leaving = useRef(props.onClose)
  const [round, setRound] = useState(0)
  const { definition, name, row, resource, onSaved } = props
  const saved: typeof onSaved = (record, another) => {
    if (another) setRound((count) => count + 1)
    onSaved(record, another)
  }
  const title = props.template
    ? `Duplicate ${nameOfRow(resource, props.template)}`
    : !row
      ? definition.title
      : name === 'edit'
        ? `Edit ${nameOfRow(resource, row)}`
        : `${definition.title} ${nameOfRow(resource, row)}`
  return (
    <Modal title={title} onClose={() => leaving.current()} size={definition.preview ? 'wide' : 'default'}>
      {waiting ?? <FilledForm key={round} {...props} onSaved={saved} leaving={leaving} />}
    </Modal>
  )
}

/** Reads the record first, because a row of a list may be out of date or incomplete. */
function FormOfRecord({ id, ...props }: Omit<FormModalProps, 'row' | 'waiting'> & { id: string }) {
  const { api } = useConsole()
  const { value, state, error, retry } = useReading<Row>(async (signal) => {
    const answer = await api.call(props.resource.operations.get, { params: { id } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  const waiting =
    state === 'unreachable' ? (
      <UnreadRecord error={error} onRetry={retry} />
    ) : (
      <LoadingIndicator label={`Loading ${props.resource.noun.one}`} />
    )
  const shown = props.name === 'duplicate' ? { row: null, template: value } : { row: value }
  return <FormModal {...props} {...shown} waiting={value ? undefined : waiting} />
}

export default function RecordFormContainer({ target, ...props }: RecordFormContainerProps) {
  const definition = props.resource.forms[target.name]
  if (!definition) throw new Error(`${props.resource.slug} has no form ${target.name}`)
  return 'id' in target ? (
    <FormOfRecord {...props} definition={definition} name={target.name} id={target.id} />
  ) : (
    <FormModal {...props} definition={definition} name={target.name} row={null} />
  )
}
