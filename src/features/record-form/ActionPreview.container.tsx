/** What an action would do. The server is asked when the question opens, and after each change of the input. */
import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { MoneyEffect } from '@contract/records/money/money-effect'
import { actionPreviewAsks } from '@contract/records/record'
import { TYPING_PAUSE_MS } from '@machines/preview/preview.machine'
import { useConsole } from '@console/console'
import type { CallAction, FormField, Resource, Row } from '@resources/resource'
import { AccessChange } from './access-change/AccessChange'
import { buttonText, typedAmount, WORKING } from '../shared/money-button'
import { MoneyPreview } from './money-preview/MoneyPreview'
import { spokenEffect } from './money-preview/approval-sentences'
import { PreviewAnswer, type PreviewView } from '../shared/preview/PreviewAnswer'
import type { RecordValues } from './FieldInput'
import { useTypedPreview } from './typed-preview.container'

export interface ActionPreviewOptions {
  resource: Resource<Row>
  action: CallAction<Row>
  row: Row
  form: UseFormReturn<RecordValues>
  /** Known input that is not in the form. */
  given: Readonly<Record<string, string>>
}

/** The preview of an action, while its question is open. */
export interface ActionPreviewState {
  view: PreviewView
  retry: () => void
}

const NO_INPUT: readonly FormField[] = []

/** @returns null for an action without a preview */
export function useActionPreview({
  resource,
  action,
  row,
  form,
  given,
}: ActionPreviewOptions): ActionPreviewState | null {
  const { api } = useConsole()
  const { preview } = action
  const watched = useWatch({ control: form.control }) as RecordValues
  const asks = preview?.asks ?? NO_INPUT
  const { view, retry } = useTypedPreview({
    fields: preview ? actionPreviewAsks(resource.record.actions[action.key]!) : {},
    asks,
    values: { ...given, ...watched },
    idle: preview === undefined,
    ask: (body, signal) => api.call(preview!.operation, { params: { id: row.id }, body }, { signal }),
  })
  const isMoney = preview?.shownAs === 'money'
  const typed = JSON.stringify(asks.map(({ name }) => watched[name] ?? ''))
  const { trigger, setError, getFieldState, getValues } = form
  // A refused amount says why while it is typed, by the rules of the form here and by those of the server below.
  useEffect(() => {
    if (!isMoney) return undefined
    const pause = setTimeout(() => {
      for (const { name } of asks)
        if (getValues(name) && (getFieldState(name).isDirty || getFieldState(name).invalid)) void trigger(name)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, isMoney, asks, trigger, getFieldState, getValues])
  const refused = view.state === 'refused' ? JSON.stringify(view.fields ?? {}) : null
  useEffect(() => {
    if (!isMoney || refused === null) return
    const fields = JSON.parse(refused) as Record<string, string[]>
    for (const { name } of asks) {
      const message = fields[name]?.join('. ')
      if (message) setError(name, { type: 'server', message })
    }
  }, [refused, isMoney, asks, setError])
  return preview ? { view, retry } : null
}

/** What a preview of money means for the question: its button, what must be typed, and whether it may be confirmed. */
export interface MoneyQuestion {
  confirm: string
  typed: ReturnType<typeof typedAmount>
  /** Why it cannot be confirmed now; undefined: it can. */
  wait: string | undefined
}

/** @returns null for an action that is not about money */
export function moneyQuestion(
  { verb, preview }: CallAction<Row>,
  state: ActionPreviewState | null,
  values: Readonly<Record<string, string>>,
): MoneyQuestion | null {
  if (preview?.shownAs !== 'money' || !state) return null
  const { view } = state
  if (view.state === 'failed') return { confirm: `${verb}, effect unknown`, typed: undefined, wait: undefined }
  if (view.state === 'refused') return { confirm: verb, typed: undefined, wait: view.problem }
  if (view.state === 'coming' || view.state === 'outdated') {
    const earlier = view.state === 'outdated' ? typedAmount(view.answer as unknown as MoneyEffect) : undefined
    return { confirm: verb, typed: earlier, wait: WORKING }
  }
  // Without input the server is asked at once.
  if (view.state === 'incomplete')
    return { confirm: verb, typed: undefined, wait: preview.asks.length === 0 ? WORKING : undefined }
  const effect = view.answer as unknown as MoneyEffect
  return {
    confirm: (preview.button && buttonText(preview.button, effect, values)) ?? verb,
    typed: typedAmount(effect),
    wait: undefined,
  }
}

/** Whether a refusal is about input that the person sees: it is shown there. */
const isAtFields = ({ preview }: CallAction<Row>, view: PreviewView): boolean => {
  const refused = view.state === 'refused' ? Object.keys(view.fields ?? {}) : []
  return refused.length > 0 && refused.every((name) => preview?.asks.some((asked) => asked.name === name))
}

const UNKNOWN = 'What it would do is unknown. You can try again, or go on: the server checks the same rules.'

/** @param action one with a preview */
export function ActionPreview({
  action,
  row,
  state,
}: {
  action: CallAction<Row>
  row: Row
  state: ActionPreviewState
}) {
  const preview = action.preview!
  const isMoney = preview.shownAs === 'money'
  const { view } = state
  return (
    <PreviewAnswer
      label={preview.label}
      title={preview.label}
      view={isMoney && view.state === 'failed' ? { ...view, problem: `${view.problem} ${UNKNOWN}` } : view}
      answers={preview.answers}
      {...(preview.shownAs === 'access' && {
        shown: (answer) => <AccessChange answer={answer} role={'role' in row ? String(row.role) : ''} />,
      })}
      {...(isMoney && {
        shown: (answer) => <MoneyPreview effect={answer as unknown as MoneyEffect} />,
        said: (answer) => spokenEffect(answer as unknown as MoneyEffect),
      })}
      refusedAtFields={isMoney && isAtFields(action, view)}
      incomplete={
        view.state === 'refused'
          ? 'It appears once the marked fields are right.'
          : 'It appears once the fields are filled in.'
      }
      onRetry={state.retry}
    />
  )
}
