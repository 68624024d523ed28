/** The actions in flight whose page was left, above the page that is open; and the question before a sign-out that would end them. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { shallowEqual, useSelector } from '@xstate/react'
import { ActivityBand, ActivityRow } from '@design-system/components/ActivityBand/ActivityBand'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { bulkWords, showVerb, useShowRecords } from '@features/shared/activity.container'
import { useConsole } from '@features/shared/console.container'
import {
  activityCommands,
  selectAsksAboutSignOut,
  selectBulkActions,
  selectRowActions,
} from '@machines/activity/activity.view'
import { bulkActionCommands, selectBulkActionView, type BulkActionRef } from '@machines/bulk-action/bulk-action.view'
import type { ActionsOf } from '@machines/row-action/row-action.implementations'
import { rowActionCommands, selectRowActionView, type RowActionRef } from '@machines/row-action/row-action.view'
import type { SignOutQuestionProps } from './SignOutQuestion'

const SignOutQuestion = lazyComponent<SignOutQuestionProps>(() => import('./SignOutQuestion'), {
  name: 'The question',
  failed: ({ onCancel }, failure) => <FailedModal failure={failure} onClose={onCancel} />,
})

export default function ActivityContainer() {
  const { actor, actionsOf } = useConsole().activity()
  const rowActions = useSelector(actor, selectRowActions)
  const bulkActions = useSelector(actor, selectBulkActions)
  const asksAboutSignOut = useSelector(actor, selectAsksAboutSignOut)
  const { pathname } = useLocation()
  const isRowShown = (ref: RowActionRef, path: string) => {
    const { list, record } = ref.getSnapshot().context
    return path === actionsOf(list).route || path === record.href.split('?')[0]
  }
  const isBulkShown = (ref: BulkActionRef, path: string) => path === actionsOf(ref.getSnapshot().context.list).route

  // An outcome that its own page showed has been read once the page is left. What is left to do stays.
  const lastPath = useRef(pathname)
  useEffect(() => {
    const left = lastPath.current
    lastPath.current = pathname
    if (left === pathname) return
    for (const ref of Object.values(actor.getSnapshot().context.rowActions))
      if (isRowShown(ref, left)) rowActionCommands((event) => ref.send(event)).dismiss()
    for (const ref of Object.values(actor.getSnapshot().context.bulkActions))
      if (isBulkShown(ref, left) && ref.getSnapshot().matches('succeeded'))
        bulkActionCommands((event) => ref.send(event)).dismiss()
  })

  const rows = Object.values(rowActions).filter((ref) => !isRowShown(ref, pathname))
  const bulks = Object.values(bulkActions).filter((ref) => !isBulkShown(ref, pathname))
  const commands = activityCommands((event) => actor.send(event))
  return (
    <>
      {rows.length + bulks.length > 0 && (
        <ActivityBand label="Changes in progress">
          {bulks.map((ref) => (
            <BulkRow key={ref.sessionId} actor={ref} />
          ))}
          {rows.map((ref) => (
            <RecordRow key={ref.sessionId} actor={ref} />
          ))}
        </ActivityBand>
      )}
      {asksAboutSignOut && (
        <SignOutQuestion
          facts={[
            ...Object.entries(bulkActions).map(([list, ref]) => ({
              label: titleCase(actionsOf(list).noun.many),
              value: <BulkProgress actor={ref} />,
            })),
            ...Object.values(rowActions).map((ref) => ({
              label: ref.getSnapshot().context.record.name,
              value: rowProgress(ref, actionsOf),
            })),
          ]}
          onConfirm={commands.confirmSignOut}
          onCancel={commands.staySignedIn}
        />
      )}
    </>
  )
}

const titleCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const rowProgress = (ref: RowActionRef, actionsOf: ActionsOf) => {
  const { list, action, payload } = ref.getSnapshot().context
  return actionsOf(list).actions[action]?.gerund(payload)
}

/** How far a bulk action is, in words. */
function BulkProgress({ actor }: { actor: BulkActionRef }) {
  const { actionsOf } = useConsole().activity()
  return useSelector(actor, (snapshot) => {
    const view = selectBulkActionView(snapshot)
    return bulkWords(view, actionsOf(view.list), false)
  })
}

/** A bulk action. */
function BulkRow({ actor }: { actor: BulkActionRef }) {
  const { actionsOf } = useConsole().activity()
  const show = useShowRecords()
  const view = useSelector(actor, selectBulkActionView, shallowEqual)
  const commands = bulkActionCommands((event) => actor.send(event))
  const text = bulkWords(view, actionsOf(view.list), true)
  if (view.state === 'running' || view.state === 'stopping')
    return (
      <ActivityRow
        tone="busy"
        text={text}
        share={(view.done + view.failures.length) / view.total}
        verbs={view.state === 'running' ? [{ label: 'Stop', onSelect: commands.stop }] : []}
      />
    )
  const retry = view.state === 'partly' ? 'Try again' : 'Go on'
  return (
    <ActivityRow
      tone={view.state === 'succeeded' ? 'success' : 'danger'}
      text={text}
      verbs={[
        showVerb(actor, show),
        ...(view.state === 'succeeded' ? [] : [{ label: retry, onSelect: commands.retry }]),
        ...(view.canUndo ? [{ label: 'Undo', onSelect: commands.undo }] : []),
      ]}
      onDismiss={commands.dismiss}
    />
  )
}

/** An action on one record. */
function RecordRow({ actor }: { actor: RowActionRef }) {
  const { actionsOf } = useConsole().activity()
  const navigate = useNavigate()
  const view = useSelector(actor, selectRowActionView, shallowEqual)
  const commands = rowActionCommands((event) => actor.send(event))
  const definition = actionsOf(view.list).actions[view.action]
  if (view.state === 'busy')
    return <ActivityRow tone="busy" text={`${definition?.gerund(view.payload)} ${view.record.name}`} verbs={[]} />
  return (
    <ActivityRow
      tone="danger"
      text={`${view.record.name} could not be ${definition?.participle(view.payload)}. ${view.problem}`}
      verbs={[
        { label: `Show this ${actionsOf(view.list).noun.one}`, onSelect: () => void navigate(view.record.href) },
        { label: 'Try again', onSelect: commands.retry },
      ]}
      onDismiss={commands.dismiss}
    />
  )
}
