import { fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * A promise actor whose answer counts only while its state is there: left, it never settles. (An aborted call answers at
 * once, and an actor that is stopped and started again, as React's StrictMode does, would take that for the answer.)
 */
export const answered = <Output, Input = NonReducibleUnknown>(
  ask: (context: { input: Input; signal: AbortSignal }) => Promise<Output>,
) =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    const answer = await ask({ input, signal })
    return signal.aborted ? new Promise<Output>(() => undefined) : answer
  })
