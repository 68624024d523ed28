/** What all workers of a run of journeys share: they inherit the environment of the process that starts them. */

/** When the run began, milliseconds since 1970. */
export const BEGAN = Number((process.env.JOURNEYS_BEGAN ??= String(Date.now())))

/** The run's folder: it keeps databases with the demo in them. */
export const runFolder = (): string => process.env.JOURNEYS_FOLDER!
