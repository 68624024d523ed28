/** What lists and the shell share about actions in flight: the texts for a bulk action, and the link to its records. */
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { describeError } from '@contract/errors'
import { setWords } from '@machines/bulk-action/bulk-action.implementations'
import {
  idsOf,
  mainOutcome,
  type BulkActionRef,
  type BulkActionView,
  type Outcome,
} from '@machines/bulk-action/bulk-action.view'
import type { ListActions } from '@machines/row-action/row-action.implementations'
import { bulkText } from './bulk-outcome'
import { useConsole } from '@console/console'
import { formatCount } from '../shared/format'

/** @param noun whether the sentence names the records: needed in the shell, not in a list */
export function bulkWords(view: BulkActionView, { noun, actions }: ListActions, names: boolean): string {
  const definition = actions[view.action]
  return bulkText({
    state: view.state,
    total: view.total,
    done: view.done,
    refused: view.failures.length,
    left: view.untried,
    unconfirmed: view.unconfirmed,
    problem: view.problem && describeError(view.problem),
    gerund: definition?.gerund(view.payload) ?? '',
    participle: definition?.participle(view.payload) ?? '',
    noun: names ? noun : undefined,
  })
}

/** @returns a function that opens the list of a bulk action, filtered to exactly the records with this outcome */
export function useShowRecords(): (ref: BulkActionRef, outcome: Outcome) => void {
  const { activity } = useConsole()
  const navigate = useNavigate()
  return useCallback(
    (ref, outcome) => {
      const { sets, actionsOf } = activity()
      const { context } = ref.getSnapshot()
      const ids = idsOf(context, outcome)
      const label = setWords(actionsOf, context, outcome, ids.length)
      const token = sets.keep({ list: context.list, ids: new Set(ids), label })
      void navigate(actionsOf(context.list).selectionPath(token))
    },
    [activity, navigate],
  )
}

/** 'Show these 79': the records that matter most after a bulk action has ended. */
export function showVerb(ref: BulkActionRef, show: (ref: BulkActionRef, outcome: Outcome) => void) {
  const { context } = ref.getSnapshot()
  const outcome = mainOutcome(context)
  return {
    label: `Show these ${formatCount(idsOf(context, outcome).length)}`,
    onSelect: () => show(ref, outcome),
  }
}
