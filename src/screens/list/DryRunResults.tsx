/** The effect of an action on each of many records, by the record's name. */
import { useMemo, useState } from 'react'
import styled from 'styled-components'
import { Ban, CircleDashed, Pencil, type LucideIcon } from 'lucide-react'
import type { BulkResult } from '@contract/records/calls'
import { LongList } from '@design-system/components/LongList/LongList'
import { SegmentedControl } from '@design-system/components/SegmentedControl/SegmentedControl'
import { StatusPill } from '@design-system/primitives/StatusPill/StatusPill'
import { space, token, type Tone } from '@design-system/tokens/tokens'
import { formatCount } from '@features/shared/format'

type Outcome = BulkResult['outcome']
/** Results that need attention come first. */
const OUTCOMES: Readonly<Record<Outcome, { word: string; pill: string; list: string; tone: Tone; icon: LucideIcon }>> =
  {
    refused: { word: 'Refused', pill: 'Refused', list: 'that are refused', tone: 'danger', icon: Ban },
    changed: { word: 'Change', pill: 'Changes', list: 'that change', tone: 'info', icon: Pencil },
    same: { word: 'Same', pill: 'Same', list: 'that stay the same', tone: 'neutral', icon: CircleDashed },
  }
const ORDER = Object.keys(OUTCOMES) as Outcome[]

const Stack = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[10]};
`
const Result = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[2]} ${space[10]};
  align-items: center;
  strong {
    font-weight: 520;
    color: ${token.text.primary};
  }
  p {
    grid-column: 1 / -1;
    color: ${token.text.secondary};
  }
`

export interface DryRunResultsProps {
  results: readonly BulkResult[]
  /** 'games' */
  many: string
  nameOf: (id: string) => string
}

export function DryRunResults({ results, many, nameOf }: DryRunResultsProps) {
  const present = ORDER.filter((outcome) => results.some((result) => result.outcome === outcome))
  const [chosen, setChosen] = useState<Outcome>(present[0] ?? 'changed')
  const found = useMemo(() => results.filter(({ outcome }) => outcome === chosen), [results, chosen])
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  const { pill, list, tone, icon } = OUTCOMES[chosen]
  return (
    <Stack>
      {present.length > 1 && (
        <SegmentedControl
          label="Results"
          value={chosen}
          options={present.map((outcome) => ({
            value: outcome,
            label: `${OUTCOMES[outcome].word} ${formatCount(count(outcome))}`,
          }))}
          onChange={setChosen}
        />
      )}
      <LongList label={`${many} ${list}`} items={found} keyOf={({ id }) => id}>
        {({ id, message }) => (
          <Result>
            <strong dir="auto">{nameOf(id)}</strong>
            <StatusPill tone={tone} icon={icon}>
              {pill}
            </StatusPill>
            {message !== null && <p>{message}</p>}
          </Result>
        )}
      </LongList>
    </Stack>
  )
}
