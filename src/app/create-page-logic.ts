/**
 * The machines of pages, provided over the services. They are loaded with the frame, because the login needs none of
 * them.
 */
import { createActor } from 'xstate'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { createActivityLogic, type ActivityDependencies } from '@machines/activity/activity.implementations'
import { createLeftLists } from '@machines/paged-list/left-lists'
import type { createListExport, ExportDefinition } from '@machines/list-export/list-export.implementations'
import { createListLogic, type ListDefinition, type ListDependencies } from '@machines/list/list.implementations'
import type { createPagedListLogic, PagedListDefinition } from '@machines/paged-list/paged-list.implementations'
import type { ListActions, VersionedRow } from '@machines/row-action/row-action.implementations'

/** The code of bulk actions. The question before a bulk action loads it too (src/screens/list/bulk.container.tsx). */
const bulkActions = lazyModule(() => import('@machines/bulk-action/bulk-action.implementations'))

export type PageServices = Omit<ListDependencies, 'onActionRow'> & Omit<ActivityDependencies, 'loadBulkActions'>

/** @returns the running activity, and functions that create the machine of a list */
export function createPageLogic(services: PageServices) {
  const { machine, ...shared } = createActivityLogic({ ...services, loadBulkActions: bulkActions.load })
  const leftLists = createLeftLists()
  const actor = createActor(machine).start()
  const activity = {
    actor,
    ...shared,
    define: (actions: ListActions) => {
      shared.define(actions)
      // A screen defines its actions during rendering, when no actor may change.
      queueMicrotask(() => shared.resume(actions.list, actor))
    },
  }
  /** Changes elsewhere, and changes by actions of this console: lists fetch both in the same way. */
  const onRecordChanged: ListDependencies['onRecordChanged'] = (listener) => {
    const stops = [services.onRecordChanged(listener), activity.onChanged(listener)]
    return () => stops.forEach((stop) => stop())
  }
  return {
    /** The actions in flight, and the functions that lists and pages share with them. */
    activity,
    list: <Row extends VersionedRow>(definition: ListDefinition<Row>) =>
      createListLogic({ ...services, onRecordChanged, onActionRow: activity.onRow }, definition),
    pagedList: <Row extends VersionedRow>(
      create: typeof createPagedListLogic,
      definition: PagedListDefinition<Row>,
      entry: string,
    ) => {
      const { leave, ...list } = create<Row>(
        { ...services, onRecordChanged, onActionRow: activity.onRow, onActionGone: activity.onGone },
        definition,
        leftLists.get(entry) ?? null,
      )
      return { ...list, leaveAt: (left: string) => leftLists.set(left, leave()) }
    },
    listExport: <Row>(create: typeof createListExport, definition: ExportDefinition<Row>) =>
      create(services, definition),
  }
}
export type PageLogic = ReturnType<typeof createPageLogic>
