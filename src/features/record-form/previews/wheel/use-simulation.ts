import { useEffect, useMemo, useRef, useState } from 'react'
import type { Simulation, WheelTerms } from '@contract/records/play/wheel'
import type { Answered, Asked } from './simulation.worker'

/**
 * Simulates a wheel in a worker, again whenever the terms or the seed change.
 * @returns the latest result, null without one, and whether a newer one is being computed
 */
export function useSimulation(terms: WheelTerms, seed: number): { result: Simulation | null; isBusy: boolean } {
  const [answer, setAnswer] = useState<Answered>({ nth: 0, result: null })
  const [asked, setAsked] = useState(0)
  const worker = useRef<Worker | null>(null)
  const last = useRef(0)
  useEffect(() => {
    const made = new Worker(new URL('./simulation.worker.ts', import.meta.url), { type: 'module' })
    worker.current = made
    made.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      // An answer to an earlier question is out of date.
      if (data.nth === last.current) setAnswer(data)
    })
    return () => {
      worker.current = null
      made.terminate()
    }
  }, [])
  // Equal terms are not simulated again, whatever else was typed.
  const key = JSON.stringify(terms)
  const stable = useMemo(() => JSON.parse(key) as WheelTerms, [key])
  useEffect(() => {
    last.current += 1
    const question: Asked = { nth: last.current, terms: stable, seed }
    setAsked(last.current)
    worker.current?.postMessage(question)
  }, [stable, seed])
  return { result: answer.result, isBusy: answer.nth !== asked }
}
