/** The question before disabling a record that may have open work: what is open, and where it goes. */
import { ENABLE_DISABLE, enableDisablePayload } from '@resources/record-actions'
import type { Resource, Row } from '@resources/resource'
import { useConsole } from '@console/console'
import ActionQuestion from './ActionQuestion.container'
import { Asked } from './ActionQuestion.styles'
import { useInterrupted } from './interrupted.container'

export interface DisablingQuestionProps {
  /** A resource whose switch interrupts work that can go elsewhere. */
  resource: Resource<Row>
  name: string
  row: Row
  onClose: () => void
}

export default function DisablingQuestionContainer({ resource, name, row, onClose }: DisablingQuestionProps) {
  const { api } = useConsole()
  const interrupts = resource.switch!.interrupts!
  const { lead, isNothing } = useInterrupted(interrupts, (signal) =>
    api.call(interrupts.operation, { params: { id: row.id }, body: {} }, { signal }),
  )
  return (
    <ActionQuestion
      resource={resource}
      name={name}
      row={row}
      action={{ ...interrupts.through!, cancel: 'Keep enabled' }}
      otherwise={{ action: ENABLE_DISABLE, payload: enableDisablePayload(true) }}
      asksNothing={isNothing}
      lead={<Asked>{lead}</Asked>}
      onClose={onClose}
    />
  )
}
