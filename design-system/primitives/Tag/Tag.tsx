import styled, { css } from 'styled-components'
import { radius, token, type } from '../../tokens/tokens'

/** The style of a Tag, for texts that are drawn without React (Table). */
export const tagLook = css`
  display: inline-block;
  vertical-align: middle;
  max-width: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  min-height: 20px;
  padding: 1px 5px;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.tag};
  color: ${token.text.secondary};
  ${type.meta}
  overflow-wrap: anywhere;
`

/** A fact that is not a state: a role, a level. A hairline, no colour. */
export const Tag = styled.span`
  ${tagLook}
`
