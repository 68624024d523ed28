import type { ReactNode } from 'react'
import { FailedPopover } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { usePopoverTrigger } from '@design-system/primitives/hooks/use-popover-trigger'
import { AvatarButton } from './AvatarButton'
import type { AvatarMenuPopupProps } from './AvatarMenuPopup'
import type { LookChoices } from './appearance-choices'
import type { Person, Trouble } from './person'

const Popup = lazyComponent<AvatarMenuPopupProps>(() => import('./AvatarMenuPopup'), {
  name: 'The menu',
  failed: ({ triggerRef, onClose }, failure) => (
    <FailedPopover {...{ failure, triggerRef, onClose }} placement="bottom end" />
  ),
})

export interface AvatarMenuProps {
  person: Person
  /** The profile could not be read: the menu shows this, and sign-out still works. */
  trouble: Trouble | null
  look: LookChoices
  onMessages: () => void
  onHelp: () => void
  /** Shows what the person may do. */
  onRights: () => void
  onChangePassword: () => void
  onSignOut: () => void
  /** Renders the 2FA switch (spec 4). Its dialogs open above the page, so it closes the menu first. */
  twoFactor?: (closeMenu: () => void) => ReactNode
}

/**
 * The avatar in the top bar and its menu (spec 2, Avatar menu). The menu's code is loaded when the pointer or the focus
 * comes near.
 */
export function AvatarMenu(props: AvatarMenuProps) {
  const { open, triggerProps, triggerRef, close } = usePopoverTrigger('dialog', Popup.preload)
  return (
    <>
      <AvatarButton {...triggerProps} person={props.person} />
      {open && <Popup {...props} triggerRef={triggerRef} onClose={close} />}
    </>
  )
}
