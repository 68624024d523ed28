/**
 * Actions on the selected rows of a list: exporting them, enabling or disabling them, and the other bulk actions of its
 * record.
 */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSelector } from '@xstate/react'
import { Ban, CircleCheck, Download, UserCheck, UserX, type LucideIcon } from 'lucide-react'
import { CLAIM_MINUTES } from '@contract/records/claims'
import { can, type Access } from '@contract/permissions'
import { FailedInBar } from '@design-system/components/Lazy/FailedInBar'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import type { BulkAction, Selection } from '@design-system/patterns/Table/types'
import { useConsole } from '@console/console'
import { newKey } from '@contract/http/idempotency'
import { activityCommands, selectBulkActions } from '@machines/activity/activity.view'
import type { BulkItem } from '@machines/bulk-action/bulk-action.machine'
import type { BulkTarget } from '@machines/bulk-plan/bulk-plan.machine'
import { bulkActionCommands, selectConcernedIds, type BulkActionRef } from '@machines/bulk-action/bulk-action.view'
import { ENABLE_DISABLE, enableDisablePayload } from '@resources/record-actions'
import type { CallAction, Resource, Row } from '@resources/resource'
import { ACTION_ICONS } from './action-icons'
import type { BulkOutcomeProps } from './BulkOutcome.container'
import type { BulkReasonsProps } from './BulkReasons.container'
import type { BulkChoice, DryRunContainerProps } from './DryRun.container'

const bulkActions = lazyModule(() => import('@machines/bulk-action/bulk-action.implementations'))
/** @returns the loader of a question together with the code of the action that its confirmation starts */
const withBulkActions =
  <Question,>(load: () => Promise<Question>) =>
  async (): Promise<Question> =>
    (await Promise.all([load(), bulkActions.load()]))[0]

const DryRun = lazyComponent<DryRunContainerProps>(
  withBulkActions(() => import('./DryRun.container')),
  {
    name: 'The question',
    failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
  },
)
const BulkReasons = lazyComponent<BulkReasonsProps>(() => import('./BulkReasons.container'), {
  name: 'The list of failures',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})
const BulkOutcome = lazyComponent<BulkOutcomeProps>(() => import('./BulkOutcome.container'), {
  name: 'The progress',
  failed: (_props, failure) => <FailedInBar failure={failure} />,
})

type Payload = Readonly<Record<string, unknown>>

const NOTHING: Selection = { ids: new Set(), allMatching: false }
/** The rows of a bulk action stay selected while it runs; afterwards those that it did not change. */
const concerned = (ref: BulkActionRef): Selection => ({
  ids: new Set(selectConcernedIds(ref.getSnapshot())),
  allMatching: false,
})

/** Enabling or disabling: if that interrupts work, it first asks where the work goes. */
function switching({ switch: switches, operations }: Resource<Row>, disables: boolean): BulkChoice {
  const payload = enableDisablePayload(disables)
  const choice: BulkChoice = {
    action: ENABLE_DISABLE,
    question: disables ? 'Disable' : 'Enable',
    effect: disables ? (switches?.effect ?? '') : '',
    tone: disables ? 'danger' : 'primary',
    cancel: disables ? 'Keep them enabled' : 'Keep them disabled',
    payload,
    asks: [],
  }
  const interrupts = disables ? switches?.interrupts : undefined
  if (!interrupts) return choice
  if (!interrupts.through) return { ...choice, interrupts }
  if (!operations.bulk?.[interrupts.through.key]) return choice
  const { key, effect, asks } = interrupts.through
  return {
    ...choice,
    action: key,
    effect,
    payload: null,
    asks,
    otherwise: { action: ENABLE_DISABLE, payload },
    interrupts,
  }
}

/** The claims of many records: whoever has claimed some works on them, one after the other. */
const CLAIMS: readonly (BulkChoice & { readonly icon: LucideIcon })[] = [
  {
    action: 'claim',
    question: 'Claim',
    effect: `It is yours for ${CLAIM_MINUTES} minutes; on its page and on the desk the claim is renewed. What others have claimed stays theirs.`,
    tone: 'primary',
    cancel: 'Cancel',
    payload: {},
    asks: [],
    icon: UserCheck,
  },
  {
    action: 'release',
    question: 'Release',
    effect: 'Your claim ends, and others can work on it.',
    tone: 'primary',
    cancel: 'Cancel',
    payload: {},
    asks: [],
    icon: UserX,
  },
]

/** @returns the bulk actions of the server other than the switch that this person may start */
const bulkCalls = ({ actions, operations, subject }: Resource<Row>, access: Access) =>
  actions.flatMap((action) =>
    action.kind === 'call' && operations.bulk?.[action.key] && can(access, action.needs, subject) ? [action] : [],
  )
const choiceOf = ({ key, question, effect, tone, cancel, asks, stepUp, preview }: CallAction<Row>): BulkChoice => ({
  action: key,
  question,
  effect,
  tone: tone ?? 'primary',
  cancel,
  payload: asks.length > 0 ? null : {},
  asks,
  ...(stepUp && { stepUp }),
  ...(preview?.shownAs && { sums: preview.shownAs }),
})

