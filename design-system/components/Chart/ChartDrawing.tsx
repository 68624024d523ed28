import type { ComponentType } from 'react'
import styled from 'styled-components'
import { Button } from '../../primitives/Button/Button'
import { space, token, type } from '../../tokens/tokens'
import { lazyComponent, type LazyComponent } from '../Lazy/lazy-component'

export interface DrawingProps {
  kind: 'bar' | 'donut'
  /** Bars: a list of values for each series, null for a gap. Donut: the values. */
  series: readonly { name: string; data: readonly (number | null)[] }[] | readonly number[]
  /** Options of the drawing library in addition to its shapes. */
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

/** @param load imports the drawing library @returns the drawing, hidden from screen readers; its height is the same in every state */
export const lazyDrawing = (load: Loader): LazyComponent<DrawingProps> =>
  lazyComponent<DrawingProps>(
    async () => {
      const { default: Shapes } = await load()
      return {
        default: (props) => (
          <div aria-hidden style={{ height: props.height }}>
            <Shapes {...props} />
          </div>
        ),
      }
    },
    {
      name: 'The drawing',
      // The largest library of the console, loaded only for people who look at a chart.
      preload: 'onDemand',
      fallback: ({ height }) => <div style={{ height }} />,
      failed: ({ height }, { busy, retry }) => (
        <Failed role="alert" style={{ height }}>
          The drawing could not be loaded. The table has every number.
          <Button size="small" busy={busy} onClick={retry}>
            Try again
          </Button>
        </Failed>
      ),
    },
  )

/**
 * The shapes of a chart, hidden from screen readers: the chart around them provides the texts. The drawing library is loaded with
 * the first chart; where it cannot be loaded, only the shapes are missing.
 */
export const ChartDrawing = lazyDrawing(() => import('./ApexDrawing'))
