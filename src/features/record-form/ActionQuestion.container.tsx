/** Asks for confirmation and input, then performs an action. The dialog stays open until the server responds. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useSelector } from '@xstate/react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { describeError, ok, type ApiError } from '@contract/errors'
import { applies } from '@contract/records/dependents'
import type { ActionDefinition } from '@contract/records/record'
import { askedSchema } from '@contract/records/schemas'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Modal } from '@design-system/components/Modal/Modal'
import { activityCommands, selectRowActions } from '@machines/activity/activity.view'
import { unresolvedText } from '@machines/row-action/row-action.implementations'
import { selectRowActionState } from '@machines/row-action/row-action.view'
import { hrefOfRecord } from '@resources/record-path'
import { askedFields, begunWith, reliedOn } from '@resources/asked-fields'
import type { CallAction, Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import { useConsole } from '@console/console'
import { useReading } from '@console/reading'
import { newKey } from '@contract/http/idempotency'
import { FieldInput, type RecordValues } from './FieldInput'
import { sentValues, trimmed, valuesOf } from './form-values'
import { useRecordNames } from './record-names.container'
import { UnreadRecord } from './UnreadRecord'
import { useStepUp } from '../shared/step-up/step-up.container'
import { ActionPreview, moneyQuestion, useActionPreview } from './ActionPreview.container'
import { Asked } from './ActionQuestion.styles'

export interface ActionQuestionContainerProps {
  resource: Resource<Row>
  /** Name of the record. */
  name: string
  row: Row
  action: CallAction<Row>
  /** Replaces the action's own question. */
  title?: string | undefined
  /** Known input, as typed text: these fields are sent, but not displayed. */
  given?: Readonly<Record<string, string>> | undefined
  /** Shown above the input. */
  lead?: ReactNode
  /** The call that is made instead where the person has entered nothing. */
  otherwise?: { action: string; payload: Readonly<Record<string, unknown>> }
  /** The question shows no input, because input would have no effect. */
  asksNothing?: boolean
  onClose: () => void
}

const NOTHING: Readonly<Record<string, string>> = {}

/**
 * @param shown the fields of the question, where their own messages appear
 * @returns why the action was refused: the messages of its other fields, or else the server's message; undefined if each
 * is at its field
 */
function refusalOf(error: ApiError, shown: readonly string[]): string | undefined {
  if (error.kind !== 'rejected') return describeError(error)
  const fields = Object.entries(error.fields)
  const elsewhere = fields.filter(([field]) => !shown.includes(field)).flatMap(([, messages]) => messages)
  return elsewhere.join('. ') || (fields.length > 0 ? undefined : describeError(error))
}

/** The fields whose values the question begins with. */
const editedBy = (action: ActionDefinition | undefined): readonly string[] => (action?.edits && action.keeps) || []

/** A row of a list may lack what the question begins with: then the record is read first, so that nothing is emptied unseen. */
export default function ActionQuestionContainer(props: ActionQuestionContainerProps) {
  const { resource, row, action } = props
  const definition = resource.record?.actions[action.key]
  const needed = [...editedBy(definition), ...Object.values(definition?.begins ?? {}).map(({ field }) => field)]
  // A record that was read has all that the person may read.
  const [isWhole] = useState(() => needed.every((field) => field in row))
  return isWhole ? <Question {...props} /> : <QuestionOfRecord {...props} />
}

/** Reads the record, then asks. */
function QuestionOfRecord(props: ActionQuestionContainerProps) {
  const { resource, row, name, action, title = `${action.question} ${name}?`, onClose } = props
  const { api } = useConsole()
  const { value, state, error, retry } = useReading<Row>(async (signal) => {
    const answer = await api.call(resource.operations.get, { params: { id: row.id } }, { signal })
    return answer.ok ? ok(answer.value.data) : answer
  })
  if (value) return <Question {...props} row={value} />
  return (
    <Modal title={title} onClose={onClose}>
      {state === 'unreachable' ? (
        <UnreadRecord error={error} onRetry={retry} />
      ) : (
        <LoadingIndicator label={`Loading ${resource.noun.one}`} />
      )}
    </Modal>
  )
}

