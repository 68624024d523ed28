/** All states of a machine side by side, each in a separate frame, because the platform is global to a page. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { AnyStateMachine } from 'xstate'
import { focusRing, font, token, type } from '@design-system/tokens/tokens'
import { currentTheme } from '@design-system/theme/theme'
import { standingLeavesOf } from '@tests/charts/chart'
import type { ShownIn } from './all-states-plugin'
import { MESSAGE } from './protocol'

/** The page in a frame, and its displayed width, pixels. */
const FRAMES = {
  wide: { width: 1280, height: 800, shown: 420 },
  phone: { width: 390, height: 780, shown: 312 },
} as const
type FrameSize = keyof typeof FRAMES

const Page = styled.main`
  display: grid;
  gap: 24px;
  align-content: start;
  min-height: 100vh;
  padding: 24px;
  background: ${token.surface.canvas};
  color: ${token.text.primary};
  ${type.formValue}
`
const Title = styled.h1`
  ${type.pageTitle}
`
const Lead = styled.p`
  max-width: 72ch;
  color: ${token.text.secondary};
`
const States = styled.ul<{ $width: number }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ $width }) => $width}px), 1fr));
  gap: 24px 16px;
`
const Card = styled.li`
  display: grid;
  grid-template-rows: subgrid;
  grid-row: span 3;
  gap: 8px;
  min-width: 0;
`
const Name = styled.h2`
  ${type.cardTitle}
  font-family: ${font.mono};
`
const Words = styled.p`
  color: ${token.text.secondary};
  ${type.cell}
`
const Window = styled.div`
  position: relative;
  overflow: hidden;
  border: 1px solid ${token.border.base};
  border-radius: 8px;
  background: ${token.surface.subtle};
  color: ${token.text.muted};

  > p {
    padding: 16px;
  }
`
const Frame = styled.iframe`
  position: absolute;
  inset: 0 auto auto 0;
  border: 0;
  transform-origin: 0 0;
`
const Stories = styled.p`
  color: ${token.text.muted};
  ${type.meta}

  a {
    color: ${token.accent.text};
    ${focusRing}
  }
