import { styled } from 'styled-components'
import { media, space, token, type } from '@design-system/tokens/tokens'

/** One column; in a wide form pairs of short fields are side by side. */
export const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[16]};
  align-items: start;
`

/** The fields, and in a wide form a preview next to them. */
export const Beside = styled.div`
  display: grid;
  gap: ${space[24]};
  ${media.abovePhone} {
    &[data-preview] {
      grid-template-columns: minmax(0, 1fr) minmax(0, 320px);
      align-items: start;
      /* The preview stays visible while the longer fields scroll. */
      > section {
        position: sticky;
        inset-block-start: ${space[24]};
      }
    }
  }
`

export const Whole = styled.div`
  grid-column: 1 / -1;
  &[data-half] {
    grid-column: auto;
  }
  ${media.phone} {
    &[data-half] {
      grid-column: 1 / -1;
    }
  }
`

/** A titled group of fields. */
export const Section = styled.fieldset`
  grid-column: 1 / -1;
  min-width: 0;
  margin: 0;
  padding: ${space[16]} 0 0;
  border: 0;
  border-top: 1px solid ${token.border.subtle};
  &:first-child {
    padding-top: 0;
    border-top: 0;
  }
`

export const SectionTitle = styled.legend`
  float: left;
  width: 100%;
  margin-block-end: ${space[12]};
  padding: 0;
  ${type.subject}
  color: ${token.text.primary};
  & + * {
    clear: both;
  }
`

/** The checkboxes of one field, in a group with the field's name. */
export const Checks = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  margin: 0;
  padding: 0;
  border: 0;
`

export const ChecksTitle = styled.legend`
  padding: 0;
  margin-block-end: ${space[4]};
  ${type.control}
  color: ${token.text.primary};
`

export const Message = styled.p`
  flex-basis: 100%;
  margin: 0;
  ${type.meta}
  color: ${token.tone.danger.fg};
`

/** Hint below a checkbox, aligned with its label. */
export const Hint = styled.p`
  margin: ${space[2]} 0 0;
  padding-inline-start: ${space[24]};
  ${type.meta}
  font-weight: 400;
  color: ${token.text.secondary};
`

export const ChosenList = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[8]};
  margin: ${space[8]} 0 0;
  padding: 0;
  list-style: none;
`

export const Chosen = styled.li`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  max-width: 100%;
`
