import { X, type LucideIcon } from 'lucide-react'
import { Icon } from '../../../primitives/Icon/Icon'
import { Meter, Status, Verb, Verbs } from './BulkBar.styles'

interface StatusVerb {
  readonly label: string
  readonly onSelect: () => void
}

export interface BulkStatusProps {
  /** For example 'Disabling 40 of 312' or '309 disabled, 3 refused'. */
  text: string
  /** Progress, 0 to 1; omitted once the action has ended. */
  share?: number
  /** Displayed next to the text if there was an error. */
  icon?: LucideIcon
  verbs: readonly StatusVerb[]
  /** The × at the end: the person has read the outcome. */
  onDismiss?: () => void
}

/** The progress or the outcome of an action on many rows, in the bulk bar until the person dismisses it. */
export default function BulkStatus({ text, share, icon, verbs, onDismiss }: BulkStatusProps) {
  return (
    <>
      <Status role={icon ? 'alert' : undefined}>
        {icon && <Icon icon={icon} />}
        {share !== undefined && <Meter aria-label={text} value={share} />}
        <span>{text}</span>
      </Status>
      {verbs.length > 0 && (
        <Verbs>
          {verbs.map(({ label, onSelect }) => (
            <Verb key={label} type="button" onClick={onSelect}>
              {label}
            </Verb>
          ))}
        </Verbs>
      )}
      {onDismiss && (
        <Verb type="button" aria-label="Dismiss" title="Dismiss" onClick={onDismiss}>
          <Icon icon={X} />
        </Verb>
      )}
    </>
  )
}
