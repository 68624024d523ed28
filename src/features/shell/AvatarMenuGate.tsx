import { lazy, Suspense, useRef, useState } from 'react'
import { AvatarButton } from './AvatarButton'
import type { LookChoices } from './look-choices'
import type { Person, Trouble } from './person'

const load = () => import('./AvatarMenu')
const AvatarMenu = lazy(load)
/** Failing to load ahead is no matter: the click tries again. */
const ahead = () => void load().catch(() => undefined)

export interface AvatarMenuGateProps {
  person: Person
  /** The profile could not be read: the menu says so, and still signs out. */
  trouble: Trouble | null
  look: LookChoices
  onChangePassword: () => void
  onSignOut: () => void
}

/** The avatar in the top bar. Its menu is loaded when the pointer or the focus comes near it. */
export function AvatarMenuGate({ person, ...menu }: AvatarMenuGateProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <AvatarButton
        ref={button}
        person={person}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <AvatarMenu {...menu} person={person} trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
