/** Runs an import into a list over the console's API. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { STORE_FIELD } from '@contract/permissions'
import { refersById } from '@contract/records/kinds'
import { createImportImplementations, type ImportRow } from '@machines/import/import.implementations'
import { importCommands, selectImportView } from '@machines/import/import.view'
import type { Resource, Row } from '@resources/resource'
import { newKey } from '@contract/http/idempotency'
import { useConsole } from '@console/console'
import { enumOptions } from '../shared/form/enum-options'
import { useNewStore } from '../shared/form/store-field.container'
import { guardUnload } from '../shared/guard-unload'
import { ImportDialog } from './ImportDialog'

export interface ImportContainerProps {
  /** A list whose records can be imported. */
  resource: Resource<Row>
  /** A file was applied: the list must be read again. */
  onImported: () => void
  onClose: () => void
}

export default function ImportContainer({ resource, onImported, onClose }: ImportContainerProps) {
  const { api, onLineBack } = useConsole()
  const { imports, fields } = resource.record!
  const operation = resource.operations.import!
  const [machine] = useState(() =>
    createImportImplementations({
      guardUnload,
      onLineBack,
      async send({ file, store, key, isDry }, signal, onRows) {
        const answer = await api.stream<undefined, { dry_run: boolean; store_code?: string }, undefined, ImportRow>(
          operation,
          { dry_run: isDry, ...(store && { [STORE_FIELD]: store }) },
          { onRows },
          { signal, file, idempotencyKey: key },
        )
        return answer.ok ? ok({ cutShort: answer.value.cutShort }) : answer
      },
    }),
  )
  const [input] = useState(() => ({ key: newKey() }))
  const actor = useActorRef(machine, { input })
  const view = useSelector(
    actor,
    selectImportView,
    (a, b) =>
      JSON.stringify([a.state, a.progress, a.problem]) === JSON.stringify([b.state, b.progress, b.problem]) &&
      a.lines === b.lines,
  )
  const [commands] = useState(() => importCommands((event) => actor.send(event)))
  const field = useNewStore(resource)
  const [store, setStore] = useState('')
  const hasEffect = view.state === 'done' || view.state === 'tooLate'
  const imported = useEffectEvent(onImported)
  useEffect(() => {
    if (hasEffect) imported()
  }, [hasEffect])
  return (
    <ImportDialog
      view={view}
      noun={resource.noun}
      columns={imports!.columns}
      keyColumn={imports!.key}
      references={imports!.columns.filter((name) => refersById(fields[name]!.type))}
      labelOf={(name) => fields[name]?.label ?? name}
      stores={field && { options: enumOptions(field), chosen: store }}
      onFile={(file) => commands.choose(file, store)}
      onStore={(chosen) => {
        setStore(chosen)
        // The chosen file is checked again, because it does something else there.
        if (view.file) commands.choose(view.file, chosen)
      }}
      onApply={commands.apply}
      onStop={commands.stop}
      onRetry={commands.retry}
      onRestart={commands.restart}
      onClose={onClose}
    />
  )
}
