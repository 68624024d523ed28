/** A secret that is shown for a moment: its text, its copy button, and the time that is left. */
import { useEffect, useRef } from 'react'
import { ReadOnlyBox } from '@design-system/components/ReadOnlyBox/ReadOnlyBox'
import { Secret, Shown, TimeLeft } from './Reveal.styles'

export interface RevealedSecretProps {
  /** What it is: 'Password'. */
  label: string
  secret: string
  secondsLeft: number
}

const SECONDS = 60
/** 42 → '0:42' */
const clockOf = (seconds: number) => `${Math.floor(seconds / SECONDS)}:${String(seconds % SECONDS).padStart(2, '0')}`

/** The copy button takes the focus. The time is not announced as it passes. */
export function RevealedSecret({ label, secret, secondsLeft }: RevealedSecretProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <Shown ref={box}>
      <ReadOnlyBox
        label={label}
        code
        value={
          // Not to be sent to a translation service.
          <Secret dir="ltr" translate="no">
            {secret}
          </Secret>
        }
        copyText={secret}
      />
      <TimeLeft role="timer">Hidden in {clockOf(secondsLeft)}</TimeLeft>
    </Shown>
  )
}
