/** Shows actions in flight whose page was left, above the open page; asks before a sign-out that would interrupt them. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { useConsole } from '@console/console'
import {
  activityCommands,
  selectAsksAboutSignOut,
  selectBulkActions,
  selectRowActions,
} from '@machines/activity/activity.view'
import { bulkActionCommands, type BulkActionRef } from '@machines/bulk-action/bulk-action.view'
import { rowActionCommands, type RowActionRef } from '@machines/row-action/row-action.view'
import type { InFlightContainerProps } from './InFlight.container'

const InFlight = lazyComponent<InFlightContainerProps>(() => import('./InFlight.container'), {
  name: 'The changes in progress',
})
const SignOutQuestion = lazyComponent<{ onCancel: () => void }>(() => import('./SignOutQuestion.container'), {
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

  // An outcome that its own page showed counts as read once the page is left. Work that remains to be done is kept.
  const lastPath = useRef(pathname)
  useEffect(() => {
    const left = lastPath.current
    lastPath.current = pathname
    if (left === pathname) return
    for (const ref of Object.values(actor.getSnapshot().context.rowActions))
      if (isRowShown(ref, left) && ref.getSnapshot().matches('refused'))
        rowActionCommands((event) => ref.send(event)).dismiss()
    for (const ref of Object.values(actor.getSnapshot().context.bulkActions))
      if (isBulkShown(ref, left) && ref.getSnapshot().matches({ ended: 'succeeded' }))
        bulkActionCommands((event) => ref.send(event)).dismiss()
  })

  const rows = Object.values(rowActions).filter((ref) => !isRowShown(ref, pathname))
  const bulks = Object.values(bulkActions).filter((ref) => !isBulkShown(ref, pathname))
  const { staySignedIn } = activityCommands((event) => actor.send(event))
  return (
    <>
      {rows.length + bulks.length > 0 && <InFlight bulkActions={bulks} rowActions={rows} />}
      {asksAboutSignOut && <SignOutQuestion onCancel={staySignedIn} />}
    </>
  )
}
