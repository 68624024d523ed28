/** Asks before an action, with what the action needs to know, then runs it; the question stays open until the server has responded. */
import { useEffect, useRef, useState } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useSelector } from '@xstate/react'
import { useForm, type Resolver } from 'react-hook-form'
import { describeError, type ApiError } from '@contract/errors'
import { askedSchema } from '@contract/records/schemas'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import { activityCommands, selectRowActions } from '@machines/activity/activity.view'
import { hrefOfRecord } from '@resources/record-path'
import type { CallAction, Resource, Row } from '@resources/resource'
import { useConsole } from '@console/console'
import { FieldInput, type RecordValues } from './FieldInput'
import { sentValues, valuesOf } from './form-values'
import { useNameSearch } from './name-search.container'
import { Asked } from './ActionQuestion.styles'

export interface ActionQuestionContainerProps {
  resource: Resource<Row>
  /** Name of the record. */
  name: string
  row: Row
  action: CallAction<Row>
  onClose: () => void
}

/** Why the action was refused: the messages of what was asked, else the server's sentence. */
const refusalOf = (error: ApiError): string =>
  (error.kind === 'rejected' && Object.values(error.fields).flat().join('. ')) || describeError(error)

/** The question over the activity of the shell, which owns the action: a write is never dropped silently. */
export default function ActionQuestionContainer({
  resource,
  name,
  row,
  action,
  onClose,
}: ActionQuestionContainerProps) {
  const { actor: activity, onRow } = useConsole().activity()
  const search = useNameSearch()
  const [asked, setAsked] = useState(false)
  const running = useSelector(activity, (snapshot) => selectRowActions(snapshot)[row.id])
  const busy = useSelector(running, (snapshot) => asked && (snapshot?.matches('busy') ?? false))
  const problem = useSelector(running, (snapshot) =>
    asked && snapshot?.matches('refused') && snapshot.context.error ? refusalOf(snapshot.context.error) : undefined,
  )
  const reason = action.asks.find((field) => field.name === 'reason')
  const others = action.asks.filter((field) => field !== reason)
  const definition = resource.record?.actions[action.key]
  const form = useForm<RecordValues>({
    defaultValues: valuesOf(others),
    ...(definition && {
      resolver: yupResolver(askedSchema(definition).pick(others.map((field) => field.name)), undefined, {
        raw: true,
      }) as unknown as Resolver<RecordValues>,
    }),
  })
  // A conflict returns the current record: a second attempt uses its version.
  const latest = useRef(row)
  useEffect(
    () =>
      onRow((list, newer) => {
        if (list === resource.slug && newer.id === row.id) latest.current = newer as Row
      }),
    [onRow, resource.slug, row.id],
  )
  // The activity drops an action that succeeded.
  const done = asked && running === undefined
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])

  const start = (typed: RecordValues, why: string) => {
    const { id, version } = latest.current
    activityCommands((event) => activity.send(event)).startRowAction({
      list: resource.slug,
      rowId: id,
      version,
      action: action.key,
      payload: { ...sentValues(others, typed, true), ...(reason && { reason: why }) },
      record: { name, href: hrefOfRecord(resource, row.id) },
    })
    setAsked(true)
  }
  const confirm = (why: string) => void form.handleSubmit((typed) => start(typed, why))()
  const cancel = () => {
    // The person has read the reason of a refusal here; the row need not repeat it.
    if (problem !== undefined) running?.send({ type: 'rowAction.dismiss' })
    onClose()
  }
  return (
    <ConfirmModal
      title={`${action.question} ${name}?`}
      confirm={action.verb}
      cancel={action.cancel}
      tone={action.tone ?? 'primary'}
      {...(reason && { reason: {} })}
      busy={busy}
      error={problem}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {action.effect}
      {others.length > 0 && (
        <Asked>
          {others.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              form={form}
              readOnly={busy}
              sources={{ roles: [], rolesProblem: null, search, names: new Map() }}
            />
          ))}
        </Asked>
      )}
    </ConfirmModal>
  )
}