export interface BulkOptions {
  resource: Resource<Row>
  access: Access
  /** The selected rows as the person sees them. */
  chosenRows: () => readonly Row[]
  rowOf: (id: string) => Row | undefined
  /**
   * The filter of a paged list, as a bulk call takes it: an action may apply to all rows that it finds. The object must
   * be stable.
   */
  found?: Readonly<Record<string, string>>
  mayDisable: boolean
  /** Why they cannot be exported at the moment. */
  notExportable?: string
  onExport: (rows: readonly Row[]) => void
}

/** @returns props of the table, and the dialogs above it */
export function useBulk({
  resource,
  access,
  chosenRows,
  rowOf,
  found,
  mayDisable,
  notExportable,
  onExport,
}: BulkOptions) {
  const { activity } = useConsole()
  const { actor: activityActor, actionsOf, takeBulkActions } = activity()
  // The activity owns the action, which may have been started before this page was opened.
  const actor = useSelector(activityActor, (snapshot) => selectBulkActions(snapshot)[resource.slug])
  const [selection, setSelection] = useState(() => (actor ? concerned(actor) : NOTHING))
  // An action that began before a reload appears without a change of its state.
  const [known, setKnown] = useState(actor)
  if (actor !== known) {
    setKnown(actor)
    if (actor) setSelection(concerned(actor))
  }
  /** The bulk action in question, its target records, and the Idempotency-Key that is created for it. */
  const [dryRun, setDryRun] = useState<{ choice: BulkChoice; target: BulkTarget; key: string } | null>(null)
  const [readsReasons, setReadsReasons] = useState(false)
  const calls = useMemo(() => bulkCalls(resource, access), [resource, access])
  const claims = useMemo(
    () =>
      can(access, 'update', resource.subject)
        ? CLAIMS.filter(({ action }) => resource.operations.bulk?.[action] !== undefined)
        : [],
    [resource, access],
  )
  const selectsMatching = found !== undefined && calls.length > 0
  const filter = selection.allMatching ? found : undefined
  const check = useCallback(
    (choice: BulkChoice) => {
      const target = filter ? { filter } : { ids: chosenRows().map(({ id }) => id) }
      setDryRun({ choice, target, key: newKey() })
    },
    [filter, chosenRows, setDryRun],
  )
  const ask = useCallback((disables: boolean) => check(switching(resource, disables)), [resource, check])
  const start = (action: string, payload: Payload, items: readonly BulkItem[], key: string) => {
    const code = bulkActions.get()
    if (!code) throw new Error('A question was confirmed before the code of its action was loaded')
    takeBulkActions(code)
    setSelection({ ids: new Set(items.map(({ rowId }) => rowId)), allMatching: false })
    activityCommands((event) => activityActor.send(event)).startBulkAction({
      list: resource.slug,
      action,
      payload,
      reverse: actionsOf(resource.slug).actions[action]?.reverse?.(payload) ?? null,
      items,
      key,
    })
    setDryRun(null)
  }
  useEffect(() => {
    let last = actor?.getSnapshot().value
    const subscription = actor?.subscribe((snapshot) => {
      if (snapshot.value === last) return
      last = snapshot.value
      setSelection(concerned(actor))
    })
    return () => subscription?.unsubscribe()
  }, [actor])

  const actions = useMemo(
    (): BulkAction[] => [
      ...claims.map(({ icon, ...choice }) => ({
        key: choice.action,
        label: choice.question,
        icon,
        onSelect: () => check(choice),
      })),
      ...calls.map((action) => ({
        key: action.key,
        label: action.label,
        icon: ACTION_ICONS[action.icon],
        onSelect: () => check(choiceOf(action)),
      })),
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
        disabledReason: filter ? 'The Export above the list writes all of them' : notExportable,
      },
    ],
    [calls, claims, mayDisable, ask, check, onExport, chosenRows, filter, notExportable],
  )

  const isShown = useSelector(actor, (snapshot) => snapshot !== undefined && !snapshot.matches('closed'))
  const over = (
    <>
      {dryRun && (
        <DryRun
          key={dryRun.key}
          resource={resource}
          choice={dryRun.choice}
          target={dryRun.target}
          rowOf={rowOf}
          onConfirmed={(action, payload, items) => start(action, payload, items, dryRun.key)}
          onClose={() => setDryRun(null)}
        />
      )}
      {actor && isShown && readsReasons && (
        <BulkReasons actor={actor} resource={resource} rowOf={rowOf} onClose={() => setReadsReasons(false)} />
      )}
    </>
  )
  const status =
    actor && isShown ? (
      <BulkOutcome
        actor={actor}
        list={resource.slug}
        onReadReasons={() => setReadsReasons(true)}
        onDismiss={() => {
          setReadsReasons(false)
          bulkActionCommands((event) => actor.send(event)).dismiss()
        }}
      />
    ) : undefined
  // While an action runs, its rows stay selected. A new selection replaces a finished action by the buttons.
  const select = useCallback(
    (next: Selection) => {
      if (actor?.getSnapshot().hasTag('busy')) return
      if (actor?.getSnapshot().matches({ ended: 'succeeded' }))
        bulkActionCommands((event) => actor.send(event)).dismiss()
      setSelection(next)
    },
    [actor, setSelection],
  )
  return { selection, onSelectionChange: select, selectsMatching, bulkActions: actions, bulkStatus: status, over }
}
