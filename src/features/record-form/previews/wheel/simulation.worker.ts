/** Simulates spins off the main thread, so that typing stays quick. */
import { simulate, type Simulation, type WheelTerms } from '@contract/records/play/wheel'

/** A message to the worker, and its answer. `nth` tells which question an answer belongs to. */
export interface Asked {
  nth: number
  terms: WheelTerms
  seed: number
}
export interface Answered {
  nth: number
  result: Simulation | null
}

addEventListener('message', ({ data: { nth, terms, seed } }: MessageEvent<Asked>) => {
  const answer: Answered = { nth, result: simulate(terms, seed) }
  postMessage(answer)
})
