import { useId } from 'react'
import styled from 'styled-components'
import { KeyCombo } from '../../primitives/Kbd/KeyCombo'
import { Toggle } from '../../primitives/Toggle/Toggle'
import { media, space, token, type } from '../../tokens/tokens'
import { Modal } from '../Modal/Modal'

const Groups = styled.div`
  columns: 2;
  column-gap: ${space[32]};
  ${media.phone} {
    columns: 1;
  }
`
const Group = styled.section`
  break-inside: avoid;
  padding-bottom: ${space[16]};
`
const GroupTitle = styled.h3`
  padding-bottom: ${space[4]};
  color: ${token.text.muted};
  ${type.meta}
`
const List = styled.dl`
  margin: 0;
`
const Row = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
  min-height: 34px;
  padding-block: ${space[4]};
  border-top: 1px solid ${token.border.subtle};
  color: ${token.text.primary};
  ${type.cell}
  &[data-off] {
    color: ${token.text.muted};
  }
  dd {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: ${space[6]};
    max-width: 60%;
    margin: 0;
    color: ${token.text.muted};
    ${type.meta}
  }
  /* Keys are shown here on every device. */
  kbd {
    display: inline-block;
  }
`
const Setting = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[16]};
  padding: ${space[14]} 0 ${space[4]};
  border-top: 1px solid ${token.border.base};
`
const Explained = styled.div`
  color: ${token.text.primary};
  ${type.control}
  p {
    color: ${token.text.secondary};
    ${type.cell}
  }
`

/** One effect with its keys. */
export interface KeyLine {
  words: string
  /** Combinations that do it: `['ArrowUp', 'ArrowDown']`, `['Mod+K']`. */
  keys: readonly string[]
  /** A single key, which can be switched off. */
  single?: boolean
}

export interface KeyGroup {
  title: string
  lines: readonly KeyLine[]
}

interface Props {
  groups: readonly KeyGroup[]
  /** Whether single keys are enabled. */
  singleKeys: boolean
  onSingleKeys: (on: boolean) => void
  onClose: () => void
}

/** All shortcuts, grouped by where they apply, and the switch for single keys. Loads react-aria: import it lazily. */
export function KeySheet({ groups, singleKeys, onSingleKeys, onClose }: Props) {
  const id = useId()
  return (
    <Modal title="Keyboard shortcuts" size="large" onClose={onClose}>
      <Groups>
        {groups.map(({ title, lines }, at) => (
          <Group key={title} aria-labelledby={`${id}${at}`}>
            <GroupTitle id={`${id}${at}`}>{title}</GroupTitle>
            <List>
              {lines.map(({ words, keys, single = false }) => (
                <Row key={words} data-off={(single && !singleKeys) || undefined}>
                  <dt>{words}</dt>
                  <dd>
                    {single && !singleKeys && 'off'}
                    {keys.map((one) => (
                      <KeyCombo key={one} keys={one} />
                    ))}
                  </dd>
                </Row>
              ))}
            </List>
          </Group>
        ))}
      </Groups>
      <Setting>
        <Explained>
          <span id={`${id}setting`}>Shortcuts of one key</span>
          <p id={`${id}explained`}>Off, a single key such as / or ? does nothing. In fields they never act.</p>
        </Explained>
        <Toggle
          label="Shortcuts of one key"
          labelHidden
          aria-describedby={`${id}explained`}
          checked={singleKeys}
          onChange={onSingleKeys}
        />
      </Setting>
    </Modal>
  )
}
