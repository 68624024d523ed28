import { X, type LucideIcon } from 'lucide-react'
import { Icon } from '../../../primitives/Icon/Icon'
import { Meter, Status, Verb, Verbs } from './BulkBar.styles'

interface StatusVerb {
  readonly label: string
  readonly onSelect: () => void
}

export interface BulkStatusProps {
  /** 'Disabling 40 of 312', '309 disabled, 3 refused'. */
  text: string
  /** How far, 0 to 1; left out where the action has ended. */
  share?: number
  /** Beside the text, where something is wrong. */
  icon?: LucideIcon
  verbs: readonly StatusVerb[]
  /** The × at the end: the outcome was read. */
  onDismiss?: () => void
}

/** An action on many rows in the bulk bar: how far it is, or how it ended. It stays until the person dismisses it. */
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
