import { fromCallback, fromPromise, type AnyActorLogic, type EventObject, type NonReducibleUnknown } from 'xstate'

/** @returns a promise actor that fails with its own name: the placeholder of an actor until `provide` replaces it */
export const promiseNotProvided = <Output, Input = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor ${name} was not provided`)))

/** As `promiseNotProvided`, for an actor that sends events. */
export const feedNotProvided = <Received extends EventObject, Input = NonReducibleUnknown>(name: string) =>
  fromCallback<Received, Input>(() => {
    throw new Error(`The actor ${name} was not provided`)
  })

/** As `promiseNotProvided`, for a machine whose code is not needed before it is spawned. */
export const machineNotProvided = <Machine extends AnyActorLogic>(name: string) =>
  feedNotProvided(name) as unknown as Machine

/** The placeholder of an action until `provide` replaces it: throws an error with the action's name. */
export const actionNotProvided = (name: string): never => {
  throw new Error(`The action ${name} was not provided`)
}
