/** Shows a wheel as it will look, its odds, what a day costs, and a simulation (catalogue, /fortune-wheel). */
import { useState } from 'react'
import styled from 'styled-components'
import { Dices, TriangleAlert } from 'lucide-react'
import { amountOf } from '@contract/amounts'
import {
  costOfDay,
  expectedValueOf,
  sharesOf,
  SIMULATED_SPINS,
  wheelErrors,
  type Segment,
  type WheelTerms,
} from '@contract/records/play/wheel'
import { Button } from '@design-system/primitives/Button/Button'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { space, token, type } from '@design-system/tokens/tokens'
import type { PreviewProps } from '../FormPreview'
import { readItems } from '../items'
import { Column } from './preview.styles'
import { useSimulation } from './wheel/use-simulation'

const Disc = styled.svg`
  width: min(100%, 15rem);
  margin-inline: auto;
  stroke: ${token.surface.raised};
  stroke-width: 0.6;
`
const Odds = styled.table`
  width: 100%;
  border-collapse: collapse;
  th,
  td {
    padding: ${space[4]} ${space[6]};
    border-block-end: 1px solid ${token.border.subtle};
    text-align: start;
    font-weight: 400;
  }
  thead th {
    ${type.meta}
    color: ${token.text.muted};
  }
  td:not(:first-child),
  th:not(:first-child) {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
`
/** The color of a segment, beside its label. */
const Swatch = styled.span`
  display: inline-block;
  width: 10px;
  height: 10px;
  margin-inline-end: ${space[6]};
  border: 1px solid ${token.border.base};
  border-radius: 50%;
`
const Facts = styled.dl`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: ${space[4]} ${space[10]};
  margin: 0;
  dt {
    color: ${token.text.secondary};
  }
  dd {
    margin: 0;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
`
const Fault = styled.p`
  display: flex;
  gap: ${space[6]};
  align-items: flex-start;
  color: ${token.tone.warning.fg};
  svg {
    flex: none;
    margin-block-start: 2px;
  }
`

/** For a segment whose color is not typed yet. */
const PLAIN = token.tone.neutral.solid
const RADIUS = 50
const pointAt = (share: number) => {
  const angle = share * 2 * Math.PI - Math.PI / 2
  return `${(RADIUS * (1 + Math.cos(angle))).toFixed(3)} ${(RADIUS * (1 + Math.sin(angle))).toFixed(3)}`
}
/** The shape of a segment between two shares of the circle. */
const sliceOf = (from: number, to: number) =>
  to - from >= 0.99999
    ? `M 50 0 A 50 50 0 1 1 50 100 A 50 50 0 1 1 50 0 Z`
    : `M 50 50 L ${pointAt(from)} A 50 50 0 ${to - from > 0.5 ? 1 : 0} 1 ${pointAt(to)} Z`

/** The table beside it says the same in words. */
function Wheel({ segments, shares }: { segments: readonly Segment[]; shares: readonly number[] }) {
  const ends = shares.map((_share, index) => shares.slice(0, index + 1).reduce((sum, each) => sum + each, 0) / 100)
  return (
    <Disc viewBox="0 0 100 100" aria-hidden>
      {segments.map(({ color }, index) => {
        const fill = /^#[0-9a-f]{6}$/i.test(color ?? '') ? color! : PLAIN
        // Segments have no identity but their place.
        return (
          shares[index]! > 0 && <path key={index} d={sliceOf(ends[index - 1] ?? 0, ends[index]!)} style={{ fill }} />
        )
      })}
    </Disc>
  )
}

const typed = (values: PreviewProps['values'], field: string) => (values[field] ?? '').trim()
const FIRST_SEED = 1

export default function WheelPreview({ values }: PreviewProps) {
  const [seed, setSeed] = useState(FIRST_SEED)
  const segments: Segment[] = readItems(values.segments ?? '')
  const terms: WheelTerms = {
    segments,
    spin_cost: typed(values, 'spin_cost'),
    expected_spins_per_day: typed(values, 'expected_spins_per_day'),
    budget_per_day: typed(values, 'budget_per_day'),
  }
  const { result, isBusy } = useSimulation(terms, seed)
  const shares = sharesOf(segments)
  if (!shares)
    return (
      <Column aria-label="Preview">
        <h3>The wheel</h3>
        <p>It appears here as soon as a segment has a weight.</p>
      </Column>
    )
  const fault = wheelErrors(terms).budget_per_day?.[0]
  const hits = result?.hits.length === segments.length ? result.hits : null
  return (
    <Column aria-label="Preview">
      <h3>The wheel</h3>
      <Wheel segments={segments} shares={shares} />
      <Odds>
        <thead>
          <tr>
            <th scope="col">Segment</th>
            <th scope="col">Odds</th>
            <th scope="col">Simulated</th>
          </tr>
        </thead>
        <tbody>
          {segments.map(({ label, color }, index) => (
            <tr key={index}>
              <th scope="row" dir="auto">
                <Swatch style={{ background: color ?? PLAIN }} aria-hidden />
                {label || `Segment ${index + 1}`}
              </th>
              <td>{shares[index]!.toFixed(2)} %</td>
              <td>{hits ? hits[index]!.toLocaleString('en') : '–'}</td>
            </tr>
          ))}
        </tbody>
      </Odds>
      <h3>A day</h3>
      <Facts>
        <dt>Expected value of a spin</dt>
        <dd>{expectedValueOf(segments)}</dd>
        <dt>Expected cost</dt>
        <dd>{amountOf(costOfDay(terms))}</dd>
        <dt>Budget</dt>
        <dd>{terms.budget_per_day || '–'}</dd>
      </Facts>
      {fault && (
        <Fault>
          <Icon icon={TriangleAlert} />
          {fault}
        </Fault>
      )}
      <h3>Simulation</h3>
      <Facts aria-busy={isBusy} aria-live="polite">
        <dt>Spins, with seed {seed}</dt>
        <dd>{SIMULATED_SPINS.toLocaleString('en')}</dd>
        <dt>Cost of a day, median of a hundred</dt>
        <dd>{result?.median ?? '–'}</dd>
        <dt>Cost of a day, 95th percentile</dt>
        <dd>{result?.high ?? '–'}</dd>
      </Facts>
      <Button variant="secondary" icon={Dices} onClick={() => setSeed((now) => now + 1)}>
        Simulate again
      </Button>
    </Column>
  )
}
