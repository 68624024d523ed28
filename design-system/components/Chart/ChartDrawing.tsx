import { useEffect, useState, type ComponentType } from 'react'
import styled from 'styled-components'
import { Button } from '../../primitives/Button/Button'
import { space, token, type } from '../../tokens/tokens'

export interface DrawingProps {
  kind: 'bar' | 'donut'
  /** Bars: a list of values for each series, null for a gap. Donut: the values. */
  series: readonly { name: string; data: readonly (number | null)[] }[] | readonly number[]
  /** Options of the drawing library that are more than its bare shapes. */
  options: object
  /** Pixels. */
  height: number
}

const Failed = styled.p`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: ${space[10]};
  padding-inline: ${space[16]};
  ${type.cell}
  color: ${token.text.secondary};
  text-align: center;
`

type Loader = () => Promise<{ default: ComponentType<DrawingProps> }>
const apex: Loader = () => import('./ApexDrawing')
let Loaded: ComponentType<DrawingProps> | null = null

/** Fetches the drawing library before a chart needs it, as beside the call that fetches the chart's data. */
export const preloadDrawing = (): void => {
  apex().then(
    (module) => {
      Loaded = module.default
    },
    () => undefined,
  )
}

interface Props extends DrawingProps {
  /** Fetches the drawing library; for stories of what happens when it cannot. */
  load?: Loader
}

/**
 * The shapes of a chart, hidden from screen readers: the chart around them says what they mean. The drawing library comes
 * when the first chart is shown; where it cannot be fetched, only the shapes are missing.
 */
export function ChartDrawing({ load = apex, ...drawing }: Props) {
  const [Drawn, setDrawn] = useState<ComponentType<DrawingProps> | null>(() => (load === apex ? Loaded : null))
  const [failed, setFailed] = useState(false)
  const wanted = Drawn === null && !failed
  useEffect(() => {
    if (!wanted) return undefined
    let gone = false
    load().then(
      (module) => {
        if (load === apex) Loaded = module.default
        if (!gone) setDrawn(() => module.default)
      },
      () => {
        if (!gone) setFailed(true)
      },
    )
    return () => {
      gone = true
    }
  }, [wanted, load])
  if (Drawn)
    return (
      <div aria-hidden style={{ height: drawing.height }}>
        <Drawn {...drawing} />
      </div>
    )
  if (!failed) return <div style={{ height: drawing.height }} />
  return (
    <Failed role="alert" style={{ height: drawing.height }}>
      The drawing could not be loaded. The table has every number.
      <Button size="small" onClick={() => setFailed(false)}>
        Try again
      </Button>
    </Failed>
  )
}
