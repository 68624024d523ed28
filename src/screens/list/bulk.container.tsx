/** What can be done with the chosen rows of a list: a file of them, and enabling or disabling them, a few at a time. */
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { shallowEqual, useSelector } from '@xstate/react'
import { createActor, type ActorRefFrom } from 'xstate'
import { Ban, CircleCheck, Download, TriangleAlert } from 'lucide-react'
import { describeError } from '@contract/errors'
import { FailedInBar } from '@design-system/components/Lazy/FailedInBar'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { BulkStatusProps } from '@design-system/patterns/Table/bulk/BulkStatus'
import type { BulkAction, Selection } from '@design-system/patterns/Table/types'
import { useConsole } from '@features/shared/console.container'
import { formatCount } from '@features/shared/format'
import type { bulkActionMachine } from '@machines/bulk-action/bulk-action.machine'
import { bulkActionCommands, selectBulkActionView, selectLeftIds } from '@machines/bulk-action/bulk-action.view'
import { ENABLE_DISABLE } from '@resources/account-actions'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import type { BulkFailuresProps } from './BulkFailures'
import type { BulkQuestionProps } from './BulkQuestion'
import { planBulk, type BulkPlan } from './bulk-words'

const BulkQuestion = lazyComponent<BulkQuestionProps>(() => import('./BulkQuestion'), {
  name: 'The question',
  failed: ({ onCancel }, failure) => <FailedModal failure={failure} onClose={onCancel} />,
})
const BulkFailures = lazyComponent<BulkFailuresProps>(() => import('./BulkFailures'), {
  name: 'The list of failures',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})
const BulkStatus = lazyComponent<BulkStatusProps>(() => import('@design-system/patterns/Table/bulk/BulkStatus'), {
  name: 'The progress',
  failed: (_props, failure) => <FailedInBar failure={failure} />,
})

const NOTHING: Selection = { ids: new Set(), allMatching: false }

interface Options {
  resource: Resource<Row>
  machine: typeof bulkActionMachine
  /** The chosen rows, as the person sees them. */
  chosenRows: () => readonly Row[]
  rowOf: (id: string) => Row | undefined
  mayDisable: boolean
  /** Why it cannot be exported now. */
  notExportable?: string
  onExport: (rows: readonly Row[]) => void
}

/** @returns what the table is given, and what lies over it */
export function useBulk({ resource, machine, chosenRows, rowOf, mayDisable, notExportable, onExport }: Options) {
  const { actors, toasts } = useConsole()
  const ownId = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.id ?? '')
  const [selection, setSelection] = useState(NOTHING)
  const [plan, setPlan] = useState<BulkPlan<Row> | null>(null)
  const [actor, setActor] = useState<ActorRefFrom<typeof bulkActionMachine>>()
  const [reading, setReading] = useState(false)

  const ask = useCallback(
    (disables: boolean) => {
      const next = planBulk(chosenRows(), disables, ownId)
      if (next.rows.length > 0) return setPlan(next)
      toasts.show(
        'warning',
        `${next.own > 0 ? 'Nobody can disable their own account here' : `All that are selected are ${disables ? 'disabled' : 'enabled'} already`}. Nothing was changed.`,
      )
    },
    [chosenRows, ownId, toasts],
  )
  const start = () => {
    if (!plan) return
    const items = plan.rows.map(({ id, version }) => ({ rowId: id, version }))
    const started = createActor(machine, {
      input: { action: ENABLE_DISABLE, payload: { is_deleted: plan.disables }, items },
    })
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    // What is not done stays selected. It goes on when the page is left, and its toast says how it ended; a tab that is closed
    // would end it, so the browser asks first.
    started.subscribe((snapshot) => {
      window.removeEventListener('beforeunload', askBeforeUnload)
      if (snapshot.hasTag('busy')) return window.addEventListener('beforeunload', askBeforeUnload)
      setSelection({ ids: new Set(selectLeftIds(snapshot)), allMatching: false })
      if (snapshot.status === 'done') setActor(undefined)
    })
    started.start()
    setActor(started)
    setPlan(null)
  }
  const view = useSelector(actor, (snapshot) => snapshot && selectBulkActionView(snapshot), shallowEqual)
  const disables = useSelector(actor, (snapshot) => snapshot?.context.payload.is_deleted === true)

  const actions = useMemo(
    (): BulkAction[] => [
      ...(mayDisable
        ? [
            { key: 'enable', label: 'Enable', icon: CircleCheck, onSelect: () => ask(false) },
            { key: 'disable', label: 'Disable', icon: Ban, onSelect: () => ask(true) },
          ]
        : []),
      {
        key: 'export',
        label: 'Export',
        icon: Download,
        onSelect: () => onExport(chosenRows()),
        disabledReason: notExportable,
      },
    ],
    [mayDisable, ask, onExport, chosenRows, notExportable],
  )

  let status: ReactNode
  let failures: ReactNode
  if (actor && view) {
    const commands = bulkActionCommands((event) => actor.send(event))
    const done = `${formatCount(view.done)} of ${formatCount(view.total)} ${disables ? 'disabled' : 'enabled'}`
    const dismiss = () => {
      setReading(false)
      commands.dismiss()
    }
    const why = view.failures.length > 0 ? [{ label: 'See why', onSelect: () => setReading(true) }] : []
    status =
      view.state === 'running' ? (
        <BulkStatus
          text={`${disables ? 'Disabling' : 'Enabling'} ${formatCount(view.done + view.failures.length)} of ${formatCount(view.total)}`}
          share={(view.done + view.failures.length) / view.total}
          verbs={[{ label: 'Stop', onSelect: commands.stop }]}
        />
      ) : view.state === 'stopping' ? (
        <BulkStatus text={`Stopping. ${done}`} verbs={[]} />
      ) : view.state === 'partly' ? (
        <BulkStatus
          icon={TriangleAlert}
          text={`${done}, ${formatCount(view.failures.length)} refused`}
          verbs={[...why, { label: 'Try again', onSelect: commands.retry }]}
          onDismiss={dismiss}
        />
      ) : view.state === 'stopped' ? (
        <BulkStatus
          icon={TriangleAlert}
          text={`${done}, ${formatCount(view.untried)} ${view.error ? 'not confirmed' : 'not tried'}${view.error ? `. ${describeError(view.error)}` : ''}`}
          verbs={[...why, { label: 'Go on', onSelect: commands.retry }]}
          onDismiss={dismiss}
        />
      ) : undefined
    if (reading && view.failures.length > 0) {
      const named = view.failures.map(({ rowId, error }) => {
        const row = rowOf(rowId)
        return { id: rowId, name: row ? nameOfRow(resource, row) : rowId, reason: describeError(error) }
      })
      failures = (
        <BulkFailures
          title={`${formatCount(named.length)} ${named.length === 1 ? resource.noun.one : resource.noun.many} could not be ${disables ? 'disabled' : 'enabled'}`}
          failures={named}
          onClose={() => setReading(false)}
          onRetry={() => {
            setReading(false)
            commands.retry()
          }}
        />
      )
    }
  }
  const over = (
    <>
      {plan && <BulkQuestion plan={plan} resource={resource} onConfirm={start} onCancel={() => setPlan(null)} />}
      {failures}
    </>
  )
  // While an action runs, what it is about stays marked.
  const isBusy = view?.state === 'running' || view?.state === 'stopping'
  const select = useCallback(
    (next: Selection) => {
      if (!isBusy) setSelection(next)
    },
    [isBusy],
  )
  return { selection, onSelectionChange: select, bulkActions: actions, bulkStatus: status, over }
}
