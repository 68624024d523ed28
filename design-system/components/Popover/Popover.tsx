import type { ReactNode } from 'react'
import { FailedPopover } from '../Lazy/FailedParts'
import { lazyComponent } from '../Lazy/lazy-component'
import type { PanelProps } from './PopoverPanel'
import { usePopoverTrigger, type TriggerProps } from '../../primitives/hooks/use-popover-trigger'

const Panel = lazyComponent<PanelProps>(() => import('./PopoverPanel'), {
  name: 'This part',
  failed: ({ label, triggerRef, placement, onClose }, failure) => (
    <FailedPopover failure={{ ...failure, name: `“${label}”` }} {...{ triggerRef, placement, onClose }} />
  ),
})

export interface PopoverProps extends Pick<PanelProps, 'label' | 'placement' | 'bare'> {
  /** Renders the control; the props are passed to a Button or IconButton. */
  trigger: (props: TriggerProps) => ReactNode
  /** @param close closes it */
  children: (close: () => void) => ReactNode
}

/** A popover at a control. Esc and a press outside close it, and the focus returns to the control. Its code is loaded lazily. */
export function Popover({ trigger, children, ...rest }: PopoverProps) {
  const { open, triggerProps, triggerRef, close } = usePopoverTrigger('dialog', Panel.preload)
  return (
    <>
      {trigger(triggerProps)}
      {open && (
        <Panel {...rest} triggerRef={triggerRef} onClose={close}>
          {children(close)}
        </Panel>
      )}
    </>
  )
}
