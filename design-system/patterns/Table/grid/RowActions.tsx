import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { Menu } from '../../../components/Menu/Menu'
import { useSteady } from '../../../primitives/hooks/use-steady'
import { IconButton, type IconButtonProps } from '../../../primitives/IconButton/IconButton'
import { ACTIONS_AT_ONCE } from '../sizes'
import type { CellContext, RowAction } from '../types'

interface Props {
  /** What they look like; `onRun` does them. */
  actions: readonly RowAction[]
  /** Whose they are; part of the name of the menu. */
  rowName: string
  context: CellContext
  /** @param key of the action that the person chose */
  onRun: (key: string) => void
}

interface ActionProps extends Pick<IconButtonProps, 'label' | 'icon' | 'tone' | 'tabIndex' | 'disabledReason'> {
  action: string
  onRun: (action: string) => void
}

/** Drawn again only where it looks different: rows change often, what can be done with them seldom. */
const ActionButton = memo(function ActionButton({ action, onRun, ...button }: ActionProps) {
  return <IconButton {...button} size="small" onClick={() => onRun(action)} />
})

/** Two icons and ⋯ (look, section 6). */
export function RowActions({ actions, rowName, context: { tabIndex, busy, phone }, onRun }: Props) {
  const shown = phone
    ? []
    : actions.slice(0, actions.length === ACTIONS_AT_ONCE + 1 ? ACTIONS_AT_ONCE + 1 : ACTIONS_AT_ONCE)
  const rest = actions.slice(shown.length)
  const run = useSteady(onRun)
  const waiting = busy ? 'Wait until the change is done' : undefined
  return (
    <>
      {shown.map(({ key, label, icon, tone, disabledReason }) => (
        <ActionButton
          key={key}
          action={key}
          label={`${label} ${rowName}`}
          icon={icon}
          tone={tone}
          tabIndex={tabIndex}
          disabledReason={disabledReason ?? waiting}
          onRun={run}
        />
      ))}
      {rest.length > 0 && (
        <Menu
          label={`Actions for ${rowName}`}
          placement="bottom end"
          trigger={(props) => (
            <IconButton {...props} size="small" label={`More for ${rowName}`} icon={Ellipsis} tabIndex={tabIndex} />
          )}
          items={rest.map(({ key, label, icon, tone, disabledReason }) => ({
            key,
            label,
            icon,
            onSelect: () => run(key),
            disabledReason: disabledReason ?? waiting,
            ...(tone === 'danger' && { tone }),
          }))}
        />
      )}
    </>
  )
}
