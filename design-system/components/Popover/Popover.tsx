import { lazy, Suspense, type ReactNode } from 'react'
import type { PanelProps } from './PopoverPanel'
import { usePopoverTrigger, type TriggerProps } from './use-popover-trigger'

const load = () => import('./PopoverPanel')
const Panel = lazy(load)

export interface PopoverProps extends Pick<PanelProps, 'label' | 'placement' | 'bare'> {
  /** Draws the control; the props go to a Button or IconButton. */
  trigger: (props: TriggerProps) => ReactNode
  /** @param close closes it */
  children: (close: () => void) => ReactNode
}

/** Choosers at a control. Esc and a press outside close it, focus returns to the control. Its code is loaded when it is near. */
export function Popover({ trigger, children, ...rest }: PopoverProps) {
  const { open, triggerProps, triggerRef, close } = usePopoverTrigger('dialog', load)
  return (
    <>
      {trigger(triggerProps)}
      {open && (
        <Suspense fallback={null}>
          <Panel {...rest} triggerRef={triggerRef} onClose={close}>
            {children(close)}
          </Panel>
        </Suspense>
      )}
    </>
  )
}
