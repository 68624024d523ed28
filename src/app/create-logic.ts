/** The machines, each already provided over the services (architecture, How it flows). A story runs the same over its mocks. */
import type { ApiPort, ClockPort, DraftsPort, LogPort, SessionApiPort, SessionStorePort, TabsPort, ToastsPort } from '@contract/ports'
import type { RecordChanged } from '@contract/socket'
import { createAccessImplementations } from '@machines/access/access.implementations'
import { createListLogic, type ListDefinition } from '@machines/list/list.implementations'
import { createProfileImplementations } from '@machines/profile/profile.implementations'
import { createReadingImplementations } from '@machines/reading/reading.implementations'
import { createRowActImplementations, type ActRow, type RowActs } from '@machines/row-act/row-act.implementations'
import { createSessionImplementations } from '@machines/session/session.implementations'
import { createSubmissionImplementations, type SubmissionDefinition } from '@machines/submission/submission.implementations'
import { routesOf } from '@resources/menu'

export interface Services {
  api: ApiPort
  sessionApi: SessionApiPort
  store: SessionStorePort
  tabs: TabsPort
  drafts: DraftsPort
  toasts: ToastsPort
  log: LogPort
  clock: ClockPort
  tokenLife: (token: string) => number | null
  listenToWake: (listeners: { onFocus: () => void; onWake: () => void }) => () => void
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  onSocketResumed: (listener: () => void) => () => void
}

/** @returns the machines, ready to start */
export const createLogic = (services: Services) => ({
  session: createSessionImplementations(services),
  access: createAccessImplementations({ ...services, routesOf }),
  profile: createProfileImplementations(services),
  list: <Row extends ActRow>(definition: ListDefinition<Row>) => createListLogic(services, definition),
  rowAct: <Row extends ActRow>(acts: RowActs<Row>, putRow: (row: Row) => void) => createRowActImplementations(services, acts, putRow),
  reading: createReadingImplementations,
  submission: (definition: SubmissionDefinition) => createSubmissionImplementations(services, definition),
})
export type Logic = ReturnType<typeof createLogic>
