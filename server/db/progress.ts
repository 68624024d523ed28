/** How far the creation of a database is, for the person who waits for it. */

/** The steps of a first start, with their shares of its processor time, as measured. */
const STEPS = {
  engine: { words: 'Creating the database', weight: 20 },
  tables: { words: 'Creating the tables', weight: 20 },
  users: { words: 'Writing staff, users and their transfers', weight: 22 },
  records: { words: 'Writing the records of all screens', weight: 14 },
  rounds: { words: 'Writing a year of rounds', weight: 6 },
  rewards: { words: 'Paying bonuses, offers and referrals', weight: 6 },
  work: { words: 'Writing tickets, chats and shifts', weight: 12 },
} as const

type Step = keyof typeof STEPS

export interface Progress {
  /** What is being done, as the beginning of a sentence. */
  step: string
  /** Of the whole, 0 to 1. */
  share: number
}

/** Says which step has begun, or which part of it is done, 0 to 1. */
export type TellStep = (step: Step, part?: number) => void

const WHOLE = Object.values(STEPS).reduce((sum, { weight }) => sum + weight, 0)

/** @returns adds up the steps for `tell` */
export const createTellStep =
  (tell: (progress: Progress) => void): TellStep =>
  (step, part = 0) => {
    const names = Object.keys(STEPS) as Step[]
    const before = names.slice(0, names.indexOf(step)).reduce((sum, name) => sum + STEPS[name].weight, 0)
    tell({ step: STEPS[step].words, share: (before + STEPS[step].weight * part) / WHOLE })
  }
