import { shallowEqual, useSelector } from '@xstate/react'
import { selectUpdateView, updateCommands } from '@machines/update/update.view'
import type { LiveActors } from '@console/console'
import { UpdateBand } from './UpdateBand'

/** The offer to reload after a deploy, connected to its machine. */
export function UpdateContainer({ update }: Pick<LiveActors, 'update'>) {
  const { isOffered, busy } = useSelector(update, selectUpdateView, shallowEqual)
  const { reload, postpone } = updateCommands(update.send)
  return isOffered && <UpdateBand busy={busy} onReload={reload} onLater={postpone} />
}
