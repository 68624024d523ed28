import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FailedPopover } from '../Lazy/FailedParts'
import { lazyComponent } from '../Lazy/lazy-component'
import type { PanelProps } from '../Popover/PopoverPanel'
import type { MenuPopupProps } from './MenuPopup'
import { usePopoverTrigger, type TriggerProps } from '../../primitives/hooks/use-popover-trigger'

const Popup = lazyComponent<MenuPopupProps>(() => import('./MenuPopup'), {
  name: 'The menu',
  failed: ({ triggerRef, placement, onClose }, failure) => (
    <FailedPopover {...{ failure, triggerRef, placement, onClose }} />
  ),
})

/** An action in a menu. */
export interface MenuVerb {
  key: string
  label: string
  icon?: LucideIcon
  /** A second line. */
  description?: string
  /** At the right end: a key, a value. */
  note?: ReactNode
  tone?: 'danger'
  /** Why it is disabled, shown as the second line. */
  disabledReason?: string
  onSelect: () => void
}

/** An action, a separator between groups, or a custom row (a switch, a choice), which may close the menu. */
export type MenuItem =
  | MenuVerb
  | { key: string; separator: true }
  | { key: string; custom: ReactNode | ((close: () => void) => ReactNode) }

export interface MenuProps extends Pick<PanelProps, 'label' | 'placement'> {
  /** Renders the control; the props are passed to a Button or IconButton. */
  trigger: (props: TriggerProps) => ReactNode
  /** Above the items: who is signed in. */
  header?: ReactNode
  items: readonly MenuItem[]
}

/**
 * A menu of actions at a control. Click, Enter or ↓ opens it, arrows move, Esc closes, the focus returns. With a header or custom
 * rows it is a dialog of controls, since a menu may contain only actions. Its code is loaded lazily.
 */
export function Menu({ trigger, ...rest }: MenuProps) {
  const { open, triggerProps, triggerRef, close } = usePopoverTrigger(
    rest.header !== undefined || rest.items.some((item) => 'custom' in item) ? 'dialog' : 'menu',
    Popup.preload,
  )
  return (
    <>
      {trigger(triggerProps)}
      {open && <Popup {...rest} triggerRef={triggerRef} onClose={close} />}
    </>
  )
}
