/** Leaving a form whose typed work would be lost (statecharts: submission, leaving). It stands in the form's foot: never a modal on a modal. */
import { useId } from 'react'
import { Button } from '@design-system/primitives/Button/Button'
import { FootLine, Question, QuestionText, QuestionTitle } from './form.styles'

export interface LeaveQuestionProps {
  onStay: () => void
  onLeave: () => void
}

/** Once what React does stands: moving the focus in the middle of it would run the handlers of the field that loses it. */
const focusSoon = (element: Element | null) =>
  queueMicrotask(() => {
    if (element instanceof HTMLElement && element.isConnected) element.focus()
  })

/** Focuses the safe button; once the question is gone, focus goes back to where it came from. */
function focusAndReturn(button: HTMLButtonElement | null) {
  const before = document.activeElement
  focusSoon(button)
  return () => focusSoon(before)
}

export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  const id = useId()
  return (
    <Question aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
      <div>
        <QuestionTitle id={`${id}-title`}>Leave without saving?</QuestionTitle>
        <QuestionText id={`${id}-text`}>What you typed is not kept.</QuestionText>
      </div>
      <FootLine>
        <Button ref={focusAndReturn} size="large" aria-describedby={`${id}-title ${id}-text`} onClick={onStay}>
          Stay
        </Button>
        <Button variant="danger" size="large" onClick={onLeave}>
          Leave without saving
        </Button>
      </FootLine>
    </Question>
  )
}
