import { Fragment } from 'react'
import styled from 'styled-components'
import { mono, token } from '../../tokens/tokens'
import { CopyButton } from '../CopyButton/CopyButton'

/** People compare so many letters at once. */
const GROUP = 4

/* The gaps are no characters: whoever selects the text copies it without them. */
const Text = styled.bdi`
  ${mono}
  color: ${token.text.primary};
`
const Group = styled.span`
  white-space: nowrap;
`
const Spaced = styled(Group)`
  margin-inline-end: 0.6ch;
`
/* As high as a line of the text. */
const Copy = styled.span`
  display: inline-flex;
  margin-block: -8px;
  vertical-align: middle;
`

interface Props {
  /** An address, a hash: letters and digits without a space. */
  text: string
  /** What it is: 'address' makes the button 'Copy address'. Without it there is no button. */
  of?: string
}

/** A text that people compare letter by letter: whole, in groups of four, with a button that copies it. Lines break between groups. */
export function Identifier({ text, of }: Props) {
  const letters = Array.from(text)
  const groups = Array.from({ length: Math.ceil(letters.length / GROUP) }, (_, index) =>
    letters.slice(index * GROUP, (index + 1) * GROUP).join(''),
  )
  const last = groups.pop()
  return (
    <span dir="ltr" translate="no">
      <Text>
        {groups.map((group, index) => (
          <Fragment key={index}>
            <Spaced>{group}</Spaced>
            <wbr />
          </Fragment>
        ))}
      </Text>
      {/* The button stays beside the end of the text. */}
      <Group>
        <Text>{last}</Text>
        {of !== undefined && (
          <Copy>
            <CopyButton text={text} label={`Copy ${of}`} />
          </Copy>
        )}
      </Group>
    </span>
  )
}
