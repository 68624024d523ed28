/** The dialog with the reasons why a bulk action failed for some records; nothing while the action runs. */
import { shallowEqual, useSelector } from '@xstate/react'
import { describeError } from '@contract/errors'
import { useConsole } from '@console/console'
import { formatCount } from '@features/shared/format'
import { bulkActionCommands, selectBulkActionView, type BulkActionRef } from '@machines/bulk-action/bulk-action.view'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import BulkFailures from './BulkFailures'

export interface BulkReasonsProps {
  actor: BulkActionRef
  resource: Resource<Row>
  rowOf: (id: string) => Row | undefined
  onClose: () => void
}

export default function BulkReasons({ actor, resource, rowOf, onClose }: BulkReasonsProps) {
  const { actions } = useConsole().activity().actionsOf(resource.slug)
  const { state, failures, action, payload } = useSelector(actor, selectBulkActionView, shallowEqual)
  if (state === 'running' || state === 'stopping' || state === 'checking' || failures.length === 0) return null
  const named = failures.map(({ rowId, error }) => {
    const row = rowOf(rowId)
    return { id: rowId, name: row ? nameOfRow(resource, row) : rowId, reason: describeError(error) }
  })
  return (
    <BulkFailures
      title={`${formatCount(named.length)} ${named.length === 1 ? resource.noun.one : resource.noun.many} could not be ${actions[action]?.participle(payload) ?? ''}`}
      failures={named}
      onClose={onClose}
      onRetry={() => {
        onClose()
        bulkActionCommands((event) => actor.send(event)).retry()
      }}
    />
  )
}
