/** Styles that forms share in addition to the design system's components. */
import { styled } from 'styled-components'
import { media, radius, space, token, type } from '@design-system/tokens/tokens'

/** Buttons in a row, which wrap in a narrow container. */
export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

/** The fields of a form, one below the other. */
export const Fields = styled.div`
  display: grid;
  gap: ${space[16]};
  grid-template-columns: minmax(0, 1fr);
`

/** The buttons of a form in a modal: they stay visible while it scrolls, without covering the focused field. */
export const Foot = styled.div`
  position: sticky;
  z-index: 1;
  /* Over the padding of the modal's body, which scrolls. */
  bottom: -${space[24]};
  display: grid;
  gap: ${space[16]};
  margin: ${space[20]} -${space[24]} -${space[24]};
  padding: ${space[16]} ${space[24]};
  border-top: 1px solid ${token.border.subtle};
  border-radius: 0 0 ${radius.modal} ${radius.modal};
  background: ${token.surface.raised};
  form:has(&) :is(input, select, textarea) {
    scroll-margin-bottom: 120px;
  }
  ${media.phone} {
    bottom: 0;
    padding-block: ${space[12]};
    border-radius: 0;
  }
`

/** 'Draft kept' at the left, the buttons at the right; the submit button comes last. */
export const FootLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
  &[hidden] {
    display: none;
  }
  ${media.phone} {
    /* One that is off is inside its tooltip; 'Discard' is inside the note, and keeps its width. */
    > button,
    > * > [data-off] {
      flex: 1 1 auto;
    }
  }
`

export const KeptNote = styled.span`
  ${type.meta}
  display: inline-flex;
  align-items: center;
  gap: ${space[6]};
  margin-right: auto;
  color: ${token.text.muted};
  ${media.phone} {
    flex: 1 0 100%;
  }
`

export const Question = styled.fieldset`
  display: grid;
  min-width: 0;
  margin: 0;
  border: 0;
  gap: ${space[12]};
  padding: ${space[16]} 0 0;
  border-top: 1px solid ${token.border.base};
`

export const QuestionTitle = styled.h3`
  ${type.cardTitle}
  margin: 0;
  color: ${token.text.primary};
`

export const QuestionText = styled.p`
  ${type.cell}
  margin: ${space[2]} 0 0;
  color: ${token.text.secondary};
`

/** Pairs of field and value, one per line. */
export const DraftValues = styled.dl`
  display: grid;
  gap: ${space[4]};
  margin: ${space[8]} 0 0;
  div {
    display: flex;
    flex-wrap: wrap;
    column-gap: ${space[8]};
  }
  dt {
    flex: 0 0 140px;
  }
  dd {
    flex: 1 1 140px;
    min-width: 0;
    margin: 0;
    color: ${token.text.primary};
    overflow-wrap: anywhere;
  }
`