/** The activity of the shell owns the action, so that a write continues after the dialog is closed. */
function Question({
  resource,
  name,
  row,
  action,
  title = `${action.question} ${name}?`,
  given = NOTHING,
  lead,
  otherwise,
  asksNothing = false,
  onClose,
}: ActionQuestionContainerProps) {
  const { api, activity: activityOf } = useConsole()
  const { actor: activity, actionsOf, onRow } = activityOf()
  // Created once for the dialog, so that the action takes effect once, even over an unreliable connection.
  const [key] = useState(newKey)
  const referred = useRecordNames()
  const [asked, setAsked] = useState(false)
  const running = useSelector(activity, (snapshot) => selectRowActions(snapshot)[row.id])
  const state = useSelector(running, (snapshot) => (asked && snapshot ? selectRowActionState(snapshot) : null))
  const isChecking = state === 'checking' || state === 'waiting'
  const busy = state === 'busy' || isChecking
  const definition = resource.record?.actions[action.key]
  // The dialog keeps the inputs that it has opened with, also if the record changes meanwhile.
  const [asks] = useState(() => askedFields(action.asks, definition, row))
  const reason = asks.find((field) => field.name === 'reason')
  const edited = editedBy(definition)
  // What the person may not read is left as it is.
  const isUnread = (field: string) => edited.includes(field) && !(field in row)
  const [shown] = useState(() => asks.filter(({ name: field }) => field !== 'reason' && !isUnread(field)))
  const others = useMemo(() => shown.filter((field) => !(field.name in given)), [shown, given])
  const [kept] = useState(() => {
    const values = Object.entries(valuesOfRow(row)).filter(([field]) => edited.includes(field))
    return { ...Object.fromEntries(values), ...begunWith(definition, row) }
  })
  const refused = useSelector(running, (snapshot) =>
    state === 'refused' && snapshot?.context.error?.kind === 'rejected' ? snapshot.context.error.fields : null,
  )
  const lacksStepUp = useSelector(running, (snapshot) => {
    const error = state === 'refused' ? snapshot?.context.error : null
    return error?.kind === 'forbidden' && error.stepUpRequired === true
  })
  const stepUp = useStepUp()
  const isConflict = useSelector(running, (snapshot) => snapshot?.context.error?.kind === 'conflict')
  /** Releases the claim that the action made: its input was refused, and the person gives up. */
  const release = () => {
    const { release: operation } = resource.operations
    // Without a response the claim expires on the server.
    if (operation) void api.call(operation, { params: { id: row.id }, body: {} })
  }
  const form = useForm<RecordValues>({
    defaultValues: valuesOf(others, kept),
    ...(definition && {
      resolver: yupResolver(trimmed(askedSchema(definition).pick(others.map((field) => field.name))), undefined, {
        raw: true,
      }) as unknown as Resolver<RecordValues>,
    }),
  })
  const typedNow = useWatch({ control: form.control }) as RecordValues
  // What depends on another input appears once it is needed; until then it is not sent.
  const applying = others.filter((field) => applies(field, typedNow))
  const names = useMemo(() => others.map((field) => field.name), [others])
  const problem = useSelector(running, (snapshot) => {
    if (!snapshot || state === null) return undefined
    if (state === 'unresolved') return unresolvedText(actionsOf, snapshot.context)
    return state === 'refused' && snapshot.context.error ? refusalOf(snapshot.context.error, names) : undefined
  })
  const preview = useActionPreview({ resource, action, row, form, given })
  const money = moneyQuestion(action, preview, { ...given, ...form.getValues() })
  const { setError } = form
  useEffect(() => {
    for (const name of names) {
      const message = refused?.[name]?.join('. ')
      if (message) setError(name, { type: 'server', message }, { shouldFocus: true })
    }
  }, [refused, names, setError])
  // A conflict returns the current record: a second attempt uses its version.
  const latest = useRef(row)
  /** Number of attempts: changed input is a new request, which needs a new key. */
  const attempts = useRef(0)
  useEffect(
    () =>
      onRow((list, newer) => {
        if (list === resource.slug && newer.id === row.id) latest.current = newer as Row
      }),
    [onRow, resource.slug, row.id],
  )
  // The activity removes an action that has succeeded.
  const done = asked && running === undefined
  useEffect(() => {
    if (done) onClose()
  }, [done, onClose])

  const start = (typed: RecordValues, why: string) => {
    if (state === 'unresolved') return running?.send({ type: 'rowAction.check' })
    const { id, version } = latest.current
    const isEmpty = others.every((field) => !typed[field.name])
    activityCommands((event) => activity.send(event)).startRowAction({
      list: resource.slug,
      rowId: id,
      version,
      ...(isEmpty && otherwise
        ? otherwise
        : {
            action: action.key,
            payload: {
              ...sentValues(asks, given, true),
              // An edit says of what is empty that it is to be emptied.
              ...sentValues(
                others.filter((field) => applies(field, typed)),
                typed,
                edited.length === 0,
              ),
              ...(reason && { reason: why }),
              ...reliedOn(definition, row),
            },
          }),
      key: `${key}.${attempts.current++}`,
      record: { name, href: hrefOfRecord(resource, row.id) },
    })
    setAsked(true)
  }
  const confirm = (why: string) =>
    void form.handleSubmit((typed) => {
      if (action.stepUp && state !== 'unresolved') stepUp.before(action.verb, () => start(typed, why), lacksStepUp)
      else start(typed, why)
    })()
  const cancel = () => {
    // The person has read the reason of a refusal here, so the row does not repeat it.
    if (state === 'refused') {
      running?.send({ type: 'rowAction.dismiss' })
      if (action.underClaim && !isConflict) release()
    }
    onClose()
  }
  const question = (
    <ConfirmModal
      title={title}
      confirm={state === 'unresolved' ? 'Check again' : (money?.confirm ?? action.verb)}
      cancel={action.cancel}
      tone={action.tone ?? 'primary'}
      {...(reason && { reason: {} })}
      wide={money !== null}
      {...(money?.typed && { typed: money.typed })}
      {...(!busy && state !== 'unresolved' && money?.wait !== undefined && { wait: money.wait })}
      busy={busy}
      busyLabel={isChecking ? 'Checking...' : undefined}
      error={problem}
      onTried={() => void form.trigger(undefined, { shouldFocus: true })}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {isChecking ? 'No answer yet. Checking whether it was done...' : action.effect}
      {lead}
      {others.length > 0 && !asksNothing && (
        <Asked>
          {applying.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              form={form}
              readOnly={busy || state === 'unresolved'}
              sources={{ roles: [], rolesProblem: null, ...referred, upload: resource.operations.upload }}
            />
          ))}
        </Asked>
      )}
      {preview && (
        <Asked>
          <ActionPreview action={action} row={row} state={preview} />
        </Asked>
      )}
    </ConfirmModal>
  )
  return (
    <>
      {question}
      {stepUp.dialog}
    </>
  )
}
