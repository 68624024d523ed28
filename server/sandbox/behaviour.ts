/** How the sandbox misbehaves: by a seed, by rates, or as the next call is told to. */

export const BEHAVIOURS = {
  pay: 'books it, answers, and does it a moment later',
  paid: 'does it at once, and says so in its answer',
  refuse: 'refuses it: nothing is booked',
  fail: 'accepts it, and reports later that it has failed',
  error: 'answers with 500 before it has booked anything',
  errorAfter: 'books it, and answers with 500',
  drop: 'books it, and closes the connection without an answer',
  late: 'books it, and answers after the caller has given up',
  never: 'books it, and never answers',
  garbage: 'books it, and answers with something that is not JSON',
  otherAmount: 'books it, and tells another amount',
  eventFirst: 'does it, and sends the event before its answer',
  eventTwice: 'does it, and sends two events with different ids about it',
  returned: 'does it, and a bank reports later that the money came back',
} as const
export type Behaviour = keyof typeof BEHAVIOURS
export const isBehaviour = (text: string): text is Behaviour => text in BEHAVIOURS

/** Those after which nobody can say from the answer whether it was done. */
const UNKNOWN: readonly Behaviour[] = ['error', 'errorAfter', 'drop', 'late', 'garbage']
const FAILING: readonly Behaviour[] = ['refuse', 'fail']

/** Numbers from 0 to 1 by a seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Rates {
  seed: number
  /** Shares of the calls, from 0 to 1. */
  fail: number
  unknown: number
}
/** @returns what the next call does: what it was told, else by the rates */
export function createBehaviours({ seed, fail, unknown }: Rates) {
  const told: Behaviour[] = []
  const number = numbers(seed)
  const one = (from: readonly Behaviour[]) => from[Math.floor(number() * from.length)]!
  return {
    tell: (...behaviours: readonly Behaviour[]) => void told.push(...behaviours),
    next(): Behaviour {
      const draw = number()
      return told.shift() ?? (draw < fail ? one(FAILING) : draw < fail + unknown ? one(UNKNOWN) : 'pay')
    },
  }
}
export type Behaviours = ReturnType<typeof createBehaviours>
