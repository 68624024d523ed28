/**
 * A question and its answer next to each other: what the platform would do with the current inputs. Shows one state of
 * the preview.
 */
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { media, space } from '@design-system/tokens/tokens'
import { PreviewAnswer, type PreviewAnswerProps } from '@features/shared/preview/PreviewAnswer'

const Columns = styled.div`
  display: grid;
  gap: ${space[24]};
  ${media.abovePhone} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    align-items: start;
  }
`
const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`
export interface PreviewDialogProps extends Pick<PreviewAnswerProps, 'view' | 'answers' | 'onRetry'> {
  title: string
  /** The inputs. */
  inputs: ReactNode
  onClose: () => void
}

export function PreviewDialog({ title, inputs, onClose, ...answer }: PreviewDialogProps) {
  return (
    <Modal title={title} size="wide" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <Columns>
        <Form onSubmit={(event) => event.preventDefault()}>{inputs}</Form>
        <PreviewAnswer
          {...answer}
          label="Answer"
          incomplete="Fill in the required fields. The answer appears here, and nothing is changed."
        />
      </Columns>
    </Modal>
  )
}
