import styled from 'styled-components'
import { focusRing, media, motion, radius, space, token, type } from '@design-system/tokens/tokens'

export const Panel = styled.form`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  ${media.belowMedium} {
    /* The button stays in sight from the start of the side on, not only once the form is scrolled to. */
    display: contents;
  }
`

/** Who has the record, and for how long. */
export const Held = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[6]};
  margin: 0;
  ${type.meta}
  color: ${token.text.secondary};
  svg {
    color: ${token.tone.info.fg};
  }
`

/** The decisions beside each other; the one that is prepared stands out. */
export const Choices = styled.fieldset`
  display: flex;
  gap: ${space[2]};
  margin: 0;
  padding: ${space[2]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
`
export const Choice = styled.button`
  display: inline-flex;
  flex: 1 1 0;
  align-items: center;
  justify-content: center;
  gap: ${space[6]};
  min-width: 0;
  min-height: 28px;
  padding: ${space[2]} ${space[8]};
  border: 1px solid transparent;
  border-radius: ${radius.tag};
  color: ${token.text.secondary};
  ${type.control}
  white-space: nowrap;
  transition: background-color ${motion.hover};
  ${focusRing}
  &:hover {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  &[aria-pressed='true'] {
    border-color: ${token.border.control};
    background: ${token.surface.base};
    color: ${token.text.primary};
  }
  &[aria-disabled='true'] {
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
  &[aria-pressed='true'][aria-disabled='true'] {
    color: ${token.text.secondary};
  }
  ${media.phone} {
    min-height: 40px;
  }
  ${media.forcedColors} {
    &[aria-pressed='true'] {
      border-color: Highlight;
    }
  }
`

export const Reasons = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[2]} ${space[12]};
  margin: 0;
  padding: 0;
  border: 0;
`
export const ReasonsTitle = styled.legend`
  padding: 0;
  margin-block-end: ${space[4]};
  ${type.control}
  color: ${token.text.primary};
`
/** A reason, with the digit that chooses it. */
export const Reason = styled.span`
  display: inline-flex;
  gap: ${space[6]};
  align-items: baseline;
`
export const Fault = styled.p`
  grid-column: 1 / -1;
  margin: 0;
  ${type.meta}
  color: ${token.tone.danger.fg};
`

export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  > :first-child {
    flex: 1 1 160px;
  }
  /* A button that cannot be pressed is inside its tooltip. */
  > :first-child > button {
    width: 100%;
  }
  ${media.belowMedium} {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    margin-inline: calc(-1 * ${space[16]});
    padding: ${space[8]} ${space[16]};
    border-block-start: 1px solid ${token.border.base};
    background: ${token.surface.base};
  }
`
/** A key beside the verb that it presses. */
export const Pressed = styled.span`
  display: inline-flex;
  gap: ${space[8]};
  align-items: center;
`

/** How it went: it takes the focus that was in the form. */
export const Said = styled.div`
  display: grid;
  gap: ${space[12]};
  border-radius: ${radius.control};
  ${focusRing}
`

/** What was typed, where it can no longer be sent. */
export const Typed = styled.div`
  display: grid;
  gap: ${space[8]};
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
  ${type.cell}
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`
export const TypedFoot = styled.div`
  display: flex;
  justify-content: flex-end;
`
export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`
