/** Several enum values as short sentences, each with its icon: facts, not states. */
import styled from 'styled-components'
import { CircleDashed } from 'lucide-react'
import type { Label } from '@contract/labels'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { space, token } from '@design-system/tokens/tokens'
import { LABEL_ICONS } from '@features/shared/label/LabelPill'

const Lines = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;
`
const Line = styled.li`
  display: flex;
  gap: ${space[6]};
  align-items: flex-start;
  svg {
    flex: none;
    margin-top: 2px;
  }
  &[data-tone='success'] svg {
    color: ${token.tone.success.fg};
  }
  &[data-tone='warning'] svg {
    color: ${token.tone.warning.fg};
  }
  &[data-tone='danger'] svg {
    color: ${token.tone.danger.fg};
  }
`

export const LabelLines = ({ labels }: { labels: readonly Label[] }) => (
  <Lines>
    {labels.map(({ word, tone, icon }) => (
      <Line key={word} data-tone={tone}>
        <Icon icon={LABEL_ICONS[icon] ?? CircleDashed} />
        <span>{word}</span>
      </Line>
    ))}
  </Lines>
)
