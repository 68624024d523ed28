import { css, styled } from 'styled-components'
import { radius, space, token, type } from '@design-system/tokens/tokens'

/** The look of a document, in the editor and where it is read. */
export const written = css`
  ${type.formValue}
  color: ${token.text.primary};
  overflow-wrap: anywhere;
  > * + * {
    margin-block-start: ${space[12]};
  }
  h4 {
    font-size: 1.125rem;
    line-height: 1.5rem;
    font-weight: 600;
  }
  h5 {
    font-size: 1rem;
    line-height: 1.375rem;
    font-weight: 600;
  }
  h6 {
    font-size: 0.875rem;
    line-height: 1.25rem;
    font-weight: 600;
  }
  ul,
  ol {
    margin-inline: 0;
    padding-inline-start: ${space[24]};
  }
  ul {
    list-style: disc;
  }
  ol {
    list-style: decimal;
  }
  li > * + * {
    margin-block-start: ${space[4]};
  }
  blockquote {
    margin-inline: 0;
    padding-inline-start: ${space[12]};
    border-inline-start: 3px solid ${token.border.control};
    color: ${token.text.secondary};
  }
  strong {
    font-weight: 600;
  }
  em {
    font-style: italic;
  }
  a,
  [data-own-link] {
    color: ${token.accent.text};
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  img {
    display: block;
    max-width: 100%;
    max-height: 320px;
    border-radius: ${radius.control};
  }
`

export const Written = styled.div`
  ${written}
`
