import { fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * A promise actor that ignores a response after its state was left: in that case it never settles. An aborted call
 * responds at once, and an actor that is stopped and restarted (React's StrictMode does this) would otherwise accept
 * that response as its own.
 * @param ask makes the call; `signal` aborts when the state is left
 */
export const answered = <Output, Input = NonReducibleUnknown>(
  ask: (context: { input: Input; signal: AbortSignal }) => Promise<Output>,
) =>
  fromPromise<Output, Input>(async ({ input, signal }) => {
    const answer = await ask({ input, signal })
    return signal.aborted ? new Promise<Output>(() => undefined) : answer
  })
