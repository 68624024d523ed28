/** Shows the effect of an import for each line of its file: the result, the changes, or why it is refused. */
import { useState } from 'react'
import styled from 'styled-components'
import type { ImportLine } from '@contract/records/calls'
import { SegmentedControl } from '@design-system/components/SegmentedControl/SegmentedControl'
import { Button } from '@design-system/primitives/Button/Button'
import { StatusPill } from '@design-system/primitives/StatusPill/StatusPill'
import { numeric, space, token, type, type Tone } from '@design-system/tokens/tokens'
import { CircleCheck, CircleDashed, Ban, Pencil, type LucideIcon } from 'lucide-react'
import { formatCount } from '../shared/format'

type Outcome = ImportLine['outcome']
const OUTCOMES: Readonly<Record<Outcome, { word: string; tone: Tone; icon: LucideIcon }>> = {
  refused: { word: 'Refused', tone: 'danger', icon: Ban },
  changed: { word: 'Changed', tone: 'info', icon: Pencil },
  new: { word: 'New', tone: 'success', icon: CircleCheck },
  same: { word: 'Same', tone: 'neutral', icon: CircleDashed },
}
const ORDER = Object.keys(OUTCOMES) as Outcome[]
/** Number of lines displayed at a time. */
const SHOWN = 100

const List = styled.ul`
  width: 100%;
  max-height: min(46vh, 420px);
  overflow: auto;
  border: 1px solid ${token.border.base};
  border-radius: 6px;
  ${type.cell}
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space[2]} ${space[10]};
    padding: ${space[8]} ${space[12]};
    border-block-end: 1px solid ${token.border.subtle};
    overflow-wrap: anywhere;
  }
  li:last-child {
    border-block-end: 0;
  }
  p {
    grid-column: 2;
    color: ${token.text.secondary};
  }
  s {
    color: ${token.text.muted};
  }
`
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space[8]};
  strong {
    font-weight: 520;
    color: ${token.text.primary};
  }
`
const Line = styled.span`
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
`
const Stack = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[10]};
`

export interface ImportLinesProps {
  lines: readonly ImportLine[]
  /** @returns the label of a field */
  labelOf: (field: string) => string
}

export function ImportLines({ lines, labelOf }: ImportLinesProps) {
  const counts = new Map<Outcome, number>()
  for (const { outcome } of lines) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const present = ORDER.filter((outcome) => counts.has(outcome))
  const [chosen, setChosen] = useState<Outcome>(present[0] ?? 'new')
  const [shown, setShown] = useState(SHOWN)
  const found = lines.filter(({ outcome }) => outcome === chosen)
  return (
    <Stack>
      {present.length > 1 && (
        <SegmentedControl
          label="Lines"
          value={chosen}
          options={present.map((outcome) => ({
            value: outcome,
            label: `${OUTCOMES[outcome].word} ${formatCount(counts.get(outcome)!)}`,
          }))}
          onChange={(outcome) => {
            setChosen(outcome)
            setShown(SHOWN)
          }}
        />
      )}
      {/* Focusable, so that keys can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be focusable */}
      <List tabIndex={0} aria-label={`${OUTCOMES[chosen].word} lines`}>
        {found.slice(0, shown).map((line) => (
          <ImportedLine key={line.line} line={line} labelOf={labelOf} />
        ))}
      </List>
      {found.length > shown && (
        <div>
          <Button size="small" onClick={() => setShown(shown + SHOWN)}>
            Show {formatCount(Math.min(SHOWN, found.length - shown))} more of {formatCount(found.length - shown)}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function ImportedLine({
  line: { line, outcome, key, changes, message },
  labelOf,
}: { line: ImportLine } & Pick<ImportLinesProps, 'labelOf'>) {
  const { word, tone, icon } = OUTCOMES[outcome]
  return (
    <li>
      <StatusPill tone={tone} icon={icon}>
        {word}
      </StatusPill>
      <Head>
        <strong dir="auto">{key || 'No name'}</strong>
        <Line>line {formatCount(line)}</Line>
      </Head>
      {message !== null && <p>{message}</p>}
      {outcome === 'changed' &&
        changes.map(({ field, before, after }) => (
          <p key={field}>
            {labelOf(field)}: <s dir="auto">{before ?? 'empty'}</s> → <span dir="auto">{after ?? 'empty'}</span>
          </p>
        ))}
    </li>
  )
}
