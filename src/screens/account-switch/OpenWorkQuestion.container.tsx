/** The question before disabling a record whose open work stays: how much there is at this moment, and where it is. */
import { useInterrupted } from '@features/record-form/interrupted.container'
import { Link } from '@features/shared/Link'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { useConsole } from '@console/console'
import { partOfPage } from '@resources/record-path'
import type { Resource, Row } from '@resources/resource'
import { Links, OpenWork } from './AccountSwitch.styles'
import DisableQuestion from './DisableQuestion'

export interface OpenWorkQuestionProps {
  /** A resource whose switch interrupts work. */
  resource: Resource<Row>
  name: string
  row: Row
  onConfirm: () => void
  onCancel: () => void
}

export default function OpenWorkQuestionContainer({ resource, name, row, onConfirm, onCancel }: OpenWorkQuestionProps) {
  const { api } = useConsole()
  const { effect, interrupts } = resource.switch!
  const { operation, answers, seenIn } = interrupts!
  const { lead, open } = useInterrupted(interrupts!, (signal) =>
    api.call(operation, { params: { id: row.id }, body: {} }, { signal }),
  )
  const links = answers.filter(({ field }) => open.includes(field) && seenIn[field])
  return (
    <DisableQuestion name={name} effect={effect} onConfirm={onConfirm} onCancel={onCancel}>
      <OpenWork>
        {lead}
        {links.length > 0 && (
          <Links>
            {links.map(({ field, title }) => (
              <TextLink
                key={field}
                as={Link}
                to={partOfPage(resource, row.id, seenIn[field]!)}
                // The page below may be the one that it leads to.
                onClick={onCancel}
              >
                Show the open {title.toLowerCase()}
              </TextLink>
            ))}
          </Links>
        )}
      </OpenWork>
    </DisableQuestion>
  )
}
