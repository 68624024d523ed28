/** The actions of one record: at most two buttons, and a menu with the others. */
import { Copy, Ellipsis, type LucideIcon } from 'lucide-react'
import { Menu, type MenuItem } from '@design-system/components/Menu/Menu'
import { Button } from '@design-system/primitives/Button/Button'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'

/** An action that the person may start. */
export interface RecordAction {
  key: string
  label: string
  icon: LucideIcon
  /** The step that the record's state calls for: drawn as the primary button if it comes first. */
  isStep?: boolean
  tone?: 'danger'
  onSelect: () => void
}

export interface RecordActionsProps {
  /** Name of the record, for screen readers. */
  name: string
  /** In the order of their importance. */
  actions: readonly RecordAction[]
  /** A primary button stands before these: there is room for one more, and it is not primary. */
  besidePrimary?: boolean
  onCopyId: () => void
}

export function RecordActions({ name, actions, besidePrimary = false, onCopyId }: RecordActionsProps) {
  const buttons = besidePrimary ? 1 : 2
  const shown = actions.slice(0, buttons)
  const items: MenuItem[] = [
    ...actions.slice(buttons).map(({ key, label, icon, tone, onSelect }) => ({ key, label, icon, tone, onSelect })),
    ...(actions.length > buttons ? [{ key: 'line', separator: true as const }] : []),
    { key: 'copyId', label: 'Copy the id', icon: Copy, onSelect: onCopyId },
  ]
  return (
    <>
      {shown.map(({ key, label, icon, isStep, onSelect }, index) => (
        <Button
          key={key}
          icon={icon}
          variant={isStep && index === 0 && !besidePrimary ? 'primary' : 'secondary'}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
      <Menu
        label={`More for ${name}`}
        placement="bottom end"
        trigger={(props) => <IconButton {...props} label={`More for ${name}`} icon={Ellipsis} />}
        items={items}
      />
    </>
  )
}
