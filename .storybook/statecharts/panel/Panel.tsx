/** @jsxRuntime classic */
import React, { useEffect, useRef, useState, type ReactNode } from 'react'
import { useChannel, useGlobals } from 'storybook/manager-api'
import { MESSAGE, type Drawing, type LogLine, type SendableEvent, type Watched, type WatchedActor } from '../protocol'
import { Chart } from './Chart'
import { PANEL_CSS } from './panel-css'

const KINDS: readonly { kind: SendableEvent['kind']; title: string }[] = [
  { kind: 'event', title: 'Events' },
  { kind: 'answer', title: 'Answers to what runs' },
  { kind: 'delay', title: 'Delays' },
]
const SCALES = [0.35, 0.5, 0.7, 0.85, 1, 1.25] as const
/** Minimum scale for readable text. */
const SMALLEST_FIT = 0.85
/** Margin around the drawing, pixels. */
const MARGINS = 24

/** A scrollable area. */
const Scroller = ({
  label,
  className,
  at,
  children,
}: {
  label: string
  className?: string
  at?: (element: HTMLDivElement | null) => void
  children: ReactNode
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be in reach of the keyboard, and has a name there
  <div className={`scroller ${className ?? ''}`} ref={at} tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)

function Events({ events, onSend }: { events: readonly SendableEvent[]; onSend: (name: string) => void }) {
  return (
    <section aria-labelledby="pb-charts-events">
      <h3 id="pb-charts-events">Can be sent now</h3>
      {events.length === 0 && <p className="muted">Nothing leads anywhere from here.</p>}
      {KINDS.map(({ kind, title }) => ({ title, some: events.filter((event) => event.kind === kind) }))
        .filter(({ some }) => some.length > 0)
        .map(({ title, some }) => (
          <div key={title}>
            <p className="kind">{title}</p>
            <ul className="events">
              {some.map(({ name, payload }) => (
                <li key={name}>
                  <button type="button" className="event" title={payload || undefined} onClick={() => onSend(name)}>
                    {name}
                    {payload && <small>{payload.replace(/\s+/g, ' ')}</small>}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </section>
  )
}

function Log({ lines }: { lines: readonly LogLine[] }) {
  return (
    <section aria-labelledby="pb-charts-log">
      <h3 id="pb-charts-log">Events so far</h3>
      {lines.length === 0 ? (
        <p className="muted">None yet.</p>
      ) : (
        <Scroller label="Events so far" className="log">
          <ol>
            {[...lines].reverse().map(({ number, at, event, payload, from, to }) => (
              <li key={number} title={payload || undefined}>
                <span className="when">{(at / 1000).toFixed(2)} s</span> <code>{event}</code>
                {from.join() !== to.join() && (
                  <>
                    {' '}
                    <span className="move">
                      <span aria-hidden="true">→</span> {to.join(' and ')}
                    </span>
                  </>
                )}
              </li>
            ))}
          </ol>
        </Scroller>
      )}
    </section>
  )
}

const nameOf = (actor: WatchedActor, actors: readonly WatchedActor[]) => {
  const same = actors.filter(({ machine }) => machine === actor.machine)
  return same.length > 1 ? `${actor.machine} ${same.indexOf(actor) + 1}` : actor.machine
}

/** The main actor of the story; of several the last one, which was started for the top-most element. */
const mostMeant = (actors: readonly WatchedActor[]): WatchedActor | undefined =>
  actors.reduce<WatchedActor | undefined>((best, one) => (best && best.rank < one.rank ? best : one), undefined)

/** Fits the drawing to the available width, but not below the readable minimum. */
function useFit(drawing: Drawing | undefined) {
  const [place, setPlace] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!place) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(place)
    return () => observer.disconnect()
  }, [place])
  return {
    setPlace,
    fit: drawing && width > 0 ? Math.min(1, Math.max(SMALLEST_FIT, (width - MARGINS) / drawing.width)) : 1,
  }
}

/** Time within which a story may take the focus after an event that the panel sent, milliseconds. */
const TAKES_FOCUS_MS = 1500

/**
 * After an event is sent, the story opens dialogs that take the focus, and the pressed button may be gone: the focus stays in the
 * panel, so that events can be sent one after the other with the keyboard.
 * @returns the element that gets the focus back, and a function to call before sending
 */
function useKeptFocus(events: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const until = useRef(0)
  useEffect(() => {
    const returnFocus = () => {
      const { activeElement } = document
      if (performance.now() > until.current || box.current?.contains(activeElement)) return
      if (activeElement === document.body || activeElement instanceof HTMLIFrameElement) box.current?.focus()
    }
    returnFocus()
    // The window loses the focus when an element in the story's frame takes it.
    window.addEventListener('blur', returnFocus)
    return () => window.removeEventListener('blur', returnFocus)
  }, [events])
  return { box, keep: () => (until.current = performance.now() + TAKES_FOCUS_MS) }
}

/** The panel: the chart of one of the story's machines, its possible events, its log and its context. */
export function Panel({ active }: { active: boolean }) {
  const [{ theme }] = useGlobals()
  const [{ actors, log }, setWatched] = useState<Watched>({ actors: [], log: [] })
  const [drawings, setDrawings] = useState<Readonly<Record<string, Drawing>>>({})
  const [chosen, setChosen] = useState<string | null>(null)
  const [zoom, setZoom] = useState<number | null>(null)
  const emit = useChannel(
    {
      [MESSAGE.actors]: (watched: Watched) => setWatched(watched),
      [MESSAGE.drawing]: (drawing: Drawing) => setDrawings((known) => ({ ...known, [drawing.machine]: drawing })),
      [MESSAGE.begun]: () => emit(MESSAGE.watch, active),
    },
    [active],
  )
  useEffect(() => emit(MESSAGE.watch, active), [emit, active])

  // An actor that was sent an event stays selected, whatever state it reaches.
  const actor = actors.find(({ id }) => id === chosen) ?? mostMeant(actors)
  const drawing = actor && drawings[actor.machine]
  const { setPlace, fit } = useFit(drawing)
  const { box, keep } = useKeptFocus(actor?.events)
  if (!active) return null
  const send = (name: string) => {
    if (!actor) return
    setChosen(actor.id)
    keep()
    emit(MESSAGE.send, { actorId: actor.id, name })
  }
  const scale = zoom ?? fit
  const zoomBy = (step: 1 | -1) =>
    setZoom(
      (step > 0 ? SCALES.find((one) => one > scale + 0.01) : SCALES.findLast((one) => one < scale - 0.01)) ?? scale,
    )

  return (
    <div className="pb-charts" data-theme={theme as string}>
      <style>{PANEL_CSS}</style>
      {!actor || !drawing ? (
        <div className="none">
          <p>No machine runs behind this story.</p>
          <p>
            A view is shown with given values; the flows under “Flows” and “Screens” run on the real machines. Each
            state stands under “Statecharts”.
          </p>
        </div>
      ) : (
        <div className="frame">
          <div className="bar">
            <label>
              Machine
              <select value={actor.id} onChange={({ target }) => setChosen(target.value)}>
                {actors.map((one) => (
                  <option key={one.id} value={one.id}>
                    {nameOf(one, actors)}: {one.leaves.join(' and ')}
                  </option>
                ))}
              </select>
            </label>
            <output className="stands">
              <span className="muted">stands in</span>{' '}
              {actor.leaves.map((leaf) => (
                <span key={leaf} className="state">
                  {leaf}
                </span>
              ))}{' '}
              {actor.status === 'done' && <span className="muted">and is over</span>}
            </output>
            <div className="zoom">
              <button type="button" className="small" aria-label="Smaller chart" onClick={() => zoomBy(-1)}>
                −
              </button>
              <button
                type="button"
                className="small"
                onClick={() => setZoom(null)}
                aria-label={`${Math.round(scale * 100)} %, fit the chart`}
              >
                {Math.round(scale * 100)} %
              </button>
              <button type="button" className="small" aria-label="Larger chart" onClick={() => zoomBy(1)}>
                +
              </button>
            </div>
          </div>
          <div className="body">
            <Scroller label="Chart" className="chart" at={setPlace}>
              <Chart drawing={drawing} actor={actor} scale={scale} />
            </Scroller>
            <div ref={box} tabIndex={-1}>
              <Events events={actor.events} onSend={send} />
            </div>
            <div className="side">
              <section aria-labelledby="pb-charts-context">
                <h3 id="pb-charts-context">Context</h3>
                <Scroller label="Context" className="context">
                  <pre>{actor.context}</pre>
                </Scroller>
              </section>
              <Log lines={log.filter(({ actorId }) => actorId === actor.id)} />
            </div>
          </div>
        </div>
      )}
    </div>
  )
}
