/** The machines of pages and forms, provided over the services: loaded with the frame, since the login needs none of them. */
import { createListLogic, type ListDefinition, type ListDependencies } from '@machines/list/list.implementations'
import { createRowActImplementations, type ActRow, type RowActs } from '@machines/row-act/row-act.implementations'
import {
  createSubmissionImplementations,
  type SubmissionDefinition,
  type SubmissionDependencies,
} from '@machines/submission/submission.implementations'

/** @returns what makes the machine of one list, one act, one form */
export const createPageLogic = (services: ListDependencies & SubmissionDependencies) => ({
  list: <Row extends ActRow>(definition: ListDefinition<Row>) => createListLogic(services, definition),
  rowAct: <Row extends ActRow>(acts: RowActs<Row>, putRow: (row: Row) => void) =>
    createRowActImplementations(services, acts, putRow),
  submission: (definition: SubmissionDefinition) => createSubmissionImplementations(services, definition),
})
export type PageLogic = ReturnType<typeof createPageLogic>
