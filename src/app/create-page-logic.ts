/** The machines of pages and forms, provided over the services: loaded with the frame, since the login needs none of them. */
import { createListLogic, type ListDefinition, type ListDependencies } from '@machines/list/list.implementations'
import {
  createRowActionImplementations,
  type VersionedRow,
  type ActionDefinitions,
} from '@machines/row-action/row-action.implementations'
import {
  createSubmissionImplementations,
  type SubmissionDefinition,
  type SubmissionDependencies,
} from '@machines/submission/submission.implementations'

/** @returns what makes the machine of one list, one action, one form */
export const createPageLogic = (services: ListDependencies & SubmissionDependencies) => ({
  list: <Row extends VersionedRow>(definition: ListDefinition<Row>) => createListLogic(services, definition),
  rowAction: <Row extends VersionedRow>(actions: ActionDefinitions<Row>, putRow: (row: Row) => void) =>
    createRowActionImplementations(services, actions, putRow),
  submission: (definition: SubmissionDefinition) => createSubmissionImplementations(services, definition),
})
export type PageLogic = ReturnType<typeof createPageLogic>