`

/** Where a frame is: visible, within 200 px of it, or neither. */
type Place = 'inView' | 'near' | 'away'

/** Time after which the next story begins where a story does not finish, milliseconds. */
const PATIENCE_MS = 15_000
/** Time within which all visible frames report, milliseconds. */
const GATHER_MS = 100

/**
 * Starts stories one at a time: each types and clicks, and the page has only one focus.
 * @param order ids of all frames, in the order of their start
 * @returns the finished ones, the current one, and a function that requests a turn
 */
function useTurns(order: readonly string[]) {
  const [places, setPlaces] = useState<Readonly<Record<string, Place>>>({})
  const [over, setOver] = useState<readonly string[]>([])
  const [current, setCurrent] = useState<string>()
  const waits = (place: Place) => order.find((id) => places[id] === place && !over.includes(id))
  // What somebody looks at is first, also after they have scrolled on.
  const next = waits('inView') ?? waits('near')
  useEffect(() => {
    if (current !== undefined || next === undefined) return
    const timer = setTimeout(() => setCurrent(next), GATHER_MS)
    return () => clearTimeout(timer)
  }, [current, next])
  useEffect(() => {
    if (current === undefined) return
    const end = () => {
      setOver((before) => [...before, current])
      setCurrent(undefined)
    }
    const hear = ({ data }: MessageEvent<{ type?: string; storyId?: string }>) =>
      data.type === MESSAGE.finished && data.storyId === current && end()
    const timer = setTimeout(end, PATIENCE_MS)
    window.addEventListener('message', hear)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
  }, [current])
  const ask = useCallback((id: string, place: Place) => setPlaces((before) => ({ ...before, [id]: place })), [])
  return { over, current, ask }
}

/** Prevents a finished story from taking the focus: its open modals would take it from the story that is typing. */
function quieten(frame: HTMLIFrameElement | null): void {
  const inner = frame?.contentWindow as (Window & typeof globalThis) | null | undefined
  if (inner) inner.HTMLElement.prototype.focus = () => undefined
}

interface StoryFrameProps {
  id: string
  name: string
  size: FrameSize
  turn: 'later' | 'now' | 'over'
  /** Called when it enters the viewport, its surroundings, or leaves them. */
  onPlace: (id: string, place: Place) => void
}

/** Loads its story when it is near the viewport and has its turn, and then keeps it. */
function StoryFrame({ id, name, size, turn, onPlace }: StoryFrameProps) {
  const { width, height } = FRAMES[size]
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (turn === 'over') quieten(frame.current)
  }, [turn])
  useEffect(() => {
    const near = new IntersectionObserver(
      (entries) => {
        const { isIntersecting, boundingClientRect } = entries.at(-1)!
        const isInView = boundingClientRect.top < window.innerHeight && boundingClientRect.bottom > 0
        onPlace(id, isIntersecting ? (isInView ? 'inView' : 'near') : 'away')
      },
      { rootMargin: '200px', threshold: [0, 0.1, 0.2, 0.3, 0.5] },
    )
    const wide = new ResizeObserver(([entry]) => setShown(entry!.contentRect.width))
    near.observe(place.current!)
    wide.observe(place.current!)
    return () => {
      near.disconnect()
      wide.disconnect()
    }
  }, [id, onPlace])
  return (
    <Window ref={place} style={{ aspectRatio: `${width} / ${height}` }}>
      {turn !== 'later' ? (
        <Frame
          ref={frame}
          title={name}
          src={`iframe.html?id=${id}&viewMode=story&globals=theme:${currentTheme()};a11y.manual:!true`}
          width={width}
          height={height}
          tabIndex={-1}
          inert={turn === 'over'}
          style={{ transform: `scale(${shown / width})` }}
        />
      ) : (
        <p>Begins when those before it stand.</p>
      )}
    </Window>
  )
}

interface PageProps {
  machine: AnyStateMachine
  /** The stories that show its states. */
  shownIn: readonly ShownIn[]
  size: FrameSize
}

function AllStates({ machine, shownIn, size }: PageProps) {
  const leaves = standingLeavesOf(machine)
  const { over, current, ask } = useTurns(
    leaves.flatMap(({ key }) => shownIn.find(({ state }) => state === key)?.id ?? []),
  )
  return (
    <Page>
      <Title>{machine.id}: all states</Title>
      <Lead>
        {leaves.length} states can be stood in. Each frame is a story that runs on the real machine; the link opens it
        with its chart in the panel “Statechart”.
      </Lead>
      <States $width={FRAMES[size].shown}>
        {leaves.map((leaf) => {
          const stories = shownIn.filter(({ state }) => state === leaf.key)
          const [first] = stories
          return (
            <Card key={leaf.id}>
              <div>
                <Name>{leaf.key}</Name>
                <Words>{leaf.description}</Words>
                <Words>Shows: {(leaf.meta as { shows?: string } | undefined)?.shows}</Words>
              </div>
              {first ? (
                <StoryFrame
                  id={first.id}
                  name={`${leaf.key}: ${first.title}`}
                  size={size}
                  turn={first.id === current ? 'now' : over.includes(first.id) ? 'over' : 'later'}
                  onPlace={ask}
                />
              ) : (
                <Window>
                  <p>No story shows this state.</p>
                </Window>
              )}
              <Stories>
                {stories.map(({ id, title }, index) => (
                  <span key={id}>
                    {index > 0 && ' · '}
                    <a href={`./?path=/story/${id}`} target="_top">
                      {title}
                    </a>
                  </span>
                ))}
              </Stories>
            </Card>
          )
        })}
      </States>
    </Page>
  )
}

interface Args {
  /** Viewport width of the frames. */
  frames: FrameSize
}

export const meta = {
  parameters: { layout: 'fullscreen', controls: { expanded: false } },
  argTypes: { frames: { control: 'inline-radio', options: Object.keys(FRAMES) } },
  args: { frames: 'wide' } satisfies Args,
}

/** @returns the story for a machine's page. @param shownIn the stories that show its states */
export const pageOf = (machine: AnyStateMachine, shownIn: readonly ShownIn[]) => ({
  render: ({ frames }: Args, { globals }: { globals: { theme?: string } }) => (
    <AllStates key={`${frames} ${globals.theme}`} machine={machine} shownIn={shownIn} size={frames} />
  ),
})
