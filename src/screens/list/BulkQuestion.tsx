/**
 * Asks before many records are changed: which ones, how many, and which of the selected ones are not changed (look,
 * section 8, 4).
 */
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import { formatCount } from '@features/shared/format'
import { namesOf, TYPED_ABOVE, type BulkPlan } from './bulk-plan'

export interface BulkQuestionProps {
  plan: BulkPlan<Row>
  resource: Pick<Resource<Row>, 'noun' | 'nameFields' | 'switch'>
  onConfirm: () => void
  onCancel: () => void
}

export default function BulkQuestion({
  plan: { disables, rows, chosen, alreadyThere, own },
  resource,
  onConfirm,
  onCancel,
}: BulkQuestionProps) {
  const { one, many } = resource.noun
  const count = formatCount(rows.length)
  const verb = disables ? 'Disable' : 'Enable'
  const what = `${count} ${rows.length === 1 ? one : many}`
  const left = chosen - rows.length
  return (
    <ConfirmModal
      title={`${verb} ${what}?`}
      confirm={`${verb} ${what}`}
      cancel={disables ? 'Keep them enabled' : 'Keep them disabled'}
      tone={disables ? 'danger' : 'primary'}
      facts={
        left === 0
          ? undefined
          : [
              { label: 'Selected', value: formatCount(chosen) },
              ...(alreadyThere > 0
                ? [
                    {
                      label: `Left alone: ${disables ? 'disabled' : 'enabled'} already`,
                      value: formatCount(alreadyThere),
                    },
                  ]
                : []),
              ...(own > 0 ? [{ label: 'Left alone: your own account', value: formatCount(own) }] : []),
            ]
      }
      typed={
        rows.length > TYPED_ABOVE
          ? {
              label: `Type the number of ${many} to confirm`,
              value: count,
              unit: many,
              hint: `Asked above ${TYPED_ABOVE} ${many}.`,
            }
          : undefined
      }
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {namesOf(rows.length, (index) => nameOfRow(resource, rows[index]!))}.
      {disables && ` Each ${one}: ${resource.switch?.effect ?? ''}`}
    </ConfirmModal>
  )
}
