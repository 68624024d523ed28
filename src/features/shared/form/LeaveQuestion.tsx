/** The question before a form is left and input is lost (statecharts: submission, leaving). It is in the form's foot, because a modal must not open over a modal. */
import { useId } from 'react'
import { Button } from '@design-system/primitives/Button/Button'
import { FootLine, Question, QuestionText, QuestionTitle } from './form.styles'

export interface LeavingProps {
  /** The rest of the form is kept as a draft: only typed passwords are lost. */
  onlySecrets?: boolean
  /** What is lost; defaults to the typed input. */
  text?: string
  stay: () => void
  leaveAnyway: () => void
}

/** Runs after React has committed: moving the focus during a commit would call the blur handlers of the field that loses it. */
const focusSoon = (element: Element | null) =>
  queueMicrotask(() => {
    if (element instanceof HTMLElement && element.isConnected) element.focus()
  })

/** Focuses the safe button; when the question disappears, the focus returns to the previous element. */
function focusAndReturn(button: HTMLButtonElement | null) {
  const before = document.activeElement
  focusSoon(button)
  return () => focusSoon(before)
}

export function LeaveQuestion({
  onlySecrets = false,
  text = 'What you typed is not kept.',
  stay,
  leaveAnyway,
}: LeavingProps) {
  const id = useId()
  return (
    <Question aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <div>
        <QuestionTitle id={`${id}-title`}>Leave without saving?</QuestionTitle>
        <QuestionText id={`${id}-text`}>
          {onlySecrets ? 'The password that you typed is not kept. Everything else is kept as a draft.' : text}
        </QuestionText>
      </div>
      <FootLine>
        <Button ref={focusAndReturn} size="large" aria-describedby={`${id}-title ${id}-text`} onClick={stay}>
          Stay
        </Button>
        <Button variant="danger" size="large" onClick={leaveAnyway}>
          Leave without saving
        </Button>
      </FootLine>
    </Question>
  )
}
