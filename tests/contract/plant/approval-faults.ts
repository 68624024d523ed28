/** Faults of actions that others approve. */
import { approvedActions, type ActionApproval } from '@contract/records/action-approval'
import type { RecordDefinition } from '@contract/records/record'
import { ASKINGS } from '../records/approval-ground'
import { type Part, withRecord } from './changed'

export const approvalFaults = (record: RecordDefinition): Part[] =>
  record.partOf
    ? []
    : approvedActions(record).flatMap(([name, action]): Part[] => {
        const asking = ASKINGS[`${record.name}.${name}`]
        const decided = [`${record.name}.${name}: what waits is described`]
        const withApproval = (changed: Partial<ActionApproval>): Part['source'] =>
          withRecord((before) => ({
            ...before,
            actions: { ...before.actions, [name]: { ...action, approval: { ...action.approval, ...changed } } },
          }))
        return [
          {
            title: `${name} asks nobody`,
            hints: decided,
            source: withApproval({ when: { field: 'version', values: [] } }),
          },
          {
            title: `${name} does not say what it is about`,
            hints: decided,
            source: withApproval({ details: [] }),
          },
          { title: `${name} is about nothing by name`, hints: decided, source: withApproval({ title: '{nothing}' }) },
          ...(asking?.amountIsGiven
            ? []
            : [
                {
                  title: `${name} is approved as if it cost nothing`,
                  hints: [`${record.name}.${name} of`, ...decided],
                  source: withApproval({ amount: [] }),
                },
              ]),
          ...(action.sets && !asking?.adds
            ? [
                {
                  title: `${name} sets nothing once it is approved`,
                  hints: decided,
                  source: withRecord((before) => ({
                    ...before,
                    actions: { ...before.actions, [name]: { ...action, sets: {} } },
                  })),
                },
              ]
            : []),
        ]
      })
