import { useId, type ReactNode } from 'react'
import styled from 'styled-components'
import { mono, radius, space, token, type } from '../../tokens/tokens'
import { CopyButton } from '../CopyButton/CopyButton'
import { Frame, Label } from '../Field/Field.styles'

const Box = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  min-height: 36px;
  padding: 3px 3px 3px 9px;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  background: ${token.surface.subtle};
  color: ${token.text.primary};
  ${type.formValue}
`

const Value = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
  user-select: text;
  &[data-mono] {
    ${mono}
  }
`

interface Props {
  label: string
  /** Empty or missing: an en dash. */
  value: ReactNode
  /** For ids, hashes, secrets. */
  code?: boolean
  /** Adds a button that copies this text. */
  copyText?: string
  /** Name of that button; default: "Copy" and the label. */
  copyLabel?: string
}

/** A read-only value, with the layout and the label of a field. */
export function ReadOnlyBox({ label, value, code = false, copyText, copyLabel = `Copy ${label}` }: Props) {
  const id = useId()
  return (
    <Frame as="fieldset" aria-labelledby={id}>
      <Label as="span" id={id}>
        {label}
      </Label>
      <Box>
        <Value data-mono={code || undefined}>
          {value === '' || value === null || value === undefined ? '–' : value}
        </Value>
        {copyText !== undefined && <CopyButton text={copyText} label={copyLabel} />}
      </Box>
    </Frame>
  )
}
