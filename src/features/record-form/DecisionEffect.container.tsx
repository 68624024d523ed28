/** What a decision would do: the server is asked when it is prepared, and after each change of its input. */
import { useEffect, useEffectEvent } from 'react'
import { actionPreviewAsks } from '@contract/records/record'
import { useConsole } from '@console/console'
import type { Resource, Row } from '@resources/resource'
import type { DecisionEffectProps } from '../shared/decision-plan'
import { ActionPreview, moneyQuestion } from './ActionPreview.container'
import { useTypedPreview } from './typed-preview.container'

/** @param action one with a preview */
export function DecisionEffect({
  resource,
  action,
  row,
  values,
  onEffect,
}: DecisionEffectProps & { resource: Resource<Row> }) {
  const { api } = useConsole()
  const preview = action.preview!
  const { view, retry } = useTypedPreview({
    fields: actionPreviewAsks(resource.record.actions[action.key]!),
    asks: preview.asks,
    values,
    ask: (body, signal) => api.call(preview.operation, { params: { id: row.id }, body }, { signal }),
  })
  const money = moneyQuestion(action, { view, retry }, values)
  const effect = money && {
    verb: money.confirm,
    typed: money.typed,
    wait: money.wait,
    refused: view.state === 'refused' ? (view.fields ?? {}) : null,
  }
  const tell = useEffectEvent(() => onEffect(effect))
  const told = JSON.stringify(effect)
  useEffect(() => tell(), [told])
  const forget = useEffectEvent(() => onEffect(null))
  useEffect(() => () => forget(), [])
  return <ActionPreview action={action} row={row} state={{ view, retry }} />
}
